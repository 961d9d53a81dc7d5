"""Rules: the order, switches, weights and thresholds of routing, as data that is part of a release."""

from dataclasses import dataclass, fields

from bailiwick.core.decisions import Stage

STAGE_ORDER = (
    Stage.EXPLICIT, Stage.FOLLOW_UP, Stage.SMALL_TALK, Stage.INTENTS, Stage.EXAMPLES, Stage.PLUGIN, Stage.TAGS,
    Stage.MODEL, Stage.FINALIZE,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingSettings:
    """What can be tuned about routing."""

    stages: tuple[Stage, ...] = STAGE_ORDER
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
    follow_up_margin: float = 3.0
    """Lead in tag score by which another agent clearly wins and a follow-up does not stay; one tag and its word."""
    pronoun_words: int = 6
    """Longest message, in words, in which a pronoun makes a follow-up."""
    candidates: int = 20
    """How many candidates and exclusions a decision lists."""

    def digest_text(self) -> str:
        """Return the settings as text, the same for equal settings."""
        return repr([(field.name, getattr(self, field.name)) for field in fields(self)])
