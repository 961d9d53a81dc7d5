"""Rules: the order, switches, weights and thresholds of routing, as data that is part of a release."""

from dataclasses import dataclass, fields, replace

from bailiwick_router.core.decisions import Stage
from bailiwick_router.learning_versions import FIRST, LATEST, RULE

OF_CONTEXT = ("silence_minutes", "model")
"""Rules that the router leaves to its callers: they say whether there was silence, and whether a model may be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingSettings:
    """What can be tuned about routing."""

    stages: tuple[Stage, ...] = tuple(Stage)
    """Which stages run, in order; leaving one out switches it off. Finalize always comes last."""
    word_weight: float = 1.0
    """What a word of the message in an agent's text adds to its score."""
    tag_weight: float = 2.0
    """What a tag in the message adds to its score."""
    keyword_weight: float = 0.2
    """What a keyword adds to an agent's confidence."""
    keyword_cap: float = 0.6
    """Most that keywords add."""
    pattern_weight: float = 0.3
    """What a pattern adds to an agent's confidence."""
    pattern_cap: float = 0.6
    """Most that patterns add."""
    intent_threshold: float = 0.7
    """Confidence from which an intent decides."""
    intent_margin: float = 0.1
    """A second best within this distance makes an intent ambiguous; it then passes."""
    tools_threshold: float = 0.85
    """Confidence from which a tool reads a message surely enough to decide."""
    tools_least: float = 0.7
    """Confidence below which a tool never decides, also where no examples and words tell more."""
    examples_threshold: float = 0.5
    """Confidence from which the examples decide."""
    examples_margin: float = 0.1
    """Lead over the second most likely agent without which the examples are unsure."""
    examples_least: float = 0.1
    """Confidence below which the examples never decide, also where no tags tell more."""
    examples_sure: float = 0.9
    """Confidence from which the examples decide against trusted tags of another agent, within a part of a message, and
    against a follow-up."""
    examples_held: float = 0.85
    """An agent whose tags or patterns are in so large a share of its examples gets nothing without one by examples."""
    examples_trust: float = 0.7
    """An agent's tags are trusted beside the examples if so large a share of the examples they lead to it are its."""
    examples_enough: int = 3
    """With fewer examples than this, any tag of an agent is trusted."""
    examples_rival: float = 2.0
    """Lead in tag score by which an agent without examples keeps a message from those that have some."""
    follow_up_margin: float = 3.0
    """Lead in tag score by which another agent clearly wins and a follow-up does not stay; one tag and its word."""
    pronoun_words: int = 6
    """Longest message, in words, in which a pronoun makes a follow-up."""
    split_parts: int = 3
    """Most requests that one message is split into; one with more goes to one agent."""
    split_length: int = 600
    """Longest message, in characters, that is looked at for several requests; longer ones are texts."""
    split_strength: float = 3.0
    """Points from which a part is strongly decided: a word, a keyword 1, a tag 2, a pattern 1.5 (see `points`)."""
    split_lead: float = 2.0
    """Points by which the agent of a part has to lead every other agent on it."""
    split_dominance: float = 4.0
    """An agent with more than so many times the points of a part's agent on the whole message keeps the whole."""
    candidates: int = 20
    """How many candidates and exclusions a decision lists."""
    default_agent: str = ""
    """Agent that gets what no agent fits; without one the supervisor answers, as it does where it cannot be chosen."""
    silence_minutes: int = 30
    """Minutes of silence after which a conversation has ended and nothing is a follow-up, where neither its agent nor
    its person has such a number; 0 for never."""
    model: str = ""
    """Model that settles what the rules leave open: its full name, `default`, or nothing for none."""
    learning: int = LATEST
    """With which version of the rules of learning it was learned and is decided; see `learning_versions`."""

    def without(self, *stages: Stage) -> "RoutingSettings":
        """Return the settings with some stages switched off."""
        return replace(self, stages=tuple(stage for stage in self.stages if stage not in stages))

    def points(self, score: float, confidence: float) -> float:
        """Return what an agent's tag score and confidence are worth together, in words of a message.

        score + confidence × word weight ÷ keyword weight: a keyword counts as much as a word.
        """
        return score + confidence * self.word_weight / (self.keyword_weight or 1.0)

    def digest_text(self) -> str:
        """Return the settings as text, the same for equal settings.

        What came later is left out where it changes nothing, so that releases from before keep their names; so is what
        says only in which context a message is decided.
        """
        values = [(field.name, getattr(self, field.name)) for field in fields(self) if field.name not in OF_CONTEXT]
        return repr([pair for pair in values if pair not in ((RULE, FIRST), ("default_agent", ""))])
