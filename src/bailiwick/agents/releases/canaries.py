"""Canaries: candidates that decide a share of the messages begin, end, and are taken back when they do worse."""

from dataclasses import replace

from bailiwick.agents.releases.canary import taken_back
from bailiwick.agents.releases.publishing import Publishing
from bailiwick.agents.releases.records import Release, ReleaseStatus
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.events.facts import RoutingCanaryEnded
from bailiwick.kernel.reasons import Reason, ReasonCode

BY_PERSON = Reason.of(ReasonCode.CANARY_TAKEN_BACK)


class Canaries:
    """One person has at most one canary at a time."""

    def __init__(self, database: Database, stores: Stores, publishing: Publishing, background: Background) -> None:
        self._database = database
        self._stores = stores
        self._publishing = publishing
        self._background = background
        self._looking: dict[str, bool] = {}
        """People whose canary is being looked at; true when something happened to it since that began."""

    async def begin(self, user_id: str, number: int, share: int) -> Release:
        """Let a candidate decide a share (1 to 100 percent) of the conversations. Raises `NotFound`, `InvalidInput`;
        `Conflict` when it is no candidate or another one has a share."""
        if not 1 <= share <= 100:
            raise InvalidInput(Reason.of(ReasonCode.SHARE_BOUNDS), field="share")
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            candidate(await self._stores[ReleaseStore].get(user_id, number))
            if held.mark.canary not in (None, number):
                raise Conflict(Reason.of(ReasonCode.SHARE_TAKEN, number=held.mark.canary))
            release = await self._stores[ReleaseStore].set_canary(user_id, number, share)
            mark = replace(held.mark, canary=number, canary_share=share)
            await self._publishing.set_mark(user_id, replace(held, mark=mark))
        return release

    async def end(self, user_id: str, number: int, why: Reason = BY_PERSON) -> Release:
        """Take the share of a canary back; it waits as before. Raises `NotFound`, `Conflict` when it has none."""
        return await self._end(user_id, number, why, by_rule=False)

    async def _end(self, user_id: str, number: int, why: Reason, *, by_rule: bool) -> Release:
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            await self._stores[ReleaseStore].get(user_id, number)
            if held.mark.canary != number:
                raise Conflict(Reason.of(ReasonCode.NO_SHARE, number=number))
            release = await self._stores[ReleaseStore].set_canary(user_id, number, None, ended=why if by_rule else None)
            held = replace(held, mark=replace(held.mark, canary=None, canary_share=None))
            await self._publishing.set_mark(user_id, held)
            await self._publishing.tell(
                user_id, RoutingCanaryEnded(number=number, reason=why.text(), by_rule=by_rule, why=why)
            )
        return release

    async def look_after(self, user_id: str) -> None:
        """Take a canary back that does significantly worse than the published release; see `taken_back`."""
        async with self._database.as_user(user_id):
            mark = await self._stores[RoutingStateStore].mark(user_id)
            if mark.canary is None:
                return
            why = taken_back(await self._stores[ReleaseStore].canary_figures(user_id, mark.canary))
            if why is not None:
                await self._end(user_id, mark.canary, why, by_rule=True)

    def noticed(self, user_id: str) -> None:
        """Look after a canary in the background, because one of its decisions was made, reported or failed."""
        if user_id in self._looking:
            self._looking[user_id] = True
            return
        self._looking[user_id] = False
        self._background.start("look after a canary", self._look(user_id))

    async def _look(self, user_id: str) -> None:
        try:
            while True:
                self._looking[user_id] = False
                await self.look_after(user_id)
                if not self._looking[user_id]:
                    return
        finally:
            del self._looking[user_id]


def candidate(release: Release) -> Release:
    """Return a release that waits. Raises `Conflict` for another one."""
    if release.status is not ReleaseStatus.CANDIDATE:
        raise Conflict(Reason.of(ReasonCode.RELEASE_NOT_WAITING, number=release.number, status=release.status))
    return release
