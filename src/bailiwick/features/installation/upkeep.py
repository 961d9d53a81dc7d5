"""Upkeep: what is done now and then for every user; every worker may do it, doing it twice changes nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

import structlog

from bailiwick.agents.rosters import Rosters
from bailiwick.features.installation.actions import delete_old
from bailiwick.features.installation.retention import Retention
from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.metrics.store import MetricStore
from bailiwick.features.notes.records import DELETED_DAYS
from bailiwick.features.notes.store import NoteStore
from bailiwick.kernel.database.for_each_user import Duty, Users, for_everybody
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Unavailable
from bailiwick.runs.actions import Executions
from bailiwick.runs.conversation_store import ConversationStore

PAUSE_SECONDS = 3600.0
OUTAGE_SECONDS = 30.0
"""When duties are tried again that the database could not be reached for."""
REMOVED_DAYS = 30
"""How long what was removed from the knowledge graph can come back."""

log = structlog.get_logger(__name__)


async def keep_house(
    users: Users,
    stores: Stores,
    rosters: Rosters,
    executions: Executions,
    retention: Callable[[], Awaitable[Retention]],
    *,
    also: Sequence[Duty] = (),
) -> None:
    """Do every duty every hour until cancelled, `also` those of other parts; an unreachable database is tried again
    soon."""
    while True:
        pause = PAUSE_SECONDS
        try:
            await do_duties(await users(), stores, rosters, executions, await retention(), also=also)
        except Unavailable:
            log.warning("upkeep is put off: the database cannot be reached")
            pause = OUTAGE_SECONDS
        await asyncio.sleep(pause)


async def do_duties(
    users: Sequence[str],
    stores: Stores,
    rosters: Rosters,
    executions: Executions,
    retention: Retention,
    *,
    also: Sequence[Duty] = (),
) -> None:
    """Do every duty once for each of these users; a new duty is one line here. Raises `Unavailable`."""
    await for_everybody(
        users,
        partial(roll_metrics, stores),
        partial(index_messages, stores),
        lambda user_id: delete_old(stores, user_id, retention, datetime.now(UTC)),
        rosters.expire,
        executions.expire_approvals,
        partial(expire_knowledge, stores),
        partial(expire_notes, stores),
        *also,
    )


async def roll_metrics(stores: Stores, user_id: str) -> None:
    """Sum up the hours that are over, so that figures of months cost no more than those of days."""
    while await stores[MetricStore].roll(user_id):
        pass


async def index_messages(stores: Stores, user_id: str) -> None:
    """Write down where the words of messages stand, so that a search need not look at each."""
    while await stores[ConversationStore].index_messages(user_id):
        pass


async def expire_knowledge(stores: Stores, user_id: str) -> None:
    """Erase conversations' own memory whose time is over, and what was removed from memory long ago."""
    now = datetime.now(UTC)
    erased = await stores[KnowledgeHistory].expire(user_id, now, now - timedelta(days=REMOVED_DAYS))
    if erased:
        log.info("old memory was erased", user=user_id, things=erased)


async def expire_notes(stores: Stores, user_id: str) -> None:
    """Erase notes that were deleted so long ago that they cannot come back any more."""
    erased = await stores[NoteStore].expire(user_id, datetime.now(UTC) - timedelta(days=DELETED_DAYS))
    if erased:
        log.info("deleted notes were erased", user=user_id, notes=erased)
