"""Learning is done by another process, with the same outcome, and whatever happens to it harms no other user."""

import asyncio
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.learning_apart import LearningApart, LearningFailed
from bailiwick.kernel.background import Background
from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.examples import train
from bailiwick_router.pipeline import Router
from bailiwick_router.roster import Roster

AGENTS = (
    Agent(
        id="cook",
        name="Cook",
        role=Role.SPECIALIST,
        tags=("soup",),
        examples=("how do I make onion soup", "what goes with rice", "half a surrogate \ud800"),
    ),
    Agent(
        id="ski",
        name="Ski",
        role=Role.SPECIALIST,
        patterns=("snow(ed|ing)?",),
        languages=("es",),
        examples=("is there fresh snow", "¿qué pistas están abiertas?"),
    ),
)
CORRECTIONS = [("rice on the slopes", "ski")]
MANY = [
    Agent(id=f"a{at}", name="A", role=Role.SPECIALIST, examples=[f"word{at}x{number} other" for number in range(1500)])
    for at in range(8)
]
"""So many that they are not learned before a test has done something about it."""


def test_another_process_makes_the_same_bytes_and_so_the_same_decisions():
    here, there = train(AGENTS, CORRECTIONS), LearningApart().train(AGENTS, CORRECTIONS)
    assert there.to_bytes() == here.to_bytes()
    decided = []
    for classifier in (here, there):
        router = Router(Roster(AGENTS))
        router.learn(classifier)
        decided.append([router.decide(text) for text in ("fresh snow", "onion soup with rice", "nothing of it")])
    bare = [[(each.agent, each.confidence, each.learned, each.candidates) for each in some] for some in decided]
    assert bare[0] == bare[1]


def begun(apart: LearningApart) -> int:
    """Wait for a process that learns and return its id."""
    while not apart.pids:
        pass
    return apart.pids[0]


def learning_many(apart: LearningApart, then) -> str:
    """Begin to learn many examples, do something once the process runs, and return why nothing was learned."""
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(apart.train, MANY)
        then(begun(apart))
        with pytest.raises(LearningFailed) as failed:
            waiting.result(timeout=60)
    assert apart.pids == []
    return str(failed.value)


def test_the_process_that_learns_ends_with_what_began_it_or_when_it_takes_too_long():
    apart = LearningApart()
    assert "signal 9" in learning_many(apart, lambda pid: os.kill(pid, signal.SIGKILL))
    assert "signal 9" in learning_many(apart, lambda pid: apart.close())
    with pytest.raises(LearningFailed, match="being stopped"):
        apart.train(AGENTS)
    assert "0.1 seconds" in learning_many(LearningApart(seconds=0.1), lambda pid: None)


def test_what_cannot_be_learned_is_told_with_its_reason():
    apart = LearningApart()
    apart._encoder = type("Gone", (), {"folder": Path("/nowhere/at/all")})()
    with pytest.raises(LearningFailed, match="There is no model in /nowhere/at/all"):
        apart.train(AGENTS)


def test_no_process_outlives_one_that_was_killed():
    program = "from agents.test_learning_apart import *; LearningApart().train(MANY)"
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[1])
    process = psutil.Process(parent.pid)
    while not (children := process.children()):
        assert parent.poll() is None
    parent.kill()
    parent.wait()
    assert psutil.wait_procs(children, timeout=60)[1] == []


def test_a_process_that_was_killed_leaves_the_platform_with_what_it_knew():
    async def tell():
        apart = LearningApart()
        async with Background() as background:
            learning = Learning(background, apart.train, on=True)
            known, new = learning.training_data(AGENTS, ()), learning.training_data(MANY, ())
            before = await learning.learned(known)
            learning.begin(new)
            os.kill(await asyncio.to_thread(begun, apart), signal.SIGKILL)
            assert await learning.learned(new) is None
            assert learning.failed(new.digest)
            assert learning.classifier(known.digest) is before

    asyncio.run(tell())
