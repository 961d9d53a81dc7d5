"""Rosters: the agents each user can reach, kept in step with the database and routable at once."""

import contextlib
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, TypeVar

from bailiwick.agents.callables import CallableAgent
from bailiwick.agents.graph import Graph, graph_of
from bailiwick.agents.membership import built, check, editable
from bailiwick.agents.releases.choosing import Choosing
from bailiwick.agents.releases.edit_reasons import read_changes, reason_of
from bailiwick.agents.releases.following import Following, MakeRouter
from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.publishing import Publishing
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.roster_entries import RosterEntries, RosterEntry
from bailiwick.agents.store import AgentStore
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError, Conflict, Forbidden, NotFound, not_found
from bailiwick.kernel.events.facts import USES, AgentRegistered, AgentRemoved
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, ReasonCode, RoutingReason
from bailiwick_router.agent_lint import lint, lint_all
from bailiwick_router.core.agents import AGENT_FIELDS, Agent, LintWarning, Origin, Role
from bailiwick_router.core.decisions import Decision, RoutingContext
from bailiwick_router.core.record import Record
from bailiwick_router.drafts import decide_with
from bailiwick_router.pipeline import Router

T = TypeVar("T")

MOST_BYTES = 2**20
"""So much of the written forms of a user's agents is kept."""
EXPIRY_SECONDS = 15.0
"""How often a user's runtime agents are checked for expiry while the user is active."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered(Record):
    """An agent as it joined the roster, and what will surprise its author."""

    agent: Agent
    warnings: Sequence[LintWarning]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport(Record):
    """What an import did."""

    added: Sequence[str]
    replaced: Sequence[str]
    warnings: Sequence[LintWarning]


class RosterView:
    """The agents of a user as they are shown: with when each was last used."""

    def __init__(self, agents: Sequence[Agent]) -> None:
        self.agents = agents
        """In order of registration."""
        self._by_id = {agent.id: agent for agent in agents}
        self._texts: dict[Hashable, bytes] = {}
        self._size = 0

    def agent(self, agent_id: str) -> Agent:
        """Return one agent. Raises `NotFound`."""
        agent = self._by_id.get(agent_id)
        if agent is None:
            raise not_found("agent", agent_id)
        return agent

    def text(self, of: Hashable, write: Callable[[], bytes]) -> bytes:
        """Return what `write` returns, which is kept under `of`: these agents are always written the same way."""
        text = self._texts.get(of)
        if text is None:
            text = write()
            self._size += len(text)
            if self._size <= MOST_BYTES:
                self._texts[of] = text
        return text


class Rosters:
    """Every user's roster: the built-in and plug-in agents, with the user's own on top.

    A roster is brought up to date by reading what changed since its revision; the work grows with the change.
    What is read is kept, so within one transaction a roster is read before it is written, never after: what a
    rolled-back transaction wrote must not stay.
    """

    def __init__(
        self,
        database: Database,
        stores: Stores,
        *,
        shipped: Sequence[Agent],
        functions: Mapping[str, CallableAgent],
        make_router: MakeRouter,
        runtime_life: timedelta,
        publishing: Publishing,
        learning: Learning,
        remembered: RememberedReads,
    ) -> None:
        self._database = database
        self._remembered = remembered
        self._stores = stores
        self._shipped = {agent.id: agent for agent in shipped}
        self._functions = functions
        self._runtime_life = runtime_life
        self._publishing = publishing
        self._entries = RosterEntries(stores, lambda: Following(self._shipped, make_router), make_router, learning)
        self._learning = learning
        self._last_runtime_id = 0

    # reading

    async def of(self, user_id: str, *, anew: bool = False) -> Router:
        """Return a router on the user's agents as they are now; within a transaction as that sees them.

        With `anew` the database is asked in any case: for what is about to be changed.
        """
        entry = self._entries.of(user_id)

        async def catch_up() -> Following:
            # The connection before the lock: the caller that holds the lock then never waits for the pool.
            async with self._database.as_user(user_id), entry.lock:
                await entry.following.catch_up(self._stores[RoutingStateStore], user_id)
            return entry.following

        following = await self._in_step(user_id, entry, "roster", catch_up, anew=anew)
        if following is not entry.following:  # what is remembered is of an entry that was forgotten meanwhile
            following = await catch_up()
        return following.router

    async def choosing(self, user_id: str) -> Choosing:
        """Return what decides on the user's messages now: the agents as they are, or a release.

        No more is asked of the database than for `of` while the agents as they are decide. What the routers have to
        learn for it is learned in the background; until then they decide by what they know.
        """
        entry = self._entries.of(user_id)

        async def catch_up() -> Choosing:
            async with self._database.as_user(user_id), entry.lock:
                return await self._entries.choosing(user_id, entry)

        choosing = await self._in_step(user_id, entry, "choosing", catch_up)
        if choosing is not entry.choosing:
            choosing = await catch_up()
        choosing.keep_step(self._learning)
        return choosing

    async def _in_step(
        self, user_id: str, entry: RosterEntry, what: str, catch_up: Callable[[], Awaitable[T]], *, anew: bool = False
    ) -> T:
        """Return what `catch_up` returns, or returned when the user's roster last changed.

        A transaction may have to see more, or less, than others do, so within one the database is asked.
        """
        if self._database.in_transaction(user_id):
            return await catch_up()
        await self._expire_sometimes(user_id, entry)
        return await (catch_up() if anew else self._remembered.get(user_id, what, catch_up))

    async def learned(self, user_id: str) -> None:
        """Wait until what decides has learned all that it is to learn; decisions themselves never wait for that."""
        await self._entries.learned(await self.choosing(user_id))

    async def deciding(self, user_id: str, key: str = "", requested: str | None = None) -> Router:
        """Return the router that decides on what has this key: a conversation's id, else the message."""
        return (await self.choosing(user_id)).decides(key, requested)[0]

    async def decide(self, user_id: str, message: str, context: RoutingContext, key: str | None = None) -> Decision:
        """Return the decision on a message. Raises what `Router.decide` raises."""
        return (await self.choosing(user_id)).decide(message, context, key)

    async def decide_with(self, user_id: str, draft: Agent, message: str, context: RoutingContext) -> Decision:
        """Return the decision as if `draft` were saved; nothing is saved, and no one else sees it.

        What examples have taught so far counts; the draft's own are learned once it is saved.
        Raises `InvalidInput`, `Conflict` as saving it does, and what `Router.decide` raises.
        """
        check(draft)
        entry = self._entries.of(user_id)
        if not self._database.in_transaction(user_id):
            await self._expire_sometimes(user_id, entry)
        async with self._database.as_user(user_id), entry.scratch_lock:
            learned = (await self.choosing(user_id)).working.classifier
            entry.scratch = entry.scratch or self._entries.follow()
            await entry.scratch.catch_up(self._stores[RoutingStateStore], user_id)
            entry.scratch.router.learn(learned)
            try:
                return decide_with(entry.scratch.router, draft, message, context)
            except BailiwickError:
                raise
            except Exception:
                entry.scratch = None  # a draft may be left on it
                raise

    async def _expire_sometimes(self, user_id: str, entry: RosterEntry) -> None:
        if time.monotonic() - entry.expiry_checked >= EXPIRY_SECONDS or not entry.expiry_checked:
            entry.expiry_checked = time.monotonic()
            await self.expire(user_id)

    async def expire(self, user_id: str) -> Sequence[str]:
        """Remove the user's runtime agents whose time is up, and return their ids."""
        async with self._database.as_user(user_id):
            removed = await self._stores[AgentStore].delete_runtime(user_id, expired_by=datetime.now(UTC))
            await self._tell_removed(user_id, removed, "expired")
        return removed

    async def get(self, user_id: str, agent_id: str) -> Agent:
        """Return one agent as it stands, with when it was last used. Raises `NotFound`."""
        return (await self.view(user_id)).agent(agent_id)

    async def all(self, user_id: str) -> Sequence[Agent]:
        """Return every agent, in order of registration, with when each was last used."""
        return (await self.view(user_id)).agents

    async def view(self, user_id: str) -> RosterView:
        """Return the agents as they are shown, the same value until one of them changes or is used."""

        async def look() -> RosterView:
            return await self._view(user_id, await self.of(user_id))

        return await self._in_step(user_id, self._entries.of(user_id), USES, look)

    async def _before(self, user_id: str, agent_id: str) -> Agent:
        """Return an agent that is about to be changed, as it is in the database. Raises `NotFound`."""
        return (await self._view(user_id, await self.of(user_id, anew=True))).agent(agent_id)

    async def _view(self, user_id: str, router: Router) -> RosterView:
        used = await self._stores[AgentStore].used(user_id)
        return RosterView([self._with_use(agent, used) for agent in router.roster])

    def _with_use(self, agent: Agent, used: Mapping[str, datetime]) -> Agent:
        last = used.get(agent.id)
        if last is None:
            return agent
        expires = last + self._runtime_life if agent.origin is Origin.RUNTIME else agent.expires_at
        return agent.evolve(last_used_at=last, expires_at=expires)

    def function(self, agent_id: str) -> CallableAgent | None:
        """Return the Python function behind an agent, if it is one."""
        return self._functions.get(agent_id)

    def needs_of(self, agent: Agent) -> Sequence[str]:
        """Return what an agent cannot work without; a shipped one that was changed without saying it needs the same."""
        shipped = self._shipped.get(agent.id)
        return agent.needs or (shipped.needs if shipped is not None else ())

    async def lint(self, user_id: str, agent: Agent) -> Sequence[LintWarning]:
        """Say what will surprise the author. Raises `InvalidInput` for a pattern that does not compile."""
        return lint(agent, (await self.of(user_id)).roster)

    async def graph(self, user_id: str) -> Graph:
        """Return the way of a message through this roster."""
        return graph_of((await self.of(user_id)).roster)

    async def export(self, user_id: str, agent_ids: Sequence[str] = ()) -> Sequence[Agent]:
        """Return these agents, in this order; without ids the user's own and the built-in ones they have changed.

        Raises `NotFound`.
        """
        if agent_ids:
            return [await self.get(user_id, agent_id) for agent_id in dict.fromkeys(agent_ids)]
        _, written, _ = await self._stores[AgentStore].changes(user_id, 0)
        return [agent for agent in written if agent.origin is not Origin.RUNTIME]

    # changing

    async def create(self, user_id: str, agent: Agent) -> Registered:
        """Add a lasting agent. Raises `Conflict` if the id is taken, `InvalidInput`."""
        agent = agent.evolve(origin=Origin.USER, kind="model", expires_at=None)
        warnings = await self._checked(user_id, agent)
        return Registered(agent=await self._save(user_id, agent, new=True), warnings=warnings)

    async def register(self, user_id: str, fields: Mapping[str, Any]) -> Registered:
        """Add a runtime agent under a fresh id `custom_<milliseconds>`; it expires unless used or kept."""
        number = self._last_runtime_id = max(time.time_ns() // 1_000_000, self._last_runtime_id + 1)
        life = {"origin": Origin.RUNTIME, "expires_at": datetime.now(UTC) + self._runtime_life}
        agent = built({**editable(fields), "id": f"custom_{number}", **life})
        warnings = await self._checked(user_id, agent)
        while True:
            try:
                return Registered(agent=await self._save(user_id, agent, new=True), warnings=warnings)
            except Conflict:  # another process took this millisecond
                number += 1
                agent = agent.evolve(id=f"custom_{number}")

    async def _checked(self, user_id: str, agent: Agent) -> Sequence[LintWarning]:
        """Return what will surprise the author of a new agent. Raises `Conflict`, `InvalidInput`."""
        roster = (await self.of(user_id, anew=True)).roster
        check(agent)
        if roster.get(agent.id) is not None:
            raise Conflict(Reason.of(RoutingReason.ID_TAKEN, id=repr(agent.id)))
        return lint(agent, roster)

    async def update(self, user_id: str, agent_id: str, changes: Mapping[str, Any]) -> Registered:
        """Change fields of an agent; a built-in one changes for this user only. Raises `NotFound`, `InvalidInput`."""
        before = await self._before(user_id, agent_id)
        agent = built({**{name: getattr(before, name) for name in AGENT_FIELDS}, **editable(changes)})
        check(agent)
        warnings = lint(agent, (await self.of(user_id, anew=True)).roster)
        return Registered(agent=await self._save(user_id, agent, before=before), warnings=warnings)

    async def duplicate(self, user_id: str, agent_id: str) -> Registered:
        """Add a copy of an agent under a free id. Raises `NotFound`."""
        original = await self._before(user_id, agent_id)
        if original.role is Role.SUPERVISOR:
            raise Conflict(Reason.of(ReasonCode.SUPERVISOR_ONCE))
        roster = (await self.of(user_id, anew=True)).roster
        stem = original.id[:50]
        number = next(n for n in range(2, len(roster) + 3) if roster.get(f"{stem}-{n}") is None)
        copy = original.evolve(
            id=f"{stem}-{number}",
            name=f"{original.name} {number}",
            created_at=None,
            updated_at=None,
            last_used_at=None,
        )
        return await self.create(user_id, copy)

    async def keep(self, user_id: str, agent_id: str) -> Registered:
        """Turn a runtime agent into a lasting one. Raises `NotFound`, `Conflict` if it is not a runtime agent."""
        agent = await self._before(user_id, agent_id)
        if agent.origin is not Origin.RUNTIME:
            raise Conflict(Reason.of(ReasonCode.ONLY_RUNTIME_EXPIRE))
        kept = agent.evolve(origin=Origin.USER, expires_at=None)
        return Registered(agent=await self._save(user_id, kept), warnings=())

    async def delete(self, user_id: str, agent_id: str) -> None:
        """Delete a user's agent. Raises `NotFound`, `Forbidden` for built-in and plug-in agents."""
        agent = await self._before(user_id, agent_id)
        if agent_id in self._shipped:
            raise Forbidden(Reason.of(ReasonCode.AGENT_SHIPS, agent=agent.name))
        async with self._noted(user_id, agent, Reason.of(ReasonCode.AGENT_DELETED, agent=agent.name)):
            await self._stores[AgentStore].delete(user_id, agent_id)
            await self._tell_removed(user_id, [agent_id], "deleted")
            audited(self._database, Act.AGENT_DELETED, "agent", agent_id)

    async def reset(self, user_id: str, agent_id: str) -> Agent:
        """Undo the user's changes to a built-in or plug-in agent. Raises `NotFound`, `Conflict` for other agents."""
        await self._before(user_id, agent_id)
        if agent_id not in self._shipped:
            raise Conflict(Reason.of(ReasonCode.ONLY_SHIPPED_RESET))
        shipped = self._shipped[agent_id]
        async with self._publishing.edit(user_id, Reason.of(ReasonCode.AGENT_RESET, agent=shipped.name)):
            with contextlib.suppress(NotFound):
                await self._stores[AgentStore].delete(user_id, agent_id)
                await self._tell_registered(user_id, shipped)
        return shipped

    async def cleanup(self, user_id: str) -> Sequence[str]:
        """Remove the user's runtime agents, and no others; return their ids."""
        async with self._database.as_user(user_id):
            removed = await self._stores[AgentStore].delete_runtime(user_id)
            await self._tell_removed(user_id, removed, "cleanup")
        return removed

    async def import_agents(self, user_id: str, agents: Sequence[Agent]) -> ImportReport:
        """Add or replace agents, all or none. Raises `InvalidInput`."""
        added: list[str] = []
        replaced: list[str] = []
        roster = (await self.of(user_id, anew=True)).roster
        for agent in agents:
            check(agent)
        warnings = list(chain.from_iterable(lint_all(agents, roster)))
        async with self._publishing.edit(user_id, Reason.of(ReasonCode.AGENTS_IMPORTED, count=len(agents))):
            for agent in agents:
                before = roster.get(agent.id)
                origin = before.origin if before is not None else Origin.USER
                origin = Origin.USER if origin is Origin.RUNTIME else origin
                await self._store(user_id, agent.evolve(origin=origin, kind=before.kind if before else "model"))
                (replaced if before is not None else added).append(agent.id)
        return ImportReport(added=added, replaced=replaced, warnings=warnings)

    async def _save(self, user_id: str, agent: Agent, *, before: Agent | None = None, new: bool = False) -> Agent:
        async with self._noted(user_id, agent, reason_of(before, agent), before):
            return await self._store(user_id, agent, new=new)

    def _noted(
        self, user_id: str, agent: Agent, reason: Reason, before: Agent | None = None
    ) -> AbstractAsyncContextManager[Any]:
        """Return a transaction that notes an edit of the agent, unless routing does not read what is edited.

        Runtime agents come and go without releases.
        """
        unread = before is not None and not read_changes(before, agent)
        if agent.origin is Origin.RUNTIME or unread:
            return self._database.as_user(user_id)
        return self._publishing.edit(user_id, reason)

    async def _store(self, user_id: str, agent: Agent, *, new: bool = False) -> Agent:
        async with self._database.as_user(user_id):
            saved = await self._stores[AgentStore].save(user_id, agent, new=new)
            await self._tell_registered(user_id, agent)
        return saved

    async def _tell_registered(self, user_id: str, agent: Agent) -> None:
        await self._stores[EventStore].append(
            user_id, [AgentRegistered(agent=agent.id, origin=agent.origin)], agent=agent.id
        )

    async def _tell_removed(self, user_id: str, agent_ids: Sequence[str], reason: str) -> None:
        for agent_id in agent_ids:
            await self._stores[EventStore].append(
                user_id, [AgentRemoved(agent=agent_id, reason=reason)], agent=agent_id
            )
