"""The messages of an uploaded file, all of them or none."""

from collections.abc import Container
from itertools import islice
from typing import Literal

from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.kernel.errors import InvalidInput, UnreadableFile
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.replay_files import LineProblem, QueryLine, line_says, query_lines

MOST_MESSAGES = 10_000
"""Messages that one file may hold."""
MOST_PROBLEMS = 100
"""Lines of a file that one answer names."""

FileFormat = Literal["jsonl", "csv"]


def read_file(content: str, form: FileFormat, agents: Container[str]) -> list[ReplayQuery]:
    """Return the messages of a file, in their order; `agents` are the ids that a line may name.

    Raises `UnreadableFile` that names every line that cannot be taken, up to `MOST_PROBLEMS`, and `InvalidInput` for a
    file without messages or with more than `MOST_MESSAGES`.
    """
    queries: list[ReplayQuery] = []
    wrong: list[tuple[int, Reason]] = []
    for found in islice(query_lines(content, form), MOST_MESSAGES + 1):
        said = found.why if isinstance(found, LineProblem) else _wrong(found.query, agents)
        if said:
            wrong.append((found.line, said))
        elif isinstance(found, QueryLine):
            queries.append(found.query)
    if wrong:
        raise UnreadableFile(line_says(*wrong[0]), field="content", lines=wrong[:MOST_PROBLEMS])
    if not queries:
        raise InvalidInput(Reason.of(RoutingReason.NO_MESSAGE_IN_FILE), field="content")
    if len(queries) > MOST_MESSAGES:
        raise InvalidInput(Reason.of(ReleaseReason.FILE_TOO_MANY_MESSAGES, most=MOST_MESSAGES), field="content")
    return queries


def _wrong(query: ReplayQuery, agents: Container[str]) -> Reason | None:
    for agent in (query.agent, query.last_agent):
        if agent is not None and agent not in agents:
            return Reason.of(RoutingReason.LINE_NO_AGENT, name=agent)
    try:
        query.text.encode()
    except UnicodeEncodeError:
        return Reason.of(ReleaseReason.LINE_HALF)
    return None
