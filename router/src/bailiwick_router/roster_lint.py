"""Lint of a whole roster: what is odd about any of its agents, in one pass."""

from collections.abc import Iterator, Sequence

from bailiwick_router.agent_lint import lint_all
from bailiwick_router.comparison import outcomes, shortened
from bailiwick_router.core.agents import Agent, LintFinding
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.pipeline import Router
from bailiwick_router.roster import Roster

MOST_TRIED = 2_000
"""Examples that are decided to see whether they reach their agent; of more, evenly many of each agent."""


def lint_roster(router: Router) -> list[LintFinding]:
    """Return what is odd about the agents of a router's roster, in order of registration.

    What `lint` says of each agent, the examples that two of them share, agents without examples beside those that have
    some, and examples that the router as it is sends elsewhere. The work grows with the roster, not with its square.
    """
    agents = list(router.roster)
    taught = sum(bool(agent.examples) for agent in agents if agent.routable)
    strays = _strays(router, agents)
    found: list[LintFinding] = []
    for agent, warnings in lint_each(router.roster):
        found += warnings
        if agent.routable and taught and not agent.examples:
            found.append(
                LintFinding(
                    agent=agent.id,
                    code="no-examples",
                    field="examples",
                    value="",
                    message=f"It has no examples, while {taught} other agents have some; messages that are like theirs"
                    " may go to them. Give it five or more.",
                )
            )
        found += strays.get(agent.id, ())
    return found


def lint_each(roster: Roster) -> Iterator[tuple[Agent, Sequence[LintFinding]]]:
    """Yield each agent with what `lint` says of it, in order of registration; all together in one pass."""
    for agent, warnings in zip(roster, lint_all(roster, roster), strict=True):
        yield (
            agent,
            [
                LintFinding(agent=agent.id, code=each.code, field=each.field, value=each.value, message=each.message)
                for each in warnings
            ],
        )


def _strays(router: Router, agents: list[Agent]) -> dict[str, list[LintFinding]]:
    """Return, by agent, its examples that do not reach it."""
    tried = list(_tried([agent for agent in agents if agent.routable and agent.examples]))
    results = outcomes(router, [ReplayQuery(text=example) for _, example in tried])
    found: dict[str, list[LintFinding]] = {}
    for (agent, example), outcome in zip(tried, results, strict=True):
        if outcome.agent == agent.id:
            continue
        goes = f"goes to {outcome.agent!r}" if outcome.agent is not None else "reaches nobody"
        found.setdefault(agent.id, []).append(
            LintFinding(
                agent=agent.id,
                code="example-elsewhere",
                field="examples",
                value=example,
                message=f"Example {shortened(example)!r} {goes} (stage {outcome.stage}); add a tag or keyword that says"
                " what it is about, or give the example to the agent it is for.",
            )
        )
    return found


def _tried(agents: list[Agent]) -> Iterator[tuple[Agent, str]]:
    """Yield examples to be decided: all, or evenly many of each agent where there are too many."""
    share = max(1, MOST_TRIED // max(1, len(agents)))
    whole = sum(len(agent.examples) for agent in agents) <= MOST_TRIED
    for agent in agents:
        examples = agent.examples
        count = len(examples) if whole else min(share, len(examples))
        yield from ((agent, examples[at * len(examples) // count]) for at in range(count))
