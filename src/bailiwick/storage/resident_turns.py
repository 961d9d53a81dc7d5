"""Port `ResidentTurnStore`: what residents are to do, and what became of it; see `resident_history` for the past."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bailiwick.core.errors import LostClaim, NotFound
from bailiwick.core.executions import ExecutionStatus
from bailiwick.core.ids import uuid7
from bailiwick.core.reasons import Reason, ReasonCode, Said, read_reason
from bailiwick.core.swarm import (
    Claim,
    DeliveryStatus,
    Mail,
    ResidentStatus,
    RoomKind,
    RoomStatus,
    Swarm,
    SwarmStatus,
    WokenBy,
)
from bailiwick.storage.queries import Connection, as_uuid
from bailiwick.storage.reasons import text_column, why_column
from bailiwick.storage.resident_history import ResidentHistory
from bailiwick.storage.swarm_rows import read_resident
from bailiwick.storage.text import as_json, clean_text

MOST_MAILS = 50
MOST_CHARACTERS = 100_000
"""A turn reads so much mail at once, and no more."""
WOKEN_BY = {RoomKind.DIRECT: WokenBy.DIRECT_MESSAGE, RoomKind.GROUP: WokenBy.GROUP_MESSAGE}
STOPPED = Reason.of(ReasonCode.TURN_STOPPED)
GONE = Reason.of(ReasonCode.TURN_ENDED)


class PostgresResidentTurns(ResidentHistory):
    """Port `ResidentTurnStore` on PostgreSQL."""

    async def begin(self, user_id: str, resident_id: str, *, manual: bool = False) -> Claim | None:
        """Return what a resident is to do next.

        A turn that a person stopped and whose worker did not end it, whatever runs. Its unfinished turn, unless that
        waits for a person, for its next attempt, or because its room is paused: then nothing. Else, with mail that
        wakes it in an open room, a new turn: all unread mail of the room whose waking mail is the oldest, up to 50
        mails and 100,000 characters, is claimed, and an execution for it is created. Else, if `manual`, a turn without
        mail. Nothing while the swarm or the resident does not run. A claim of mail counts as an attempt, except when
        its turn was laid down without an error, waited, or was never claimed.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            swarm = await self._hold(connection, await self._swarm_of(connection, resident_id))
            turn = await self._turns.one(connection, "unfinished_of", resident_id=resident_id)
            if turn is not None and turn["stopped"]:
                return await self._claim(connection, swarm, resident_id, turn, turn["attempts"])
            status = (await self._turns.row(connection, "standing", id=resident_id))["status"]
            if swarm.status is not SwarmStatus.RUNNING or status != ResidentStatus.ACTIVE:
                return None
            if turn is not None and ExecutionStatus(turn["status"]).terminal:
                await self._close(connection, swarm.id, resident_id, turn)
                turn = None
            if turn is not None:
                return await self._take_up(connection, swarm, resident_id, turn)
            room = await self._turns.one(connection, "waking_room", swarm_id=swarm.id, resident_id=resident_id)
            if room is None and not manual:
                return None
            return await self._new(connection, swarm, resident_id, room)

    async def add(
        self, user_id: str, resident_id: str, *, room_id: str, mails: Sequence[str], message: str, answer: str,
        digest: str, messages: Sequence[Any], sent: str | None = None,
    ) -> str:  # fmt: skip
        """Within the caller's transaction: put a completed turn into a resident's history that a person took in its
        name, with the mail that was acknowledged for it and the one that was sent. Return the execution's id. Raises
        `NotFound`."""
        execution_id = uuid7()
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            swarm = await self._hold(connection, await self._swarm_of(connection, resident_id))
            room = await self._room_of(connection, swarm.id, as_uuid(room_id, "room"))
            await self._turns.run(
                connection, "create_ended", execution_id=key, swarm_id=swarm.id, resident_id=resident_id,
                conversation_id=await self._thread(connection, resident_id), room_id=as_uuid(room.id, "room"),
                woken_by=WOKEN_BY[room.kind], message=message, answer=answer, digest=clean_text(digest),
                messages=as_json([*messages]),
            )  # fmt: skip
            await self._turns.run(
                connection, "note_answered", execution_id=key, resident_id=resident_id,
                mails=[as_uuid(mail, "mail") for mail in mails],
            )  # fmt: skip
            if sent is not None:
                await self._turns.run(connection, "note_sent", execution_id=key, id=as_uuid(sent, "mail"))
        return execution_id

    async def obstacle(self, user_id: str, execution_id: str) -> Said:
        """Return why a turn may not go on now, by its swarm, its resident and its room; empty when it may. Raises
        `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._turns.one(connection, "obstacle", execution_id=as_uuid(execution_id, "execution"))
            if row is None:
                raise NotFound("There is no such turn of a resident.")
            if row["swarm"] != SwarmStatus.RUNNING:
                rests = Reason.of(ReasonCode.SWARM_RESTS, status=row["swarm"])
                return read_reason(row["swarm_why"]) or row["swarm_reason"] or rests
            if row["resident"] != ResidentStatus.ACTIVE:
                rests = Reason.of(ReasonCode.RESIDENT_RESTS, name=row["name"], status=row["resident"])
                return read_reason(row["resident_why"]) or row["resident_reason"] or rests
            return "" if row["room"] == RoomStatus.OPEN else Reason.of(ReasonCode.ROOM_PAUSED)

    async def describe(self, user_id: str, execution_id: str, message: str, asked: Sequence[str] = ()) -> None:
        """Set what the execution of a turn shows as its message, and what that asks for. Raises `NotFound`."""
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            await self._hold_turn(connection, execution_id)
            await self._turns.run(
                connection, "describe", execution_id=key, message=clean_text(message),
                asked=[clean_text(each) for each in asked],
            )  # fmt: skip

    async def persist(self, user_id: str, execution_id: str, digest: str) -> Sequence[Mail]:
        """Within the transaction that finishes the execution: mark the mail of the turn as read, keep the digest.

        Returns the mail, without deliveries. Raises `NotFound`; `LostClaim` when the turn is over already.
        """
        async with self._database.as_user(user_id) as connection:
            swarm_id, resident_id = await self._hold_turn(connection, execution_id)
            await self._finish(connection, execution_id, digest=clean_text(digest))
            return await self._settle(connection, swarm_id, resident_id, execution_id, DeliveryStatus.READ, "")

    async def release(
        self, user_id: str, execution_id: str, attempt: int, *, error: Said = "", retry_at: datetime | None = None
    ) -> None:
        """Lay an unfinished turn down so that a worker can take it up again (the execution is pending), after
        `retry_at` if given; what was done of it stays done. Without an error it counts as no attempt. `LostClaim`."""
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            await self._hold_turn(connection, execution_id)
            execution = await self._turns.one(connection, "lay_down_execution", execution_id=key, attempt=attempt)
            turn = await self._turns.one(
                connection,
                "lay_down",
                execution_id=key,
                error=text_column(error),
                why=why_column(error),
                retry_at=retry_at,
            )
            if execution is None or turn is None:
                raise LostClaim("Another worker has this turn, or it is over.")

    async def give_up(self, user_id: str, execution_id: str, error: Said, *, dead: bool) -> Sequence[Mail]:
        """Within the transaction that ends the execution without success: its mail becomes dead letters, or read when
        a person stopped the turn. Returns the mail, without deliveries. Raises `NotFound`; `LostClaim` when the turn
        is over already."""
        async with self._database.as_user(user_id) as connection:
            swarm_id, resident_id = await self._hold_turn(connection, execution_id)
            await self._finish(connection, execution_id, error=error)
            status = DeliveryStatus.DEAD if dead else DeliveryStatus.READ
            return await self._settle(connection, swarm_id, resident_id, execution_id, status, error)

    async def hurry(self, user_id: str, resident_id: str) -> None:
        """Let an unfinished turn be tried again at once. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, await self._swarm_of(connection, resident_id))
            await self._turns.run(connection, "hurry", resident_id=resident_id)

    # beginning

    async def _take_up(
        self, connection: Connection, swarm: Swarm, resident_id: str, turn: dict[str, Any]
    ) -> Claim | None:
        if turn["status"] == ExecutionStatus.WAITING or not turn["due"] or not turn["open"]:
            return None
        failed = turn["status"] == ExecutionStatus.RUNNING or turn["error"] != ""
        attempts, key = turn["attempts"] + failed, turn["execution_id"]
        await self._turns.run(connection, "take_up", execution_id=key, attempts=attempts, resident_id=resident_id)
        return await self._claim(connection, swarm, resident_id, turn, attempts)

    async def _new(self, connection: Connection, swarm: Swarm, resident_id: str, room: dict[str, Any] | None) -> Claim:
        key = as_uuid(uuid7(), "execution")
        room_id = None if room is None else room["id"]
        woken_by = WokenBy.MANUAL if room is None else WOKEN_BY[RoomKind(room["kind"])]
        await self._turns.run(
            connection, "create", execution_id=key, swarm_id=swarm.id, resident_id=resident_id, room_id=room_id,
            conversation_id=await self._thread(connection, resident_id), woken_by=woken_by,
        )  # fmt: skip
        if room_id is not None:
            await self._turns.run(
                connection, "claim", execution_id=key, swarm_id=swarm.id, resident_id=resident_id, room_id=room_id,
                mails=MOST_MAILS, characters=MOST_CHARACTERS,
            )  # fmt: skip
        turn = {"execution_id": key, "room_id": room_id, "woken_by": woken_by}
        return await self._claim(connection, swarm, resident_id, turn, 1)

    async def _claim(
        self, connection: Connection, swarm: Swarm, resident_id: str, turn: dict[str, Any], attempts: int
    ) -> Claim:
        (resident,) = await self._members.all(connection, "of", ids=[resident_id])
        rows = await self._turns.all(connection, "mails", execution_id=turn["execution_id"])
        return Claim(
            swarm=swarm,
            resident=read_resident(resident),
            execution_id=str(turn["execution_id"]),
            room=None if turn["room_id"] is None else await self._room_of(connection, swarm.id, turn["room_id"]),
            woken_by=WokenBy(turn["woken_by"]),
            mails=await self._bare(connection, swarm.id, [row["mail_id"] for row in rows]),
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

    async def _hold_turn(self, connection: Connection, execution_id: str) -> tuple[str, str]:
        """Hold the swarm of a turn; return its id and the resident's."""
        row = await self._turns.one(connection, "whose", execution_id=as_uuid(execution_id, "execution"))
        if row is None:
            raise NotFound("There is no such turn of a resident.")
        await self._hold(connection, row["swarm_id"])
        return row["swarm_id"], row["resident_id"]

    async def _finish(self, connection: Connection, execution_id: str, *, digest: str = "", error: Said = "") -> None:
        key = as_uuid(execution_id, "execution")
        finished = await self._turns.one(
            connection, "finish", execution_id=key, digest=digest, error=text_column(error), why=why_column(error)
        )
        if finished is None:
            raise LostClaim("This turn is over.")

    async def _settle(
        self, connection: Connection, swarm_id: str, resident_id: str, execution_id: str, status: DeliveryStatus,
        error: Said,
    ) -> Sequence[Mail]:  # fmt: skip
        rows = await self._turns.all(
            connection, "settle", execution_id=as_uuid(execution_id, "execution"), status=status,
            error=text_column(error), why=why_column(error),
        )  # fmt: skip
        if rows:
            await self._mails.run(connection, "count_unread_of_resident", resident_id=resident_id, mails=-len(rows))
        if rows and status is DeliveryStatus.DEAD:
            await self._mails.run(connection, "count_dead", swarm_id=swarm_id, mails=len(rows))
        return await self._bare(connection, swarm_id, [row["mail_id"] for row in rows])

    async def _close(self, connection: Connection, swarm_id: str, resident_id: str, turn: dict[str, Any]) -> None:
        """End a turn whose execution was ended by somebody who knew nothing of its mail."""
        execution_id, failed = str(turn["execution_id"]), turn["status"] == ExecutionStatus.FAILED
        status = DeliveryStatus.DEAD if failed else DeliveryStatus.READ
        stopped = turn["status"] == ExecutionStatus.CANCELLED
        error = GONE if failed else STOPPED if stopped else ""
        await self._finish(connection, execution_id, error=error)
        await self._settle(connection, swarm_id, resident_id, execution_id, status, error)
