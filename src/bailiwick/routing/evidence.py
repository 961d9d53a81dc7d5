"""Candidates with the evidence for their scores."""

from functools import lru_cache
from itertools import islice

from bailiwick.core.decisions import Candidate, Evidence
from bailiwick.routing.index import Entry
from bailiwick.routing.kept import KeptEvidence
from bailiwick.routing.reading import Feature
from bailiwick.routing.stage import Query

_set = object.__setattr__


def candidates(query: Query, kept: KeptEvidence, intents_first: bool) -> list[Candidate]:
    """Return the best agents with their scores: those of the tags stage first, or those of the intents stage.

    The other stage's agents fill what is left of the list. `kept` belongs to the settings of the query.
    """
    rankings = (query.by_intent, query.by_tags) if intents_first else (query.by_tags, query.by_intent)
    best = {ranked.slot: ranked.features for ranking in rankings for ranked in ranking}
    writers = [_Writer(feature, query, kept) for feature in query.scores.features]
    ids = query.index.ids
    plans: dict[int, tuple[float, float, list[_Writer]]] = {}
    found: list[Candidate] = []
    for slot, pattern in islice(best.items(), query.settings.candidates):
        plan = plans.get(pattern)
        if plan is None:
            having = [writer for at, writer in enumerate(writers) if pattern >> at & 1]
            plan = plans[pattern] = query.tag_measure.value(pattern), query.intent_measure.value(pattern), having
        score, confidence, having = plan
        evidence = tuple([writer.known.get(slot) or writer.write(slot) for writer in having])
        # As `Candidate(…)` in half the time, twenty times a decision: a frozen class's own initialiser is slow.
        candidate = object.__new__(Candidate)
        _set(candidate, "agent", ids[slot])
        _set(candidate, "score", score)
        _set(candidate, "confidence", confidence)
        _set(candidate, "evidence", evidence)
        found.append(candidate)
    return found


@lru_cache(maxsize=4096, typed=True)
def _evidence(kind: str, field: str, text: str, matched: str, weight: float) -> Evidence:
    # Agents of one field say the same: equal pieces are one object.
    return Evidence(kind=kind, field=field, text=text, matched=matched, weight=weight)


class _Writer:
    """Writes the evidence that one feature of the message gives."""

    __slots__ = ("_feature", "_kept", "_query", "_said", "_spelled", "known")

    def __init__(self, feature: Feature, query: Query, kept: KeptEvidence) -> None:
        self._feature = feature
        self._query = query
        self._kept = kept
        self._spelled: list[tuple[str, str, str]] | None = None
        # All that decides the evidence besides the agent and the settings.
        self._said = (feature.kind, feature.matched, feature.words, *feature.phrases, *query.reading.readings)
        self.known = kept.of(self._said)
        """Slot → evidence, from earlier decisions."""

    def write(self, slot: int) -> Evidence:
        """Return the evidence for the agent in a slot, which has the feature."""
        entry, kind, matched = self._query.index.at(slot), self._feature.kind, self._feature.matched
        if kind == "word":
            evidence = self._word(entry)
        elif kind == "tag":
            evidence = _evidence(kind, "tags", self._tag(entry), matched, self._query.settings.tag_weight)
        elif kind == "keyword":
            keyword = entry.keywords[self._feature.phrases[0][1]]
            evidence = _evidence(kind, "keywords", keyword, matched, self._query.settings.keyword_weight)
        else:
            # Not kept: what a pattern matched may be the whole message.
            pattern, weight = entry.patterns[self._feature.phrases[0][1]], self._query.settings.pattern_weight
            return Evidence(kind=kind, field="patterns", text=pattern, matched=matched, weight=weight)
        self._kept.keep(self._said, slot, evidence)
        return evidence

    def _tag(self, entry: Entry) -> str:
        """Return the agent's tag that has the feature, as written."""
        for reading, phrase in self._feature.phrases:
            tag = entry.tags[reading].get(phrase)
            if tag is not None:
                return tag
        raise LookupError(self._feature.matched)

    def _word(self, entry: Entry) -> Evidence:
        word = self._spelling(entry)
        weight = self._query.settings.word_weight
        return _evidence("word", entry.words[word], word, self._feature.matched, weight)

    def _spelling(self, entry: Entry) -> str:
        """Return the agent's word that has the feature: one of the message's, else the first by the alphabet."""
        languages = entry.agent.languages
        for token in self._feature.words:
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
            reading, spellings = self._query.reading, self._query.index.active.spellings
            terms = [(each, reading.profile.term(self._feature.matched, each)) for each in reading.readings]
            found = [(each, term, word) for each, term in terms for word in (term, *spellings[each].get(term, ()))]
            self._spelled = sorted(found, key=lambda each: each[2])
        return self._spelled
