"""The routers of the people that a process has dealt with lately."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from bailiwick.agents.releases.choosing import Choosing, Released
from bailiwick.agents.releases.following import Following, MakeRouter
from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.kernel.database.stores import Stores

CACHED_USERS = 1000


@dataclass(slots=True)
class RosterEntry:
    """What a process keeps of one person's roster."""

    choosing: Choosing
    expiry_checked: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    scratch: Following | None = None
    """A second router on the same agents, on which drafts are tried; None until there was one."""
    scratch_lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def following(self) -> Following:
        """The router on the agents as they are."""
        return self.choosing.following


class RosterEntries:
    """Entries by person; of more than 1,000 people the one that was away longest is forgotten."""

    def __init__(
        self, stores: Stores, follow: Callable[[], Following], make_router: MakeRouter, learning: Learning
    ) -> None:
        """`follow` makes a router that has read nothing yet."""
        self._stores = stores
        self.follow = follow
        self._make_router = make_router
        self._learning = learning
        self._entries: OrderedDict[str, RosterEntry] = OrderedDict()

    def of(self, user_id: str) -> RosterEntry:
        """Return a person's entry, made if there is none."""
        entry = self._entries.get(user_id)
        if entry is None:
            entry = self._entries[user_id] = RosterEntry(Choosing(self.follow()))
            while len(self._entries) > CACHED_USERS:
                self._entries.popitem(last=False)
        self._entries.move_to_end(user_id)
        return entry

    async def choosing(self, user_id: str, entry: RosterEntry) -> Choosing:
        """Return what decides on the person's messages, brought in step with the database. The caller has the lock."""
        choosing, following = entry.choosing, entry.following
        await following.catch_up(self._stores[RoutingStateStore], user_id)
        if choosing.age != following.age:
            choosing.published, choosing.canary, choosing.age = None, None, following.age
        mark = following.mark
        published = None if mark.following else mark.published
        choosing.published = await self._released(user_id, choosing.published, published)
        choosing.canary = await self._released(user_id, choosing.canary, mark.canary)
        choosing.keep_step(self._learning)
        return choosing

    async def learned(self, choosing: Choosing) -> None:
        """Wait until every router of a person has learned what it is to learn."""
        for goal in choosing.goals:
            if goal.training_data is not None:
                await self._learning.learned(goal.training_data)
        choosing.keep_step(self._learning)

    async def _released(self, user_id: str, known: Released | None, number: int | None) -> Released | None:
        if number is None or (known is not None and known.number == number):
            return None if number is None else known
        content = await self._stores[ReleaseStore].content(user_id, number)
        return Released(number, content, self._make_router)
