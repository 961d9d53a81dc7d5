"""Reads a resident's turns as people see them, for the API and the command line."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import ResidentTurn
from bailiwick.features.swarm.turn_entries import TurnView, messages_of
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.runs.store import ExecutionStore

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform


async def views(
    platform: "Platform",
    user_id: str,
    swarm_id: str,
    resident_id: str,
    *,
    before: datetime | None = None,
    limit: int = 20,
) -> Sequence[TurnView]:
    """Return turns of a resident with what happened in each, latest first. Raises `NotFound`.

    Turns without model messages (under way, or without success) are read from their journal.
    """
    stores = platform.stores
    async with platform.database.as_user(user_id):
        turns = await stores[ResidentTurnStore].list(user_id, resident_id, before=before, limit=limit, messages=True)
        turns = [await _with_journal(platform, user_id, turn) for turn in turns]
        mails = await stores[MailStore].of_turns(user_id, swarm_id, [turn.execution_id for turn in turns])
    return [TurnView.of(turn, mails) for turn in turns]


async def _with_journal(platform: "Platform", user_id: str, turn: ResidentTurn) -> ResidentTurn:
    if turn.messages:
        return turn
    execution = await platform.stores[ExecutionStore].get(user_id, turn.execution_id)
    return replace(turn, messages=messages_of(execution.steps))
