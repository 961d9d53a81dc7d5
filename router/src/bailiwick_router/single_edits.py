"""Single edits: those that speak for an agent on a message, narrowest first, and what each gains."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from bailiwick_router.agent_match import AgentMatch, MatchedEntry, MatchedTerms, MessageToMatch, Name
from bailiwick_router.core.edits import Edit
from bailiwick_router.edits import adding, removing
from bailiwick_router.index import keyword_phrase
from bailiwick_router.patterns import bare
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.validate import LONGEST_ENTRY, MOST

CONSIDERED = 100
"""Tokens at the start of a message that tags are made from."""
SHORT = 12
"""Longest message, in tokens, of which every run of tokens is a possible tag; of longer ones the shorter runs."""
RUNS = (1, 2, 3, 4, 5, 8)
SEARCHED = 10
"""Entries of a rival among which the fewest to remove are searched for exactly."""
_ASCII = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words side by side in the message that would make a tag."""

    text: str
    tokens: int
    words: frozenset[Name]
    tag: frozenset[Name]
    """What it counts as where it hits as a tag; empty where the profile has no phrases."""
    crowd: float
    """How many agents know its rarest word."""
    loose: int
    """How many of its ends are stop words."""

    @property
    def narrowness(self) -> tuple[int, int, float, int]:
        """Sorts the tag that a person would choose first."""
        return (self.loose, self.tokens, self.crowd, -len(self.text))


