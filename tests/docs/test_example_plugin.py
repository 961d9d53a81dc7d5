"""The example plug-in brings a tool, agents and a stage through entry points, without a change to the core."""

import json
import os
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from docs.pages import ROOT
from support.installing import installed_from

PLUGIN = ROOT / "examples" / "dice-plugin"
LOAD = """
import json
from bailiwick import Roster, Router
from bailiwick.plugins import load_plugins

plugins = load_plugins()
router = Router(Roster(plugins.agents), stages=plugins.stages, classifier=None)
messages = ["2d6", "D20!", "Roll 2d6", "Tira 2 dados de 6", "Flip a coin", "¿Cara o cruz?", "Solve 2x + 6 = 10"]
decisions = {message: router.decide(message) for message in messages}
print(json.dumps({
    "problems": [str(problem) for problem in plugins.loaded.problems],
    "origins": {agent.id: agent.origin for agent in plugins.agents},
    "decisions": {message: [each.agent, each.stage] for message, each in decisions.items()},
}))
"""
CARRY_OUT = """
import asyncio, json, sys
from bailiwick.runs.actions import Executions, Submission
from bailiwick.people.actions import People
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform

async def main():
    done = {}
    async with open_platform(Settings(model="offline", log_level="error")) as platform:
        owner = await platform[People].owner()
        for message in sys.argv[1:]:
            execution = await platform[Executions].submit(owner.id, Submission(message=message))
            execution = await platform[Executions].wait(owner.id, execution.id, timeout=60)
            done[message] = {
                "status": execution.status, "agent": execution.agent_id, "answer": execution.answer,
                "steps": [[step.key, step.name] for step in execution.steps],
            }
    print(json.dumps(done))

asyncio.run(main())
"""


def run(script: str, *arguments: str, installed: Path | None, home: Path, **settings: str) -> Any:
    """Run a script, with the plug-in installed or without, and return the JSON it prints."""
    path = os.pathsep.join(map(str, (installed, PLUGIN / "src"))) if installed else ""
    settings = {"BAILIWICK_HOME": str(home), "BAILIWICK_OLLAMA_URL": "", **settings}
    environment = {**os.environ, "PYTHONPATH": path, **settings}
    program = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    done = subprocess.run(program, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a directory that makes the plug-in count as installed: the metadata that its wheel would have."""
    return installed_from(PLUGIN, tmp_path / "site")


def test_an_installed_plugin_is_loaded_and_routed_to(installed: Path, tmp_path: Path):
    found = run(LOAD, installed=installed, home=tmp_path)
    assert found["problems"] == []
    assert found["origins"]["dice"] == found["origins"]["coin"] == "plugin"
    assert found["origins"]["cleo-supervisor"] == "builtin"
    assert found["decisions"] == {
        "2d6": ["dice", "plugin"],
        "D20!": ["dice", "plugin"],
        "Roll 2d6": ["dice", "tags"],
        "Tira 2 dados de 6": ["dice", "tags"],
        "Flip a coin": ["coin", "intents"],
        "¿Cara o cruz?": ["coin", "tags"],
        "Solve 2x + 6 = 10": ["peter-logical", "intents"],
    }


def test_without_the_plugin_nothing_of_it_is_there(tmp_path: Path):
    found = run(LOAD, installed=None, home=tmp_path)
    assert not {"dice", "coin"} & set(found["origins"])
    assert found["decisions"]["2d6"] == [None, "finalize"]


def test_its_tool_and_its_function_answer_without_a_model(
    installed: Path, home: Path, empty_database: Callable[..., DatabaseUrls]
):
    roll, tira, coin = "Roll 2d6 with seed 7", "Tira 3 dados de 10 con semilla 7", "¿Cara o cruz?"
    database = empty_database().owner
    done = run(CARRY_OUT, roll, tira, coin, installed=installed, home=home, BAILIWICK_DATABASE_URL=database)

    first, second = (seeded.randint(1, 6) for seeded in [random.Random(7)] for _ in range(2))
    assert done[roll]["status"] == "completed"
    assert done[roll]["agent"] == "dice"
    assert done[roll]["answer"] == f"2d6: {first} + {second} = {first + second}."
    assert ["tool:1:0", "rollDice"] in done[roll]["steps"]

    source = random.Random(7)
    rolls = [source.randint(1, 10) for _ in range(3)]
    assert done[tira]["answer"] == f"3d10: {' + '.join(map(str, rolls))} = {sum(rolls)}."

    assert done[coin]["agent"] == "coin"
    assert done[coin]["answer"] in ("Cara.", "Cruz.")
    assert ["callable:1", "coin"] in done[coin]["steps"]
