"""The tools for projects, called as an agent calls them."""

import asyncio
from dataclasses import replace

import pytest

from bailiwick.features.projects.actions import Projects
from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.tools import project_tools
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.platform import Working
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed
from bailiwick.runs.starts_tasks import TaskDraft
from bailiwick.tools.records import ToolContext
from bailiwick.tools.toolbox import Toolbox
from support.running import person, running


def played(own_database, tmp_path, story):
    async def play():
        async with running(own_database.owner, tmp_path, mode=Working.NO) as platform:
            someone = await person(platform)
            context = ToolContext(user_id=someone.id, execution_id=None, agent_id=None, call_id="", timezone="UTC")
            await story(platform, Toolbox(project_tools(platform)), context)

    asyncio.run(play())


def test_a_call_that_is_made_again_has_one_effect(own_database, tmp_path):
    async def story(platform, box, context):
        await platform.stores[TaskStore].create(context.user_id, TaskDraft(title="Buy paint"))

        async def twice(tool, call_id, **arguments):
            """Call a tool, and again as if its answer had been lost."""
            first, again = [await box.call(tool, replace(context, call_id=call_id), arguments) for _ in range(2)]
            assert first == again
            return first

        made = await twice("createProject", "c1", name="Kitchen")
        put = await twice("putIntoProject", "c2", project="Kitchen", title="paint", kind="task")
        assert (put["projectId"], put["already"], put["title"]) == (made["id"], False, "Buy paint")
        again = await box.call(
            "putIntoProject", replace(context, call_id="c3"), {"project": "Kitchen", "title": "paint"}
        )
        assert again["already"] is True
        assert "projectId" not in again
        assert (await platform[Projects].get(context.user_id, made["id"])).counts == {"task": 1}

    played(own_database, tmp_path, story)


def test_what_is_in_no_project_is_not_taken_out_of_one(own_database, tmp_path):
    async def story(platform, box, context):
        paint = await platform.stores[TaskStore].create(context.user_id, TaskDraft(title="Buy paint"))
        await box.call("createProject", replace(context, call_id="c1"), {"name": "Kitchen"})
        arguments = {"project": "Kitchen", "title": paint.id, "kind": "task"}
        with pytest.raises(CallFailed) as failed:
            await box.call("removeFromProject", replace(context, call_id="c2"), arguments)
        assert failed.value.why == Reason.of(ProjectReason.NOT_IN_PROJECT, title="Buy paint", name="Kitchen")

    played(own_database, tmp_path, story)


def test_of_two_that_take_one_name_at_once_one_is_refused(own_database, tmp_path):
    async def story(platform, box, context):
        del box
        projects = platform[Projects]
        made = [await projects.create(context.user_id, name) for name in ("Kitchen", "Garden", "Attic", "Cellar")]
        named = [projects.change(context.user_id, each.id, name="House") for each in made]
        done = await asyncio.gather(*named, return_exceptions=True)
        refused = [each for each in done if isinstance(each, BaseException)]
        assert [type(each) for each in refused] == [Conflict] * (len(made) - 1)
        assert [each.name for each in await projects.list(context.user_id, search="house")] == ["House"]

    played(own_database, tmp_path, story)


def test_what_lacks_is_asked_for(own_database, tmp_path):
    async def story(platform, box, context):
        del platform

        async def asked(tool, **arguments):
            with pytest.raises(CallFailed) as failed:
                await box.call(tool, replace(context, call_id=str(arguments)), arguments)
            assert failed.value.why is not None
            return str(failed.value.why.code)

        assert await asked("createProject") == "project-name"
        assert await asked("showProject") == "no-projects"
        assert await asked("putIntoProject", project="Attic", kind="conversation") == "project-to-begin"
        for name in ("Kitchen", "Garden"):
            await box.call("createProject", replace(context, call_id=name), {"name": name})
        assert await asked("createProject", name="kitchen") == "project-name-taken"
        assert await asked("showProject") == "which-project"
        assert await asked("showProject", project="Attic") == "no-such-project"
        assert await asked("putIntoProject", project="Kitchen") == "put-what"
        assert await asked("putIntoProject", project="Kitchen", title="no such thing") == "no-such-thing"
        assert await asked("removeFromProject", project="Kitchen", title="no such thing") == "not-in-project"

    played(own_database, tmp_path, story)
