"""Traffic: the past messages of a person that changes of routing are tried on."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.agents.releases.golden_store import GoldenStore
from bailiwick.agents.releases.records import GoldenCase
from bailiwick.agents.releases.traffic_store import TrafficStore
from bailiwick.kernel.database.stores import Stores
from bailiwick_router.core.replays import ReplayQuery

MOST_CORRECTIONS = 5000


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of past messages."""

    recent: tuple[ReplayQuery, ...]
    """The latest, latest first; `agent` is who got each. Not labelled."""
    labelled: tuple[ReplayQuery, ...]
    """Golden cases, pinned, and messages that people said were for another agent."""


async def past_of(stores: Stores, user_id: str, messages: int) -> Past:
    """Return the latest `messages` of a person, and those that a user labelled."""
    recent = await stores[TrafficStore].recent(user_id, messages)
    corrections = await stores[TrafficStore].corrections(user_id, MOST_CORRECTIONS)
    return Past(tuple(recent), labelled(await stores[GoldenStore].all(user_id), corrections))


def labelled(golden: Sequence[GoldenCase], corrections: Sequence[ReplayQuery]) -> tuple[ReplayQuery, ...]:
    """Return golden cases and corrections (latest first), one for each message and last agent.

    A golden case says more than a correction, and a later correction more than an earlier one.
    """
    found = {(case.text, case.last_agent): query_of(case) for case in golden}
    for correction in corrections:
        found.setdefault((correction.text, correction.last_agent), correction)
    return tuple(found.values())


def query_of(case: GoldenCase) -> ReplayQuery:
    """Return a golden case as a message to be decided."""
    return ReplayQuery(
        text=case.text, agent=case.agent, labelled=True, last_agent=case.last_agent, pinned=True, id=case.id
    )
