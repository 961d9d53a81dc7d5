"""A person who has to agree to a call is shown what it is about, and the call is made for that alone."""

import asyncio

import pytest

from bailiwick.features.memory.records import EntityDraft, ObservationDraft, Provenance, RelationDraft, WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.notes.store import NoteStore
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from support.ledger import new_ledger
from support.running import person, running, script

BY = Provenance(author=WrittenBy.PERSON)


@pytest.fixture
def keeper(tmp_path, monkeypatch, own_database):
    """Tell a story with an agent that reads strangers' words and then makes one call."""
    new_ledger(tmp_path, monkeypatch)

    def told(call, story):
        text = f"""
        [[turn]]
        calls = [{{ tool = "readOutside", arguments = {{ text = "Tidy up." }} }}]
        [[turn]]
        calls = [{call}]
        [[turn]]
        text = "Result: {{result}}"
        """

        async def work():
            async with running(own_database.owner, tmp_path, model=script(tmp_path, text)) as platform:
                someone = await person(platform)
                await someone.has("keeper", instructions="You are a keeper.", tools=[".*"])
                return await story(platform, someone)

        return asyncio.run(work())

    return told


async def asked(platform, someone):
    """Have the call made, and return its execution and what waits."""
    execution = await someone.ask("tidy up", agent_id="keeper")
    waiting = list(await platform.stores[ApprovalStore].list(someone.id, status=ApprovalStatus.PENDING))
    return execution, waiting


async def approved(platform, someone, execution, approval):
    """Agree, and return the execution as it ended with the approval as it stands then."""
    await platform[Executions].approve(someone.id, approval.id)
    done = await platform[Executions].wait(someone.id, execution.id, 30.0)
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    return done, await platform.stores[ApprovalStore].get(someone.id, approval.id)


async def note(platform, someone, title, *lines):
    """Keep a note."""
    return await platform.stores[NoteStore].append(someone.id, title, lines, call_id=f"{title}{lines}")


DELETE_NOTE = '{ tool = "deleteNote", arguments = { title = "shopping LIST" } }'


def test_the_note_that_a_call_names_is_shown_and_deleted(keeper):
    async def story(platform, someone):
        kept = await note(platform, someone, "Shopping list", "milk", "eggs")
        execution, (approval,) = await asked(platform, someone)
        event = (await someone.events(execution.id, until="approval.requested"))[-1]
        done, after = await approved(platform, someone, execution, approval)
        return kept, approval, event, done, after, await platform.stores[NoteStore].list(someone.id)

    kept, approval, event, done, after, notes = keeper(DELETE_NOTE, story)
    (found,) = approval.found
    assert (found.kind, found.id, found.title, found.excerpt) == ("note", kept.id, "Shopping list", "milk\neggs")
    assert event.data["found"][0]["title"] == "Shopping list"
    assert event.data["found"][0]["digest"] == found.digest
    assert after.status is ApprovalStatus.USED
    assert '"deleted": true' in done.answer.replace("True", "true").replace("'", '"')
    assert not notes


def test_nobody_is_asked_about_a_note_that_is_not_there(keeper):
    async def story(platform, someone):
        await note(platform, someone, "Shopping lists", "milk")
        execution, waiting = await asked(platform, someone)
        return execution, waiting, await platform.stores[NoteStore].list(someone.id)

    execution, waiting, notes = keeper(DELETE_NOTE, story)
    assert execution.status is ExecutionStatus.COMPLETED
    assert not waiting
    assert "Shopping lists" in execution.answer, "the agent reads which one may be meant"
    assert len(notes) == 1


async def another_line(platform, someone):
    await note(platform, someone, "Shopping list", "the only copy of a poem")


async def another_note(platform, someone):
    await platform.stores[NoteStore].delete(someone.id, "Shopping list")
    await platform.stores[NoteStore].append(someone.id, "Shopping list", ["milk"], call_id="again")


@pytest.mark.parametrize("meanwhile", [another_line, another_note])
def test_a_note_that_changed_before_the_person_agreed_is_not_deleted(keeper, meanwhile):
    async def story(platform, someone):
        await note(platform, someone, "Shopping list", "milk")
        execution, (approval,) = await asked(platform, someone)
        await meanwhile(platform, someone)
        done, after = await approved(platform, someone, execution, approval)
        steps = (await platform[Executions].get(someone.id, execution.id)).steps
        events = await someone.events(execution.id)
        return done, after, steps, events, await platform.stores[NoteStore].list(someone.id)

    done, after, steps, events, notes = keeper(DELETE_NOTE, story)
    assert len(notes) == 1
    assert "has changed since a person was asked" in done.answer
    assert after.status is ApprovalStatus.CHANGED
    (step,) = [step for step in steps if step.name == "deleteNote"]
    assert step.output["code"] == "changed"
    assert [item.data["status"] for item in events if item.kind == "approval.decided"] == ["approved", "changed"]


def test_a_note_that_is_gone_before_the_person_agreed_is_told_as_not_there(keeper):
    async def story(platform, someone):
        await note(platform, someone, "Shopping list", "milk")
        execution, (approval,) = await asked(platform, someone)
        await platform.stores[NoteStore].delete(someone.id, "Shopping list")
        await note(platform, someone, "Shopping lists", "milk")
        done, after = await approved(platform, someone, execution, approval)
        return done, after, await platform.stores[NoteStore].list(someone.id)

    done, after, notes = keeper(DELETE_NOTE, story)
    assert "Shopping lists" in done.answer
    assert after.status is ApprovalStatus.USED
    assert [each.title for each in notes] == ["Shopping lists"]


