"""Rows of the swarm's tables as records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from bailiwick.features.swarm.records import (
    Activity,
    Delivery,
    DeliveryStatus,
    Mail,
    Resident,
    ResidentStatus,
    ResidentTurn,
    Room,
    RoomKind,
    RoomStatus,
    Swarm,
    SwarmLimits,
    SwarmStatus,
    WokenBy,
)
from bailiwick.kernel.reasons import read_reason
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.store import read_usage

LIMITS = frozenset(field.name for field in fields(SwarmLimits))


def read_swarm(row: Mapping[str, Any]) -> Swarm:
    """Return the swarm of a row; `working` is 0 where the row does not say."""
    return Swarm(
        id=row["id"],
        name=row["name"],
        goal=row["goal"],
        template=row["template"],
        status=SwarmStatus(row["status"]),
        reason=row["reason"],
        why=read_reason(row["why"]),
        limits=SwarmLimits(**{name: value for name, value in row["limits"].items() if name in LIMITS}),
        residents=row["residents"],
        mails=row["mails"],
        seconds=row["seconds"],
        usage=read_usage(dict(row)),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        working=row.get("working", 0),
        unread=row["unread"],
        dead=row["dead"],
    )


def read_resident(row: Mapping[str, Any]) -> Resident:
    """Return the resident of a row, with what it is doing."""
    activity, doing = _activity(row)
    return Resident(
        id=row["id"],
        swarm_id=row["swarm_id"],
        name=row["name"],
        role=row["role"],
        guidance=row["guidance"],
        parent_id=row["parent_id"],
        depth=row["depth"],
        agent_id=row["agent_id"],
        model=row["model"],
        tools=tuple(row["tools"]),
        context_window=row["context_window"],
        color=row["color"],
        icon=row["icon"],
        status=ResidentStatus(row["status"]),
        reason=row["reason"],
        why=read_reason(row["why"]),
        activity=activity,
        doing=doing,
        execution_id=_text(row["execution_id"]),
        retry_at=row["retry_at"],
        unread=row["unread"],
        turns=row["turns"],
        children=row["children"],
        usage=read_usage(dict(row)),
        created_at=row["created_at"],
        last_active_at=row["last_active_at"],
    )


def _activity(row: Mapping[str, Any]) -> tuple[Activity, str]:
    match row["turn_status"]:
        case ExecutionStatus.WAITING:
            return Activity.WAITING, row["waiting_for"]
        case ExecutionStatus.RUNNING if row["calling"] is not None:
            return Activity.CALLING, row["calling"]
        case ExecutionStatus.RUNNING:
            return Activity.THINKING, ""
        case _ if not row["may_work"]:
            return Activity.SLEEPING, ""
        case ExecutionStatus.PENDING if row["retry_at"] is not None:
            return Activity.RETRYING, row["error"]
        case ExecutionStatus.PENDING:
            return Activity.WAKING, ""
        case _:
            return (Activity.WAKING if row["called"] else Activity.SLEEPING), ""


def read_room(row: Mapping[str, Any]) -> Room:
    """Return the room of a row."""
    return Room(
        id=str(row["id"]),
        swarm_id=row["swarm_id"],
        kind=RoomKind(row["kind"]),
        name=row["name"],
        status=RoomStatus(row["status"]),
        members=tuple(row["members"]),
        mails=row["mails"],
        unread=row["unread"],
        mentions=row["mentions"],
        last_mail_at=row["last_mail_at"],
        last_mail=row["last_mail"],
        created_at=row["created_at"],
    )


def read_mail(row: Mapping[str, Any], deliveries: Sequence[Delivery] = (), usage: Usage = Usage()) -> Mail:
    """Return the mail of a row."""
    return Mail(
        id=str(row["id"]),
        swarm_id=row["swarm_id"],
        room_id=str(row["room_id"]),
        position=row["position"],
        sender=row["sender_id"],
        by_person=row["by_person"],
        content=row["content"],
        cause_id=_text(row["cause_id"]),
        root_id=str(row["root_id"]),
        hop=row["hop"],
        reply_to=_text(row["reply_to"]),
        mentions=tuple(row["mentions"]),
        expects_reply=row["expects_reply"],
        tainted=row["tainted"],
        execution_id=_text(row["execution_id"]),
        sent_at=row["sent_at"],
        deliveries=tuple(deliveries),
        usage=usage,
    )


def read_delivery(row: Mapping[str, Any]) -> Delivery:
    """Return the delivery of a row."""
    return Delivery(
        mail_id=str(row["mail_id"]),
        recipient=row["recipient_id"],
        status=DeliveryStatus(row["status"]),
        attempts=row["attempts"],
        execution_id=_text(row["execution_id"]),
        error=row["error"],
        why=read_reason(row["why"]),
        read_at=row["read_at"],
    )


def read_turn(row: Mapping[str, Any]) -> ResidentTurn:
    """Return the turn of a row."""
    return ResidentTurn(
        execution_id=str(row["execution_id"]),
        resident_id=row["resident_id"],
        room_id=_text(row["room_id"]),
        woken_by=WokenBy(row["woken_by"]),
        mails=tuple(str(mail) for mail in row["mails"]),
        digest=row["digest"],
        tainted=row["tainted"],
        status=ExecutionStatus(row["status"]),
        error=row["error"],
        why=read_reason(row["why"]),
        retry_at=row["retry_at"],
        usage=read_usage(dict(row)),
        created_at=row["created_at"],
        ended_at=row["ended_at"],
        messages=tuple(row["model_messages"] or ()),
    )


def shared_usage(rows: Iterable[Mapping[str, Any]]) -> Usage:
    """Add up one mail's shares of the turns that read it.

    A row is a turn: what it used, how many mails it read, and the place of this mail among them, from 0. Shares are
    whole numbers that add up to the whole, so the first mails of a turn bear one more where it does not divide.
    """
    total = Usage()
    for row in rows:
        mails, place = row["mails"], row["place"]

        def part(whole: int, mails: int = mails, place: int = place) -> int:
            return whole // mails + (place < whole % mails)

        total += Usage(
            input_tokens=part(row["input_tokens"]),
            output_tokens=part(row["output_tokens"]),
            model_calls=part(row["model_calls"]),
            tool_calls=part(row["tool_calls"]),
            cost=row["cost"] / mails,
        )
    return total


def _text(key: Any) -> str | None:
    return None if key is None else str(key)
