"""What a run asks of the database: so many statements, in so few transactions, and no more by accident."""

import asyncio

from bailiwick.core.executions import ExecutionStatus
from bailiwick.runtime.executions import Submission
from support.running import person, running, script
from support.statements import counted

ACCEPTED = ["insert", "unfinished", "create", "add_message", "defer", "append_loose"]
OPENED = ["claim", "as_it_was_before", "assign", "history", "record"]
ENDED = ["add_message", "touch", "finish"]
OF_THE_HOUSE = {"sweep", "fetch_fairly", "finish_claimed", "verify", "use"}
"""What workers ask by themselves, and for all runs."""


def test_a_run_with_one_model_call_is_accepted_opened_and_ended_in_one_transaction_each(
    database_urls, tmp_path, monkeypatch
):
    model = script(tmp_path, '[[turn]]\ntext = "Done."\n')

    async def story():
        async with running(database_urls.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk")
            await someone.ask("Compare two caches.", agent_id="clerk")  # what is kept in memory is known from now on
            seen = counted(monkeypatch)
            submission = Submission(message="And three caches.", agent_id="clerk")
            execution = await platform.executions.submit(someone.id, submission)
            done = await platform.executions.wait(someone.id, execution.id, 30.0, steps=False, accepted_now=True)
            return done, [name for _, name in seen if name not in OF_THE_HOUSE]

    done, names = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert names == [*ACCEPTED, *OPENED, *ENDED, "get"]
