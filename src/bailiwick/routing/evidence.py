"""Candidates with the evidence for their scores."""

from collections.abc import Sequence

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
        self._values: dict[int, tuple[float, float]] = {}
        self._bits: dict[int, list[Feature]] = {}
        self._written: dict[tuple[str, str, str], Evidence] = {}

    def candidate(self, slot: int, pattern: int) -> Candidate:
        query = self._query
        values = self._values.get(pattern)
        if values is None:
            values = query.tag_measure.value(pattern), query.intent_measure.value(pattern)
            self._values[pattern] = values
            self._bits[pattern] = [
                feature for at, feature in enumerate(query.scores.features) if pattern >> at & 1
            ]
        entry = query.index.at(slot)
        score, confidence = values
        return Candidate(
            agent=entry.agent.id, score=score, confidence=confidence, evidence=self._evidence(entry, self._bits[pattern])
        )

    def _evidence(self, entry: Entry, features: Sequence[Feature]) -> tuple[Evidence, ...]:
        settings, evidence = self._query.settings, list[Evidence]()
        for feature in features:
            if feature.kind == "word":
                text, matched = self._word(entry, feature)
                evidence.append(self._write("word", entry.words[text], text, matched, settings.word_weight))
            elif feature.kind == "tag":
                text = next(entry.tags[at][phrase] for at, phrase in feature.phrases if phrase in entry.tags[at])
                evidence.append(self._write("tag", "tags", text, feature.matched, settings.tag_weight))
            elif feature.kind == "keyword":
                text = entry.keywords[feature.phrases[0][1]]
                evidence.append(self._write("keyword", "keywords", text, feature.matched, settings.keyword_weight))
            else:
                text = entry.patterns[feature.phrases[0][1]]
                evidence.append(self._write("pattern", "patterns", text, feature.matched, settings.pattern_weight))
        return tuple(evidence)

    def _word(self, entry: Entry, feature: Feature) -> tuple[str, str]:
        """Return the agent's word that has the feature, and the message's word it matched."""
        for token in feature.words:
            if token in entry.words:
                return token, token
        reading = self._query.reading
        profile, languages = reading.profile, entry.agent.languages
        for each in reading.readings:
            term = profile.term(feature.matched, each)
            for word in entry.words:
                if profile.agent_term(word, each, languages) == term:
                    return word, feature.matched
        raise LookupError(feature.matched)

    def _write(self, kind: str, field: str, text: str, matched: str, weight: float) -> Evidence:
        key = (field, text, matched)
        evidence = self._written.get(key)
        if evidence is None:
            evidence = Evidence(kind=kind, field=field, text=text, matched=matched, weight=weight)
            self._written[key] = evidence
        return evidence
