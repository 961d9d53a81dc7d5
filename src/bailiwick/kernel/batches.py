"""What is asked for while the same is being done waits, and is then done together, in one go."""

from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from bailiwick.kernel.background import Background

Key = TypeVar("Key", bound=Hashable)
Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Batches(Generic[Key, Asked, Answer]):
    """Does what many ask for under one key, a user for instance: one go for each key at a time; who is alone does not
    wait."""

    def __init__(
        self,
        background: Background,
        name: str,
        do: Callable[[Key, Sequence[Asked]], Awaitable[Sequence[Answer]]],
        *,
        most: int,
    ) -> None:
        """`do` is called with a key and at most `most` of what was asked, in order, and answers in that order."""
        self._background = background
        self._name = name
        self._do = do
        self._most = most
        self._waiting: dict[Key, deque[tuple[Asked, Future[Answer]]]] = {}
        """By key, for which one goes on as long as anything waits."""

    async def ask(self, key: Key, asked: Asked) -> Answer:
        """Return the answer; what `do` raises is raised to all whom it was done for.

        Who is cancelled does not hear the answer, but it may be done all the same.
        """
        answer: Future[Answer] = get_running_loop().create_future()
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = deque([(asked, answer)])
            going = self._background.start(self._name, self._go_on(key, waiting))
            going.add_done_callback(lambda _: self._leave(key, waiting))
        else:
            waiting.append((asked, answer))
        return await answer

    async def _go_on(self, key: Key, waiting: deque[tuple[Asked, Future[Answer]]]) -> None:
        try:
            while waiting:
                now = [waiting.popleft() for _ in range(min(self._most, len(waiting)))]
                await self._answer(key, [(asked, answer) for asked, answer in now if not answer.done()])
        finally:
            self._leave(key, waiting)

    def _leave(self, key: Key, waiting: deque[tuple[Asked, Future[Answer]]]) -> None:
        """End it, also where it was ended before it began: nobody may wait for what is never done."""
        if self._waiting.get(key) is waiting:
            del self._waiting[key]
        for _, answer in waiting:
            answer.cancel()

    async def _answer(self, key: Key, now: Sequence[tuple[Asked, Future[Answer]]]) -> None:
        if not now:
            return
        try:
            answers = await self._do(key, [asked for asked, _ in now])
        except Exception as error:
            for _, answer in now:
                if not answer.done():
                    answer.set_exception(error)
        except BaseException:
            for _, answer in now:
                answer.cancel()
            raise
        else:
            for (_, answer), found in zip(now, answers, strict=True):
                if not answer.done():
                    answer.set_result(found)
