"""What sending, waking and taking turns costs does not depend on how large a swarm has become."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.neighbours import read_turn_start
from bailiwick.features.swarm.records import Claim, NewMail
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Platform, Working
from bailiwick.people.actions import People
from bailiwick.people.records import PERSON
from bailiwick.runs.queue_bound import QueueBound
from bailiwick.runs.store import ExecutionStore
from support.running import running
from support.statements import counted
from support.stored_swarm import StoredSwarm

SIZES = (100, 800)
GROWN = (
    """
    INSERT INTO residents (id, swarm_id, name, name_key, role, guidance, depth, tools, context_window, color, icon)
    SELECT 'n' || i || '@' || %(swarm)s, %(swarm)s, 'N' || i, 'n' || i, '', '', 1, '{}', 20, '', ''
      FROM generate_series(1, %(many)s) AS i
    """,
    """
    INSERT INTO rooms (id, swarm_id, kind, name, key)
    SELECT md5(%(swarm)s || 'room' || i)::uuid, %(swarm)s, 'group', 'G' || i, '#g' || i
      FROM generate_series(1, %(many)s) AS i
    """,
    """
    INSERT INTO room_members (swarm_id, room_id, member_id)
    SELECT %(swarm)s, md5(%(swarm)s || 'room' || i)::uuid, member
      FROM generate_series(1, %(many)s) AS i, unnest(ARRAY['person', 'n' || i || '@' || %(swarm)s]) AS member
    """,
    """
    INSERT INTO mails (id, swarm_id, room_id, position, sender_id, by_person, content, root_id, hop, mentions,
                       expects_reply, tainted)
    SELECT md5(%(swarm)s || 'mail' || i)::uuid, %(swarm)s, md5(%(swarm)s || 'room' || i %% %(many)s + 1)::uuid, i,
           'person', false, 'Hi?', md5(%(swarm)s || 'mail' || i)::uuid, 0, '{}', true, false
      FROM generate_series(1, 10 * %(many)s) AS i
    """,
    """
    INSERT INTO deliveries (mail_id, recipient_id, swarm_id, room_id, position, wakes, status)
    SELECT md5(%(swarm)s || 'mail' || i)::uuid, 'n' || i %% %(many)s + 1 || '@' || %(swarm)s, %(swarm)s,
           md5(%(swarm)s || 'room' || i %% %(many)s + 1)::uuid, i, true, 'unread'
      FROM generate_series(1, 10 * %(many)s) AS i
    """,
    """
    UPDATE swarms SET mails = 10 * %(many)s, limits = (limits::jsonb || '{"mails": null}')::json
     WHERE id = %(swarm)s
    """,
)
"""Others who live in the swarm, a room of each with the person, and ten unread mails for each."""
ROWS = "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) AS rows FROM pg_stat_xact_user_tables"
SPREAD = 12
"""Rows by which the same work may differ between two sizes: how full the pages and lists of an index happen to be."""
OF_ALL = ("a resident looks around",)
"""Work that reads the names of all residents, with one query."""


@dataclass(frozen=True)
class Cost:
    """What one piece of work took of the database."""

    queries: int
    rows: int
    """Rows that it looked at, whether it returned them or not."""


async def grown(platform: Platform, urls: DatabaseUrls, user: str, many: int) -> StoredSwarm:
    """Found a swarm of three, with many others beside them."""
    stored = await StoredSwarm.found(platform.stores, user, "ana", "ben", "cara", swarm=f"S{many}")
    with psycopg.connect(urls.app, autocommit=True) as connection:
        connection.execute("SELECT set_config('bailiwick.user_id', %s, false)", (user,))
        for statement in GROWN:
            connection.execute(statement, {"swarm": stored.id, "many": many})
    with psycopg.connect(urls.owner, autocommit=True) as connection:
        connection.execute("ANALYZE")
    return stored


async def costs(platform: Platform, stored: StoredSwarm, statements: list[tuple[object, str]]) -> Mapping[str, Cost]:
    """Do everything that happens all the time in a swarm, once, and return what each took."""
    stores, user, ben = platform.stores, stored.user, stored.of("ben")
    mailing = Mailing(
        platform.database,
        stores,
        platform[Jobs],
        platform[Bus],
        QueueBound(platform.stores, 500),
        platform[Background],
        most_unread=500,
    )
    found: dict[str, Cost] = {}

    async def cost(name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        async with platform.database.as_user(user) as connection:
            before = await _rows(connection)
            statements.clear()
            result = await work()
            # Others than the story's run in the background.
            queries = sum(task is asyncio.current_task() for task, _ in statements)
            found[name] = Cost(queries, await _rows(connection) - before)
        return result

    direct = await stored.direct("ana", "ben")
    await stored.direct(PERSON, "ben")
    team = await stored.group("Team", PERSON, "ana", "ben", "cara")
    new = NewMail(room_id=direct, sender=stored.of("ana"), content="Hello")
    await cost("a mail is stored", lambda: stores[MailStore].send(user, stored.id, new))
    await cost("a resident sends and wakes", lambda: mailing.send(user, stored.id, new))
    await cost("a wake-up is queued already", lambda: mailing.send(user, stored.id, new))
    to_group = NewMail(room_id=team, sender=PERSON, content="Hello")
    await cost("a mail goes to a group", lambda: mailing.post(user, stored.id, to_group))
    await cost("a person writes", lambda: platform[Swarms].write(user, stored.id, "Hello", to=ben))
    claim: Claim = await cost("a turn begins", lambda: stores[ResidentTurnStore].begin(user, ben))
    await cost("a turn is taken up again", lambda: stores[ResidentTurnStore].begin(user, ben))
    await cost("a resident looks around", lambda: read_turn_start(stores, user, claim))
    await cost("the history is read", lambda: _history(platform, user, claim))
    execution = await stores[ExecutionStore].claim(user, claim.execution_id)
    await cost("a turn is persisted", lambda: stored.persist(claim, execution.attempt))
    await stored.turn("ben")
    await stored.turn("ben")
    await cost("there is nothing to do", lambda: stores[ResidentTurnStore].begin(user, ben))
    await cost("a swarm is held", lambda: stores[SwarmStore].hold(user, stored.id))
    await cost("a resident is read", lambda: stores[SwarmStore].resident(user, ben))
    return found


async def _history(platform: Platform, user: str, claim: Claim) -> Any:
    return await platform.stores[ResidentTurnStore].history(
        user, claim.resident.id, before_execution=claim.execution_id, window=20
    )


async def _rows(connection: Any) -> int:
    return int(await connection.fetchval(ROWS))


def test_the_cost_of_sending_waking_and_taking_turns_does_not_grow_with_the_swarm(
    empty_database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def story(many: int) -> Mapping[str, Cost]:
        urls = empty_database()
        async with running(urls.owner, tmp_path, mode=Working.NO) as platform:
            user = (await platform[People].owner()).id
            return await costs(platform, await grown(platform, urls, user, many), counted(monkeypatch))

    small, large = (asyncio.run(story(many)) for many in SIZES)
    assert all(cost.queries > 0 and cost.rows > 0 for cost in large.values())
    for name, cost in large.items():
        assert cost.queries == small[name].queries, name
        if name in OF_ALL:
            assert cost.rows > small[name].rows, f"{name}: it no longer reads all; take it off the list"
        else:
            assert cost.rows <= small[name].rows + SPREAD, f"{name}: {small[name].rows} rows, then {cost.rows}"
