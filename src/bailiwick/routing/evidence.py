"""Candidates with the evidence for their scores."""

from itertools import islice

from bailiwick.core.decisions import Candidate, Evidence
from bailiwick.routing.index import Entry
from bailiwick.routing.kept import KeptCandidates
from bailiwick.routing.reading import Feature
from bailiwick.routing.stage import Query


def candidates(query: Query, kept: KeptCandidates, intents_first: bool) -> list[Candidate]:
    """Return the best agents with their scores: those of the tags stage first, or those of the intents stage.

    The other stage's agents fill what is left of the list. `kept` serves the settings of the query alone.
    """
    rankings = (query.by_intent, query.by_tags) if intents_first else (query.by_tags, query.by_intent)
    best = {ranked.slot: ranked.features for ranking in rankings for ranked in ranking}
    writers = [_Writer(feature, query) for feature in query.scores.features]
    plans: dict[int, _Plan] = {}
    found: list[Candidate] = []
    for slot, pattern in islice(best.items(), query.settings.candidates):
        plan = plans.get(pattern)
        if plan is None:
            having = [writer for at, writer in enumerate(writers) if pattern >> at & 1]
            plan = plans[pattern] = _Plan(pattern, having, query, kept)
        found.append(plan.known.get(slot) or plan.write(slot))
    return found


class _Plan:
    """What agents with the same features have in common."""

    __slots__ = ("_having", "_kept", "_pattern", "_query", "_said", "known")

    def __init__(self, pattern: int, having: "list[_Writer]", query: Query, kept: KeptCandidates) -> None:
        self._pattern = pattern
        self._having = having
        self._query = query
        self._kept = kept
        self._said = tuple([writer.said for writer in having])
        self.known = kept.of(self._said) or {}
        """Slot → candidate, from earlier decisions."""

    def write(self, slot: int) -> Candidate:
        """Return the candidate in a slot."""
        query, entry = self._query, self._query.index.at(slot)
        candidate = Candidate(
            agent=entry.agent.id,
            score=query.tag_measure.value(self._pattern),
            confidence=query.intent_measure.value(self._pattern),
            evidence=tuple([writer.evidence(entry) for writer in self._having]),
        )
        if not any([writer.lengthy for writer in self._having]):
            self._kept.keep(self._said, slot, candidate)
        return candidate


class _Writer:
    """The evidence that one feature gives; equal pieces are written once for all candidates."""

    __slots__ = ("_feature", "_query", "_spelled", "_written", "lengthy", "said")

    def __init__(self, feature: Feature, query: Query) -> None:
        self._feature = feature
        self._query = query
        self._spelled: list[tuple[str, str, str]] | None = None
        self._written: dict[tuple[str, str], Evidence] = {}
        self.said = (feature.kind, feature.matched, feature.words, *feature.phrases, *query.reading.readings)
        """All that decides the evidence besides the agent and the settings."""
        self.lengthy = feature.kind == "pattern"
        """Whether it may be too long to keep: what a pattern matched may be the whole message."""

    def evidence(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has the feature."""
        feature, kind, settings = self._feature, self._feature.kind, self._query.settings
        if kind == "word":
            word = self._word(entry)
            return self._once(entry.words[word], word, settings.word_weight)
        if kind == "tag":
            return self._once("tags", self._tag(entry), settings.tag_weight)
        if kind == "keyword":
            return self._once("keywords", entry.keywords[feature.phrases[0][1]], settings.keyword_weight)
        return self._once("patterns", entry.patterns[feature.phrases[0][1]], settings.pattern_weight)

    def _once(self, field: str, text: str, weight: float) -> Evidence:
        evidence = self._written.get((field, text))
        if evidence is None:
            kind, matched = self._feature.kind, self._feature.matched
            evidence = Evidence(kind=kind, field=field, text=text, matched=matched, weight=weight)
            self._written[field, text] = evidence
        return evidence

    def _tag(self, entry: Entry) -> str:
        """Return the agent's tag that has the feature, as written."""
        for reading, phrase in self._feature.phrases:
            tag = entry.tags[reading].get(phrase)
            if tag is not None:
                return tag
        raise LookupError(self._feature.matched)

    def _word(self, entry: Entry) -> str:
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
