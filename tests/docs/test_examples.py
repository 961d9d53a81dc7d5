import os
import subprocess
import sys
from pathlib import Path

import pytest

from bailiwick import shipped_agents
from bailiwick.agents.builtin import parse
from bailiwick_router.agent_lint import lint
from bailiwick_router.core.agents import Origin
from bailiwick_router.roster import Roster
from docs.pages import DOCS, pages

EXAMPLES = DOCS / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
EMBED = EXAMPLES / "embed.py"
AGENTS = sorted(EXAMPLES.glob("*.toml"))
SHOWN = "\n".join(page.read_text(encoding="utf-8") for page in pages())


def run(program: Path, home: Path) -> str:
    """Run an example with a data directory of its own and return what it prints; it must print no errors."""
    environment = {**os.environ, "BAILIWICK_HOME": str(home), "BAILIWICK_OLLAMA_URL": ""}
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("program", [path for path in PROGRAMS if path != EMBED], ids=lambda path: path.stem)
def test_an_example_program_runs_and_leaves_no_data_behind(program: Path, home: Path):
    before = list(home.iterdir())
    assert run(program, home).strip()
    assert list(home.iterdir()) == before


def test_the_platform_inside_a_program_prints_what_its_page_says(home: Path):
    page = (DOCS / "how-to" / "use-as-a-library.md").read_text(encoding="utf-8")
    assert f"It prints:\n\n```text\n{run(EMBED, home)}```" in page


@pytest.mark.parametrize("file", AGENTS, ids=lambda path: path.stem)
def test_an_example_agent_is_accepted_without_a_warning(file: Path):
    agent = parse(file.read_text(encoding="utf-8"), name=file.name, origin=Origin.USER)
    assert lint(agent, Roster(shipped_agents())) == []


@pytest.mark.parametrize("file", [*PROGRAMS, *AGENTS], ids=lambda path: path.name)
def test_every_example_is_shown_on_a_page(file: Path):
    assert f"<!-- include: examples/{file.name} -->" in SHOWN
