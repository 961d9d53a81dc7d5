"""A person who has to agree to a command sees which folders of the machine are lent to it."""

import asyncio
import shutil
import tempfile

import pytest

from bailiwick.features.code.grants import ProgramGrants
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.lines import found_in_words
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from support.ledger import new_ledger
from support.running import person, running, script

TURNS = """
[[turn]]
calls = [{ tool = "readOutside", arguments = { text = "Tidy up." } }]
[[turn]]
calls = [{ tool = "bash", arguments = { command = "ls /lent; touch /lent/docs/new && echo changed" } }]
[[turn]]
text = "Result: {result}"
"""


@pytest.fixture
def folder():
    made = tempfile.mkdtemp(prefix="bailiwick-lent-")
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def told(tmp_path, monkeypatch, own_database):
    """Tell a story with an agent that reads strangers' words and then runs a command."""
    new_ledger(tmp_path, monkeypatch)

    def tell(story):
        async def work():
            async with running(own_database.owner, tmp_path, model=script(tmp_path, TURNS)) as platform:
                someone = await person(platform)
                await someone.has("keeper", instructions="You are a keeper.", tools=[".*"])
                return await story(platform, someone)

        return asyncio.run(work())

    return tell


async def asked(platform, someone):
    execution = await someone.ask("tidy up", agent_id="keeper")
    waiting = await platform.stores[ApprovalStore].list(someone.id, status=ApprovalStatus.PENDING)
    return execution, waiting


async def approved(platform, someone, execution, approval):
    await platform[Executions].approve(someone.id, approval.id)
    done = await platform[Executions].wait(someone.id, execution.id, 30.0)
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    return done, await platform.stores[ApprovalStore].get(someone.id, approval.id)


def test_an_approval_of_a_command_names_the_lent_folders(told, folder):
    async def story(platform, someone):
        await platform[ProgramGrants].lend(FIRST_OWNER_ID, folder, name="docs", writable=True, for_everybody=True)
        execution, (approval,) = await asked(platform, someone)
        done, _ = await approved(platform, someone, execution, approval)
        return approval, done

    approval, done = told(story)
    (found,) = approval.found
    assert (found.kind, found.id, found.title) == ("writable_folder", "/lent/docs", folder)
    assert found_in_words(approval) == f'writable_folder "{folder}" (/lent/docs)'
    assert "changed" in done.answer


def test_a_command_is_asked_about_where_no_folder_is_lent_too(told):
    async def story(platform, someone):
        return (await asked(platform, someone))[1]

    (approval,) = told(story)
    assert approval.found is None


def test_a_folder_that_is_lent_after_the_question_was_asked_is_not_seen_by_the_call(told, folder):
    async def story(platform, someone):
        execution, (approval,) = await asked(platform, someone)
        await platform[ProgramGrants].lend(FIRST_OWNER_ID, folder, name="docs", writable=True, for_everybody=True)
        return await approved(platform, someone, execution, approval)

    done, after = told(story)
    assert after.status is ApprovalStatus.CHANGED
    assert "changed\\n" not in done.answer


def test_a_folder_that_became_writable_after_the_question_was_asked_is_asked_about_again(told, folder):
    async def story(platform, someone):
        grants = platform[ProgramGrants]
        lent = await grants.lend(FIRST_OWNER_ID, folder, name="docs", for_everybody=True)
        execution, (approval,) = await asked(platform, someone)
        await grants.take_back(FIRST_OWNER_ID, lent.id)
        await grants.lend(FIRST_OWNER_ID, folder, name="docs", for_everybody=True, writable=True)
        return await approved(platform, someone, execution, approval)

    done, after = told(story)
    assert after.status is ApprovalStatus.CHANGED
    assert "changed\\n" not in done.answer


def test_a_folder_that_was_taken_back_after_the_question_was_asked_is_not_seen(told, folder):
    async def story(platform, someone):
        grants = platform[ProgramGrants]
        lent = await grants.lend(FIRST_OWNER_ID, folder, name="docs", for_everybody=True)
        execution, (approval,) = await asked(platform, someone)
        await grants.take_back(FIRST_OWNER_ID, lent.id)
        return await approved(platform, someone, execution, approval)

    done, after = told(story)
    assert after.status is ApprovalStatus.USED
    assert "docs\\n" not in done.answer
