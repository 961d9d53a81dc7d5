"""Golden cases: messages pinned to the agent that must get them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.releases.golden_store import GoldenStore
from bailiwick.agents.releases.records import GoldenCase, GoldenImport, GoldenProblem, GoldenRun
from bailiwick.agents.releases.traffic_reading import query_of
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.features.routing.releases import Releases
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode, RoutingReason, Said, text_of, why_of
from bailiwick_router.comparison import outcomes
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.pipeline import Router
from bailiwick_router.replay_files import LineProblem, QueryLine, query_lines, write_csv, write_jsonl
from bailiwick_router.replaying import correct

MOST_CASES = 10_000
MOST_PROBLEMS = 100
LONGEST_TEXT = 10_000
LONGEST_NOTE = 2_000

Format = Literal["jsonl", "csv"]


class Golden:
    """What a person does with golden cases."""

    def __init__(self, database: Database, stores: Stores, rosters: Rosters, releases: Releases) -> None:
        self._database = database
        self._stores = stores
        self._rosters = rosters
        self._releases = releases

    async def count(self, user_id: str) -> int:
        """Return how many cases there are."""
        return await self._stores[GoldenStore].count(user_id)

    async def list(
        self, user_id: str, *, limit: int = 50, before: str | None = None, failing: bool = False
    ) -> Sequence[GoldenCase]:
        """Return cases, latest first, with who gets each now; `before` pages by id, `failing` leaves out those that
        pass."""
        if not failing:
            return await self._decided(
                user_id, await self._stores[GoldenStore].list(user_id, before=before, limit=limit), None
            )
        every = reversed(await self._stores[GoldenStore].all(user_id))
        cases = [case for case in every if before is None or case.id < before]
        return [case for case in await self._decided(user_id, cases, None) if not case.passes][:limit]

    async def add(
        self, user_id: str, text: str, agent: str | None, *, last_agent: str | None = None, note: str = ""
    ) -> GoldenCase:
        """Pin a message, in place of a case for the same message after the same agent. Raises `NotFound` (agent),
        `Conflict` when there are too many, `InvalidInput`."""
        _check(text, note)
        await self._known(user_id, agent, last_agent)
        async with self._database.as_user(user_id):
            case, _ = await self._stores[GoldenStore].put(user_id, text, agent, last_agent=last_agent, note=note)
            await self._room(user_id)
        return (await self._decided(user_id, [case], None))[0]

    async def change(self, user_id: str, case_id: str, changes: Mapping[str, Any]) -> GoldenCase:
        """Change fields of a case (`text`, `agent`, `last_agent`, `note`). Raises `NotFound`, `Conflict`,
        `InvalidInput`."""
        async with self._database.as_user(user_id):
            before = await self._stores[GoldenStore].get(user_id, case_id)
            known = {name: getattr(before, name) for name in ("text", "agent", "last_agent", "note")}
            after: dict[str, Any] = {name: changes.get(name, value) for name, value in known.items()}
            _check(after["text"], after["note"])
            named = (after[name] if after[name] != known[name] else None for name in ("agent", "last_agent"))
            await self._known(user_id, *named)
            case = await self._stores[GoldenStore].change(user_id, case_id, **after)
        return (await self._decided(user_id, [case], None))[0]

    async def delete(self, user_id: str, case_id: str) -> None:
        """Raises `NotFound`."""
        await self._stores[GoldenStore].delete(user_id, case_id)

    async def pin(self, user_id: str, decision_id: str, note: str = "") -> GoldenCase:
        """Say that a decision was right: its message goes to the same agent from now on. Raises `NotFound`,
        `Conflict`, `InvalidInput`."""
        decision = await self._stores[DecisionStore].get(user_id, decision_id)
        _check(decision.message, note)
        async with self._database.as_user(user_id):
            case, _ = await self._stores[GoldenStore].put(
                user_id,
                decision.message,
                decision.agent,
                last_agent=decision.last_agent,
                note=note,
                source="decision",
                decision_id=decision_id,
            )
            await self._room(user_id)
        return (await self._decided(user_id, [case], None))[0]

    async def unpin(self, user_id: str, decision_id: str) -> None:
        """Take back that a decision was right. Raises `NotFound`."""
        await self._stores[GoldenStore].unpin(user_id, decision_id)

    async def run(self, user_id: str, release: int | None = None) -> GoldenRun:
        """Decide all cases with a release, by default with what decides now. Raises `NotFound`."""
        router = await self._releases.router(user_id, release)
        cases = await self._stores[GoldenStore].all(user_id)
        decided = await asyncio.to_thread(lambda: _with_outcomes(cases, [query_of(case) for case in cases], router))
        failed = [case for case in decided if not case.passes]
        return GoldenRun(release=router.release, total=len(cases), passed=len(cases) - len(failed), failed=failed)

    async def import_cases(self, user_id: str, form: Format, content: str) -> GoldenImport:
        """Add the cases of a file, each in place of one for the same message after the same agent: all, or none when
        a line cannot be taken."""
        agents = {agent.id for agent in (await self._rosters.of(user_id)).roster}
        lines, problems = await asyncio.to_thread(_read, content, form, agents)
        if problems:
            return GoldenImport(added=0, replaced=0, problems=problems[:MOST_PROBLEMS])
        added = 0
        async with self._database.as_user(user_id):
            for line in lines:
                query = line.query
                _, new = await self._stores[GoldenStore].put(
                    user_id, query.text, query.agent, last_agent=query.last_agent, note=line.note, source="import"
                )
                added += new
            await self._room(user_id)
        return GoldenImport(added=added, replaced=len(lines) - added, problems=())

    async def export(self, user_id: str, form: Format) -> str:
        """Return all cases, oldest first, as a file that `import_cases` takes."""
        cases = await self._stores[GoldenStore].all(user_id)
        lines = [QueryLine(line=at, query=query_of(case), note=case.note) for at, case in enumerate(cases, 1)]
        return "".join((write_jsonl if form == "jsonl" else write_csv)(lines))

    async def _decided(self, user_id: str, cases: Sequence[GoldenCase], release: int | None) -> Sequence[GoldenCase]:
        if not cases:
            return []
        router = await self._releases.router(user_id, release)
        queries = [query_of(case) for case in cases]
        return await asyncio.to_thread(_with_outcomes, cases, queries, router)

    async def _known(self, user_id: str, *agents: str | None) -> None:
        for agent in agents:
            if agent is not None:
                await self._rosters.get(user_id, agent)

    async def _room(self, user_id: str) -> None:
        if await self._stores[GoldenStore].count(user_id) > MOST_CASES:
            raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST_CASES))


def _with_outcomes(cases: Sequence[GoldenCase], queries: Sequence[ReplayQuery], router: Router) -> list[GoldenCase]:
    return [
        replace(case, decided=outcome.agent, passes=correct(query, outcome.agent))
        for case, query, outcome in zip(cases, queries, outcomes(router, queries), strict=True)
    ]


def _check(text: str, note: str) -> None:
    if not text.strip():
        raise InvalidInput(Reason.of(ReleaseReason.CASE_EMPTY), field="text")
    if len(text) > LONGEST_TEXT:
        raise InvalidInput(Reason.of(ReasonCode.LONGER_THAN, most=LONGEST_TEXT), field="text")
    if len(note) > LONGEST_NOTE:
        raise InvalidInput(Reason.of(ReasonCode.LONGER_THAN, most=LONGEST_NOTE), field="note")


def _read(content: str, form: Format, agents: set[str]) -> tuple[list[QueryLine], list[GoldenProblem]]:
    lines: list[QueryLine] = []
    problems: list[GoldenProblem] = []
    for found in query_lines(content, form):
        said = found.why if isinstance(found, LineProblem) else _wrong(found, agents)
        if said is not None:
            problems.append(GoldenProblem(line=found.line, message=text_of(said), why=why_of(said)))
        elif isinstance(found, QueryLine):
            lines.append(found)
    if not lines and not problems:
        nothing = Reason.of(ReleaseReason.NOTHING_IN_FILE)
        problems.append(GoldenProblem(line=1, message=nothing.text(), why=nothing))
    return lines, problems


def _wrong(found: QueryLine, agents: set[str]) -> Said | None:
    query = found.query
    if not query.labelled:
        return Reason.of(ReleaseReason.LINE_SAY_AGENT)
    for agent in (query.agent, query.last_agent):
        if agent is not None and agent not in agents:
            return Reason.of(RoutingReason.LINE_NO_AGENT, name=agent)
    try:
        _check(query.text, found.note)
    except InvalidInput as error:
        return error.said
    return None
