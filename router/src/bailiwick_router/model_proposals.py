"""Model proposals: rules for messages that only a model could settle, with the model calls they would have saved."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bailiwick_router.agent_match import MessageToMatch
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.replays import Proposal, ReplayQuery
from bailiwick_router.pipeline import Router
from bailiwick_router.proposals import proposed
from bailiwick_router.reasons import told
from bailiwick_router.single_edits import Phrase, SingleEdits
from bailiwick_router.trials import Trials, Tried

LONGEST = 3
"""Tokens of a tag that is proposed."""
LEAST = 2
"""Messages of an agent that must have the words of a rule: one alone is no rule."""
MOST_TRIED = 40
"""Rules that are tried."""
MOST_PROPOSALS = 10
MOST_OF_MESSAGE = 30
"""Tags of one message that are counted."""


@dataclass(frozen=True, slots=True)
class _Rule:
    edits: tuple[Edit, ...]
    agent: str
    tokens: int
    count: int
    """Messages that a model gave to the agent and that have the words."""


def model_proposals(
    router: Router,
    labelled: Sequence[ReplayQuery],
    settled: Sequence[ReplayQuery],
    recent: Sequence[ReplayQuery] = (),
) -> tuple[Proposal, ...]:
    """Return tags that would have settled messages without asking a model, those that save most first, at most ten.

    `settled` are messages that a model settled, each with the agent that it chose; those that rules settle by now are
    left out. They are grouped by agent and by words, up to three side by side, that at least two of them share; each
    such tag is tried. `saves` counts the model calls it would have saved where it chooses as the model did; where it
    chooses another, the message is among those it breaks. A rule that breaks as many as it saves is not proposed, nor
    one whose messages those before it save as well. `labelled` and `recent` are tried as in `propose`, with a model
    that could be asked. The roster is afterwards as before.
    """
    places = {(query.text, query.last_agent) for query in settled}
    asked = [
        ReplayQuery(text=query.text, agent=query.agent, last_agent=query.last_agent, id=f"{at}")
        for at, query in enumerate(settled)
        if _routable(router, query)
    ]
    others = [*labelled, *(query for query in recent if (query.text, query.last_agent) not in places)]
    trials = Trials(router, [*others, *asked], model_available=True)
    still = [
        query for query, before in zip(asked, trials.before[len(others) :], strict=True) if before.stage is Stage.MODEL
    ]
    own = {id(query) for query in still}
    found: list[tuple[Proposal, frozenset[str | None]]] = []
    for rule in _rules(router, still):
        try:
            tried = trials.tried(rule.edits)
        except InvalidInput:
            continue
        results = [(query, agent) for query, agent in tried.settled if id(query) in own]
        saved = [query for query, agent in results if agent == query.agent]
        wrong = [_original(query, settled) for query, agent in results if agent != query.agent]
        broken = (*tried.broken, *wrong)
        if len(saved) + len(tried.fixed) <= len(broken):
            continue
        reason = (
            f"A model gave messages with these words to {rule.agent}: {told(rule.edits)} to save {len(saved)} calls."
        )
        flipped = tuple(query for query in tried.flipped if id(query) not in own)
        tried = Tried(tried.fixed, broken, flipped, ())
        proposal = proposed("model", reason, rule.edits, tried, len(trials), saves=len(saved))
        found.append((proposal, frozenset(query.id for query in saved)))
    return _cover(found)


def _cover(found: Sequence[tuple[Proposal, frozenset[str | None]]]) -> tuple[Proposal, ...]:
    """Return the proposals, each the one that saves most beyond those before it."""
    rest, known = list(found), set[str | None]()
    chosen: list[Proposal] = []
    while rest and len(chosen) < MOST_PROPOSALS:
        best = max(rest, key=lambda each: (len(each[1] - known) - len(each[0].breaks), -each[0].flips))
        rest.remove(best)
        if not best[1] - known:
            continue
        known |= best[1]
        chosen.append(best[0])
    return tuple(chosen)


def _original(query: ReplayQuery, settled: Sequence[ReplayQuery]) -> ReplayQuery:
    """Return a message that a model settled as it was given, labelled with the model's choice."""
    return replace(settled[int(query.id or 0)], labelled=True)


def _routable(router: Router, query: ReplayQuery) -> bool:
    agent = router.roster.get(query.agent) if query.agent else None
    return agent is not None and agent.routable


def _rules(router: Router, settled: Sequence[ReplayQuery]) -> list[_Rule]:
    """Return tags that at least two messages of an agent share the words of, the most shared and longest first."""
    counts: Counter[tuple[str, str]] = Counter()
    phrases: dict[tuple[str, str], tuple[Phrase, tuple[Edit, ...]]] = {}
    for query in settled:
        agent = router.roster.get(query.agent or "")
        if agent is None:
            continue
        message = MessageToMatch(query.text, router.index.profile)
        edits = SingleEdits(message, message.match(agent), {}, router.settings)
        short = [phrase for phrase in edits.phrases if phrase.tokens <= LONGEST and not phrase.loose]
        for phrase in short[:MOST_OF_MESSAGE]:
            counts[agent.id, phrase.text] += 1
            phrases.setdefault((agent.id, phrase.text), (phrase, edits.tagged([phrase])))
    rules = [
        _Rule(phrases[key][1], key[0], phrases[key][0].tokens, count) for key, count in counts.items() if count >= LEAST
    ]
    return sorted(rules, key=lambda rule: (-rule.count, -rule.tokens, rule.agent, str(rule.edits)))[:MOST_TRIED]
