"""How a swarm reads in a terminal: who, what state, what was said."""

from collections.abc import Iterable, Mapping, Sequence
from json import dumps
from textwrap import indent
from typing import Any

from bailiwick.features.swarm.records import Activity, Mail, Resident, ResidentStatus, Room, RoomKind, Swarm
from bailiwick.features.swarm.turn_entries import EntryKind, TurnEntry, TurnView
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import console, said, told_of
from bailiwick.kernel.terminal.texts import grouped, named, phrase, word
from bailiwick.people.records import PERSON

CHANGED = {"swarm.changed": "swarm-words.swarm", "room.changed": "swarm-words.room"}
"""What was changed, by its key, where it is no resident."""


def tokens(resident: Resident | Swarm) -> int:
    """Return the tokens that a resident or a swarm has used."""
    return resident.usage.input_tokens + resident.usage.output_tokens


def cost(resident: Resident | Swarm) -> str:
    """Return what a resident or a swarm has cost, in US dollars."""
    return f"${resident.usage.cost:,.4f}"


def state(resident: Resident) -> str:
    """Return what a resident is doing, in a few words."""
    if resident.status is not ResidentStatus.ACTIVE:
        status = word(resident.status)
        return f"{status} ({line(said(resident.why, resident.reason), 80)})" if resident.reason else status
    match resident.activity:
        case Activity.CALLING:
            return phrase("swarm-words.calling", tool=line(resident.doing, 60))
        case Activity.WAITING:
            waits = phrase("swarm-words.waits-for-you")
            return f"{waits}: {line(resident.doing, 80)}" if resident.doing else waits
        case Activity.RETRYING if resident.retry_at is not None:
            return phrase("swarm-words.tries-again-at", time=f"{resident.retry_at.astimezone():%H:%M:%S}")
        case activity:
            return word(activity)


class Names:
    """Who is behind the ids of members, and what rooms are called."""

    def __init__(self, residents: Iterable[Resident], rooms: Iterable[Room]) -> None:
        self._residents = {one.id: one.name for one in residents}
        self._rooms = {one.id: one for one in rooms}

    def knows(self, mail: Mail) -> bool:
        """Whether it can say who wrote a mail and where."""
        return mail.room_id in self._rooms and (mail.sender == PERSON or mail.sender in self._residents)

    def member(self, member: str) -> str:
        """Return what people call a member."""
        return phrase("swarm-words.you") if member == PERSON else self._residents.get(member, member)

    def room(self, room_id: str, *, besides: str | None = None) -> str:
        """Return a group's name, or the members of a direct room besides one of them."""
        room = self._rooms.get(room_id)
        if room is None:
            return room_id
        if room.kind is RoomKind.GROUP:
            return room.name
        return ", ".join(self.member(one) for one in room.members if one != besides)


def show_mail(mail: Mail, names: Names) -> None:
    """Print one mail: who to whom, and all of its text."""
    sender = names.member(mail.sender) + (
        f" {phrase('swarm-words.by-person')}" if mail.by_person and mail.sender != PERSON else ""
    )
    head = f"{mail.position:>4}  {line(sender)} → {line(names.room(mail.room_id, besides=mail.sender))}"
    marks = [mark for mark, on in ((phrase("swarm-words.after-strangers-words"), mail.tainted),) if on]
    marks += [
        phrase("swarm-words.not-read-by", name=names.member(one.recipient), reason=said(one.why, one.error))
        for one in mail.deliveries
        if one.status == "dead"
    ]
    console().print(head + "".join(f"  [{mark}]" for mark in marks), style="bold", markup=False, soft_wrap=True)
    say(indent(mail.content, "      "))


def show_turn(turn: TurnView, names: Names) -> None:
    """Print one turn of a resident: what it read, thought, did and said."""
    used = turn.usage.input_tokens + turn.usage.output_tokens
    came = f"{word(turn.status)}, {word(turn.woken_by)}, {grouped(used)} tokens"
    head = f"{turn.created_at.astimezone():%Y-%m-%d %H:%M:%S}  {came}"
    console().print(head, style="bold", markup=False, soft_wrap=True)
    for entry in turn.entries:
        say(indent(_entry(entry, names), "    ")[2:])
    if turn.error:
        say(f"  ✗ {said(turn.why, turn.error)}")


def _entry(entry: TurnEntry, names: Names) -> str:
    match entry.kind:
        case EntryKind.MAIL:
            return f"✉ {names.member(entry.sender or '')}: {entry.text}"
        case EntryKind.SAID:
            return f"→ {entry.text}"
        case EntryKind.THOUGHT:
            return f"… {entry.text}"
        case EntryKind.CALL:
            return f"· {entry.tool} {line(dumps(entry.arguments, ensure_ascii=False))}"
        case EntryKind.RESULT:
            failed = entry.error is not None
            return f"  ✗ {said(entry.why, entry.error or '')}" if failed else f"  = {line(_text(entry.result))}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else dumps(value, ensure_ascii=False)


def told(kind: str, data: Mapping[str, Any], names: Names, agent: str | None) -> str | None:
    """Return a fact of a swarm in words; None for one that says nothing new to a person."""
    who = names.member(str(data.get("resident") or data.get("sender") or data.get("agent") or agent or ""))
    reason = f": {told_of(data)}" if data.get("reason") else ""
    match kind:
        case "mail.sent":
            return f"{who} → {_recipients(data.get('recipients') or (), names)}: {data['preview']}"
        case "mail.refused":
            return phrase("swarm-words.could-not-write", name=who) + reason
        case "mail.died":
            whose = names.member(str(data["recipient"]))
            again = "swarm-words.delivered-again" if data["redelivered"] else "swarm-words.became-dead"
            return phrase(again, name=whose) + reason
        case "resident.woken":
            woke = "swarm-words.woke-again" if data["attempt"] > 1 else "swarm-words.woke"
            return phrase(woke, name=who, why=named("WokenBy", data["wokenBy"]), attempt=data["attempt"])
        case "resident.slept":
            return phrase("swarm-words.outcome", name=who, outcome=named("TurnOutcome", data["outcome"])) + reason
        case "resident.changed" | "swarm.changed" | "room.changed":
            what = phrase(CHANGED[kind]) if kind in CHANGED else who
            member = names.member(str(data["member"])) if data.get("member") else ""
            changed = "swarm-words.changed-member" if member else "swarm-words.changed"
            return phrase(changed, what=what, change=named("SwarmChange", data["change"]), member=member) + reason
        case "tool-execution":
            arguments = dumps(data.get("arguments"), ensure_ascii=False)
            return phrase("swarm-words.calls", name=who, tool=data["tool"], arguments=arguments)
        case "agent.tool_result" if data.get("error"):
            return phrase("swarm-words.failed", tool=data["tool"], error=told_of(data, "error"))
        case "approval.requested":
            return phrase("swarm-words.waits-for-approval", name=who, tool=data["tool"])
        case "error.occurred":
            again = f" {phrase('ask.trying-again')}" if data["willRetry"] else ""
            return f"{who or phrase('swarm-words.a-turn')}: {told_of(data, 'message')}{again}"
        case _:
            return None


def _recipients(recipients: Sequence[str], names: Names) -> str:
    return ", ".join(names.member(one) for one in recipients)
