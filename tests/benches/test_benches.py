"""Every bench still works: run for a moment at its smallest size, as `python -m bench --smallest` does."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.__main__ import PARTS, make_small  # noqa: E402  (the benches are beside the tests, in no package of theirs)

HELPERS = {
    "__init__",
    "__main__",
    "autogen_runtime",
    "classifier_peers",
    "mail_procrastinate",
    "people",
    "processes",
    "python_peer",
    "runs_agno",
    "runs_asked",
    "runs_counted",
    "runs_dbos",
    "runs_floor",
    "runs_langgraph",
    "swarm_mail",
    "swarm_sleepers",
    "ui_frames",
    "ui_site",
    "world",
}

SHORT = ("metrics", "routing", "examples", "replay", "database", "reads", "tools", "sandbox", "documents", "mail")
"""Benches of moments, in the order in which they share a database: the first counts what is there.

The others start servers, browsers and workers again and again, and are for the long run.
"""


def test_every_file_is_a_bench_that_is_listed_or_a_part_of_one():
    assert {file.stem for file in (ROOT / "bench").glob("*.py")} - HELPERS == set(PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_a_bench_says_how_small_it_can_be_in_constants_that_it_has(part, monkeypatch):
    module = importlib.import_module(f"bench.{part}")
    for name in module.SMALLEST:
        place, _, constant = name.rpartition(".")
        holder = importlib.import_module(place) if place else module
        monkeypatch.setattr(holder, constant, getattr(holder, constant))  # is put back
    make_small(module)


@pytest.mark.timeout(300)
def test_the_short_benches_run(empty_database: Callable[[], DatabaseUrls]) -> None:
    said = carry_out(SHORT, empty_database())
    for part in SHORT:
        _, _, after = said.partition(f"== {part} ==\n")
        assert len(after.partition("\n== ")[0].splitlines()) > 2, part


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", [part for part in PARTS if part not in SHORT])
def test_a_long_bench_runs(part: str, empty_database: Callable[[], DatabaseUrls]) -> None:
    assert len(carry_out([part], empty_database()).splitlines()) > 2


def carry_out(parts: Sequence[str], urls: DatabaseUrls) -> str:
    """Run benches one after the other in one process, which imports once, and return what they print."""
    # Their database is there already, and nothing is learned from examples: both take longer than the smallest sizes.
    environment = {
        **os.environ,
        "BAILIWICK_DATABASE_URL": urls.owner,
        "BAILIWICK_ROUTING_EXAMPLES": "false",
        "BAILIWICK_OLLAMA_URL": "",
    }
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--smallest", *parts],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout
