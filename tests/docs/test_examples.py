import os
import subprocess
import sys
from pathlib import Path

import pytest

from bailiwick.builtin_agents import parse
from bailiwick.core.agents import Origin
from bailiwick.routing.lint import lint
from bailiwick.routing.roster import Roster
from docs.pages import DOCS, pages

PROGRAMS = sorted((DOCS / "examples").glob("*.py"))
AGENTS = sorted((DOCS / "examples").glob("*.toml"))
SHOWN = "\n".join(page.read_text(encoding="utf-8") for page in pages())


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_an_example_program_runs(program: Path, tmp_path: Path):
    environment = {**os.environ, "BAILIWICK_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert done.stderr == ""


def test_the_embedded_platform_prints_what_its_page_says(tmp_path: Path):
    environment = {**os.environ, "BAILIWICK_HOME": str(tmp_path)}
    example = [sys.executable, str(DOCS / "examples" / "embed.py")]
    printed = subprocess.run(example, capture_output=True, text=True, env=environment, check=True).stdout
    page = (DOCS / "how-to" / "use-as-a-library.md").read_text(encoding="utf-8")
    assert f"It prints:\n\n```text\n{printed}```" in page


@pytest.mark.parametrize("file", AGENTS, ids=lambda path: path.stem)
def test_an_example_agent_is_accepted_without_a_warning(file: Path):
    agent = parse(file.read_text(encoding="utf-8"), name=file.name, origin=Origin.USER)
    assert lint(agent, Roster.builtin()) == []


@pytest.mark.parametrize("file", [*PROGRAMS, *AGENTS], ids=lambda path: path.name)
def test_every_example_is_shown_on_a_page(file: Path):
    assert f"<!-- include: examples/{file.name} -->" in SHOWN
