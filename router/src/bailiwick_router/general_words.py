"""General words: what agents are known by and that says too little, because most messages with it go elsewhere."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bailiwick_router.agent_match import MessageToMatch
from bailiwick_router.comparison import outcomes
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.replays import GeneralWord, Proposal, ReplayQuery
from bailiwick_router.edits import TEXTS, adding, removing, setting
from bailiwick_router.evidence import EvidenceWriter
from bailiwick_router.index import keyword_phrase
from bailiwick_router.pipeline import Router
from bailiwick_router.proposals import proposed
from bailiwick_router.reasons import told
from bailiwick_router.text import normalise, words_of
from bailiwick_router.trials import Trials

LEAST_MESSAGES = 5
LEAST_SHARE = 0.02
"""Share of the traffic that a word must be in: of a thousand messages, twenty."""
ELSEWHERE = 0.8
"""Share of the messages with it that must go elsewhere."""
LEAST_WRONG = 3
"""Messages that people took away from the agent after which a word is looked at whatever its share."""
MOST_WORDS = 100
MOST_AGENTS = 200
"""Agents that are looked at for one word of one message."""
MOST_PROPOSALS = 10

_Key = tuple[str, str, str]
"""Agent, field, text."""


@dataclass(slots=True)
class _Counts:
    messages: int = 0
    elsewhere: int = 0
    wrong: int = 0


def general_words(
    router: Router, recent: Sequence[ReplayQuery], labelled: Sequence[ReplayQuery] = ()
) -> tuple[GeneralWord, ...]:
    """Return the words, tags and keywords of agents that say too little, the worst first, at most a hundred.

    Of N recent messages, n hold the word, and of those e go to another agent or to no agent, as routing decides now. It
    is general if n ≥ max(5, 0.02 N) and e ÷ n ≥ 0.8: it is in more messages than one agent of fifty would get, and it
    tells wrong four times out of five, so whatever gives the agent its messages, this word does not. It is general too
    if at least 3 of the `labelled` messages that the agent gets and should not have hold it, and these are at least as
    many as the recent ones it gets with it. The worst are those with most such messages, then those most often
    elsewhere.

    A word of a text field counts where no tag holds it; tags and keywords count whole. Of a word that very many agents
    have, the first 200 are looked at.
    """
    counts: dict[_Key, _Counts] = {}
    for query, outcome in zip(recent, outcomes(router, recent), strict=True):
        for key in _held(router, query.text):
            count = counts.setdefault(key, _Counts())
            count.messages += 1
            count.elsewhere += outcome.agent != key[0]
    known = [query for query in labelled if query.labelled]
    for query, outcome in zip(known, outcomes(router, known), strict=True):
        if outcome.agent is not None and outcome.agent != query.agent:
            for key in _held(router, query.text):
                if key[0] == outcome.agent:
                    counts.setdefault(key, _Counts()).wrong += 1
    least = max(LEAST_MESSAGES, LEAST_SHARE * len(recent))
    found = [
        GeneralWord(
            agent=agent, field=field, text=text, messages=count.messages, elsewhere=count.elsewhere, wrong=count.wrong
        )
        for (agent, field, text), count in counts.items()
        if _is_general(count, least)
    ]
    found.sort(key=lambda word: (-word.wrong, -word.elsewhere, word.agent, word.field, word.text))
    return tuple(found[:MOST_WORDS])


def _is_general(count: _Counts, least: float) -> bool:
    if count.messages >= least and count.elsewhere >= ELSEWHERE * count.messages:
        return True
    return count.wrong >= LEAST_WRONG and count.wrong >= count.messages - count.elsewhere


def _held(router: Router, text: str) -> set[_Key]:
    """Return what active agents have of a message, as they have it; words within tags are left to the tags."""
    query = router.query(text)
    found: set[_Key] = set()
    for at, feature in enumerate(query.scores.features):
        if feature.kind == "pattern":
            continue
        writer = EvidenceWriter(1 << at, feature, query)
        slots = {slot for postings in feature.postings for slot in postings.slots}
        for slot in sorted(slots)[:MOST_AGENTS]:
            entry = query.index.at(slot)
            evidence = writer.write(entry)
            if feature.kind != "word" or evidence.field != "tags":
                found.add((entry.id, evidence.field, evidence.text))
    return found


def word_proposals(
    router: Router, words: Sequence[GeneralWord], labelled: Sequence[ReplayQuery], recent: Sequence[ReplayQuery]
) -> tuple[Proposal, ...]:
    """Return for each of the first general words the edit that takes it away or narrows it, at most ten.

    A tag or keyword is removed, or gives way to the words that stand beside it most often where its agent gets a
    recent message; a word is taken out of a description or objective. Names stay. Of what is possible, the edit that
    fixes most more than it breaks is returned, then the one with fewest flips. The roster is afterwards as before.
    """
    trials = Trials(router, [*labelled, *recent])
    found: list[Proposal] = []
    for word in words:
        options: list[Proposal] = []
        for edits in _options(router, word, trials):
            try:
                tried = trials.tried(edits)
            except InvalidInput:
                continue
            reason = (
                f"“{word.text}” is in {word.messages} recent messages, and {word.elsewhere} of them go elsewhere:"
                f" {told(edits)}."
            )
            options.append(proposed("word", reason, edits, tried, len(trials)))
        if options:
            # Of equals the first: removing is simpler than narrowing.
            found.append(min(options, key=lambda each: (len(each.breaks) - len(each.fixes), each.flips)))
        if len(found) >= MOST_PROPOSALS:
            break
    return tuple(found)


def _options(router: Router, word: GeneralWord, trials: Trials) -> Iterator[tuple[Edit, ...]]:
    agent = router.roster.get(word.agent)
    if agent is None:
        return
    if word.field in TEXTS:
        if word.field != "name":
            shorter = _without(word.text, str(getattr(agent, word.field)))
            yield (setting(agent.id, word.field, shorter),)
        return
    gone = removing(agent.id, word.field, word.text)
    yield (gone,)
    beside = _beside(router, word, trials)
    if beside is not None and beside not in getattr(agent, word.field):
        yield (gone, adding(agent.id, word.field, beside))


def _beside(router: Router, word: GeneralWord, trials: Trials) -> str | None:
    """Return the word with the one that most often stands beside it in messages of its agent."""
    wanted = keyword_phrase(word.text).split()
    pairs: Counter[str] = Counter()
    edit = Edit(kind=EditKind.REMOVE, agent=word.agent, field=word.field, value=word.text)
    for at in trials.touching([edit]):
        if trials.before[at].agent != word.agent:
            continue
        message = MessageToMatch(trials.queries[at].text, router.index.profile)
        read, size = message.reading.words, len(wanted)
        for start in range(len(read) - size + 1):
            if read[start : start + size] == wanted:
                for first, last in ((start - 1, start + size), (start, start + size + 1)):
                    if first >= 0 and last <= len(read) and _tells(message, first if first < start else last - 1):
                        pairs[" ".join(message.written[first:last])] += 1
    return min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)


def _tells(message: MessageToMatch, at: int) -> bool:
    """Whether a word of a message is one that scores."""
    return at in message.token_words and message.scoring[message.token_words.index(at)]


def _without(word: str, text: str) -> str:
    """Return a text without a word, the spaces around it closed up."""
    kept = [piece for piece in text.split(" ") if word not in words_of(normalise(piece))]
    return " ".join(kept)
