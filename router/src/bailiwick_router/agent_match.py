"""Matches: what of a message one agent has, entry by entry, worked out without its roster.

Whether an agent has a word, tag, keyword or pattern of a message depends on this agent alone, so its scores with some
entries more or less are sums over sets; only rarity, which settles ties, needs the roster.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bailiwick_router.core.agents import Agent, AgentStatus, Role
from bailiwick_router.index import RosterIndex, keyword_phrase
from bailiwick_router.patterns import bare
from bailiwick_router.profiles import Profile
from bailiwick_router.reading import Reading
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.text import normalise, words_of

Name = tuple[str, ...]
"""Words of the message that count once together: their terms in each reading."""


@dataclass(frozen=True, slots=True)
class MatchedTerms:
    """What of a message something has."""

    words: frozenset[Name] = frozenset()
    tags: frozenset[Name] = frozenset()
    keywords: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()

    def __or__(self, other: "MatchedTerms") -> "MatchedTerms":
        return MatchedTerms(
            self.words | other.words,
            self.tags | other.tags,
            self.keywords | other.keywords,
            self.patterns | other.patterns,
        )

    def score(self, settings: RoutingSettings) -> float:
        """Return the tag score."""
        return settings.word_weight * len(self.words) + settings.tag_weight * len(self.tags)

    def confidence(self, settings: RoutingSettings) -> float:
        """Return the confidence of the intents stage."""
        return confidence(len(self.keywords), len(self.patterns), settings)


def confidence(keywords: int, patterns: int, settings: RoutingSettings) -> float:
    """Return the confidence that so many keywords and patterns give; see `ranking.intent_measure`."""
    by_keyword = min(settings.keyword_cap, settings.keyword_weight * keywords)
    by_pattern = min(settings.pattern_cap, settings.pattern_weight * patterns)
    return min(1.0, round(by_keyword + by_pattern, 6))


@dataclass(frozen=True, slots=True)
class MatchedEntry:
    """An entry that something of the message is held in, with all that read the same."""

    field: str
    """`tags`, `keywords` or `patterns`."""
    entries: tuple[str, ...]
    """As the agent has them; more than one where several count as one."""
    held: MatchedTerms


@dataclass(frozen=True, slots=True)
class AgentMatch:
    """What of a message an agent has, by where it has it."""

    agent: Agent
    text: MatchedTerms
    """What its name, description and objective hold."""
    units: tuple[MatchedEntry, ...]

    def held(self, without: Sequence[MatchedEntry] = ()) -> MatchedTerms:
        """Return all it has, but for some entries."""
        whole = self.text
        for unit in self.units:
            if unit not in without:
                whole |= unit.held
        return whole


class MessageToMatch:
    """A message, or a part of one, to hold agents against."""

    def __init__(self, text: str, profile: Profile) -> None:
        self.reading = Reading(text, profile)
        self.profile = profile
        terms = list(zip(*self.reading.terms, strict=True))
        self.names: list[Name] = terms
        """By token: the word it counts as."""
        self.scoring = [token not in profile.stop_words for token in self.reading.tokens]
        """By token: whether it is a word that scores."""
        self.written = _as_written(self.reading)
        """By word of the message: how the person wrote it, in lower case."""
        self.token_words = _places(self.reading)
        """By token: which word of the message it is."""

    def match(self, agent: Agent) -> AgentMatch:
        """Return what an agent has of the message; nothing where content does not choose its role."""
        if not agent.role.routable:
            return AgentMatch(agent, MatchedTerms(), ())
        alone = agent.evolve(tags=(), keywords=(), patterns=(), examples=(), status=AgentStatus.ACTIVE)
        blank = alone.evolve(name="", description="", objective="")
        groups: dict[tuple[str, str], list[str]] = {}
        for field, entry in self._near(agent):
            key = self._same(field, entry)
            if entry not in groups.setdefault((field, key), []):
                groups[field, key].append(entry)
        units: list[MatchedEntry] = []
        for (field, _), entries in groups.items():
            held = self.held(blank.evolve(**{field: tuple(entries)}))
            if held != MatchedTerms():
                units.append(MatchedEntry(field, tuple(entries), held))
        return AgentMatch(agent, self.held(alone), tuple(units))

    def held(self, agent: Agent) -> MatchedTerms:
        """Return what an agent has of the message."""
        index = RosterIndex(self.profile)
        index.add([agent])
        found: dict[str, list[str]] = {"word": [], "tag": [], "keyword": [], "pattern": []}
        tokens: set[Name] = set()
        for feature in self.reading.features(index.active):
            if feature.kind == "word":
                tokens.add(self.name(feature.matched.split(" ")))
            elif feature.kind == "pattern":
                found["pattern"].append(feature.held[0][1])
            else:
                found[feature.kind].append(feature.matched)
        return MatchedTerms(
            frozenset(tokens),
            frozenset(self.name(each.split(" ")) for each in found["tag"]),
            frozenset(found["keyword"]),
            frozenset(found["pattern"]),
        )

    def name(self, tokens: Sequence[str]) -> Name:
        """Return what tokens side by side count as."""
        return tuple(" ".join(self.profile.terms(tokens, each)) for each in self.reading.readings)

    def _near(self, agent: Agent) -> Iterator[tuple[str, str]]:
        """Yield (field, entry) of the entries that might be held against the message; most are not worth a look."""
        readings, languages = self.reading.readings, agent.languages
        terms = {
            self.profile.agent_term(token, reading, languages) for token in self.reading.tokens for reading in readings
        }
        for tag in agent.tags:
            words = words_of(normalise(tag))
            if any(self.profile.agent_term(word, each, languages) in terms for word in words for each in readings):
                yield "tags", tag
        known = set(self.reading.words)
        for keyword in agent.keywords:
            if known.issuperset(keyword_phrase(keyword).split(" ")):
                yield "keywords", keyword
        for pattern in agent.patterns:
            yield "patterns", pattern

    def _same(self, field: str, entry: str) -> str:
        if field == "tags":
            return normalise(entry) if self.profile.name == "classic" else " ".join(words_of(normalise(entry)))
        return keyword_phrase(entry) if field == "keywords" else bare(entry)


def _as_written(reading: Reading) -> list[str]:
    """Return the words as the person wrote them; as routing reads them where the two cannot be laid side by side."""
    written: list[str] = []
    piece = ""
    for character in f"{reading.text} ":
        if character.isalnum() or (piece and not character.isspace() and not normalise(character)):
            piece += character
        elif piece:
            read = words_of(normalise(piece))
            written += [piece.lower()] if len(read) == 1 else read
            piece = ""
    read_again = [word for each in written for word in words_of(normalise(each))]
    return written if read_again == reading.words else list(reading.words)


def _places(reading: Reading) -> list[int]:
    """Return by token which word it is; tokens are words that are long enough, in order."""
    places: list[int] = []
    at = 0
    for token in reading.tokens:
        while reading.words[at] != token:
            at += 1
        places.append(at)
        at += 1
    return places


def rests(agent: Agent) -> str | None:
    """Say why content may not choose an agent, if so."""
    if agent.role is Role.SUPERVISOR:
        return "it supervises, and routing never chooses the supervisor"
    if not agent.role.routable:
        return f"it is a {agent.role}, and content chooses specialists and custom agents alone"
    if agent.status is not AgentStatus.ACTIVE:
        return f"it is {agent.status}; make it active"
    return None
