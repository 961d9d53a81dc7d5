"""Folders in which programs keep files: found by their owner, bounded, removed without following a link (T24)."""

import asyncio
import os
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import ProgramEnd
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox.folders import remove, size_of
from bailiwick.tools.sandbox.workspaces import Workspaces
from support.sandboxes import Run

MANY = 10_000


@pytest.fixture
def workspaces(home: Path) -> Workspaces:
    return Workspaces(folder=home / "workspaces", most_bytes=10_000_000, most_files=100, most_per_user=3)


def test_files_stay_from_one_run_to_the_next_in_either_language(run_program: Run):
    run_program(Program.SHELL, "echo hello > a.txt", workspace="w")
    script = "import fs from 'node:fs'; console.log(fs.readFileSync('a.txt', 'utf8'))"
    assert run_program(Program.JAVASCRIPT, script, workspace="w").stdout.strip() == "hello"
    assert run_program(Program.SHELL, "ls", workspace="other").stdout == ""


def test_without_a_workspace_nothing_stays(run_program: Run, settings: Settings):
    run_program(Program.SHELL, "echo hello > a.txt; cat a.txt")
    assert run_program(Program.SHELL, "ls -A").stdout == ""
    assert not (settings.home / "workspaces").exists()


def test_a_workspace_that_holds_too_much_is_emptied_and_works_again(run_program: Run):
    fill = "for i in 1 2 3 4; do head -c 6M /dev/zero > f$i; done"
    assert run_program(Program.SHELL, fill, workspace="w").ended is ProgramEnd.WORKSPACE
    after = run_program(Program.SHELL, "ls -A; echo fine > f; cat f", workspace="w")
    assert after.stdout == "fine\n"


def test_a_nearly_full_workspace_takes_no_more_than_its_rest(run_program: Run):
    run_program(Program.SHELL, "head -c 8M /dev/zero > a; head -c 6M /dev/zero > b", workspace="w")
    outcome = run_program(Program.SHELL, "head -c 8M /dev/zero > c; stat -c %s c; rm a b c", workspace="w")
    assert outcome.ended is ProgramEnd.EXITED
    assert int(outcome.stdout) < 2_500_000


def test_a_workspace_belongs_to_one_person(workspaces: Workspaces):
    mine, theirs = uuid7(), uuid7()
    workspace = workspaces.open(mine, "agent:code")
    assert workspaces.open(mine, "agent:code") == workspace
    assert workspaces.open(theirs, "agent:code") != workspace
    with pytest.raises(NotFound):
        workspaces.files(theirs, workspace)
    with pytest.raises(NotFound):
        workspaces.remove(theirs, workspace)
    assert workspaces.files(mine, workspace).is_dir()


@pytest.mark.parametrize(
    "name", ["..", "../..", "/etc", "a", "", ".", "00000000-0000-0000-0000-000000000000", "\0", "x" * 5000, "{}", "ñ"]
)
def test_a_workspace_is_named_by_its_id_only(name: str, workspaces: Workspaces):
    user = uuid7()
    workspaces.open(user, "w")
    for act in (workspaces.files, workspaces.remove):
        with pytest.raises(NotFound):
            act(user, name)
    assert workspaces.files(user, workspaces.open(user, "w")).is_dir()


def test_every_file_is_listed_the_latest_first(home: Path):
    workspaces = Workspaces(folder=home / "workspaces", most_bytes=1 << 30, most_files=MANY, most_per_user=3)
    user = uuid7()
    workspace = workspaces.open(user, "w")
    files = workspaces.files(user, workspace)
    (files / "deep").mkdir()
    for number in range(750):
        for each in (files / f"{number}", files / "deep" / f"{number}"):
            each.touch()
            os.utime(each, (number, number))
    listed = workspaces.listing(user, workspace, deep=True)
    assert len(listed) == 1500
    assert [each.path for each in listed[:2]] == ["749", "deep/749"]
    assert [each.path for each in workspaces.listing(user, workspace)][:2] == ["deep", "0"]


