"""What residents are to do, and what became of it; see `resident_history` for the past."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import (
    Claim,
    DeliveryStatus,
    Digest,
    ResidentStatus,
    RoomKind,
    RoomStatus,
    Settled,
    Swarm,
    SwarmStatus,
    WokenBy,
)
from bailiwick.features.swarm.resident_history import ResidentHistory
from bailiwick.features.swarm.rows import read_mail, read_resident, read_room, read_swarm
from bailiwick.kernel.database.queries import Connection, as_uuid
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import LostClaim, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, Said, read_reason
from bailiwick.kernel.usage import ExecutionStatus, Usage

MOST_MAILS = 50
MOST_CHARACTERS = 100_000
"""A turn reads so much mail at once, and no more."""
WOKEN_BY = {RoomKind.DIRECT: WokenBy.DIRECT_MESSAGE, RoomKind.GROUP: WokenBy.GROUP_MESSAGE}
STOPPED = Reason.of(SwarmReason.TURN_STOPPED)
GONE = Reason.of(SwarmReason.TURN_ENDED)
NO_DIGEST = Digest(text="", tainted=False)
"""That of a turn which came to nothing."""


class ResidentTurnStore(ResidentHistory):
    """Turns of residents: each is an execution in the resident's own thread."""

    async def begin(self, user_id: str, resident_id: str, *, manual: bool = False) -> Claim | None:
        """Return what a resident is to do next.

        A turn that a person stopped and whose worker did not end it, whatever runs, so that it can be ended. Its
        unfinished turn; None if that waits for a person, for its next attempt, or for its room to be open again.
        Else, with mail that wakes it in an open room, a new turn: all unread mail of the room whose waking mail is the
        oldest, up to 50 mails and 100,000 characters, is claimed, and an execution for it is created. Else, if
        `manual`, a turn without mail. None while the swarm or the resident does not run. Taking a turn up again
        counts as an attempt if it was running or was released with an error. The mails have no deliveries.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            await self._hold_to_begin(connection, resident_id)
            state = await self._turns.row(connection, "state_to_begin", id=resident_id)
            swarm = read_swarm(state)
            if state["stopped"]:
                return await self._again(connection, swarm, resident_id, state, state["attempts"])
            if swarm.status is not SwarmStatus.RUNNING or state["resident"] != ResidentStatus.ACTIVE:
                return None
            unfinished = state["execution_id"] is not None
            if unfinished and not ExecutionStatus(state["turn_status"]).terminal:
                return await self._take_up(connection, swarm, resident_id, state)
            if unfinished:
                # No code ends an execution so, or hardly ever: two that wait for each other here are told apart by the
                # database, and who has lost tries again.
                await self._hold_to_count(connection, swarm.id)
                await self._close(connection, state)
            if state["waking_room"] is None and not manual:
                return None
            return await self._new(connection, swarm, resident_id, state)

    async def add(
        self,
        user_id: str,
        resident_id: str,
        *,
        room_id: str,
        mails: Sequence[str],
        message: str,
        answer: str,
        digest: Digest,
        messages: Sequence[Any],
        sent: str | None = None,
    ) -> str:
        """Within the caller's transaction: put a completed turn into a resident's history that a person took in its
        name, with the mail that was acknowledged for it and the one that was sent. Return the execution's id. Raises
        `NotFound`."""
        execution_id = uuid7()
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            swarm = await self._hold_of_resident(connection, resident_id)
            room = await self._room_of(connection, swarm.id, as_uuid(room_id, "room"))
            await self._turns.run(
                connection,
                "create_ended",
                execution_id=key,
                swarm_id=swarm.id,
                resident_id=resident_id,
                conversation_id=await self._thread(connection, resident_id),
                room_id=as_uuid(room.id, "room"),
                woken_by=WOKEN_BY[room.kind],
                message=message,
                answer=answer,
                digest=clean_text(digest.text),
                tainted=digest.tainted,
                messages=as_json([*messages]),
            )
            await self._turns.run(
                connection,
                "note_answered",
                execution_id=key,
                resident_id=resident_id,
                mails=[as_uuid(mail, "mail") for mail in mails],
            )
            if sent is not None:
                await self._turns.run(connection, "note_sent", execution_id=key, id=as_uuid(sent, "mail"))
        return execution_id

    async def obstacle(self, user_id: str, execution_id: str) -> Said:
        """Return why a turn may not go on now, by its swarm, its resident and its room, in one sentence; empty when it
        may. Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._turns.one(connection, "obstacle", execution_id=as_uuid(execution_id, "execution"))
            if row is None:
                raise not_found("turn")
            if row["swarm"] != SwarmStatus.RUNNING:
                rests = Reason.of(SwarmReason.SWARM_RESTS, status=row["swarm"])
                return read_reason(row["swarm_why"]) or row["swarm_reason"] or rests
            if row["resident"] != ResidentStatus.ACTIVE:
                rests = Reason.of(SwarmReason.RESIDENT_RESTS, name=row["name"], status=row["resident"])
                return read_reason(row["resident_why"]) or row["resident_reason"] or rests
            return "" if row["room"] == RoomStatus.OPEN else Reason.of(SwarmReason.ROOM_PAUSED)

    async def persist(
        self, user_id: str, execution_id: str, digest: Digest, *, usage: Usage = Usage(), seconds: float = 0.0
    ) -> Settled:
        """Within the transaction that finishes the execution and holds the swarm: mark the mail of the turn as read,
        keep the digest, and add to what swarm and resident have used what is not counted yet. Raises `NotFound`;
        `LostClaim` when the turn is over already."""
        read = DeliveryStatus.READ
        async with self._database.as_user(user_id) as connection:
            return await self._finish(connection, execution_id, read, digest=digest, usage=usage, seconds=seconds)

    async def release(
        self, user_id: str, execution_id: str, attempt: int, *, error: Said = "", retry_at: datetime | None = None
    ) -> None:
        """Release an unfinished turn so that a worker can take it up again (the execution is pending), after
        `retry_at` if given; what was done of it stays done. Without an error it counts as no attempt. `LostClaim`."""
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            await self._hold_to_end(connection, execution_id)
            execution = await self._turns.one(connection, "release_execution", execution_id=key, attempt=attempt)
            turn = await self._turns.one(
                connection,
                "release",
                execution_id=key,
                error=text_column(error),
                why=why_column(error),
                retry_at=retry_at,
            )
            if execution is None or turn is None:
                raise LostClaim("Another worker has this turn, or it is over.")

    async def give_up(
        self,
        user_id: str,
        execution_id: str,
        error: Said,
        *,
        dead: bool,
        usage: Usage = Usage(),
        seconds: float = 0.0,
    ) -> Settled:
        """Within the transaction that ends the execution without success and holds the swarm: its mail becomes dead
        letters, or read when a person stopped the turn; what it has used is counted as by `persist`. Raises `NotFound`;
        `LostClaim` when it is over already."""
        status = DeliveryStatus.DEAD if dead else DeliveryStatus.READ
        async with self._database.as_user(user_id) as connection:
            return await self._finish(connection, execution_id, status, error=error, usage=usage, seconds=seconds)

    async def hurry(self, user_id: str, resident_id: str) -> None:
        """Let an unfinished turn be tried again at once. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._hold_of_resident(connection, resident_id)
            await self._turns.run(connection, "hurry", resident_id=resident_id)

    # beginning

    async def _take_up(
        self, connection: Connection, swarm: Swarm, resident_id: str, turn: dict[str, Any]
    ) -> Claim | None:
        if turn["turn_status"] == ExecutionStatus.WAITING or not turn["due"] or not turn["open"]:
            return None
        failed = turn["turn_status"] == ExecutionStatus.RUNNING or turn["error"] != ""
        attempts, key = turn["attempts"] + failed, turn["execution_id"]
        await self._turns.run(connection, "take_up", execution_id=key, attempts=attempts, resident_id=resident_id)
        return await self._again(connection, swarm, resident_id, turn, attempts)

    async def _again(
        self, connection: Connection, swarm: Swarm, resident_id: str, turn: dict[str, Any], attempts: int
    ) -> Claim:
        mails = await self._turns.all(connection, "mails", execution_id=turn["execution_id"])
        return await self._claim(connection, swarm, resident_id, turn, attempts, mails)

    async def _new(self, connection: Connection, swarm: Swarm, resident_id: str, state: dict[str, Any]) -> Claim:
        room_id, kind = state["waking_room"], state["waking_kind"]
        turn = {
            "execution_id": as_uuid(uuid7(), "execution"),
            "room_id": room_id,
            "woken_by": WokenBy.MANUAL if room_id is None else WOKEN_BY[RoomKind(kind)],
        }
        thread = state["thread"] or await self._thread(connection, resident_id)
        mails = await self._turns.all(
            connection,
            "create",
            **turn,
            swarm_id=swarm.id,
            resident_id=resident_id,
            mails=MOST_MAILS,
            characters=MOST_CHARACTERS,
            conversation_id=thread,
        )
        return await self._claim(connection, swarm, resident_id, turn, 1, mails)

    async def _claim(
        self,
        connection: Connection,
        swarm: Swarm,
        resident_id: str,
        turn: dict[str, Any],
        attempts: int,
        mails: Sequence[dict[str, Any]],
    ) -> Claim:
        (resident,) = await self._members.all(connection, "of", ids=[resident_id])
        rows = await self._rooms.all(connection, "of_member", swarm_id=swarm.id, member=resident_id)
        rooms = [read_room(row) for row in rows]
        room = None if turn["room_id"] is None else next((one for one in rooms if one.id == str(turn["room_id"])), None)
        if room is None and turn["room_id"] is not None:  # it has left the room since
            room = await self._room_of(connection, swarm.id, turn["room_id"])
        return Claim(
            swarm=swarm,
            resident=read_resident(resident),
            execution_id=str(turn["execution_id"]),
            room=room,
            woken_by=WokenBy(turn["woken_by"]),
            mails=[read_mail(row) for row in mails],
            rooms=rooms,
            attempts=attempts,
        )

    async def _thread(self, connection: Connection, resident_id: str) -> Any:
        """Return the id of a resident's thread, created when it is first needed; its swarm is held."""
        row = await self._turns.one(connection, "thread", resident_id=resident_id)
        if row is None:
            key = as_uuid(uuid7(), "conversation")
            row = await self._turns.row(connection, "create_thread", id=key, resident_id=resident_id)
        return row["id"]

    # ending

    async def _finish(
        self,
        connection: Connection,
        execution_id: str,
        status: DeliveryStatus,
        *,
        digest: Digest = NO_DIGEST,
        error: Said = "",
        usage: Usage = Usage(),
        seconds: float = 0.0,
    ) -> Settled:
        key = as_uuid(execution_id, "execution")
        rows = await self._turns.all(
            connection,
            "finish",
            execution_id=key,
            status=status,
            digest=clean_text(digest.text),
            tainted=digest.tainted,
            error=text_column(error),
            why=why_column(error),
            seconds=max(0.0, seconds),
            **asdict(usage),
        )
        if not rows:
            await self._hold_to_end(connection, execution_id)
            raise LostClaim("This turn is over.")
        mails = [read_mail(row) for row in rows if row["id"] is not None]
        return Settled(mails=mails, unread=rows[0]["unread"], may_work=rows[0]["may_work"])

    async def _close(self, connection: Connection, turn: dict[str, Any]) -> None:
        """End a turn whose execution was ended without knowledge of its mail."""
        failed = turn["turn_status"] == ExecutionStatus.FAILED
        status = DeliveryStatus.DEAD if failed else DeliveryStatus.READ
        stopped = turn["turn_status"] == ExecutionStatus.CANCELLED
        error = GONE if failed else STOPPED if stopped else ""
        await self._finish(connection, str(turn["execution_id"]), status, error=error)
