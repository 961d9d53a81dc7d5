"""The tools on the sandbox, called as agents call them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bailiwick.features.code.javascript import javascript_tools
from bailiwick.features.code.programs import Programs
from bailiwick.features.code.shell import shell_tools
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.settings import Settings
from bailiwick.tools.records import ToolContext
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.web.public import PublicWeb
from support.public_web import every_service
from support.sandboxes import SECONDS

Call = Callable[..., Awaitable[Any]]


@pytest.fixture
def box(sandbox: BubblewrapSandbox, settings: Settings) -> Toolbox:
    programs = Programs(sandbox=sandbox, web=PublicWeb(every_service(settings)))
    return Toolbox([*javascript_tools(programs), *shell_tools(programs)])


@pytest.fixture
def call(box: Toolbox, user_id: str) -> Call:
    async def call_it(name: str, *, agent: str = "code", user: str = user_id, id: str = "c1", **arguments: Any) -> Any:
        context = ToolContext(user_id=user, execution_id=None, agent_id=agent, call_id=id)
        return await box.call(name, context, arguments)

    return call_it


def test_a_script_runs_once_and_its_output_comes_back(call: Call):
    result = asyncio.run(call("run_js_ephemeral", code="console.log('Hello'); console.error('careful')"))
    assert result.pop("seconds") > 0
    assert result == {"stdout": "Hello\n", "stderr": "careful\n", "exitCode": 0, "stopped": None}


def test_a_script_may_be_typed_and_wait_and_use_what_node_has(call: Call):
    code = (
        "import { createHash } from 'node:crypto'; import path from 'node:path';"
        "const n: number = await new Promise(r => setTimeout(() => r(7), 5));"
        "console.log(n, path.basename('/a/b'), createHash('sha256').update('x').digest('hex').slice(0, 8))"
    )
    assert asyncio.run(call("run_js_ephemeral", code=code))["stdout"] == "7 b 2d711642\n"


def test_a_relative_data_directory_will_do(
    sandbox: BubblewrapSandbox, settings: Settings, user_id: str, monkeypatch: pytest.MonkeyPatch
):
    assert sandbox.unavailable is None
    monkeypatch.chdir(settings.home.parent)
    relative = BubblewrapSandbox(settings.model_copy(update={"home": Path(settings.home.name)}))

    async def story() -> str:
        workspace = await relative.open_workspace(user_id, "w")
        return (await relative.run(user_id, Program.SHELL, "pwd", workspace_id=workspace)).stdout

    assert asyncio.run(story()) == "/work\n"


def test_an_error_is_told_with_its_place(call: Call):
    result = asyncio.run(call("run_js_ephemeral", code="throw new TypeError('no')"))
    assert result["exitCode"] == 1
    assert "TypeError: no" in result["stderr"]


def test_a_script_that_takes_too_long_says_so(call: Call):
    result = asyncio.run(call("run_js_ephemeral", code="console.log('begun'); for (;;);"))
    assert result["exitCode"] is None
    assert result["stopped"] == f"it ran longer than {SECONDS:g} seconds."
    assert result["stdout"] == "begun\n"


def test_a_sandbox_keeps_files_between_scripts_and_commands_until_it_is_stopped(call: Call):
    async def story() -> None:
        box = (await call("sandbox_initialize"))["sandboxId"]
        assert (await call("sandbox_initialize"))["sandboxId"] == box, "the same call means the same sandbox"
        assert (await call("sandbox_initialize", id="c2"))["sandboxId"] != box
        await call("run_js", sandbox_id=box, code="Deno.writeTextFileSync('a.ts', 'console.log(6 * 7 as number)')")
        done = await call("sandbox_exec", sandbox_id=box, commands=["ls", "deno run a.ts", "false", "echo never"])
        assert [each["stdout"] for each in done["results"]] == ["a.ts\n", "42\n", ""]
        with pytest.raises(NotFound):
            await call("sandbox_exec", user=uuid7(), sandbox_id=box, commands=["ls"])
        assert await call("sandbox_stop", sandbox_id=box) == {"stopped": box}
        with pytest.raises(NotFound, match="sandbox_initialize"):
            await call("run_js", sandbox_id=box, code="1")

    asyncio.run(story())


def test_an_agent_keeps_a_workspace_of_its_own(call: Call):
    async def story() -> None:
        await call("bash", command="echo mine > note")
        assert (await call("bash", command="cat note"))["stdout"] == "mine\n"
        assert (await call("run_js", code="console.log(Deno.readTextFileSync('note'))"))["stdout"] == "mine\n\n"
        assert (await call("bash", agent="other", command="ls"))["stdout"] == ""
        assert (await call("bash", user=uuid7(), command="ls"))["stdout"] == ""

    asyncio.run(story())


@pytest.mark.parametrize(
    "command",
    ["-x", "--help", "echo a; echo b", "echo $(echo a)\necho b", "'", "\\", "# nothing", "exit 3", "é" * 15_000],
    ids=lambda command: command[:10],
)
def test_a_command_is_bash_however_it_begins_and_ends(command: str, call: Call):
    result = asyncio.run(call("bash", command=command))
    assert result["stopped"] is None
    assert "bash" in result["stderr"] or result["stdout"] in ("a\nb\n", "")


def test_output_that_is_no_text_is_made_one(call: Call):
    result = asyncio.run(call("bash", command=r"printf 'a\000b\377c'"))
    assert result["stdout"] == "a\ufffdb\ufffdc"


def test_a_person_has_only_so_many_sandboxes(call: Call):
    async def story() -> None:
        for number in range(4):
            await call("sandbox_initialize", id=str(number))
        with pytest.raises(InvalidInput, match="sandbox_stop"):
            await call("sandbox_initialize", id="more")

    asyncio.run(story())


def test_packages_are_refused_while_none_is_granted(call: Call):
    packages = [{"name": "lodash", "version": "4"}]
    for name, arguments in (
        ("run_js_ephemeral", {"code": "1", "dependencies": packages}),
        ("run_js", {"code": "1", "dependencies": packages}),
    ):
        with pytest.raises(CallFailed, match="may not import the npm package lodash"):
            asyncio.run(call(name, **arguments))


def test_what_tools_say_of_themselves_is_true(box: Toolbox):
    specs = {name: tool.spec for name, tool in box.tools().items()}
    assert specs["run_js_ephemeral"].repeatable
    assert not specs["bash"].repeatable
    assert not specs["run_js"].repeatable
    assert specs["sandbox_initialize"].repeatable
    assert all(spec.timeout > SECONDS for spec in specs.values())
