"""Evidence: what a feature of a message tells about the agents that have it."""

from bailiwick_router.core.decisions import Evidence
from bailiwick_router.index import Entry
from bailiwick_router.reading import MessageFeature
from bailiwick_router.stage import Query

FIELDS = {"tag": "tags", "keyword": "keywords", "pattern": "patterns"}
"""The field that a feature is held in; a word may be in several."""


class EvidenceWriter:
    """Writes the evidence of one feature; equal pieces are written once for all candidates of a decision."""

    __slots__ = ("_feature", "_query", "_spelled", "bit", "key", "known", "shelf")

    def __init__(self, bit: int, feature: MessageFeature, query: Query) -> None:
        self._feature = feature
        self._query = query
        self._spelled: list[tuple[str, str, str]] | None = None
        self.bit = bit
        """The feature among those of the message."""
        self.shelf, self.key = feature.held[0]
        """Where most agents that have the feature hold it; see `Entry.held`."""
        self.known: dict[str | None, Evidence] = {}
        """What they hold there → evidence, as far as written."""

    def write(self, entry: Entry) -> Evidence:
        """Return the evidence for an agent that has the feature."""
        for shelf, key in self._feature.held:
            text = entry.held[shelf].get(key)
            if text is None:
                continue
            if self._feature.kind != "word":
                return self._known(text, FIELDS[self._feature.kind], text)
            # The shelf of words tells the field; only under the same key does it tell the evidence.
            return self._known(text, text, key) if key == self.key else self._evidence(text, key)
        word = self._spelling(entry)
        return self._evidence(entry.words[word], word)

    def _known(self, held: str, field: str, text: str) -> Evidence:
        evidence = self.known.get(held)
        if evidence is None:
            evidence = self.known[held] = self._evidence(field, text)
        return evidence

    def _evidence(self, field: str, text: str) -> Evidence:
        kind, matched = self._feature.kind, self._feature.matched
        weight: float = getattr(self._query.settings, f"{kind}_weight")
        return Evidence(kind=kind, field=field, text=text, matched=matched, weight=weight)

    def _spelling(self, entry: Entry) -> str:
        """Return the first word of the agent, by the alphabet, that has the stem of the message's word.

        Looked for among the words that the index noted for the stem. Of several words of one agent it noted one,
        so that others are found only if another agent has them.
        """
        profile, languages = self._query.reading.profile, entry.agent.languages
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
