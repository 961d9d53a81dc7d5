"""A scaled-out installation: API and worker processes of their own on one database."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Self

from support.mail_ledger import PLUGIN

BAILIWICK = Path(sys.executable).with_name("bailiwick")
START_SECONDS = 90.0
"""Longest wait until a process is ready, on a machine that does much else."""
STOP_SECONDS = 30.0


@dataclass(eq=False)
class Member:
    """One process of the installation."""

    process: Process
    url: str = ""
    """Where an API process listens."""
    said: list[str] = field(default_factory=list)
    """What it wrote to its standard error, for the message of a failed test."""

    @property
    def pid(self) -> int:
        return self.process.pid

    def freeze(self) -> None:
        """Let it do nothing until it is thawed or killed."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """End it by force, now."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Installation:
    """Starts processes and ends those that are left when the block is over."""

    def __init__(self, owner_url: str, folder: Path, model: str, **settings: object) -> None:
        """`settings` are those of all processes, by their names."""
        self._folder = folder
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(PLUGIN),
            "BAILIWICK_ROUTING_EXAMPLES": "false",
            "BAILIWICK_DATABASE_URL": owner_url,
            "BAILIWICK_MODEL": model,
            "BAILIWICK_OLLAMA_URL": "",
            "BAILIWICK_LOG_LEVEL": "error",
            "BAILIWICK_CREDENTIAL_KEY": b64encode(os.urandom(32)).decode(),
            **{f"BAILIWICK_{name.upper()}": str(value) for name, value in settings.items()},
        }
        self._numbers = count(1)
        self.members: list[Member] = []
        self._listening = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._listening.__aenter__()
        return self

    async def __aexit__(self, *exception: object) -> None:
        for member in self.members:
            with suppress(ProcessLookupError):
                member.thaw()
                member.process.terminate()
        for member in self.members:
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await member.process.wait()
            except TimeoutError:
                await member.kill()
        await self._listening.__aexit__(None, None, None)

    async def worker(self) -> Member:
        """Start a worker and return it when it is ready."""
        member = await self._start("worker")
        await self._until(member, member.process.stderr, "ready")
        self._listening.create_task(_listen(member))
        return member

    async def api(self) -> Member:
        """Start an API process that carries nothing out, and return it when it listens."""
        member = await self._start("serve", "--no-worker", "--port", "0")
        line = await self._until(member, member.process.stdout, "ready at")
        member.url = line.split()[-1]
        self._listening.create_task(_listen(member))
        return member

    async def _start(self, *arguments: str) -> Member:
        # A home each: only one process serves a data directory.
        environment = {**self._environment, "BAILIWICK_HOME": str(self._folder / f"home-{next(self._numbers)}")}
        member = Member(
            await asyncio.create_subprocess_exec(BAILIWICK, *arguments, env=environment, stdout=PIPE, stderr=PIPE)
        )
        self.members.append(member)
        return member

    async def _until(self, member: Member, stream: asyncio.StreamReader | None, words: str) -> str:
        assert stream is not None
        async with asyncio.timeout(START_SECONDS):
            while line := (await stream.readline()).decode():
                if words in line:
                    return line
        rest = await member.process.stderr.read() if member.process.stderr else b""
        raise AssertionError(f"the process ended before it was ready: {rest.decode()[-2000:]}")


async def _listen(member: Member) -> None:
    """Read what a process writes until it ends, so that it never waits for a reader."""

    async def drain(stream: asyncio.StreamReader | None, keep: list[str]) -> None:
        assert stream is not None
        while line := await stream.readline():
            keep.append(line.decode(errors="replace"))

    await asyncio.gather(drain(member.process.stdout, []), drain(member.process.stderr, member.said))
