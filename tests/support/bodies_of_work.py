"""Requests about tasks, schedules, documents and a person's own matters, with every field they know."""

from typing import Any

from support.operations import SOME_UUID

TIMES: dict[str, Any] = {
    "cron": "0 9 * * 1-5",
    "timezone": "Europe/Madrid",
    "startsAt": "2100-01-01T00:00:00Z",
    "endsAt": "2101-01-01T00:00:00Z",
}
SCHEDULE: dict[str, Any] = {
    **TIMES,
    "name": "n",
    "action": {
        "type": "task",
        "message": "m",
        "title": "t",
        "description": "d",
        "agentId": "notes",
        "supervised": False,
        "priority": "high",
        "tags": ["a"],
        "run": False,
    },
    "missed": "skip",
    "overlap": "queue",
}
TASK: dict[str, Any] = {
    "title": "t",
    "description": "d",
    "agentId": "notes",
    "supervised": False,
    "priority": "high",
    "dueAt": "2100-01-01T00:00:00Z",
    "estimateMinutes": 30,
    "tags": ["a"],
    "dependsOn": [SOME_UUID],
    "status": "todo",
}
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/api/tasks/create"): TASK,
    ("PUT", f"/api/tasks/{SOME_UUID}"): {
        **TASK,
        "position": {"after": SOME_UUID},
        "version": "2100-01-01T00:00:00Z",
    },
    ("POST", f"/api/tasks/{SOME_UUID}/run"): {"instructions": "i"},
    ("POST", f"/api/tasks/{SOME_UUID}/accept"): {"comment": "c"},
    ("POST", f"/api/tasks/{SOME_UUID}/return"): {"comment": "c", "run": False},
    ("POST", f"/api/tasks/{SOME_UUID}/comments"): {"content": "c"},
    ("POST", "/api/schedules"): SCHEDULE,
    ("PUT", f"/api/schedules/{SOME_UUID}"): SCHEDULE,
    ("POST", "/api/schedules/preview"): TIMES,
    ("POST", "/api/projects"): {"name": "n"},
    ("PATCH", f"/api/projects/{SOME_UUID}"): {"name": "n"},
    ("POST", "/api/reminders"): {"text": "t", "when": "tomorrow"},
    ("PATCH", f"/api/reminders/{SOME_UUID}"): {"text": "t", "when": "ten"},
    ("POST", "/api/documents/text"): {"title": "t", "content": "c", "tags": ["a"]},
    ("PATCH", f"/api/documents/{SOME_UUID}"): {"title": "t", "content": "c", "tags": ["a"]},
    ("POST", "/api/documents/reindex"): {"embeddingsOnly": True},
    ("POST", "/api/embedder/test"): {"text": "t"},
    ("PUT", "/api/preferences"): {
        "timezone": "Europe/Madrid",
        "language": "es",
        "defaultAgentId": "notes",
        "defaultMode": "direct",
        "model": "offline",
    },
    ("POST", "/api/account/erase"): {"confirm": "c"},
    ("PUT", "/api/shopify/stores/nowhere.myshopify.com"): {
        "token": "t",
        "clientId": "c",
        "clientSecret": "s",
        "isDefault": True,
    },
}
SAME_FIELDS = {f"/api/schedules/{SOME_UUID}", f"/api/documents/{SOME_UUID}"}
"""They read the fields of what makes such a thing, by the same code."""
BODY_MAY_BE_LEFT_OUT = ("/run", "/accept", "/reindex", "/test")
