"""What a run asks of the database: so many statements, in so few transactions, so many bytes of its log, and no more by
accident.
"""

import asyncio
from dataclasses import replace

import psycopg

from bailiwick.features.memory.records import EntityDraft, Provenance, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.database.migrate import migrate
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions, Submission
from support.running import person, running, script
from support.statements import counted

ACCEPTED = ["insert", "create", "defer_here", "append_loose"]
OPENED = ["claim", "as_it_was_before", "record"]
KNOWING = ["claim", "as_it_was_before", "fitting", "record"]
"""The same of somebody of whom something is remembered."""
ENDED = ["add_message", "finish"]
OF_THE_HOUSE = {"sweep", "forget_finished", "forget_workers", "finish_claimed", "verify", "use"}
"""What workers ask by themselves, and for all runs."""
MOST_WAL = 11_000
"""Bytes that one run adds to the log of changes, without whole pages."""
ALONE = {"autovacuum": "off", "full_page_writes": "off"}
BY = Provenance(author=WrittenBy.PERSON)
RUNS = 4
"""News of the agent that was just made may still arrive in one of them, and is read then."""


def test_a_run_with_one_model_call_is_accepted_opened_and_ended_in_one_transaction_each(
    own_database, tmp_path, monkeypatch
):
    model = script(tmp_path, '[[turn]]\ntext = "Done."\n')

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk")
            await someone.ask("Compare two caches.", agent_id="clerk")  # what is kept in memory is known from now on
            seen = counted(monkeypatch)

            async def ran():
                runs = []
                for number in range(RUNS):
                    async with asyncio.timeout(30):
                        while platform[Jobs]._manager.place(someone.id) is None:  # noqa: ASYNC110  (it tells nobody)
                            await asyncio.sleep(0.01)
                    seen.clear()
                    submission = Submission(message=f"And {number + 3} caches.", agent_id="clerk")
                    execution = await platform[Executions].submit(someone.id, submission)
                    done = await platform[Executions].wait(
                        someone.id, execution.id, 30.0, steps=False, accepted_now=True
                    )
                    runs.append([name for _, name in seen if name not in OF_THE_HOUSE])
                return done, await platform[Executions].get(someone.id, execution.id), runs

            done, stored, runs = await ran()
            kept = EntityDraft("Cache", "thing", ("is warm",))
            await platform.stores[KnowledgeStore].create_entities(someone.id, [kept], BY)
            return done, stored, runs, (await ran())[2]

    done, stored, runs, knowing = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert [*ACCEPTED, *OPENED, *ENDED] in runs, "nothing is remembered of them"
    assert [*ACCEPTED, *KNOWING, *ENDED] in knowing
    assert replace(done, decision=None) == replace(stored, decision=None, steps=())
    assert done.decision is not None
    assert stored.decision is not None
    assert (done.decision.id, done.decision.agent, done.decision.stage, done.decision.reason) == (
        stored.decision.id,
        stored.decision.agent,
        stored.decision.stage,
        stored.decision.reason,
    )


def test_a_run_with_one_model_call_adds_so_much_to_the_log_of_changes(tmp_path):
    model = script(tmp_path, '[[turn]]\ntext = "Done."\n')
    told = "You compare what you are given, exactly and in few words. " * 50

    async def story(url):
        async with running(url, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk", instructions=told)

            async def written():
                with psycopg.connect(url) as connection:
                    (before,) = connection.execute("select pg_current_wal_insert_lsn()").fetchone()
                for number in range(10):
                    await someone.ask(f"Compare {number + 2} caches.", agent_id="clerk")
                with psycopg.connect(url) as connection:
                    return connection.execute("select pg_current_wal_insert_lsn() - %s::pg_lsn", (before,)).fetchone()[
                        0
                    ]

            return [await written() for _ in range(4)]

    with EmbeddedServer.start(tmp_path / "home", settings=ALONE) as server:
        migrate(server.urls.owner)
        found = asyncio.run(story(server.urls.owner))
    assert 5_000 < min(found) / 10 < MOST_WAL, found
