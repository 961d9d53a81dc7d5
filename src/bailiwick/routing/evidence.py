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
    written = [_Written(feature, query) for feature in query.scores.features]
    plans: dict[int, tuple[float, float, list[_Written]]] = {}
    found: list[Candidate] = []
    for slot, pattern in list(best.items())[: query.settings.candidates]:
        plan = plans.get(pattern)
        if plan is None:
            having = [each for at, each in enumerate(written) if pattern >> at & 1]
            plan = plans[pattern] = query.tag_measure.value(pattern), query.intent_measure.value(pattern), having
        score, confidence, having = plan
        entry = query.index.at(slot)
        evidence = tuple([each.known.get(entry.words.get(each.token)) or each.of(entry) for each in having])
        found.append(Candidate(agent=entry.agent.id, score=score, confidence=confidence, evidence=evidence))
    return found


class _Written:
    """The evidence that one feature gives; equal pieces are written once for all candidates."""

    __slots__ = ("_feature", "_query", "_spelled", "_texts", "known", "of", "token")

    def __init__(self, feature: Feature, query: Query) -> None:
        self._feature = feature
        self._query = query
        self._texts: dict[str, Evidence] = {}
        self._spelled: list[tuple[str, str, str]] | None = None
        self.token = feature.matched if feature.kind == "word" else ""
        """The message's word; empty for other features, and no agent has an empty word."""
        self.known: dict[str | None, Evidence] = {}
        """For agents that have the very same word: the field it is in → evidence."""
        by_kind = {"word": self._word, "tag": self._tag, "keyword": self._keyword, "pattern": self._pattern}
        self.of: Callable[[Entry], Evidence] = by_kind[feature.kind]
        """Returns the evidence for an agent that has the feature."""

    def _word(self, entry: Entry) -> Evidence:
        weight = self._query.settings.word_weight
        field = entry.words.get(self.token)
        if field is None:
            word = self._spelling(entry)
            return self._evidence(entry.words[word], word, weight)
        evidence = self.known[field] = self._evidence(field, self.token, weight)
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
        raise LookupError(self._feature.matched)

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
        evidence = self._texts.get(text)
        if evidence is None:
            evidence = self._texts[text] = self._evidence(field, text, weight)
        return evidence

    def _evidence(self, field: str, text: str, weight: float) -> Evidence:
        feature = self._feature
        return Evidence(kind=feature.kind, field=field, text=text, matched=feature.matched, weight=weight)
