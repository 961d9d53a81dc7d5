"""A product with much in it, served by a process of its own, for the measurements in a browser."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.background import Background
from bailiwick.kernel.events.facts import MainIterated
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Mode

TALKER = "toby-technical"
MESSAGES = 500
AGENTS = 1000
EVENTS = 10_000
PACE = 100
SPOKEN = 900
"""Words of the streamed answer."""
WORDS = (
    "cache queue index thread router agent model token answer budget ledger review release stage score helper "
    "because although between without through against usually quickly slowly again together never always"
).split()
COLORS = ("#059669", "#2563EB", "#7C3AED", "#DC2626", "#EA580C", "#0891B2", "#DB2777", "#65A30D")
ICONS = ("robot", "code", "flask", "palette", "calculator", "rocket", "leaf", "coffee")


@dataclass(frozen=True)
class ServedSite:
    """Where the product listens and how one gets in."""

    url: str
    login: str
    """A one-time link."""
    conversation_id: str
    """The long thread, with `TALKER`."""


@contextmanager
def served_site(home: Path) -> Generator[ServedSite]:
    """Fill a new data directory and serve it until the end."""
    script = home / "script.toml"
    script.write_text(_script(), encoding="utf-8")
    settings = Settings(home=home, model=f"scripted:{script}", log_level="error")
    conversation_id = asyncio.run(_fill(settings))
    environment = {
        **os.environ,
        "BAILIWICK_HOME": str(home),
        "BAILIWICK_MODEL": f"scripted:{script}",
        "PYTHONUNBUFFERED": "1",
    }
    program = str(Path(sys.executable).with_name("bailiwick"))
    process = subprocess.Popen(
        [program, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        if not any("is ready" in line for line in process.stdout):
            raise RuntimeError("the server ended before it was ready")
        done = subprocess.run([program, "keys", "link"], env=environment, capture_output=True, text=True, check=True)
        login = next(word for word in done.stdout.split() if "/login?" in word)
        yield ServedSite(login.partition("/login?")[0], login, conversation_id)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def _script() -> str:
    return f'''
[[rule]]
user = "stream it"
[[rule.turn]]
pace = {PACE}
text = """{spoken()}"""

[[turn]]
text = """{_markdown(random.Random(1), 60)}"""
'''


def spoken() -> str:
    """Return the streamed answer: Markdown of `SPOKEN` words that ends with `the end`."""
    return f"Here it comes.\n\n{_markdown(random.Random(2), SPOKEN - 6)}\n\nThis is the end"


def _markdown(chance: random.Random, words: int) -> str:
    """Return about so many words as people get them: paragraphs, lists, a table, code, and some marks in them."""
    parts: list[str] = []
    written = 0
    while written < words:
        sentence = [chance.choice(WORDS) for _ in range(min(30, words - written))]
        written += len(sentence)
        sentence[0] = f"**{sentence[0]}**"
        text = " ".join(sentence)
        match len(parts) % 5:
            case 1:
                parts.append("\n".join(f"- {word} `{word}`" for word in sentence[:8]) + f"\n\n{text}")
            case 2:
                parts.append(f"## {chance.choice(WORDS)}\n\n{text}")
            case 3:
                parts.append(
                    "```python\n" + "\n".join(f"{word} = {number}" for number, word in enumerate(WORDS[:6])) + "\n```"
                )
            case 4:
                parts.append("| a | b |\n|---|---|\n" + "\n".join(f"| {word} | {word} |" for word in sentence[:4]))
            case _:
                parts.append(text + ".")
    return "\n\n".join(parts)


async def _fill(settings: Settings) -> str:
    async with open_platform(settings, working=Working.NO) as platform:
        owner = (await platform[People].owner()).id
        conversation_id = await _talk(platform, owner)
        await platform[Rosters].import_agents(owner, [_agent(number) for number in range(AGENTS)])
        for first in range(0, EVENTS, 1000):
            rounds = [MainIterated(agent=TALKER, iteration=first + each, limit=EVENTS) for each in range(1000)]
            await platform.stores[EventStore].append(owner, rounds, agent=TALKER)
    return conversation_id


async def _talk(platform: Platform, owner: str) -> str:
    """Fill one thread with `MESSAGES` messages, by running executions."""
    thread = await platform.stores[ConversationStore].create(owner, TALKER, Mode.DIRECT, title="A long conversation")
    async with Background() as background:
        background.start("worker", platform[Jobs].run_worker(concurrency=4))
        for number in range(MESSAGES // 2):
            submission = Submission(
                message=f"Compare two caches, number {number}.", agent_id=TALKER, conversation_id=thread.id
            )
            last = await platform[Executions].submit(owner, submission)
        async for _ in platform[Streams].follow(owner, last.id):
            pass
    return thread.id


def _agent(number: int) -> Agent:
    word = WORDS[number % len(WORDS)]
    return Agent(
        id=f"agent-{number:04}",
        name=f"{word.capitalize()} {number}",
        description=f"Knows {word} and what is around it.",
        tags=[word, f"{word}-{number}", "bench"],
        color=COLORS[number % len(COLORS)],
        icon=ICONS[number % len(ICONS)],
    )
