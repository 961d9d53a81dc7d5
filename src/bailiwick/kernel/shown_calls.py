"""What a person is shown of a tool call, and how the call is known again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundThing(Record):
    """One thing that a call is about to remove or change, as it is before the call."""

    kind: str
    """`note`, `task`, `entity`, `observation`, `relation`, `change`, `price`, `stock`; of a call that runs a program
    `folder` and `writable_folder`, for what is lent to it; tools of plug-ins may have others."""
    id: str
    """What the tool knows it by."""
    title: str
    """Its real name, which need not be what the call named."""
    excerpt: str
    """The beginning of what it holds; may be empty."""
    old_value: str | None
    """The value that the call is about to replace; null where it replaces none."""
    new_value: str | None
    """What it is about to put in its place."""
    digest: str
    """SHA-256, in hexadecimal, of all that it is: another one once anything about it has changed."""

    @classmethod
    def of(
        cls,
        kind: str,
        id: str,
        title: str,
        content: str = "",
        *,
        shown: str | None = None,
        old_value: str | None = None,
        new_value: str | None = None,
    ) -> Self:
        """Return what was found; `content` is all that it holds, of which the beginning is shown, or `shown` alone."""
        text = content if shown is None else shown
        excerpt = text if len(text) <= EXCERPT else text[: EXCERPT - 1].rstrip() + "…"
        return cls(
            kind=kind,
            id=id,
            title=title,
            excerpt=excerpt,
            old_value=old_value,
            new_value=new_value,
            digest=_digest([kind, id, title, content, old_value, new_value]),
        )


EXCERPT = 400
"""Longest excerpt, in characters."""


def was_shown(now: Sequence[FoundThing], shown: Sequence[FoundThing]) -> bool:
    """Whether everything that a call would touch now was shown, just as it is, to the person who agreed to it."""
    return {each.digest for each in now} <= {each.digest for each in shown}


def argument_hash(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of a call: the tool's name and its arguments as canonical JSON."""
    return _digest([tool, dict(arguments)])


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
