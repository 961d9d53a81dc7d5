"""Proposals: edits that would put a misroute right, with what else they do to known and to recent messages."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from bailiwick_router.agent_match import MessageToMatch
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import RoutingContext
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.replays import Proposal, ReplayQuery
from bailiwick_router.counterfactual import why_not
from bailiwick_router.edits import adding, removing, setting
from bailiwick_router.pipeline import Router
from bailiwick_router.plans import Plans, kindness
from bailiwick_router.reasons import told
from bailiwick_router.relearning import Train, is_quick
from bailiwick_router.touching import Touched
from bailiwick_router.trials import Trials, Tried
from bailiwick_router.validate import LONGEST_ENTRY
from bailiwick_router.workbench import Workbench

MOST_PROPOSALS = 5
MOST_TRIED = 20
"""Edits that are tried on all messages."""
MOST_CONSIDERED = 150
"""Edits that are tried on the message itself."""
MOST_ALIKE = 2
"""Proposals with the same kinds of edits."""
MOST_SHOWN = 20
"""Messages that a proposal names as fixed, and as broken."""
QUOTED = 60


def propose(
    router: Router,
    labelled: Sequence[ReplayQuery],
    recent: Sequence[ReplayQuery],
    pair: ReplayQuery,
    train: Train | None = None,
) -> tuple[Proposal, ...]:
    """Return edits after which a misrouted message goes where it should, the best first, at most five.

    `pair` is the message with the agent that should have it, or none where no agent should; who has it is decided anew,
    and nothing is proposed where it goes right by now. Edits are the fewest that do (`why_not`), others that give the
    agent tags, keywords or patterns of the message, the message as an example where the router has learned from
    examples and does so quickly, and the removal of what the wrong agent has of it. Each is tried
    on `labelled` (golden cases pinned) and `recent` messages. The best fixes most more than it breaks; then come
    fewest pinned cases broken, fewest flips of recent messages, fewest edits. The roster is afterwards as before.
    `train` learns the message as an example; by default that is done in this thread.
    """
    context = RoutingContext(last_agent=pair.last_agent)
    decision = router.decide(pair.text, context)
    if decision.agent == pair.agent:
        return ()
    candidates = list(islice(_candidates(router, pair, decision.agent, context), MOST_CONSIDERED))
    with Workbench(router, pair.text, context) as bench:
        right = [edits for edits in candidates if (found := bench.tried(edits)) and found.agent == pair.agent]
    others = [query for query in recent if (query.text, query.last_agent) != (pair.text, pair.last_agent)]
    trials = Trials(router, [*_known(labelled, pair), *others], train=train)
    went, should = decision.agent or "nobody", pair.agent or "nobody"
    reasons = {
        edits: f"The message went to {went} and should go to {should}: {told(edits)}."
        for edits in [*_few(right), *_taught(router, pair)]
    }
    return _best(trials, reasons, pair)


def _known(labelled: Sequence[ReplayQuery], pair: ReplayQuery) -> list[ReplayQuery]:
    """Return the labelled messages with the pair among them, in place of what was said of it before.

    A golden case stays whatever it says: edits that put the pair right and break it are to say so.
    """
    place = (pair.text, pair.last_agent)
    known = [query for query in labelled if query.pinned or (query.text, query.last_agent) != place]
    if any((query.text, query.last_agent, query.agent) == (*place, pair.agent) for query in known):
        return known
    return [
        *known,
        ReplayQuery(text=pair.text, agent=pair.agent, labelled=True, last_agent=pair.last_agent, id=pair.id),
    ]


def _taught(router: Router, pair: ReplayQuery) -> Iterator[tuple[Edit, ...]]:
    """Yield the message as an example of its agent, where the router learns from examples and that is quick."""
    if router.classifier is not None and is_quick(router.classifier) and pair.agent:
        yield (adding(pair.agent, "examples", pair.text[: LONGEST_ENTRY["examples"]]),)


def _best(trials: Trials, reasons: dict[tuple[Edit, ...], str], pair: ReplayQuery) -> tuple[Proposal, ...]:
    """Return edits that put the pair right as proposals, the best first, at most five, and few of the same kinds."""
    ranked: list[tuple[tuple[int, int, int, int, list[int]], Proposal]] = []
    for edits, reason in reasons.items():
        try:
            tried = trials.tried(edits)
        except InvalidInput:
            continue
        if all((query.text, query.agent) != (pair.text, pair.agent) for query in tried.fixed):
            continue
        proposal = proposed("misroute", reason, edits, tried, len(trials))
        kinds = sorted(map(kindness, edits), reverse=True)
        gain = len(tried.fixed) - len(tried.broken)
        ranked.append(((-gain, proposal.breaks_golden, proposal.flips, len(edits), kinds), proposal))
    ranked.sort(key=lambda each: each[0])
    alike: Counter[tuple[int, ...]] = Counter()
    chosen: list[Proposal] = []
    for order, proposal in ranked:
        if any(set(each.edits) < set(proposal.edits) for each in chosen):
            continue  # more of what another does already, and no better
        kinds = tuple(order[-1])
        alike[kinds] += 1
        if alike[kinds] <= MOST_ALIKE and len(chosen) < MOST_PROPOSALS:
            chosen.append(proposal)
    return tuple(chosen)


def proposed(kind: str, reason: str, edits: Sequence[Edit], tried: Tried, messages: int, saves: int = 0) -> Proposal:
    """Return edits with what they do as a proposal."""
    return Proposal(
        kind=kind,
        reason=reason,
        edits=tuple(sorted(edits, key=kindness)),
        fixes=tried.fixed[:MOST_SHOWN],
        breaks=tried.broken[:MOST_SHOWN],
        breaks_golden=sum(query.pinned for query in tried.broken),
        flips=len(tried.flipped),
        messages=messages,
        saves=saves,
    )


def _few(right: Sequence[tuple[Edit, ...]]) -> list[tuple[Edit, ...]]:
    """Return the edits to try on all messages: of every kind some, those of fewest edits first."""
    distinct = {frozenset(edits): edits for edits in reversed(right)}
    ordered = sorted(distinct.values(), key=lambda edits: (len(edits), right.index(edits)))
    turns: Counter[tuple[int, ...]] = Counter()
    numbered: list[tuple[int, int, tuple[Edit, ...]]] = []
    for at, edits in enumerate(ordered):
        kinds = tuple(sorted(map(kindness, edits)))
        numbered.append((turns[kinds], at, edits))
        turns[kinds] += 1
    return [edits for _, _, edits in sorted(numbered, key=lambda each: each[:2])[:MOST_TRIED]]


def _candidates(
    router: Router, pair: ReplayQuery, chosen: str | None, context: RoutingContext
) -> Iterator[tuple[Edit, ...]]:
    winner = router.roster.get(chosen) if chosen else None
    taken = list(_taken(router, pair, winner)) if winner is not None else []
    agent = router.roster.get(pair.agent) if pair.agent else None
    if agent is None:
        yield from _sets(taken)
        yield tuple([*taken, *_reworded(router, pair, winner)] if winner is not None else taken)
        return
    found = why_not(router, pair.text, agent.id, context)
    if not found.proven:
        return
    yield tuple(found.edits)
    yield from (tuple(edits) for edits in found.alternatives)
    plans = Plans(router.query(pair.text), agent)
    for phrase in plans.single_edits.phrases[:MOST_TRIED]:
        yield plans.single_edits.tagged([phrase])
    yield from ((edit,) for edit in taken)
    # A tag that begins or ends with a stop word is for no proposal, as long as there are others.
    loose = {phrase.text for phrase in plans.single_edits.phrases if phrase.loose}
    apt = (plan.edits for plan in plans.all() if all(edit.value not in loose for edit in plan.edits))
    yield from islice(apt, MOST_TRIED * 2)
    for edit in taken:
        yield from ((*plans.single_edits.tagged([phrase]), edit) for phrase in plans.single_edits.phrases[:2])


def _taken(router: Router, pair: ReplayQuery, winner: Agent) -> Iterator[Edit]:
    """Yield the removal of each entry that an agent has of a message, what has most of it first."""
    units = MessageToMatch(pair.text, router.index.profile).match(winner).units
    for unit in sorted(units, key=lambda unit: -len(unit.held.words) - 2 * len(unit.held.tags)):
        if len(unit.entries) == 1:
            yield removing(winner.id, unit.field, unit.entries[0])


def _reworded(router: Router, pair: ReplayQuery, agent: Agent) -> Iterator[Edit]:
    """Yield description and objective without the words of a message."""
    touched = Touched(pair.text, router.index.profile)
    for field in ("description", "objective"):
        text = str(getattr(agent, field))
        shorter = " ".join(piece for piece in text.split(" ") if not touched.by_text(piece))
        if shorter != text:
            yield setting(agent.id, field, shorter)


def _sets(edits: Sequence[Edit]) -> Iterable[tuple[Edit, ...]]:
    """Yield the edits alone, in pairs and in threes, then all together."""
    for size in (1, 2, 3):
        yield from islice(combinations(edits, size), MOST_CONSIDERED // 3)
    if len(edits) > 3:
        yield tuple(edits)
