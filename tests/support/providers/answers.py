"""What the local provider servers are told to answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    """What goes wrong on the wire."""

    CUT = "cut"
    """Half of the events, then the connection closes without the end of the body."""
    TRUNCATED = "truncated"
    """Half of the events, then a proper end of the body: only the missing finish tells."""
    RESET = "reset"
    """The connection is reset before the first byte."""
    EMPTY_BODY = "empty-body"
    """Status 200 with no body at all."""
    SILENT = "silent"
    """Not a byte, not even a status, until the client hangs up."""
    STALLED = "stalled"
    """Half of the events, then nothing more until the client hangs up."""
    RESET_IN_THE_MIDDLE = "reset-in-the-middle"
    """Half of the events, then the connection is reset."""
    SLOW_LORIS = "slow-loris"
    """A comment byte now and then, never an event."""
    HUGE_LINE = "huge-line"
    """50 MB without a line feed."""
    ENDLESS = "endless"
    """Text events until the client hangs up."""
    BROKEN_JSON = "broken-json"
    """An event that is not JSON, in the middle."""
    WRONG_CHARSET = "wrong-charset"
    """Events in Latin-1, which is not UTF-8."""
    HTML = "html"
    """Status 200 with a web page."""
    STREAM_ERROR = "stream-error"
    """An error event after the stream has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call in an answer."""

    name: str
    arguments: str = "{}"
    """As sent, JSON or not."""
    id: str = "call_1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer, the same whatever wire format asks for it."""

    pieces: Sequence[str] = ("Hel", "lo.")
    thinking: Sequence[str] = ()
    """What it thinks before, in pieces."""
    cites: Sequence[tuple[str, str]] = ()
    """Addresses and titles of the pages that its text cites."""
    calls: Sequence[Call] = ()
    finish: str | None = None
    """The provider's own word for why it stopped; nothing for the usual one."""
    usage: Mapping[str, Any] | None = field(default_factory=lambda: {"input": 11, "output": 7})
    """`input` and `output` as sent, whatever they are; nothing for a server that reports none."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    error: str = "something is wrong"
    """The message of an error status."""
    detail: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What else the body of an error status says of the error."""
    fault: Fault | None = None
