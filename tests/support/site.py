"""A whole Bailiwick that listens on a loopback port, for tests that speak HTTP to it."""

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Self, TypeVar
from uuid import uuid4

import httpx
from fastapi import FastAPI
from pydantic import SecretStr

from bailiwick.agents.rosters import Rosters
from bailiwick.faces.http import create_app
from bailiwick.faces.web import WebApp
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.http.server import Server, bounds_of, create_server
from bailiwick.kernel.places import Place
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.records import Scope, Secret, TokenKind, UserRole
from bailiwick.people.store import AccessStore
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.threads.records import thread_key
from bailiwick.tools.admission import Waits
from bailiwick.tools.records import ToolSpec
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.people import ensure_user

Result = TypeVar("Result")
EVERYTHING = tuple(Scope)
ENDED = ("completed", "failed", "cancelled")


@dataclass(frozen=True)
class Person:
    """A user with data of their own, and what proves it."""

    user_id: str
    key: str
    session: str

    @property
    def headers(self) -> dict[str, str]:
        """What a program sends."""
        return {"Authorization": f"Bearer {self.key}"}


class Site:
    """Runs the platform and the server on a loop in a thread of its own."""

    def __init__(
        self,
        settings: Settings,
        *,
        working: Working = Working.YES,
        trusted_proxies: Sequence[str] = (),
        web_app: WebApp | None = None,
    ) -> None:
        self._settings = settings
        self._web_app = web_app
        self._trusted_proxies = trusted_proxies
        self._working = working
        self._thread = threading.Thread(target=self._run, name="site")
        self._ready = threading.Event()
        self._error: BaseException | None = None
        self.loop: asyncio.AbstractEventLoop
        self.platform: Platform
        self.app: FastAPI
        self.server: Server
        self.url = ""

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(60)
        if self._error is not None:
            raise self._error
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()
        self._thread.join(30)
        assert not self._thread.is_alive(), "the server did not stop"

    def stop(self) -> None:
        """Ask the server to stop, as SIGTERM does."""
        self.server.should_exit = True

    def joined(self, seconds: float) -> bool:
        """Wait for the server's end and say whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine on the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def person(self, name: str, scopes: Sequence[Scope] = EVERYTHING, role: UserRole = UserRole.MEMBER) -> Person:
        """Create a new user."""
        return self.run(self._person(name, scopes, role))

    async def _person(self, name: str, scopes: Sequence[Scope], role: UserRole) -> Person:
        access = self.platform.stores[AccessStore]
        user = await ensure_user(self.platform.stores, str(uuid4()), name, role)
        await self.platform[Rosters].learned(user.id)  # what is learned meanwhile would change decisions between calls
        key, session = Secret.new(TokenKind.API_KEY, user.id), Secret.new(TokenKind.SESSION, user.id)
        for secret in (key, session):
            await access.add_token(secret, "tests", scopes, None)
        return Person(user.id, key.text, session.text)

    async def waiting_call(self, person: Person, execution_id: str) -> str:
        """Let a call of the person's execution wait, and return its approval's id."""
        asked = await self.platform.stores[ApprovalStore].admit(
            person.user_id,
            execution_id=execution_id,
            step_key="tool:9:0",
            place=Place(round=1, index=0),
            agent_id="toby-technical",
            spec=ToolSpec(name="send", description="", parameters={}),
            arguments={},
            reason="It asks.",
            life=timedelta(hours=1),
        )
        assert isinstance(asked, Waits)
        return asked.approval_id

    @contextmanager
    def client(self, person: Person | None = None, **options: Any) -> Iterator[httpx.Client]:
        """Yield a client that calls as `person`."""
        headers = {**(person.headers if person else {}), **options.pop("headers", {})}
        # Without TLS there is nothing to verify; reading the certificates would take longer than most tests.
        options = {"timeout": 30, "trust_env": False, "verify": False, **options}
        with httpx.Client(base_url=self.url, headers=headers, **options) as client:
            yield client

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._error = error
            raise
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        async with open_platform(self._settings, working=self._working) as platform:
            self.platform = platform
            self.app = create_app(platform, web_app=self._web_app)
            self.server = create_server(
                self.app,
                host="127.0.0.1",
                port=self._settings.port,
                root_path=self._settings.root_path,
                trusted_proxies=self._trusted_proxies,
                bounds=bounds_of(self._settings),
            )
            # Named as TCP, because asyncio only then switches Nagle's waiting off.
            with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
                # A site that takes the place of another at once finds the port in its time of waiting.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(("127.0.0.1", self._settings.port))
                self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
                listener.listen(128)
                # The socket listens already: clients that come early wait in its queue.
                self._ready.set()
                await self.server.serve(sockets=[listener])


def finished(client: httpx.Client, execution_id: str) -> dict[str, Any]:
    """Follow an execution to its end and return it."""
    with client.stream("GET", f"/api/agents/execution/{execution_id}/events") as stream:
        assert stream.status_code == 200, stream.read()
        for _ in stream.iter_lines():
            pass
    execution = client.get(f"/api/agents/execution/{execution_id}").json()
    assert execution["status"] in ENDED
    return execution


@dataclass(frozen=True)
class Event:
    """One event of a stream, as a browser sees it."""

    id: str
    kind: str
    data: str


def read_events(lines: Iterator[str]) -> Iterator[Event]:
    """Parse a stream as the HTML standard says; comments and `retry` are left out."""
    last_id, kind, data = "", "", []
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "id":
                last_id = value
            elif name == "event":
                kind = value
            elif name == "data":
                data.append(value)
        else:
            if data:
                yield Event(last_id, kind or "message", "\n".join(data))
            kind, data = "", []


def in_main_thread(client: httpx.Client, message: str, **more: Any) -> dict[str, Any]:
    """Return what sends a message into the person's main thread with the agent that it names, or with all, unless it
    names another thread."""
    if more.get("conversationId") or more.get("replaces"):
        return {"message": message, **more}
    agent = more.get("agentId")
    mode = "direct" if agent and not more.get("forceSupervised") else "supervised"
    place = {"agentId": agent or SUPERVISOR_ID, "mode": mode}
    there = client.get("/api/conversations", params={**place, "limit": 200}).json()["conversations"]
    main = next((one["id"] for one in there if one["threadKey"] == thread_key(place["agentId"], Mode(mode))), None)
    if main is None:
        begun = {**place, "title": message.strip().partition("\n")[0][:80], "main": True}
        answer = client.post("/api/conversations/create", json=begun)
        assert answer.is_success, answer.text
        main = answer.json()["id"]
    return {"message": message, **more, "conversationId": main}


def settings_of(urls: DatabaseUrls, home: Path, *, port: int = 0, **more: Any) -> Settings:
    """Return settings for a site on a database.

    Nothing is learned from examples unless a test wants it: every change of an agent would be learned anew, and
    decisions meanwhile would depend on how long that takes.
    """
    url, more = SecretStr(urls.owner), {"routing_examples": False, **more}
    return Settings(home=home, database_url=url, port=port, ollama_url="", log_level="error", **more)
