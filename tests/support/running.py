"""A running platform on the test database, for stories that need the whole product."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.background import Background
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.records import UserRole
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.records import Execution
from bailiwick.runs.threads import actions as threads
from bailiwick.runs.threads.records import Conversation
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import Mode
from support.people import ensure_user

_looked_after: ContextVar[bool] = ContextVar("looked_after", default=False)


@dataclass(frozen=True)
class Person:
    """A user of a running platform, and what they do with it."""

    platform: Platform
    id: str

    async def submit(self, message: str, **options: Any) -> Execution:
        """Submit a message without waiting: into the main thread of agent and mode, unless it names another."""
        submission = Submission(message=message, **options)
        if submission.conversation_id is None:
            await self.platform[Executions].check_agent(self.id, submission.requested_agent)
            thread = await self.main(submission.requested_agent or SUPERVISOR_ID, submission.mode)
            submission = replace(submission, conversation_id=thread.id)
        return await self.platform[Executions].submit(self.id, submission)

    async def main(self, agent_id: str, mode: Mode) -> Conversation:
        """Return the person's main thread with an agent in a mode."""
        platform = self.platform
        return await threads.main(platform.database, platform.stores, self.id, agent_id, mode, title="A thread")

    async def ask(self, message: str, *, timeout: float = 30.0, **options: Any) -> Execution:
        """Submit a message and return the execution once it is over or waits."""
        execution = await self.submit(message, **options)
        return await self.platform[Executions].wait(self.id, execution.id, timeout)

    async def events(self, execution_id: str, *, until: str = "done", after: str | None = None) -> list[StreamItem]:
        """Return the stream's items up to the first of kind `until`."""
        items: list[StreamItem] = []
        async for item in self.platform[Streams].follow(self.id, execution_id, after):
            items.append(item)
            if item.kind == until:
                break
        return items

    async def has(self, agent_id: str, **fields: Any) -> Agent:
        """Put an agent on this person's roster."""
        made = await self.platform[Rosters].create(self.id, Agent(id=agent_id, name=agent_id.title(), **fields))
        return made.agent


@asynccontextmanager
async def running(
    owner_url: str, home: Path, *, mode: Working = Working.YES, ollama: str = "", **options: Any
) -> AsyncGenerator[Platform]:
    """Open a platform on the test database; offline unless `model` says otherwise.

    Nothing is learned from examples unless a story asks for it: every change of an agent would be learned anew.
    """
    options.setdefault("routing_examples", False)
    settings = Settings(
        home=home,
        database_url=owner_url,
        ollama_url=ollama,
        log_level="error",
        heartbeat_seconds=options.pop("heartbeat_seconds", 0.3),
        stalled_seconds=options.pop("stalled_seconds", 1.5),
        **options,
    )
    async with leaving_no_task(), open_platform(settings, working=mode) as platform:
        yield platform


@asynccontextmanager
async def leaving_no_task() -> AsyncGenerator[None]:
    """Fail when a task that began in the block outlives it, with the names of those that do.

    Within another such block only that one looks: two platforms that run side by side start tasks at any time.
    """
    if _looked_after.get():
        yield
        return
    before = asyncio.all_tasks()
    token = _looked_after.set(True)
    try:
        yield
    finally:
        _looked_after.reset(token)
    left = asyncio.all_tasks() - before
    names = sorted(map(repr, left))
    while left:  # what takes no notice of one cancellation would keep the event loop open, and the test from failing
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)
    assert not names, f"these tasks have no owner who ends them: {names}"


@asynccontextmanager
async def working(platform: Platform, *, concurrency: int = 4) -> AsyncGenerator[None]:
    """Carry out executions in this process for the length of the block."""
    async with Background() as background:
        background.start(
            "worker", platform[Jobs].run_worker(concurrency=concurrency, heartbeat_seconds=0.3, stalled_seconds=1.5)
        )
        yield


async def person(platform: Platform) -> Person:
    """Add a fresh user."""
    user = await ensure_user(platform.stores, str(uuid4()), "A person", UserRole.MEMBER)
    await platform[Rosters].learned(user.id)  # what is learned meanwhile would change decisions
    return Person(platform, user.id)


def script(home: Path, text: str, name: str = "script.toml") -> str:
    """Write a script and return the name of the model that follows it."""
    path = home / name
    path.write_text(text, encoding="utf-8")
    return f"scripted:{path}"
