"""What could be changed about routing: proposed rules, words that say too little, findings of the linter, savings."""

from typing import Annotated

from fastapi import Query

from bailiwick.agents.releases.traffic import RosterLint, Savings, Traffic
from bailiwick.features.routing.advice import Advice
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Reply
from bailiwick.people.callers import Reader
from bailiwick_router.core.replays import GeneralWord, Proposal

proposals = router("proposals")


class ProposalList(Reply):
    """Proposed edits, the best first."""

    proposals: list[Proposal]


class WordList(Reply):
    """Words that say too little, the worst first."""

    words: list[GeneralWord]


@proposals.get(
    "/api/routing/proposals", operation_id="listProposals", summary="List proposed rules", responses=documented(401)
)
async def list_proposals(caller: Reader, platform: CurrentPlatform) -> ProposalList:
    """Return rules for what only a model could settle lately, and edits for words that say too little.

    Each comes with what it fixes, breaks and saves; make a candidate of its `edits` to try it.
    """
    return ProposalList(proposals=list(await platform[Advice].proposals(caller.user.id)))


@proposals.get(
    "/api/routing/words",
    operation_id="listGeneralWords",
    summary="List words that say too little",
    responses=documented(401),
)
async def list_words(caller: Reader, platform: CurrentPlatform) -> WordList:
    """Return tags, keywords and words of agents that are in many recent messages which go to others."""
    return WordList(words=list(await platform[Advice].words(caller.user.id)))


@proposals.get(
    "/api/routing/lint", operation_id="lintRoster", summary="Check the whole roster", responses=documented(401)
)
async def lint_roster(caller: Reader, platform: CurrentPlatform) -> RosterLint:
    """Return what will surprise people about the agents as they are now, and what each gets of the recent traffic."""
    return await platform[Advice].lint(caller.user.id)


@proposals.get(
    "/api/routing/savings",
    operation_id="getSavings",
    summary="See what models decide, and could be spared",
    responses=documented(401),
)
async def get_savings(caller: Reader, platform: CurrentPlatform) -> Savings:
    """Return how much of the recent traffic a model settled, and rules that would have settled some of it."""
    return await platform[Advice].savings(caller.user.id)


@proposals.get(
    "/api/routing/traffic",
    operation_id="getRoutingTraffic",
    summary="See where messages go",
    responses=documented(401),
)
async def get_traffic(
    caller: Reader,
    platform: CurrentPlatform,
    days: Annotated[int, Query(ge=1, le=366, description="How many days back.")] = 30,
) -> Traffic:
    """Return how many messages each stage gave to each agent."""
    return await platform[Advice].traffic(caller.user.id, days)
