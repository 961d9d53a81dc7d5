"""Errors that a caller acts on; the docstring of each is what it means, the message says what to do."""

from bailiwick_router.core.reasons import Said, text_of, why_of


class BailiwickError(Exception):
    """Something a caller can act on."""

    code = "error"
    """Stable name on the wire."""
    retry_after: int | None = None
    """Seconds after which the same may be asked again, where that helps."""

    def __init__(self, said: Said = "") -> None:
        super().__init__(*([text_of(said)] if said else []))
        self.why = why_of(said)
        """The reason as a code with values; None where the message is all there is."""

    @property
    def said(self) -> Said:
        """What it says: the reason, or else the message."""
        return self.why or str(self)


class InvalidInput(BailiwickError):
    """A value cannot be accepted; `field` says which."""

    code = "invalid-input"

    def __init__(self, said: Said, *, field: str | None = None) -> None:
        super().__init__(said)
        self.field = field


class NotFound(BailiwickError):
    """No such thing among what this user can reach (also when it is another user's)."""

    code = "not-found"


class UnknownAgent(NotFound):
    """The chosen agent does not exist among what this user can reach."""

    code = "unknown-agent"


class AgentUnavailable(BailiwickError):
    """The chosen agent exists but is paused, archived or cannot be chosen."""

    code = "agent-unavailable"


class Conflict(BailiwickError):
    """The thing is not in a state that allows this."""

    code = "conflict"
