"""Touching: which entries of an agent can matter to a message, told by words alone.

A word of an agent is a word of a message if the two are equal or have the same stem in some reading; a tag or keyword
can only be in a message that holds such words, a pattern only in one that it matches. Parts of a message are read in a
language of their own, so words are compared in every reading, and patterns with anchors may match a part that is not
matched in the whole: a message that may hold several requests is taken to be touched by every pattern.
"""

from collections.abc import Iterable

from bailiwick_router.clauses import may_hold_several
from bailiwick_router.core.agents import Agent
from bailiwick_router.index import keyword_phrase
from bailiwick_router.patterns import compile_pattern
from bailiwick_router.profiles import Profile
from bailiwick_router.text import MESSAGE_LIMIT, normalise, tokens_of, words_of


def terms(tokens: Iterable[str], profile: Profile) -> frozenset[str]:
    """Return the tokens with their stems in every reading; two texts share a word only if these meet."""
    distinct = list(dict.fromkeys(tokens))
    return frozenset(distinct).union(*[profile.terms(distinct, each) for each in profile.readings])


def terms_of(text: str, profile: Profile) -> frozenset[str]:
    """Return the terms of the tokens of a text."""
    return terms(tokens_of(words_of(normalise(text))), profile)


class Touched:
    """A message, to ask what can matter to it."""

    __slots__ = ("_encoded", "_normalised", "_profile", "_words", "several", "terms")

    def __init__(self, message: str, profile: Profile) -> None:
        self._profile = profile
        self._normalised = normalise(message[:MESSAGE_LIMIT])
        words = words_of(self._normalised)
        self._words = frozenset(words)
        self.terms = terms(tokens_of(words), profile)
        self.several = may_hold_several(self._normalised, words)
        """Whether it might hold several requests."""
        self._encoded: bytes | None = None

    @property
    def words(self) -> frozenset[str]:
        """Its words, of any length."""
        return self._words

    def by_text(self, text: str) -> bool:
        """Whether a tag, name, description or objective can matter to it."""
        return not self.terms.isdisjoint(terms_of(text, self._profile))

    def by_keyword(self, keyword: str) -> bool:
        """Whether a keyword can be in it."""
        return self._words.issuperset(keyword_phrase(keyword).split())

    def by_pattern(self, pattern: str) -> bool:
        """Whether a pattern can match it or a part of it."""
        if self.several:
            return True
        if self._encoded is None:
            self._encoded = self._normalised.encode("utf-8", "replace")
        return compile_pattern(pattern).search(self._encoded) is not None

    def trimmed(self, agent: Agent) -> Agent:
        """Return the agent with only what can matter to the message; it is decided as with the whole agent."""
        return agent.evolve(
            tags=[tag for tag in agent.tags if self.by_text(tag)],
            keywords=[keyword for keyword in agent.keywords if self.by_keyword(keyword)],
            patterns=[pattern for pattern in agent.patterns if self.by_pattern(pattern)],
            description=self._cut(agent.description),
            objective=self._cut(agent.objective),
        )

    def _cut(self, text: str) -> str:
        return " ".join(token for token in tokens_of(words_of(normalise(text))) if self._known(token))

    def _known(self, token: str) -> bool:
        return not self.terms.isdisjoint(terms([token], self._profile))
