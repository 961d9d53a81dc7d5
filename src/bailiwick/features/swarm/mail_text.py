"""Mail as a resident reads it in its prompt.

Every line that a member wrote is marked with `> `, so that nothing written can pass for a heading: who wrote what is
said by the unmarked lines alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.kernel.quoting import quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMail:
    """One mail as its reader is told of it."""

    position: int
    """Its number within the swarm."""
    sender: str
    """Who wrote it, in one line."""
    content: str
    expects_reply: bool = False
    note: str = ""
    """What it has to do with earlier mail, e.g. "in answer to your #3"."""


def mail_prompt(place: str, mails: Sequence[PromptMail]) -> str:
    """Return what a resident is told that has mail in a place, e.g. `in the group "Team"`."""
    return "\n\n".join([f"You have mail {place}.", *(_text(mail) for mail in mails)])


def _text(mail: PromptMail) -> str:
    note = f", {mail.note}" if mail.note else ""
    expected = ", who expects a reply" if mail.expects_reply else ""
    return f"#{mail.position} from {mail.sender}{note}{expected}:\n{quoted(mail.content)}"
