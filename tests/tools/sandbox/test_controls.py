"""The tests of escapes would notice one: with the walls taken down the same programs get out."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bailiwick.kernel.lacks import Program
from bailiwick.tools.confined import Confinement, ProgramEnd, ProgramOutcome, mount_same
from bailiwick.tools.sandbox import deno
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox.running import run
from support.escapes import JS_ESCAPES, SHELL_ESCAPES

SECRET = "SECRET-77aa"


@pytest.mark.parametrize("name", ["read_node", "import_text", "import_json", "fetch_file"])
def test_a_script_would_find_the_secret_if_its_folder_were_mounted(name: str, sandbox: BubblewrapSandbox, home: Path):
    assert SECRET in leaky(sandbox, home, deno_everywhere(), JS_ESCAPES[name]).stdout


@pytest.mark.parametrize("name", ["read_file", "read_up", "many_statements"])
def test_a_command_would_find_the_secret_if_its_folder_were_mounted(name: str, sandbox: BubblewrapSandbox, home: Path):
    assert SECRET in leaky(sandbox, home, ["/bin/bash", "-s"], SHELL_ESCAPES[name]).stdout


def test_a_command_would_reach_the_server_with_the_network_of_the_machine(
    sandbox: BubblewrapSandbox, home: Path, canary_server: tuple[int, Callable[[], int]]
):
    port, hits = canary_server
    text = SHELL_ESCAPES["loopback"].replace("PORT", str(port))
    assert "ESCAPED" in leaky(sandbox, home, ["/bin/bash", "-s"], text).stdout
    assert hits() == 1


def test_what_runs_is_seen_while_it_runs(
    sandbox: BubblewrapSandbox, user_id: str, leftovers: Callable[[], Sequence[int]]
):
    async def story() -> None:
        workspace = await sandbox.open_workspace(user_id, "w")
        async with asyncio.TaskGroup() as group:
            task = group.create_task(sandbox.run(user_id, Program.SHELL, "sleep 60", workspace_id=workspace))
            # What happens in other processes sets no event here.
            while not leftovers():  # noqa: ASYNC110
                await asyncio.sleep(0)
            task.cancel()

    asyncio.run(story())


def deno_everywhere() -> Sequence[str]:
    return deno.script(256 << 20, reads="/")


def leaky(sandbox: BubblewrapSandbox, home: Path, command: Sequence[str], text: str) -> ProgramOutcome:
    """Run a program with the test's data directory and the machine's network."""
    canary = home / "canary"
    canary.write_text(SECRET)
    canary.with_suffix(".json").write_text(f'"{SECRET}"')
    found = deno.find_deno()
    assert found
    confinement = Confinement(
        limits=sandbox.limits,
        read_only=[mount_same(home), *deno.mounts(found, libraries=False)],
        environment=deno.environment(),
        network=True,
    )

    def check(pid: int) -> ProgramEnd | None:
        del pid

    filled = text.replace("CANARY", str(canary)).encode()
    confined = sandbox.confine(confinement, command)
    return asyncio.run(run(confined, text=filled, seconds=10, output_bytes=100_000, check=check))
