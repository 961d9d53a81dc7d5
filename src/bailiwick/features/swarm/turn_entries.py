"""A resident's turn as people read it: what it read, thought, did and said, in order.

Only records and plain JSON come in, so that the command line can show turns without waiting for the HTTP libraries.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self, cast

from bailiwick.features.swarm.records import Mail, ResidentTurn, WokenBy
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.records import Step, StepKind, StepStatus
from bailiwick.tools.records import is_failure, why_in, why_metadata
from bailiwick_router.core.record import Record

SENDING = ("send", "send_group_message")
"""Tools that send mail; `sent` in their results is its number in the swarm."""


class EntryKind(StrEnum):
    """What part of a turn an entry is."""

    MAIL = "mail"
    """Mail that it read."""
    THOUGHT = "thought"
    CALL = "call"
    RESULT = "result"
    SAID = "said"
    """Its last text, which was sent as mail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEntry(Record):
    """One thing that was read, thought, done or said in a turn."""

    kind: EntryKind
    mail_id: str | None = None
    """The mail that was read, or sent by this call or text."""
    sender: str | None = None
    text: str | None = None
    """Of mail, thoughts and what was said."""
    tool: str | None = None
    arguments: Any = None
    """Of calls."""
    result: Any = None
    """Of results."""
    error: str | None = None
    """Why a call failed."""
    why: Reason | None = None
    """The error as a code with values; None where there is none."""
    call_id: str | None = None
    """Which call, as events name it."""
    place: Place | None = None
    """In which round it was thought, called, returned or said, and which call of that round it is; None of mail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView(Record):
    """One turn of a resident, with all that happened in it."""

    execution_id: str
    resident_id: str
    room_id: str | None
    woken_by: WokenBy
    mails: Sequence[str]
    """Ids of the mails it read."""
    digest: str
    """The turn in one line."""
    tainted: bool
    """Whether it had read what strangers wrote; false until it has ended."""
    status: ExecutionStatus
    error: str
    why: Reason | None
    """The error as a code with values; None where there is none."""
    retry_at: datetime | None
    usage: Usage
    created_at: datetime
    ended_at: datetime | None
    entries: Sequence[TurnEntry]

    @classmethod
    def of(cls, turn: ResidentTurn, mails: Sequence[Mail]) -> Self:
        """Return the view of a turn with its model messages; `mails` are those that it read or sent, and may be
        more."""
        shared = {field.name: getattr(turn, field.name) for field in fields(turn) if field.name != "messages"}
        batch = set(turn.mails)
        read = [mail for mail in mails if mail.id in batch]
        sent = [mail for mail in mails if mail.execution_id == turn.execution_id and mail.id not in batch]
        return cls(**shared, entries=tuple(entries_of(turn.messages, read, sent)))


def entries_of(messages: Sequence[Any], read: Sequence[Mail], sent: Sequence[Mail]) -> list[TurnEntry]:
    """Return what happened in a turn, from its model messages (JSON) and its mail, oldest first.

    What the model was told stands there as the mail itself. A sent mail is found at the result that reports it, or at
    the text that says the same; one that is found nowhere comes last.
    """
    entries = [_mail(mail, EntryKind.MAIL) for mail in read]
    left = list(sent)
    for entry in _of_messages(messages):
        mail = _sent_by(entry, left)
        if mail is not None:
            left.remove(mail)
            entry = replace(entry, mail_id=mail.id)
        entries.append(entry)
    _speak(entries, left)
    return entries + [_mail(mail, EntryKind.SAID) for mail in left]


def messages_of(steps: Sequence[Step]) -> list[Any]:
    """Return the model messages (JSON) of a turn that is not over, or did not end well, from its journal.

    Calls without a result have none; what helpers did within a call is left out.
    """
    messages: list[Any] = []
    calls: dict[Place, Any] = {}
    for step in sorted(steps, key=lambda each: each.position):
        if step.place.path:
            continue
        if step.kind is StepKind.MODEL and step.output is not None:
            response = step.output.get("response") or {}
            messages.append(response)
            parts = [part for part in _parts(response) if part.get("part_kind") == "tool-call"]
            calls |= {step.place.of_call(index): part.get("tool_call_id") for index, part in enumerate(parts)}
        elif step.kind in (StepKind.TOOL, StepKind.HELPER) and step.status is not StepStatus.RUNNING:
            content = {"error": step.error} if step.error is not None else (step.output or {}).get("result")
            part = {
                "part_kind": "tool-return",
                "tool_name": step.name,
                "content": content,
                "tool_call_id": calls.get(step.place, step.key),
                "metadata": why_metadata(step.why),
            }
            messages.append({"kind": "request", "parts": [part]})
    return messages


def _of_messages(messages: Sequence[Any]) -> Iterator[TurnEntry]:
    place = Place(round=0)
    calls: dict[Any, list[Place]] = {}
    for message in messages:
        if not isinstance(message, dict):
            continue
        if cast("Mapping[str, Any]", message).get("kind") == "response":
            place = place.in_round((place.round or 0) + 1)
            yield from _of_response(cast("Mapping[str, Any]", message), place, calls)
        else:
            yield from _of_results(cast("Mapping[str, Any]", message), calls)


def _of_response(message: Mapping[str, Any], place: Place, calls: dict[Any, list[Place]]) -> Iterator[TurnEntry]:
    index = 0
    for part in _parts(message):
        match part.get("part_kind"):
            case "text" | "thinking" if str(part.get("content") or "").strip():
                yield TurnEntry(kind=EntryKind.THOUGHT, text=str(part["content"]), place=place)
            case "tool-call":
                call = place.of_call(index)
                calls.setdefault(part.get("tool_call_id"), []).append(call)
                index += 1
                yield TurnEntry(
                    kind=EntryKind.CALL,
                    tool=str(part.get("tool_name")),
                    arguments=_arguments(part.get("args")),
                    call_id=call.tool_key,
                    place=call,
                )
            case _:
                continue


def _of_results(message: Mapping[str, Any], calls: Mapping[Any, list[Place]]) -> Iterator[TurnEntry]:
    for part in _parts(message):
        if part.get("part_kind") != "tool-return" or not calls.get(part.get("tool_call_id")):
            continue
        content: Any = part.get("content")
        failed = is_failure(content)
        call = calls[part.get("tool_call_id")].pop(0)
        yield TurnEntry(
            kind=EntryKind.RESULT,
            tool=str(part.get("tool_name")),
            call_id=call.tool_key,
            place=call,
            result=None if failed else content,
            error=str(content["error"]) if failed else None,
            why=why_in(part.get("metadata")) if failed else None,
        )


def _parts(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    parts = message.get("parts")
    return [part for part in cast("Sequence[Any]", parts) if isinstance(part, dict)] if isinstance(parts, list) else []


def _arguments(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return arguments or {}
    try:
        return json.loads(arguments)
    except ValueError:
        return {"unreadable": arguments[:2000]}


def _sent_by(entry: TurnEntry, left: Sequence[Mail]) -> Mail | None:
    """Return the mail that a result reports to have been sent, by its number in the swarm."""
    if entry.kind is not EntryKind.RESULT or entry.tool not in SENDING or not isinstance(entry.result, dict):
        return None
    position = cast("Mapping[str, Any]", entry.result).get("sent")
    return next((mail for mail in left if mail.position == position), None)


def _speak(entries: list[TurnEntry], left: list[Mail]) -> None:
    """Mark the last thought as said if one of the mails that are left says it."""
    thoughts = [index for index, entry in enumerate(entries) if entry.kind is EntryKind.THOUGHT]
    if not thoughts:
        return
    last = entries[thoughts[-1]]
    mail = next((mail for mail in left if mail.content.strip() == (last.text or "").strip()), None)
    if mail is not None:
        left.remove(mail)
        entries[thoughts[-1]] = replace(last, kind=EntryKind.SAID, mail_id=mail.id, sender=mail.sender)


def _mail(mail: Mail, kind: EntryKind) -> TurnEntry:
    return TurnEntry(kind=kind, mail_id=mail.id, sender=mail.sender, text=mail.content)
