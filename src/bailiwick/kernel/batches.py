"""What is asked for while the same is being done waits, and is then done together, in one go."""

from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from bailiwick.kernel.background import Background

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Batches(Generic[Asked, Answer]):
    """Does what many ask for on behalf of a user, one go for each user at a time; who is alone does not wait."""

    def __init__(
        self,
        background: Background,
        name: str,
        do: Callable[[str, Sequence[Asked]], Awaitable[Sequence[Answer]]],
        *,
        most: int,
    ) -> None:
        """`do` is called with a user's id and at most `most` of what was asked, in order, and answers in that order."""
        self._background = background
        self._name = name
        self._do = do
        self._most = most
        self._waiting: dict[str, deque[tuple[Asked, Future[Answer]]]] = {}
        """By user, for whom one goes on as long as anything waits."""

    async def ask(self, user_id: str, asked: Asked) -> Answer:
        """Return the answer; what `do` raises is raised to all whom it was done for.

        Who is cancelled does not hear the answer, but it may be done all the same.
        """
        answer: Future[Answer] = get_running_loop().create_future()
        waiting = self._waiting.get(user_id)
        if waiting is None:
            waiting = self._waiting[user_id] = deque([(asked, answer)])
            going = self._background.start(self._name, self._go_on(user_id, waiting))
            going.add_done_callback(lambda _: self._leave(user_id, waiting))
        else:
            waiting.append((asked, answer))
        return await answer

    async def _go_on(self, user_id: str, waiting: deque[tuple[Asked, Future[Answer]]]) -> None:
        try:
            while waiting:
                now = [waiting.popleft() for _ in range(min(self._most, len(waiting)))]
                await self._answer(user_id, [(asked, answer) for asked, answer in now if not answer.done()])
        finally:
            self._leave(user_id, waiting)

    def _leave(self, user_id: str, waiting: deque[tuple[Asked, Future[Answer]]]) -> None:
        """End it, also where it was ended before it began: nobody may wait for what is never done."""
        if self._waiting.get(user_id) is waiting:
            del self._waiting[user_id]
        for _, answer in waiting:
            answer.cancel()

    async def _answer(self, user_id: str, now: Sequence[tuple[Asked, Future[Answer]]]) -> None:
        if not now:
            return
        try:
            answers = await self._do(user_id, [asked for asked, _ in now])
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
