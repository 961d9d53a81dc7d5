"""Opens the product of a scratch copy to which things were added, and prints what it says of them as JSON."""

import asyncio
import json
import re  # noqa: TID251  (own fixed pattern)
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from fastapi import FastAPI
from generator import client
from pydantic import TypeAdapter

from bailiwick import Roster, Router, shipped_agents
from bailiwick.app import all_events
from bailiwick.faces.http import create_app
from bailiwick.features.account.persons_store import PersonStore
from bailiwick.features.schedules.records import Action, ActionType, ScheduleDraft, Times
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.kernel.events import facts
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import Scope, Secret, TokenKind, UserRole
from bailiwick.people.store import AccessStore
from bailiwick.tools.wordings import wordings_that_ship

SCHEMA = re.compile(r"#/components/schemas/([\w.-]+)")
ROOT = Path(facts.__file__).parents[5]


async def asked(app: FastAPI, key: str) -> dict[str, Any]:
    """Return what the API answers where one asks for the new endpoint, and for the new tool and calls it."""
    headers = {"Authorization": f"Bearer {key}"}
    # Nothing is listening: the application is called.
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", headers=headers
    ) as web:
        listed = {each["name"]: each for each in (await web.get("/api/tools")).json()["tools"]}
        called = await web.post("/api/tools/countBoats/call", json={"arguments": {"harbour": "Port Vell"}})
        return {
            "tool": {"listed": listed.get("countBoats"), "called": called.json()},
            "endpoint": (await web.get("/api/schedules/boats")).json(),
            "stranger": (await web.get("/api/schedules/boats", headers={"Authorization": "none"})).status_code,
            "event": (await web.get("/api/debug/events?kind=task.launched")).json()["events"],
        }


def described(app: FastAPI, path: str) -> dict[str, Any]:
    """Return the OpenAPI description of one path: as it is, without what the others are made of."""
    whole = app.openapi()
    found: dict[str, Any] = {}
    waiting = [whole["paths"][path]]
    while waiting:
        for name in set(SCHEMA.findall(json.dumps(waiting.pop()))) - found.keys():
            found[name] = whole["components"]["schemas"][name]
            waiting.append(found[name])
    components = {**whole["components"], "schemas": found}
    return {**whole, "paths": {path: whole["paths"][path]}, "components": components}


async def grown(platform: Platform) -> dict[str, Any]:
    """Store what is new and return what is read back."""
    owner, user_id = await platform[People].owner(), str(uuid4())
    await platform.stores[PersonStore].add(owner.id, user_id, "Ana", UserRole.OWNER, None)
    user = await platform.stores[AccessStore].user(user_id)
    key = Secret.new(TokenKind.API_KEY, user.id)
    await platform.stores[AccessStore].add_token(key, "tests", tuple(Scope), None)

    launched = next(event for event in all_events() if event.wire == "task.launched")
    said = launched(boat="Gull", crew=3)
    await platform.stores[EventStore].append(user.id, [said])
    (kept,) = await platform.stores[EventStore].recent(user.id, kinds=["task.launched"])

    action = Action(type=ActionType.MESSAGE, message="Hello")
    draft = ScheduleDraft(name="Morning", times=Times(cron="0 9 * * *"), action=action, mooring="North quay")
    now = datetime.now(UTC)
    schedules = platform.stores[ScheduleStore]
    made = await schedules.create(user.id, draft, now, now=now)
    await schedules.replace(user.id, made.id, ScheduleDraft(name="Noon", times=draft.times, action=action, mooring="S"))
    changed = await schedules.get(user.id, made.id)

    app = create_app(platform)
    return {
        **await asked(app, key.text),
        "description": described(app, "/api/schedules/boats"),
        "stage": [
            [report.stage, report.outcome]
            for report in Router(Roster(shipped_agents()), classifier=None).decide("ahoy").stages
        ],
        "typed": TypeAdapter(launched).validate_python(kept.data) == said,
        "column": [made.mooring, changed.mooring, (await schedules.list(user.id))[0].mooring],
        "spanish": {key: text for key, text in wordings_that_ship("es").items() if key.startswith("countBoats")},
    }


async def main() -> None:
    """Open the product, ask it, and write what the web app knows of it into the copy."""
    settings = Settings(model="offline", log_level="error", routing_examples=False, ollama_url="")
    async with open_platform(settings, working=Working.NO) as platform:
        found = await grown(platform)
    (ROOT / "ui/src/client/events.ts").write_text(client.events(), encoding="utf-8")
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())