def test_a_person_has_only_so_many(workspaces: Workspaces):
    user = uuid7()
    for number in range(3):
        first = workspaces.open(user, str(number))
    with pytest.raises(InvalidInput, match="sandbox_stop"):
        workspaces.open(user, "one more")
    assert workspaces.open(user, "0")
    workspaces.remove(user, first)
    assert workspaces.open(user, "one more")


def test_unused_workspaces_are_removed_and_used_ones_stay(workspaces: Workspaces):
    user = uuid7()
    used, unused, ahead = (workspaces.open(user, name) for name in ("used", "unused", "ahead"))
    now = time.time()
    for workspace, age in ((used, 10), (unused, 5000), (ahead, -5000)):
        files = workspaces.files(user, workspace)
        # What a program does to its own folder does not count as a use.
        os.utime(files, (now, now))
        os.utime(files.parent, (now - age, now - age))
    (workspaces.folder / user / ".gone-interrupted").mkdir()
    assert workspaces.tidy(unused_seconds=3600) == 3
    assert [each.name for each in (workspaces.folder / user).iterdir()] == [used]


def test_a_folder_is_removed_however_deep_and_locked_it_is(home: Path):
    place = home / "place"
    folder, outside = place / "folder", place / "outside"
    outside.mkdir(parents=True)
    (outside / "precious").write_text("kept")
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    (folder / "link").symlink_to(outside)
    (folder / "locked").mkdir()
    (folder / "locked" / "file").write_text("x")
    os.mkfifo(folder / "pipe")
    (folder / "locked").chmod(0)
    remove(folder)
    assert [each.name for each in place.iterdir()] == ["outside"]
    assert (outside / "precious").read_text() == "kept"


def test_a_folder_swapped_for_a_link_meanwhile_leads_nowhere(home: Path):
    outside = home / "outside"
    outside.mkdir()
    (outside / "precious").write_text("kept")
    outside.chmod(0o750)
    stop = threading.Event()

    def swap(folder: Path) -> None:
        while not stop.is_set():
            for act in (
                lambda: (folder / "a").rename(folder / "b"),
                lambda: (folder / "a").symlink_to(outside),
                lambda: (folder / "a").unlink(),
                lambda: (folder / "b").rename(folder / "a"),
                lambda: (folder / "a").mkdir(),
            ):
                try:
                    act()
                except OSError:
                    continue

    for round_number in range(20):
        folder = home / f"folder-{round_number}"
        (folder / "a").mkdir(parents=True)
        stop.clear()
        thread = threading.Thread(target=swap, args=(folder,))
        thread.start()
        for _ in range(50):
            assert size_of(folder, at_most=MANY).bytes < 100_000
        with suppress(OSError):
            remove(folder)
        stop.set()
        thread.join()
    assert (outside / "precious").read_text() == "kept"
    assert outside.stat().st_mode & 0o777 == 0o750


def test_what_cannot_be_measured_counts_as_too_much(home: Path):
    folder = home / "folder"
    deepest = folder.joinpath(*"d" * 60)
    deepest.mkdir(parents=True)
    assert size_of(folder, at_most=MANY).files > MANY
    with pytest.raises(FileNotFoundError):
        size_of(home / "nothing", at_most=MANY)
    (home / "link").symlink_to(folder)
    with pytest.raises(FileNotFoundError):
        size_of(home / "link", at_most=MANY)


def test_a_removed_workspace_leaves_nothing(sandbox: BubblewrapSandbox, user_id: str, home: Path):
    async def story() -> None:
        workspace = await sandbox.open_workspace(user_id, "w")
        await sandbox.run(user_id, Program.SHELL, "mkdir -p a/b; ln -s / a/l; echo > a/b/c", workspace_id=workspace)
        await sandbox.remove_workspace(user_id, workspace)

    asyncio.run(story())
    assert list((home / "workspaces" / user_id).iterdir()) == []
