"""Executions in short, read together."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from bailiwick.kernel.cited import cited_pages
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Queries, as_uuid, bounded
from bailiwick.kernel.places import read_place
from bailiwick.kernel.reasons import read_reason
from bailiwick.kernel.resilience import PassedOver
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.files.made import made_files
from bailiwick.runs.files.records import TOO_LARGE, KeptFile, SentFile, shares, too_large_of
from bailiwick.runs.files.store import FileStore
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.reviews import FlagCause, VerdictKind
from bailiwick.runs.store import read_failure, read_usage
from bailiwick.runs.threads.records import read_summary
from bailiwick.runs.threads.turns import (
    MATCHED_WORDS,
    MatchedWord,
    Rating,
    ToolUse,
    Turn,
    TurnDecision,
    TurnMisroute,
    TurnPart,
    TurnReview,
    TurnStandIn,
)
from bailiwick_router.core.decisions import Mode, Stage

CALLS = (StepKind.TOOL, StepKind.HELPER)


class TurnStore:
    """Executions in short."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.runs.threads.turn_store")
        self._store = FileStore(database)

    async def of(self, user_id: str, execution_ids: Sequence[str]) -> Sequence[Turn]:
        """Those of these ids (the first 1,000) that there are and that are not superseded, oldest first."""
        ids = [as_uuid(one, "execution") for one in execution_ids[:MOST_ROWS]]
        if not ids:
            return []
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "of", ids=ids)
            steps: dict[Any, list[dict[str, Any]]] = {}
            for step in await self._queries.all(connection, "steps", ids=ids):
                steps.setdefault(step["execution_id"], []).append(step)
            files = await self._files(user_id, rows)
            return [_turn(row, steps.get(row["id"], ()), files) for row in rows]

    async def _files(self, user_id: str, rows: Sequence[dict[str, Any]]) -> Mapping[str, KeptFile]:
        """Return the files of executions, by id."""
        sent = list(dict.fromkeys(str(each) for row in rows for each in row["files"]))
        return {each.id: each for each in await self._store.of(user_id, sent)} if sent else {}

    async def unfinished(self, user_id: str, *, limit: int = 100) -> Sequence[Turn]:
        """Those that are pending, running or waiting, latest first."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "unfinished", limit=bounded(limit))
            return [*reversed(await self.of(user_id, [str(row["id"]) for row in rows]))]


def _turn(row: dict[str, Any], steps: Sequence[dict[str, Any]], files: Mapping[str, KeptFile]) -> Turn:
    stood_in = [step for step in steps if step["kind"] == StepKind.MODEL and step["passed_over"]]
    cited = [page for step in steps if not read_place(step["place"]).path for page in step["cited"] or ()]
    unseen = {each for step in steps for each in step["unseen"] or ()}
    too_large = too_large_of(each for step in steps for each in step["given"] or ())
    reviews = [step["output"] for step in steps if step["kind"] == StepKind.REVIEW and step["output"]]
    return Turn(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        message=row["message"],
        mode=Mode(row["mode"]),
        requested_agent=row["requested_agent"],
        after_silence=row["after_silence"],
        agent_id=row["agent_id"],
        status=ExecutionStatus(row["status"]),
        created_at=row["created_at"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        outcome=None if row["outcome"] is None else Outcome(row["outcome"]),
        waiting_for=row["waiting_for"],
        waiting_why=read_reason(row["why"]) if row["waiting_for"] else None,
        failure=read_failure(row),
        usage=read_usage(row),
        decision=_decision(row),
        tools=tuple(_tool(step) for step in steps if step["kind"] in CALLS),
        review=_review(reviews[-1]) if reviews else None,
        cited=cited_pages((page["url"], page["title"]) for page in cited),
        files=_sent([files[str(each)] for each in row["files"] if str(each) in files], unseen, too_large),
        made=made_files(((step["key"], step["made"]) for step in steps), unseen),
        stand_in=_stand_in(stood_in[-1]) if stood_in else None,
        summary=read_summary(row["summary"]),
        feedback=None if row["rating"] is None else Rating(row["rating"]),
        misroute=TurnMisroute(correct_agent=row["correct_agent"]) if row["misrouted"] else None,
        pinned=row["pinned"],
        swarm_id=row["swarm_id"],
        resident_id=row["resident_id"],
    )


def _sent(files: Sequence[KeptFile], unseen: Container[str], too_large: Container[str]) -> tuple[SentFile, ...]:
    """Return files as their message shows them, given the ids of those that a model could not see, and of those that
    are too large for any."""
    lengths = [each.characters or 0 for each in files]
    return tuple(
        SentFile(
            id=each.id,
            filename=each.filename,
            media_type=each.media_type,
            bytes=each.bytes,
            width=each.width,
            height=each.height,
            unseen=each.id in unseen or each.id in too_large,
            left_out=length - given,
            why=TOO_LARGE if each.id in too_large else None if each.as_it_is else each.why,
        )
        for each, length, given in zip(files, lengths, shares(lengths), strict=True)
    )


def _review(output: dict[str, Any]) -> TurnReview:
    cause = output.get("cause")
    return TurnReview(
        verdict=VerdictKind(output["verdict"]),
        reason=output["reason"],
        cause=None if cause is None else FlagCause(cause),
        why=read_reason(output.get("why")),
    )


def _stand_in(step: dict[str, Any]) -> TurnStandIn:
    return TurnStandIn(model=step["name"], passed_over=tuple(map(PassedOver.read, step["passed_over"])))


def _decision(row: dict[str, Any]) -> TurnDecision | None:
    if row["decision_id"] is None:
        return None
    return TurnDecision(
        id=str(row["decision_id"]),
        agent=row["decided_agent"],
        stage=Stage(row["stage"]),
        reason=row["reason"],
        confidence=row["confidence"],
        microseconds=row["microseconds"],
        model_calls=row["decision_calls"],
        matched=matched_words(row["evidence"] or (), row["message"]),
        parts=tuple(TurnPart(part["agent"], part["text"]) for part in row["parts"] or ()),
        why=read_reason(row["decided_why"]),
    )


def matched_words(evidence: Iterable[dict[str, Any]], message: str) -> tuple[MatchedWord, ...]:
    """Return the words of `message` in pieces of evidence, each once, in its order; unknown places come last."""
    words = {piece["matched"]: MatchedWord(piece["matched"], piece["kind"]) for piece in reversed([*evidence])}
    text = message.casefold()

    def place(word: MatchedWord) -> int:
        found = text.find(word.text.casefold())
        return found if found >= 0 else len(text)

    return tuple(sorted(reversed(words.values()), key=place)[:MATCHED_WORDS])


def _tool(step: dict[str, Any]) -> ToolUse:
    return ToolUse(
        key=step["key"],
        name=step["name"],
        agent_id=step["agent_id"],
        status=StepStatus(step["status"]),
        error=step["error"],
        why=read_reason(step["why"]),
        milliseconds=step["milliseconds"],
        kind=StepKind(step["kind"]),
        helper=step["helper"],
        place=read_place(step["place"]),
        task=step["task"],
        charted=step["charted"],
        undo=step["undo"],
    )
