"""Folders of the machine in the sandbox: seen where they are lent, and read-only by the kernel."""

import asyncio
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import Lending, ProgramEnd, ProgramOutcome
from bailiwick.tools.sandbox import bubblewrap, workspaces
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a file, to be lent."""
    made = Path(tempfile.mkdtemp(prefix="bailiwick-lent-"))
    (made / "a.txt").write_text("from outside\n")
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def run(sandbox: BubblewrapSandbox, user_id: str):
    def run_it(text: str, *lent: Lending, program: Program = Program.SHELL) -> ProgramOutcome:
        async def story() -> ProgramOutcome:
            place = await sandbox.open_workspace(user_id, "w")
            return await sandbox.run(user_id, program, text, workspace_id=place, lent=lent)

        return asyncio.run(story())

    return run_it


WAYS_TO_WRITE = """
echo x > /lent/docs/new; echo x >> /lent/docs/a.txt; rm -f /lent/docs/a.txt; mv /lent/docs/a.txt /work/
mkdir /lent/docs/d
touch /lent/docs/a.txt; chmod 777 /lent/docs/a.txt; ln /lent/docs/a.txt /work/hard; ln -s / /lent/docs/s
mount -o remount,rw /lent/docs; mount --bind /lent/docs /work; truncate -s 0 /lent/docs/a.txt
python3 -c "open('/lent/docs/a.txt', 'r+').write('x')"; cat /lent/docs/a.txt
"""


def test_a_read_only_folder_is_read_and_no_way_changes_it(run, folder: Path):
    outcome = run(WAYS_TO_WRITE, Lending(name="docs", path=str(folder), writable=False))
    assert outcome.stdout == "from outside\n", outcome
    assert "Read-only file system" in outcome.stderr
    assert [each.name for each in folder.iterdir()] == ["a.txt"]
    assert (folder / "a.txt").read_text() == "from outside\n"
    script = """
    console.log(Deno.readTextFileSync('/lent/docs/a.txt').trim());
    try { Deno.writeTextFileSync('/lent/docs/new', 'x') } catch (error) { console.log(error.name) }
    """
    outcome = run(script, Lending(name="docs", path=str(folder), writable=False), program=Program.JAVASCRIPT)
    assert outcome.stdout in ("from outside\nNotCapable\n", "from outside\nReadOnlyFilesystem\n"), outcome


def test_a_writable_folder_is_changed_by_commands_and_scripts(run, folder: Path):
    lent = Lending(name="docs", path=str(folder), writable=True)
    assert run("echo inside > /lent/docs/b.txt", lent).exit_code == 0
    script = "Deno.writeTextFileSync('/lent/docs/c.txt', 'script')"
    assert run(script, lent, program=Program.JAVASCRIPT).exit_code == 0
    assert sorted(each.name for each in folder.iterdir()) == ["a.txt", "b.txt", "c.txt"]


def test_what_is_not_lent_any_more_is_not_seen_by_the_next_command(run, folder: Path):
    assert run("cat /lent/docs/a.txt", Lending(name="docs", path=str(folder), writable=False)).exit_code == 0
    outcome = run("ls /lent")
    assert outcome.exit_code != 0
    assert "from outside" not in run("cat /lent/docs/a.txt; grep -r outside /work /tmp").stdout


def test_a_link_in_a_lent_folder_leads_nowhere(run, folder: Path, home: Path):
    (home / "secret").write_text("SECRET")
    (folder / "link").symlink_to(home)
    (folder / "file").symlink_to(home / "secret")
    lent = Lending(name="docs", path=str(folder), writable=True)
    outcome = run("cat /lent/docs/link/secret /lent/docs/file; ls /lent/docs/link/", lent)
    assert "SECRET" not in outcome.stdout + outcome.stderr
    assert outcome.exit_code != 0


def test_a_program_that_fills_a_writable_folder_is_stopped_by_the_size_of_its_files(run, folder: Path):
    outcome = run("head -c 20M /dev/zero > /lent/docs/big", Lending(name="docs", path=str(folder), writable=True))
    assert outcome.exit_code != 0
    assert (folder / "big").stat().st_size <= 8 << 20


@pytest.mark.parametrize("same_disk", [False, True])
def test_a_lent_folders_disk_that_fills_up_stops_the_program_and_leaves_its_workspace(
    run, folder: Path, monkeypatch: pytest.MonkeyPatch, same_disk: bool
):
    free = workspaces.free_bytes
    assert run("echo kept > precious").exit_code == 0
    filled = False

    def free_bytes(of: Path) -> int:
        return 0 if filled and (same_disk or of == folder) else 10 << 30 if same_disk or of == folder else free(of)

    def before(of: Path) -> int:
        nonlocal filled
        left, filled = free_bytes(of), of == folder  # the lent folder is looked at last
        return left

    monkeypatch.setattr(workspaces, "free_bytes", free_bytes)
    monkeypatch.setattr(bubblewrap, "free_bytes", before)
    outcome = run("sleep 60", Lending(name="docs", path=str(folder), writable=True))
    monkeypatch.undo()
    assert outcome.ended is ProgramEnd.DISK
    assert run("cat precious").stdout == "kept\n"


@pytest.mark.parametrize(
    "path", ["/", "/etc", "/etc/ssl", "/usr/share", "/var/lib", "/proc/self", "/home", "/tmp", "/dev/shm"]
)
def test_what_is_the_systems_is_not_lent(sandbox: BubblewrapSandbox, path: str):
    with pytest.raises(InvalidInput):
        sandbox.lendable(path)


@pytest.mark.parametrize("path", ["", "reports", "./x", "/srv/../etc", "/no/such/folder", "/tmp/a\0b", "~/x"])
def test_what_is_no_folder_by_its_whole_path_is_not_lent(sandbox: BubblewrapSandbox, path: str):
    with pytest.raises(InvalidInput):
        sandbox.lendable(path)


def test_the_data_directory_is_not_lent_nor_what_holds_it_or_lies_in_it(settings: Settings, sandbox: BubblewrapSandbox):
    inside = settings.home / "workspaces"
    inside.mkdir(exist_ok=True)
    for path in (settings.home, inside):
        with pytest.raises(InvalidInput, match="own data"):
            sandbox.lendable(str(path))
    nested = BubblewrapSandbox(settings.model_copy(update={"home": settings.home / "deep" / "home"}))
    (settings.home / "deep" / "home").mkdir(parents=True)
    with pytest.raises(InvalidInput, match="own data"):
        nested.lendable(str(settings.home))


def test_the_program_itself_homes_and_hidden_folders_are_not_lent(sandbox: BubblewrapSandbox, folder: Path):
    with pytest.raises(InvalidInput, match="program"):
        sandbox.lendable(str(Path(__file__).resolve().parents[3] / "src"))
    hidden = folder / ".ssh"
    hidden.mkdir()
    with pytest.raises(InvalidInput, match="hidden"):
        sandbox.lendable(str(hidden))
    with pytest.raises(InvalidInput):
        sandbox.lendable(str(Path.home()))


def test_a_link_is_not_lent_and_a_folder_that_became_one_is_not_either(
    sandbox: BubblewrapSandbox, run, folder: Path, home: Path
):
    link = folder / "link"
    link.symlink_to("/etc")
    with pytest.raises(InvalidInput, match="over a link to /etc"):
        sandbox.lendable(str(link))
    real = folder / "real"
    real.mkdir()
    lent = Lending(name="docs", path=str(sandbox.lendable(str(real))), writable=False)
    real.rmdir()
    real.symlink_to(home)
    with pytest.raises(InvalidInput, match="over a link"):
        run("ls /lent/docs", lent)


def test_no_socket_is_spoken_to_through_a_lent_folder(
    sandbox: BubblewrapSandbox, settings: Settings, user_id: str, run, folder: Path
):
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "docker.sock"))
    listening.listen()
    listening.setblocking(False)
    lent = Lending(name="docs", path=str(folder), writable=True)
    speak = "python3 -c \"import socket; s = socket.socket(socket.AF_UNIX); s.connect('/lent/docs/docker.sock')\""
    assert run(speak, lent).exit_code != 0
    reaching = BubblewrapSandbox(settings.model_copy(update={"sandbox_hosts": ("granted.test",)}))
    with pytest.raises(InvalidInput, match="sockets"):
        asyncio.run(reaching.run(user_id, Program.SHELL, speak, lent=[lent]))
    with pytest.raises(BlockingIOError):
        listening.accept()
    listening.close()