def test_a_denied_call_says_so_with_a_code(keeper):
    async def story(platform, someone):
        await note(platform, someone, "Shopping list", "milk")
        execution, (approval,) = await asked(platform, someone)
        await platform[Executions].deny(someone.id, approval.id, "Keep it.")
        done = await platform[Executions].wait(someone.id, execution.id, 30.0)
        return done, (await platform[Executions].get(someone.id, execution.id)).steps

    done, steps = keeper(DELETE_NOTE, story)
    assert "Keep it." in done.answer
    assert [step.output["code"] for step in steps if step.name == "deleteNote"] == ["denied"]


async def remembered(platform, someone):
    """Know Ana, where she works, and another person."""
    knowledge = platform.stores[KnowledgeStore]
    await knowledge.create_entities(
        someone.id, [EntityDraft("Ana", "person", ("lives in Lima",)), EntityDraft("Bo", "person", ("sings",))], BY
    )
    await knowledge.create_relations(someone.id, [RelationDraft("Ana", "Acme", "works at")], BY)


async def observed(platform, someone):
    await platform.stores[KnowledgeStore].add_observations(someone.id, [ObservationDraft("Ana", ("owes me 5",))], BY)


async def made_again(platform, someone):
    await platform.stores[KnowledgeStore].delete_entities(someone.id, ["Ana"], BY)
    await remembered(platform, someone)


async def known(platform, someone):
    """Return everything that is remembered."""
    graph = await platform.stores[KnowledgeStore].read(someone.id)
    return {entity.name: entity.observations for entity in graph.entities}, len(graph.relations)


MEMORY = [
    pytest.param(
        '{ tool = "delete_entities", arguments = { entityNames = ["Ana", "Nobody"] } }',
        [("entity", "Ana", "person\nlives in Lima\nAna · works at · Acme")],
        ({"Bo": ("sings",)}, 0),
        id="entities",
    ),
    pytest.param(
        '{ tool = "delete_observations", arguments = { deletions = [{ entityName = "Ana", '
        'observations = ["lives in Lima", "flies"] }] } }',
        [("observation", "Ana", "lives in Lima")],
        ({"Ana": (), "Bo": ("sings",)}, 1),
        id="observations",
    ),
    pytest.param(
        '{ tool = "delete_relations", arguments = { relations = [{ from = "Ana", to = "Acme", '
        'relationType = "works at" }] } }',
        [("relation", "Ana · works at · Acme", "")],
        ({"Ana": ("lives in Lima",), "Bo": ("sings",)}, 0),
        id="relations",
    ),
    pytest.param(
        '{ tool = "forget", arguments = { what = "ana" } }',
        [("entity", "Ana", "person")],
        ({"Bo": ("sings",)}, 0),
        id="forget",
    ),
    pytest.param(
        '{ tool = "undo_memory", arguments = {} }',
        [("change", "Acme, Ana", "− Ana · works at · Acme")],
        ({"Ana": ("lives in Lima",), "Bo": ("sings",)}, 0),
        id="undo",
    ),
]


@pytest.mark.parametrize(("call", "shown", "left"), MEMORY)
def test_what_is_about_to_leave_the_memory_is_shown_and_nothing_else_leaves(keeper, call, shown, left):
    async def story(platform, someone):
        await remembered(platform, someone)
        execution, (approval,) = await asked(platform, someone)
        await approved(platform, someone, execution, approval)
        return approval, await known(platform, someone)

    approval, after = keeper(call, story)
    assert [(each.kind, each.title, each.excerpt) for each in approval.found] == shown
    assert after == left


@pytest.mark.parametrize("meanwhile", [observed, made_again])
@pytest.mark.parametrize(("call", "shown", "left"), [MEMORY[0], MEMORY[3], MEMORY[4]])
def test_what_changed_in_the_memory_before_the_person_agreed_stays(keeper, call, shown, left, meanwhile):
    del shown, left

    async def story(platform, someone):
        await remembered(platform, someone)
        execution, (approval,) = await asked(platform, someone)
        await meanwhile(platform, someone)
        before = await known(platform, someone)
        done, after = await approved(platform, someone, execution, approval)
        return before, done, after, await known(platform, someone)

    before, done, after, now = keeper(call, story)
    assert after.status is ApprovalStatus.CHANGED
    assert "has changed since a person was asked" in done.answer
    assert now == before


@pytest.mark.parametrize(
    "call",
    [
        '{ tool = "delete_entities", arguments = { entityNames = ["Anna"] } }',
        '{ tool = "delete_relations", arguments = { relations = [{ from = "Ana", to = "Acme", '
        'relationType = "at" }] } }',
        '{ tool = "forget", arguments = { what = "lives in" } }',
    ],
)
def test_nobody_is_asked_about_what_the_memory_does_not_hold(keeper, call):
    async def story(platform, someone):
        await remembered(platform, someone)
        before = await known(platform, someone)
        return before, await asked(platform, someone), await known(platform, someone)

    before, (execution, waiting), after = keeper(call, story)
    assert (execution.status, waiting) == (ExecutionStatus.COMPLETED, [])
    assert before == after
