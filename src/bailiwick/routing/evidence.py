"""Candidates with the evidence for their scores."""

from functools import lru_cache
from itertools import islice

from bailiwick.core.decisions import Candidate, Evidence
from bailiwick.routing.index import Entry
from bailiwick.routing.reading import Feature
from bailiwick.routing.stage import Query

KEPT = 4096
"""Pieces of evidence that are kept for later decisions."""
_set = object.__setattr__


def candidates(query: Query, intents_first: bool) -> list[Candidate]:
    """Return the best agents with their scores: those of the tags stage first, or those of the intents stage.

    The other stage's agents fill what is left of the list.
    """
    rankings = (query.by_intent, query.by_tags) if intents_first else (query.by_tags, query.by_intent)
    best = {ranked.slot: ranked.features for ranking in rankings for ranked in ranking}
    words, tags, others = _writers(query)
    plans: dict[int, _Plan] = {}
    found: list[Candidate] = []
    for slot, pattern in islice(best.items(), query.settings.candidates):
        plan = plans.get(pattern)
        if plan is None:
            plan = plans[pattern] = _Plan(
                query.tag_measure.value(pattern), query.intent_measure.value(pattern),
                [each for each in words if each.bit & pattern],
                [each for each in tags if each.bit & pattern],
                [each for each in others if each.bit & pattern],
            )  # fmt: skip
        entry = query.index.at(slot)
        found.append(_candidate(entry.agent.id, plan.score, plan.confidence, plan.evidence(entry)))
    return found


def _candidate(agent: str, score: float, confidence: float, evidence: tuple[Evidence, ...]) -> Candidate:
    # As `Candidate(…)` in half the time, twenty times a decision: a frozen class's own initialiser is slow.
    made = object.__new__(Candidate)
    _set(made, "agent", agent)
    _set(made, "score", score)
    _set(made, "confidence", confidence)
    _set(made, "evidence", evidence)
    return made


@lru_cache(maxsize=KEPT, typed=True)
def _kept(kind: str, field: str, text: str, matched: str, weight: float) -> Evidence:
    # The key is all that a piece of evidence consists of, so no change of an agent can make a kept one wrong.
    return Evidence(kind=kind, field=field, text=text, matched=matched, weight=weight)


class _Plan:
    """What agents with the same features have in common."""

    __slots__ = ("_others", "_tags", "_words", "confidence", "score")

    def __init__(
        self, score: float, confidence: float, words: "list[_Word]", tags: "list[_Tag]", others: "list[_Written]"
    ) -> None:
        self.score = score
        self.confidence = confidence
        self._words = words
        self._tags = tags
        self._others = others

    def evidence(self, entry: Entry) -> tuple[Evidence, ...]:
        """Return the evidence for an agent, in the order of the features."""
        # Most agents have a feature as one before them: what that gave is known, and nothing is called.
        found = [each.known.get(entry.words.get(each.token)) or each.of(entry) for each in self._words]
        if self._tags:
            found += [
                each.known.get(entry.tags[each.reading].get(each.phrase)) or each.of(entry) for each in self._tags
            ]
        if self._others:
            found += [each.of(entry) for each in self._others]
        return tuple(found)


def _writers(query: Query) -> "tuple[list[_Word], list[_Tag], list[_Written]]":
    words: list[_Word] = []
    tags: list[_Tag] = []
    others: list[_Written] = []
    for at, feature in enumerate(query.scores.features):
        if feature.kind == "word":
            words.append(_Word(1 << at, feature, query))
        elif feature.kind == "tag":
            tags.append(_Tag(1 << at, feature, query))
        elif feature.kind == "keyword":
            others.append(_Keyword(1 << at, feature, query))
        else:
            others.append(_Pattern(1 << at, feature, query))
    return words, tags, others


class _Word:
    """The evidence that a word of the message gives."""

    __slots__ = ("_feature", "_query", "_spelled", "bit", "known", "token")

    def __init__(self, bit: int, feature: Feature, query: Query) -> None:
        self.bit = bit
        self._feature = feature
        self._query = query
        self._spelled: list[tuple[str, str, str]] | None = None
        self.token = feature.matched
        self.known: dict[str | None, Evidence] = {}
        """For agents that have the very same word: the field it is in → evidence."""

    def of(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has the word, or another with its stem."""
        weight, field = self._query.settings.word_weight, entry.words.get(self.token)
        if field is None:
            word = self._spelling(entry)
            return _kept("word", entry.words[word], word, self.token, weight)
        evidence = self.known[field] = _kept("word", field, self.token, self.token, weight)
        return evidence

    def _spelling(self, entry: Entry) -> str:
        """Return the agent's word that has the feature: one of the message's, else the first by the alphabet."""
        tokens, languages = self._feature.words, entry.agent.languages
        for token in tokens:
            if token in entry.words:
                return token
        profile = self._query.reading.profile
        for reading, term, word in self._spellings():
            if word in entry.words and profile.agent_term(word, reading, languages) == term:
                return word
        raise LookupError(self.token)

    def _spellings(self) -> list[tuple[str, str, str]]:
        """Return (reading, term, word) for the words that agents of the roster write the feature with."""
        if self._spelled is None:
            query = self._query
            readings, profile = query.reading.readings, query.reading.profile
            spellings = query.index.active.spellings
            terms = [(each, profile.term(self.token, each)) for each in readings]
            found = [(each, term, word) for each, term in terms for word in (term, *spellings[each].get(term, ()))]
            self._spelled = sorted(found, key=lambda each: each[2])
        return self._spelled


class _Tag:
    """The evidence that a tag in the message gives."""

    __slots__ = ("_feature", "_weight", "bit", "known", "phrase", "reading")

    def __init__(self, bit: int, feature: Feature, query: Query) -> None:
        self.bit = bit
        self._feature = feature
        self._weight = query.settings.tag_weight
        self.reading, self.phrase = feature.phrases[0]
        self.known: dict[str | None, Evidence] = {}
        """The tag as an agent has it → evidence."""

    def of(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has the tag."""
        for reading, phrase in self._feature.phrases:
            tag = entry.tags[reading].get(phrase)
            if tag is not None:
                evidence = self.known[tag] = _kept("tag", "tags", tag, self._feature.matched, self._weight)
                return evidence
        raise LookupError(self._feature.matched)


class _Keyword:
    """The evidence that a keyword in the message gives."""

    __slots__ = ("_feature", "_weight", "bit")

    def __init__(self, bit: int, feature: Feature, query: Query) -> None:
        self.bit = bit
        self._feature = feature
        self._weight = query.settings.keyword_weight

    def of(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has the keyword."""
        keyword = entry.keywords[self._feature.phrases[0][1]]
        return _kept("keyword", "keywords", keyword, self._feature.matched, self._weight)


class _Pattern:
    """The evidence that a pattern gives; kept for one decision only, as what it matched may be long."""

    __slots__ = ("_feature", "_known", "_weight", "bit")

    def __init__(self, bit: int, feature: Feature, query: Query) -> None:
        self.bit = bit
        self._feature = feature
        self._weight = query.settings.pattern_weight
        self._known: dict[str, Evidence] = {}

    def of(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has the pattern."""
        pattern = entry.patterns[self._feature.phrases[0][1]]
        evidence = self._known.get(pattern)
        if evidence is None:
            evidence = self._known[pattern] = Evidence(
                kind="pattern", field="patterns", text=pattern, matched=self._feature.matched, weight=self._weight
            )
        return evidence


_Written = _Keyword | _Pattern
