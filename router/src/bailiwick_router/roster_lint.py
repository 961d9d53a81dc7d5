"""Lint of a whole roster: what is odd about any of its agents, in one pass."""

from collections.abc import Iterator, Sequence

from bailiwick_router.agent_lint import lint_all
from bailiwick_router.comparison import outcomes, shortened
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent, LintFinding
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.pipeline import Router
from bailiwick_router.roster import Roster

MOST_TRIED = 2_000
"""Examples that are decided to see whether they reach their agent; of more, evenly many of each agent."""


def lint_roster(router: Router) -> list[LintFinding]:
    """Return what is odd about the agents of a router's roster, in order of registration.

    What `lint` says of each agent, the examples that two of them share, agents without examples beside those that have
    some, examples that the router as it is sends elsewhere, and that nobody gets what no agent fits although its
    settings name who does: said of that agent, else of the supervisor. The work grows with the roster, not with its
    square.
    """
    agents = list(router.roster)
    taught = sum(bool(agent.examples) for agent in agents if agent.routable)
    strays = _strays(router, agents)
    found: list[LintFinding] = []
    for agent, warnings in lint_each(router.roster):
        found += warnings
        if agent.routable and taught and not agent.examples:
            found.append(
                _finding(agent.id, "no-examples", "examples", "", Reason.of(RoutingReason.NO_EXAMPLES, count=taught))
            )
        found += strays.get(agent.id, ())
    if (rest := router.settings.default_agent) and not ((agent := router.roster.get(rest)) and agent.routable):
        why = Reason.of(RoutingReason.REST_UNAVAILABLE, agent=rest)
        said_of = agent.id if agent else SUPERVISOR_ID
        found.append(_finding(said_of, "rest-unavailable", "status", rest, why))
    return found


def lint_each(roster: Roster) -> Iterator[tuple[Agent, Sequence[LintFinding]]]:
    """Yield each agent with what `lint` says of it, in order of registration; all together in one pass."""
    for agent, warnings in zip(roster, lint_all(roster, roster), strict=True):
        yield (
            agent,
            [
                LintFinding(
                    agent=agent.id, code=one.code, field=one.field, value=one.value, message=one.message, why=one.why
                )
                for one in warnings
            ],
        )


def _finding(agent: str, code: str, field: str, value: str, why: Reason) -> LintFinding:
    return LintFinding(agent=agent, code=code, field=field, value=value, message=why.text(), why=why)


def _strays(router: Router, agents: list[Agent]) -> dict[str, list[LintFinding]]:
    """Return, by agent, its examples that do not reach it."""
    tried = list(_tried([agent for agent in agents if agent.routable and agent.examples]))
    results = outcomes(router, [ReplayQuery(text=example) for _, example in tried])
    found: dict[str, list[LintFinding]] = {}
    for (agent, example), outcome in zip(tried, results, strict=True):
        if outcome.agent == agent.id:
            continue
        why = Reason.of(RoutingReason.EXAMPLE_LOST, value=shortened(example))
        if outcome.agent is not None:
            why = Reason.of(RoutingReason.EXAMPLE_ELSEWHERE, value=shortened(example), agent=outcome.agent)
        stray = _finding(agent.id, "example-elsewhere", "examples", example, why)
        found.setdefault(agent.id, []).append(stray)
    return found


def _tried(agents: list[Agent]) -> Iterator[tuple[Agent, str]]:
    """Yield examples to be decided: all, or evenly many of each agent where there are too many."""
    share = max(1, MOST_TRIED // max(1, len(agents)))
    whole = sum(len(agent.examples) for agent in agents) <= MOST_TRIED
    for agent in agents:
        examples = agent.examples
        count = len(examples) if whole else min(share, len(examples))
        yield from ((agent, examples[at * len(examples) // count]) for at in range(count))
