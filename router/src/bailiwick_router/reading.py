"""Reading a message: its words and tokens, and the terms that agents may share with it."""

from collections.abc import Mapping

from bailiwick_router.core.language import CONSIDERED, Language, detect_language, language_of_words
from bailiwick_router.examples.grams import Grams, grams_of_words
from bailiwick_router.index import KEYWORDS, PATTERNS, TAGS, WORDS, Side
from bailiwick_router.postings import Postings
from bailiwick_router.profiles import PLAIN, Profile
from bailiwick_router.text import MESSAGE_LIMIT, normalise, tokens_of, words_of


class MessageFeature:
    """Something in the message that agents may have; an agent has it when it is in any of the postings."""

    __slots__ = ("held", "kind", "matched", "postings")

    def __init__(self, kind: str, matched: str, postings: list[Postings], held: list[tuple[int, str]]) -> None:
        self.kind = kind
        """`word`, `tag`, `keyword` or `pattern`."""
        self.matched = matched
        """The words of the message."""
        self.postings = postings
        self.held = held
        """(place in `Entry.held`, key) under which agents have it, to be tried in order.

        For a word: the tokens of the message that share its stem; agents may have it under another of that stem.
        """

    def frequency(self) -> int:
        """Return how many agents have it; one that has it in two readings or spellings counts for each."""
        if len(self.postings) == 1:
            return len(self.postings[0].slots)
        return sum([len(postings.slots) for postings in self.postings])


class Reading:
    """A message, read once for all stages, and for all routers of one profile."""

    __slots__ = (
        "_grams",
        "_matches",
        "cut",
        "language",
        "normalised",
        "profile",
        "readings",
        "terms",
        "text",
        "tokens",
        "words",
    )

    def __init__(self, message: str, profile: Profile) -> None:
        self.profile = profile
        self.cut = len(message) > MESSAGE_LIMIT
        """Whether only the first `MESSAGE_LIMIT` characters are considered."""
        self.text = message[:MESSAGE_LIMIT] if self.cut else message
        self.normalised = normalise(self.text)
        self.words = words_of(self.normalised)
        self.tokens = tokens_of(self.words)
        if self.text.isascii() and len(self.text) <= CONSIDERED:
            self.language: Language = language_of_words(self.words, self.normalised) or "en"
        else:
            self.language = detect_language(self.text)
        self.readings = profile.readings_of(self.language, self.words)
        self.terms = [profile.terms(self.tokens, each) for each in self.readings]
        """Per reading: the terms of the tokens."""
        self._matches: dict[str, str | None] = {}
        """What patterns have matched in it, nothing for those that were tried and do not match."""
        self._grams: Grams | None = None

    @property
    def grams(self) -> Grams:
        """What it is compared with examples by."""
        grams = self._grams
        if grams is None:
            grams = self._grams = grams_of_words(self.words, self.language)
        return grams

    def features(self, side: Side) -> list[MessageFeature]:
        """Return what agents of `side` share with the message: words, tags, keywords, patterns, in this order."""
        found = self._words(side)
        found += self._tags(side)
        if len(side.keywords):
            found += self._keywords(side)
        if len(side.patterns):
            found += self._patterns(side)
        return found

    def _words(self, side: Side) -> list[MessageFeature]:
        if len(self.readings) == 1 and not side.plain[self.readings[0]]:
            return self._words_of_one(side.words[self.readings[0]])
        stop_words = self.profile.stop_words
        groups: dict[tuple[str, ...], list[str]] = {}
        for token, terms in zip(self.tokens, zip(*self.terms, strict=True), strict=True):
            if token not in stop_words:
                group = groups.get(terms)
                if group is None:
                    groups[terms] = [token]
                elif token not in group:
                    group.append(token)
        held = [(side.words[reading], side.plain[reading]) for reading in self.readings]
        features: list[MessageFeature] = []
        for terms, tokens in groups.items():
            found: list[Postings] = []
            for (words, plain), term in zip(held, terms, strict=True):
                postings = words.get(term)
                if postings is not None:
                    found.append(postings)
                if plain:
                    found += [words[PLAIN + token] for token in tokens if PLAIN + token in words]
            if found:
                features.append(MessageFeature("word", tokens[0], found, [(WORDS, token) for token in tokens]))
        return features

    def _words_of_one(self, words: Mapping[str, Postings]) -> list[MessageFeature]:
        """Return the same for most messages, which are read in one language that all agents are described in."""
        stop_words = self.profile.stop_words
        found: dict[str, MessageFeature] = {}
        for token, term in zip(self.tokens, self.terms[0], strict=True):
            postings = words.get(term)
            if postings is None or token in stop_words:
                continue
            feature = found.get(term)
            if feature is None:
                found[term] = MessageFeature("word", token, [postings], [(WORDS, token)])
            elif (WORDS, token) not in feature.held:
                feature.held.append((WORDS, token))
        return list(found.values())

    def _tags(self, side: Side) -> list[MessageFeature]:
        if len(self.readings) == 1 and not side.plain[self.readings[0]]:
            return self._tags_of_one(self.readings[0], side)
        found: dict[tuple[str, ...], MessageFeature] = {}
        for reading, terms in zip(self.readings, self.terms, strict=True):
            phrases, place = side.tags[reading], TAGS + self.profile.readings.index(reading)
            if not len(phrases):
                continue
            sequences = [terms]
            if side.plain[reading]:
                sequences.append([PLAIN + token for token in self.tokens])
            for sequence in sequences:
                for start, length, phrase, postings in phrases.find(sequence):
                    end = start + length
                    if length == 1:
                        name = tuple([each[start] for each in self.terms])
                    else:
                        name = tuple([" ".join(each[start:end]) for each in self.terms])
                    feature = found.get(name)
                    if feature is None:
                        feature = found[name] = MessageFeature("tag", " ".join(self.tokens[start:end]), [], [])
                    if postings not in feature.postings:
                        feature.postings.append(postings)
                        feature.held.append((place, phrase))
        return list(found.values())

    def _tags_of_one(self, reading: str, side: Side) -> list[MessageFeature]:
        """Return the same for most messages; see `_words_of_one`."""
        place = TAGS + self.profile.readings.index(reading)
        found: dict[str, MessageFeature] = {}
        for start, length, phrase, postings in side.tags[reading].find(self.terms[0]):
            if phrase not in found:
                matched = self.tokens[start] if length == 1 else " ".join(self.tokens[start : start + length])
                found[phrase] = MessageFeature("tag", matched, [postings], [(place, phrase)])
        return list(found.values())

    def _keywords(self, side: Side) -> list[MessageFeature]:
        found: dict[str, MessageFeature] = {}
        for _, _, phrase, postings in side.keywords.find(self.words):
            if phrase not in found:
                found[phrase] = MessageFeature("keyword", phrase, [postings], [(KEYWORDS, phrase)])
        return list(found.values())

    def _patterns(self, side: Side) -> list[MessageFeature]:
        return [
            MessageFeature("pattern", matched, [postings], [(PATTERNS, pattern)])
            for pattern, matched, postings in side.patterns.find(self.normalised, self._matches)
        ]
