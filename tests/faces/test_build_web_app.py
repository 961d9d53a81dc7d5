"""The web app is built into the package when that is due, whole or not at all, with a Node of our own."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKE = """
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { text } from 'dep'
const out = process.env.BAILIWICK_UI_OUT
mkdirSync(`${out}/assets`, { recursive: true })
writeFileSync(`${out}/index.html`, readFileSync('src/page.html'))
writeFileSync(`${out}/assets/app.js`, `// ${text}\\n`.repeat(500))
writeFileSync(`${out}/assets/small.js`, '// small\\n')
writeFileSync(`${out}/assets/node.txt`, process.version)
"""
PACKAGE = {
    "name": "small",
    "type": "module",
    "scripts": {"build": "npm run --silent make", "make": "node make.mjs", "greet": "echo hello"},
    "dependencies": {"dep": "file:dep"},
}
DEP = {"name": "dep", "version": "1.0.0", "type": "module", "main": "index.js"}
LOCK = {
    "name": "small",
    "lockfileVersion": 3,
    "requires": True,
    "packages": {
        "": {"name": "small", "dependencies": {"dep": "file:dep"}},
        "dep": {"version": "1.0.0"},
        "node_modules/dep": {"resolved": "dep", "link": True},
    },
}
FETCHING, BUILDING = "Fetching what the web app is built with…", "Building the web app…"
BUILD_ENVIRONMENT = {
    "PATH": "/bin",
    "NODE_ENV": "production",
    "npm_config_registry": "http://127.0.0.1:9",
    "npm_config_fetch_retries": "0",
}
"""No other Node, no registry, and a variable that would leave out what the build needs."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with a small web app, made by the same programs as the real one."""
    write(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def once_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a tree in which the app was built; nobody changes it."""
    folder = tmp_path_factory.mktemp("once-built")
    write(folder)
    building = program(folder, "build_web_app.py")
    said, _ = building.communicate(timeout=60)
    assert building.returncode == 0, said
    return folder


@pytest.fixture
def built(tree: Path, once_built: Path) -> Path:
    """The tree of this test, with the app built into it."""
    shutil.copytree(once_built, tree, symlinks=True, dirs_exist_ok=True)
    return tree


def write(folder: Path) -> None:
    ui, locks = folder / "ui", folder / "src" / "bailiwick" / "kernel" / "database"
    (ui / "src").mkdir(parents=True)
    (ui / "dep").mkdir()
    locks.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "bailiwick" / "kernel" / "database" / "file_lock.py", locks)
    for program in ("npm.py", "build_web_app.py"):
        shutil.copy(ROOT / "ui" / program, ui)
    (ui / "package.json").write_text(json.dumps(PACKAGE))
    (ui / "package-lock.json").write_text(json.dumps(LOCK))
    (ui / "make.mjs").write_text(MAKE)
    (ui / "src" / "page.html").write_text("<p>one</p>")
    (ui / "dep" / "package.json").write_text(json.dumps(DEP))
    (ui / "dep" / "index.js").write_text("export const text = 'said by dep'\n")


def program(folder: Path, name: str, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start one of the programs of a tree."""
    ours = {name: value for name, value in os.environ.items() if name != "BAILIWICK_SKIP_UI"}
    return subprocess.Popen(
        [sys.executable, str(folder / "ui" / name), *arguments],
        env={**ours, **BUILD_ENVIRONMENT, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture
def start(tree: Path) -> Callable[..., "subprocess.Popen[str]"]:
    """Start one of the programs: `start("build_web_app.py", NAME="value")`."""
    return partial(program, tree)


@pytest.fixture
def build(start: Callable[..., "subprocess.Popen[str]"]) -> Callable[..., str]:
    """Build and return what was said, lines joined with ` | `."""

    def said_by(*, status: int = 0, **environment: str) -> str:
        process = start("build_web_app.py", **environment)
        said, _ = process.communicate(timeout=60)
        assert process.returncode == status, said
        return " | ".join(said.splitlines())

    return said_by


def web(tree: Path) -> Path:
    return tree / "src" / "bailiwick" / "web"


def written(tree: Path) -> dict[str, int]:
    """Return when each built file was written."""
    return {str(path): path.stat().st_mtime_ns for path in web(tree).rglob("*")}


def test_a_first_build_fetches_and_builds_and_a_second_does_nothing(tree: Path, build: Callable[..., str]) -> None:
    assert build() == f"{FETCHING} | {BUILDING}"
    assert (web(tree) / "index.html").read_text() == "<p>one</p>"
    assert (web(tree) / "assets" / "node.txt").read_text().startswith("v24.")
    before = written(tree)
    assert build() == ""
    assert written(tree) == before


def test_large_texts_lie_beside_their_compressed_form(once_built: Path) -> None:
    script = web(once_built) / "assets" / "app.js"
    assert gzip.decompress((web(once_built) / "assets" / "app.js.gz").read_bytes()) == script.read_bytes()
    assert not list(web(once_built).rglob("small.js.gz"))
    assert not list(web(once_built).rglob("index.html.gz"))


@pytest.mark.parametrize("changed", ["src/page.html", "make.mjs", "package.json", "build_web_app.py", "src/new.ts"])
def test_a_change_of_what_the_app_is_made_of_builds_it_anew(
    built: Path, build: Callable[..., str], changed: str
) -> None:
    with (built / "ui" / changed).open("a") as file:
        file.write("\n")
    assert build() == BUILDING
    assert build() == ""


@pytest.mark.parametrize("changed", ["src/page.test.ts", "src/generated/icons.svg", "node_modules/x", ".cache"])
def test_a_change_of_anything_else_builds_nothing(built: Path, build: Callable[..., str], changed: str) -> None:
    path = built / "ui" / changed
    path.parent.mkdir(exist_ok=True)
    path.write_text("x")
    assert build() == ""


def test_only_a_change_of_the_lock_fetches_again(built: Path, build: Callable[..., str]) -> None:
    for file in ("package-lock.json", "dep/package.json"):
        path = built / "ui" / file
        path.write_text(path.read_text().replace("1.0.0", "1.0.1"))
    assert build() == f"{FETCHING} | {BUILDING}"


def test_a_build_that_fails_says_so_in_a_sentence_and_leaves_the_last_one(
    built: Path, build: Callable[..., str]
) -> None:
    before = written(built)
    (built / "ui" / "make.mjs").write_text("throw new Error('no such \\x1b[31mcolour\\x1b[0m')")
    said = build(status=1)
    assert "`npm run build` could not build the web app." in said
    assert "no such colour" in said
    assert said.endswith("the API and the command line need nothing of it.")
    assert "BAILIWICK_SKIP_UI=1" in said
    assert "Traceback" not in said
    assert written(built) == before
    assert [path.name for path in web(built).parent.iterdir() if path.name.startswith(".web-")] == []


def test_a_build_that_makes_no_page_is_a_failure(tree: Path, build: Callable[..., str]) -> None:
    (tree / "ui" / "make.mjs").write_text("console.log('done')")
    assert "could not build" in build(status=1)
    assert not web(tree).exists()


def test_packages_that_cannot_be_fetched_are_named_with_the_reason(tree: Path, build: Callable[..., str]) -> None:
    (tree / "ui" / "package.json").write_text(json.dumps({**PACKAGE, "dependencies": {"dep": "2.0.0"}}))
    said = build(status=1)
    assert "`npm ci` could not fetch" in said
    assert "ECONNREFUSED" in said
    assert "BAILIWICK_SKIP_UI=1" in said


def test_who_wants_no_web_app_gets_none(tree: Path, build: Callable[..., str]) -> None:
    assert build(BAILIWICK_SKIP_UI="1") == ""
    assert not web(tree).exists()
    assert build(BAILIWICK_SKIP_UI="0") != ""
    assert web(tree).exists()


def test_of_two_builds_at_once_one_builds_and_both_end_well(
    tree: Path, start: Callable[..., "subprocess.Popen[str]"]
) -> None:
    processes = [start("build_web_app.py") for _ in range(3)]
    said = [process.communicate(timeout=90)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], said
    assert sorted(said) == ["", "", f"{FETCHING}\n{BUILDING}\n"]
    assert (web(tree) / "index.html").read_text() == "<p>one</p>"


def test_what_a_killed_build_left_is_cleared_away(tree: Path, build: Callable[..., str]) -> None:
    leftover = web(tree).parent / ".web-killed" / "new"
    leftover.mkdir(parents=True)
    build()
    assert not leftover.parent.exists()


def test_npm_runs_scripts_after_fetching_what_they_need(
    tree: Path, start: Callable[..., "subprocess.Popen[str]"]
) -> None:
    process = start("npm.py", "run", "--silent", "greet")
    assert process.communicate(timeout=60)[0] == f"{FETCHING}\nhello\n"
    assert (tree / "ui" / "node_modules" / "dep").exists()
    failing = start("npm.py", "run", "--silent", "nothing")
    failing.communicate(timeout=60)
    assert failing.returncode != 0
