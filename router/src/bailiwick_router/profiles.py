"""Profiles: how words of agents and messages become terms that can be equal.

`standard`: stop words do not score, words are stemmed, tags are phrases. A message is read in its language
(in both when it has no function word to tell by). An agent that is described in that language has a word
when the stems are equal; any other agent when the words themselves are.

`classic`: the arithmetic of the plain scorer. +1 for each distinct token of the message that is a whole token
of the agent's combined text (objective, name, description, tags), +2 for each tag that, normalised, is one of
the message's tokens. No stop words, no stems, no phrases. Ties are broken as in `standard`.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from bailiwick_router.core.language import ENGLISH, Language
from bailiwick_router.stems import STEMMERS, stem, stems
from bailiwick_router.stopwords import STOP_WORDS
from bailiwick_router.text import normalise, tokens_of, words_of

ProfileName = Literal["standard", "classic"]
PLAIN = "="
"""Begins the term of a word that stands for itself in a reading, unstemmed."""


class Standard:
    """Stop words, stems and phrases."""

    name: ProfileName = "standard"
    readings = tuple(STEMMERS)
    """The languages a message can be read in."""
    stop_words = STOP_WORDS

    def readings_of(self, language: Language, words: Sequence[str]) -> tuple[str, ...]:
        """Return the languages to read a message in."""
        if language == "en" and ENGLISH.isdisjoint(words):
            return self.readings
        return (language,)

    def agent_term(self, word: str, reading: str, languages: Sequence[str]) -> str:
        """Return the term under which an agent of these languages has `word` in a reading."""
        return stem(word, reading) if reading in languages else PLAIN + word

    def agent_terms(self, words: Iterable[str], reading: str, languages: Sequence[str]) -> list[str]:
        """Return the terms of words, in order."""
        return stems(words, reading) if reading in languages else [PLAIN + word for word in words]

    def term(self, word: str, reading: str) -> str:
        """Return the term of a message's word; `PLAIN + word` finds the agents of other languages."""
        return stem(word, reading)

    def terms(self, words: Sequence[str], reading: str) -> list[str]:
        """Return the terms of a message's words."""
        return stems(words, reading)

    def tag_words(self, tag: str) -> list[str]:
        """Return the tokens of a tag; none when it cannot score."""
        tokens = tokens_of(words_of(normalise(tag)))
        return [] if STOP_WORDS.issuperset(tokens) else tokens


class Classic:
    """Whole tokens as they are."""

    name: ProfileName = "classic"
    readings = ("",)
    stop_words: frozenset[str] = frozenset()

    def readings_of(self, language: Language, words: Sequence[str]) -> tuple[str, ...]:
        """There is one way to read a message."""
        return self.readings

    def agent_term(self, word: str, reading: str, languages: Sequence[str]) -> str:
        """A word is its own term."""
        return word

    def agent_terms(self, words: Iterable[str], reading: str, languages: Sequence[str]) -> list[str]:
        """Words are their own terms."""
        return list(words)

    def term(self, word: str, reading: str) -> str:
        """A word is its own term."""
        return word

    def terms(self, words: Sequence[str], reading: str) -> list[str]:
        """Words are their own terms."""
        return list(words)

    def tag_words(self, tag: str) -> list[str]:
        """Return the tag as one token; nothing where it is not exactly one."""
        text = normalise(tag)
        tokens = tokens_of(words_of(text))
        return tokens if tokens == [text] else []


Profile = Standard | Classic
PROFILES: dict[ProfileName, type[Standard] | type[Classic]] = {"standard": Standard, "classic": Classic}
