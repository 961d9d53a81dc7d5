"""Candidates with the evidence for their scores."""

from collections.abc import Callable

from bailiwick.core.decisions import Candidate, Evidence
from bailiwick.routing.index import Entry
from bailiwick.routing.reading import Feature
from bailiwick.routing.stage import Query


def candidates(query: Query, intents_first: bool) -> list[Candidate]:
    """Return the best agents with their scores: those of the tags stage first, or those of the intents stage.

    The other stage's agents fill what is left of the list.
    """
    rankings = (query.by_intent, query.by_tags) if intents_first else (query.by_tags, query.by_intent)
    best = {ranked.slot: ranked.features for ranking in rankings for ranked in ranking}
    writer = _Writer(query)
    return [writer.candidate(slot, best[slot]) for slot in list(best)[: query.settings.candidates]]


class _Writer:
    """Writes evidence for one message; equal pieces are written once."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._features = [_Written(feature, query) for feature in query.scores.features]
        self._plans: dict[int, tuple[float, float, list[_Written]]] = {}

    def candidate(self, slot: int, pattern: int) -> Candidate:
        plan = self._plans.get(pattern)
        if plan is None:
            query = self._query
            written = [each for at, each in enumerate(self._features) if pattern >> at & 1]
            plan = query.tag_measure.value(pattern), query.intent_measure.value(pattern), written
            self._plans[pattern] = plan
        score, confidence, written = plan
        entry = self._query.index.at(slot)
        evidence = tuple([each.of(entry) for each in written])
        return Candidate(agent=entry.agent.id, score=score, confidence=confidence, evidence=evidence)


class _Written:
    """The evidence that one feature gives, by what the agent has it as."""

    __slots__ = ("_by_source", "_feature", "_known", "_query", "of")

    def __init__(self, feature: Feature, query: Query) -> None:
        self._feature = feature
        self._query = query
        self._by_source: dict[str, Evidence] = {}
        self._known: list[str] | None = None
        by_kind = {"word": self._word, "tag": self._tag, "keyword": self._keyword, "pattern": self._pattern}
        self.of: Callable[[Entry], Evidence] = by_kind[feature.kind]
        """Returns the evidence for an agent that has the feature."""

    def _word(self, entry: Entry) -> Evidence:
        token = self._feature.matched
        field = entry.words.get(token)
        if field is None:
            return self._other_word(entry)
        evidence = self._by_source.get(field)
        if evidence is None:
            evidence = self._by_source[field] = self._evidence(field, token, self._query.settings.word_weight)
        return evidence

    def _other_word(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has another word of the same stem."""
        word = next(word for word in self._spellings() if word in entry.words)
        return self._evidence(entry.words[word], word, self._query.settings.word_weight)

    def _spellings(self) -> list[str]:
        """Return the words that have the feature: those of the message first, then by the alphabet."""
        if self._known is None:
            query, tokens = self._query, self._feature.words
            spellings = query.index.active.spellings
            others: set[str] = set()
            for each in query.reading.readings:
                term = query.reading.profile.term(tokens[0], each)
                others |= {term, *spellings[each].get(term, ())}
            self._known = [*tokens, *sorted(others)]
        return self._known

    def _tag(self, entry: Entry) -> Evidence:
        tags = entry.tags
        for reading, phrase in self._feature.phrases:
            tag = tags[reading].get(phrase)
            if tag is not None:
                return self._once("tags", tag, self._query.settings.tag_weight)
        raise LookupError(self._feature.matched)

    def _keyword(self, entry: Entry) -> Evidence:
        keyword = entry.keywords[self._feature.phrases[0][1]]
        return self._once("keywords", keyword, self._query.settings.keyword_weight)

    def _pattern(self, entry: Entry) -> Evidence:
        pattern = entry.patterns[self._feature.phrases[0][1]]
        return self._once("patterns", pattern, self._query.settings.pattern_weight)

    def _once(self, field: str, text: str, weight: float) -> Evidence:
        evidence = self._by_source.get(text)
        if evidence is None:
            evidence = self._by_source[text] = self._evidence(field, text, weight)
        return evidence

    def _evidence(self, field: str, text: str, weight: float) -> Evidence:
        feature = self._feature
        return Evidence(kind=feature.kind, field=field, text=text, matched=feature.matched, weight=weight)
