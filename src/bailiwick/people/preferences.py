"""Preferences: what a person prefers wherever they do not say otherwise."""

from dataclasses import dataclass
from typing import Literal

from bailiwick_router.core.decisions import Mode
from bailiwick_router.core.record import Record

MOST_SILENCE = 525_600
"""Minutes after which a conversation may be said to have ended: those of a year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences(Record):
    """What a person prefers."""

    timezone: str | None = None
    """IANA name of what agents take for the person's own time; None for the installation's."""
    language: Literal["en", "es"] | None = None
    """The language of the web app and of answers to messages that show no language; None for the browser's."""
    default_agent_id: str | None = None
    """The agent that new chats are with; None for the supervisor."""
    default_mode: Mode = Mode.SUPERVISED
    """The mode of new chats with that agent."""
    model: str | None = None
    """Model of agents that name none; None for the installation's default."""
    silence_minutes: int | None = None
    """Minutes of silence after which a conversation has ended; 0 for never, None for the installation's."""
    recall: bool = True
    """Whether agents are given what is remembered of the person, and may look it up."""
    remember: bool = True
    """Whether agents may write down what is to be remembered."""