class SingleEdits:
    """What can be added to one agent for one message."""

    def __init__(
        self, message: MessageToMatch, match: AgentMatch, crowds: Mapping[Name, int], settings: RoutingSettings
    ):
        """`crowds` tells how many agents know a word."""
        self._message = message
        self._crowds = crowds
        self._settings = settings
        self.agent = match.agent
        self._found = {entry for unit in match.units for entry in unit.entries}
        self.held = match.held()
        self.phrases = sorted(self._phrases(), key=lambda each: each.narrowness)

    def _phrases(self) -> Iterable[Phrase]:
        message, have = self._message, set(self.agent.tags)
        size = min(len(message.names), CONSIDERED)
        runs = range(1, size + 1) if size <= SHORT else (*RUNS, 12, 16)
        seen: set[str] = set()
        for run in runs:
            for start in range(size - run + 1):
                phrase = self._phrase(start, start + run)
                if phrase is not None and phrase.text not in seen and phrase.text not in have:
                    seen.add(phrase.text)
                    yield phrase

    def _phrase(self, start: int, end: int) -> Phrase | None:
        message = self._message
        first, last = message.token_words[start], message.token_words[end - 1]
        text = " ".join(message.written[first : last + 1])
        tokens = message.reading.tokens[start:end]
        if len(text) > LONGEST_ENTRY["tags"]:
            return None
        scoring = [at for at in range(start, end) if message.scoring[at]]
        if not scoring:
            return None
        hits = message.profile.tag_words(text) == tokens
        return Phrase(
            text,
            end - start,
            frozenset(message.names[at] for at in scoring),
            frozenset({message.name(tokens)}) if hits else frozenset(),
            min(self._crowds.get(message.names[at], 0) for at in scoring),
            (not message.scoring[start]) + (not message.scoring[end - 1]),
        )

    def tagged(self, phrases: Iterable[Phrase]) -> tuple[Edit, ...]:
        """Return the edits that add phrases as tags."""
        return self.added("tags", [phrase.text for phrase in phrases])

    def added(self, field: str, entries: Sequence[str]) -> tuple[Edit, ...]:
        """Return the edits that add entries; where the list is full, the last that the message does not find go."""
        agent = self.agent
        held: Sequence[str] = getattr(agent, field)
        excess = len(held) + len(entries) - MOST[field]
        spare = [entry for entry in dict.fromkeys(reversed(held)) if entry not in self._found] if excess > 0 else []
        room = [removing(agent.id, field, entry) for entry in spare[: max(0, excess)]]
        return (*(adding(agent.id, field, entry) for entry in entries), *room)

    def gain(self, phrase: Phrase, had: MatchedTerms | None = None) -> float:
        """Return what a tag adds to the agent's score beside what it has already."""
        had = had or self.held
        settings = self._settings
        return settings.word_weight * len(phrase.words - had.words) + settings.tag_weight * len(phrase.tag - had.tags)

    def tag_sets(self, count: int, most: int) -> list[tuple[tuple[Phrase, ...], float]]:
        """Return sets of so many tags with what they gain, narrowest first; at most `most` of equal gain."""
        if count == 0:
            return [((), 0.0)]
        if count > 1:
            return [widest for run in (*RUNS, len(self._message.names)) if (widest := self._widest(count, run))]
        taken: dict[float, int] = {}
        found: list[tuple[tuple[Phrase, ...], float]] = []
        for phrase in self.phrases:
            gain = self.gain(phrase)
            if gain > 0 and taken.setdefault(gain, 0) < most:
                taken[gain] += 1
                found.append(((phrase,), gain))
        return found

    def _widest(self, count: int, run: int) -> tuple[tuple[Phrase, ...], float] | None:
        """Return the tags of at most `run` tokens that gain most together, taking the best one after the other."""
        had, total, chosen = self.held, 0.0, list[Phrase]()
        free = [phrase for phrase in self.phrases if phrase.tokens <= run]
        for _ in range(count):
            if not free:
                return None
            best = max(free, key=lambda each: self.gain(each, had))
            gain = self.gain(best, had)
            if gain <= 0:
                return None
            total += gain
            had |= MatchedTerms(best.words, best.tag)
            free.remove(best)
            chosen.append(best)
        return tuple(chosen), total

    def keywords(self, count: int) -> list[str]:
        """Return new keywords that are in the message, the most telling first; fewer where there are not so many."""
        message, have = self._message, {keyword_phrase(each) for each in self.agent.keywords}
        places = dict(zip(message.token_words, range(len(message.names)), strict=True))
        words = message.reading.words[:CONSIDERED]
        found: dict[str, tuple[tuple[int, int, int], str]] = {}
        for at, word in enumerate(words):
            token = places.get(at)
            scores = token is not None and message.scoring[token]
            crowd = self._crowds.get(message.names[token], 0) if token is not None else 0
            found.setdefault(word, ((not scores, crowd, -len(word)), message.written[at]))
        ranked = [(word, text) for word, (_, text) in sorted(found.items(), key=lambda each: each[1][0])]
        ranked += [
            (f"{first} {second}", f"{message.written[at]} {message.written[at + 1]}")
            for at, (first, second) in enumerate(pairwise(words))
        ]
        limit = LONGEST_ENTRY["keywords"]
        fresh = {word: text for word, text in ranked if word not in have and len(text) <= limit}
        return list(fresh.values())[:count]

    def patterns(self, count: int) -> list[str]:
        """Return new patterns that match the message, the most telling first."""
        message, have = self._message, {bare(each) for each in self.agent.patterns}
        order = sorted(
            dict.fromkeys(range(min(len(message.names), CONSIDERED))),
            key=lambda at: (not message.scoring[at], self._crowds.get(message.names[at], 0)),
        )
        words = list(dict.fromkeys(message.reading.tokens[at] for at in order)) or message.reading.words[:CONSIDERED]
        words = [word for word in words if len(word) <= LONGEST_ENTRY["keywords"]]
        found = [rf"\b{word}\b" if _ASCII.fullmatch(word) else word for word in words]
        found += [word for word in words if _ASCII.fullmatch(word)]
        found += [f"{word}+" for word in words] + [f"({word})" for word in words]
        return [each for each in dict.fromkeys(found) if each not in have][:count]


def _edits(units: Iterable[MatchedEntry]) -> int:
    return sum(len(unit.entries) for unit in units)


def fewest(
    units: Sequence[MatchedEntry], enough: Callable[[MatchedTerms], bool], match: AgentMatch
) -> tuple[MatchedEntry, ...] | None:
    """Return the fewest entries without which an agent is as it should be; None where there are none.

    Searched exactly among the first few, by number; beyond three the next best is taken one after the other.
    """
    if enough(match.held()):
        return ()
    best: tuple[MatchedEntry, ...] | None = None
    for size in (1, 2, 3):
        for chosen in combinations(units[:SEARCHED], size):
            if (best is None or _edits(chosen) < _edits(best)) and enough(match.held(chosen)):
                best = chosen
        if best is not None and _edits(best) <= size + 1:
            break
    # Without all of them it may be too low: another may then lead.
    if best is not None or not enough(match.held(units)):
        return best
    chosen = tuple(units)
    for unit in units:
        rest = tuple(each for each in chosen if each != unit)
        if enough(match.held(rest)):
            chosen = rest
    return chosen
