"""What every user installs is small, and the product is whole with it: extras name themselves where they are missed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.extras import Extra
from docs.pages import ROOT

ASKED = ["What is 12 % of 340?", "What is the derivative of x^2 sin x?", "¿Cuál es la derivada de x^2 sin x?"]
CARRY_OUT = """
import asyncio, json, sys
from bailiwick.people.session import run_async
from bailiwick.kernel.lacks import LackCode
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.extras import Extra
from bailiwick.features.installation.doctor import examine
from bailiwick.runs.actions import Executions, Submission
from bailiwick.people.actions import People
from bailiwick.models.catalog import Catalog
from bailiwick.runs.tools import Tools
from bailiwick.kernel.settings import Settings
from bailiwick.tools.documents.apart import ApartReader
from bailiwick.tools.documents.kinds import DOCX
from bailiwick.opening import open_platform

async def main():
    told = {"loop": type(asyncio.get_running_loop()).__module__, "extras": [e for e in Extra if e.is_installed]}
    async with open_platform(Settings(log_level="error")) as platform:
        owner = await platform[People].owner()
        for message in sys.argv[1:]:
            run = await platform[Executions].submit(owner.id, Submission(message=message))
            run = await platform[Executions].wait(owner.id, run.id, timeout=90)
            told[message] = [run.status, run.answer]
        missing = await platform[Tools].missing(owner.id)
        told["tools"] = {tool.name: [tool.reason, tool.why.text("es")] for tool in missing if tool.why}
        told["models"] = {
            entry.provider: [entry.usable, entry.lack.code, entry.lack.text("es")]
            for entry in await platform[Catalog].entries() if entry.lack
        }
        told["doctor"] = [[each.name, each.ok, each.detail] for each in await examine(platform, owner, serving=False)]
    try:
        await ApartReader()(b"PK", DOCX)
    except CallFailed as failure:
        told["word"] = [str(failure), failure.why.text("es")]
    print(json.dumps(told))

run_async(main())
"""


def required(name: str, extras: Iterable[str] = ()) -> dict[str, Distribution]:
    """Return what the distribution requires on this machine with these extras, and what that requires, by name."""
    found: dict[str, Distribution] = {}
    todo = [(name, frozenset(extras))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while todo:
        name, wanted = each = todo.pop()
        if each in seen:
            continue
        seen.add(each)
        package = found[name.lower().replace("_", "-")] = distribution(name)
        for line in package.requires or ():
            requirement = Requirement(line)
            environments = [{"extra": extra} for extra in ("", *wanted)]
            if requirement.marker is None or any(map(requirement.marker.evaluate, environments)):
                todo.append((requirement.name, frozenset(requirement.extras)))
    return found


def files_of(package: Distribution) -> Iterable[tuple[Path, Path]]:
    """Yield where each installed file is and its place below site-packages, without bytecode and programs."""
    for file in package.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            yield Path(str(file.locate())), Path(str(file))


def test_what_the_product_needs_of_others_is_small():
    packages = required(DISTRIBUTION)
    files = [path for package in packages.values() for path, _ in files_of(package)]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    assert len(packages) <= 75, sorted(packages)
    assert megabytes <= 250


def test_every_extra_brings_what_it_is_asked_for_and_all_brings_every_one():
    base, every = required(DISTRIBUTION), required(DISTRIBUTION, ["all"])
    for extra in Extra:
        assert extra.is_installed
        brought = required(DISTRIBUTION, [extra]).keys() - base.keys()
        assert brought, extra
        assert brought <= every.keys()


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return a folder in which everything is installed that every user has, and nothing else."""
    site = tmp_path / "site"
    for package in required(DISTRIBUTION).values():
        for path, place in files_of(package):
            (site / place).parent.mkdir(parents=True, exist_ok=True)
            if not (site / place).exists():
                (site / place).symlink_to(path)
    return site


def test_without_any_extra_it_starts_answers_and_says_what_to_install(
    bare: Path, home: Path, own_database: DatabaseUrls
):
    told = started(bare, home, own_database)
    assert told["extras"] == []
    assert told["loop"].startswith("asyncio")

    assert told[ASKED[0]] == ["completed", "12%·340 = 40.8"]
    assert "bailiwick-agents[maths]" in told[ASKED[1]][1]
    assert "instala bailiwick-agents[maths]" in told[ASKED[2]][1]

    reason, razon = told["tools"]["run_js_ephemeral"]
    assert "install bailiwick-agents[javascript]" in reason
    assert "instala bailiwick-agents[javascript]" in razon

    assert told["models"]["anthropic"][:2] == [False, "extra-missing"]
    assert "instala bailiwick-agents[anthropic]" in told["models"]["anthropic"][2]
    assert told["models"]["google"][1] == "key-missing"
    assert "openai" not in {name for name, (_, code, _) in told["models"].items() if code == "extra-missing"}

    assert "install bailiwick-agents[word]" in told["word"][0]
    assert "instala bailiwick-agents[word]" in told["word"][1]

    details = [detail for name, _, detail in told["doctor"] if name == "extras"]
    assert all(f"`{extra.requirement}`" in details[0] for extra in Extra)
    assert any("bailiwick-agents[anthropic]" in detail for name, _, detail in told["doctor"] if name == "model")


def started(site: Path, home: Path, database: DatabaseUrls) -> Any:
    """Return what the product tells when it is started from that folder by a Python that has nothing else."""
    settings = {
        "BAILIWICK_HOME": str(home),
        "BAILIWICK_DATABASE_URL": database.owner,
        "BAILIWICK_OLLAMA_URL": "",
        "ANTHROPIC_API_KEY": "a-key",
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT / "router/src")]),
    }
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR", "LD_LIBRARY_PATH")}
    program = [sys._base_executable, "-S", "-c", CARRY_OUT, *ASKED]  # pyright: ignore[reportPrivateUsage]
    done = subprocess.run(program, capture_output=True, text=True, env={**kept, **settings}, timeout=240)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
