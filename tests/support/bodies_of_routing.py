"""Requests about releases, golden cases and doubts, with every field they know."""

from typing import Any

from support.operations import SOME_UUID

GONE = {"kind": "remove", "agent": "notes", "field": "tags", "value": "No agent has this."}
"""An edit that is understood but cannot be made: what follows from a release would take long for each of many."""
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("PATCH", "/api/routing/state"): {"autoPublish": True},
    ("POST", "/api/routing/releases"): {
        "reason": "r",
        "edits": [GONE],
        "rules": {"intentThreshold": 0.8},
    },
    ("POST", "/api/routing/releases/1/replay"): {"limit": 5},
    ("POST", "/api/routing/releases/1/publish"): {"reason": "r", "override": "o"},
    ("POST", "/api/routing/releases/1/rollback"): {"reason": "r"},
    ("POST", "/api/routing/releases/1/canary"): {"share": 10},
    ("POST", "/api/routing/replay"): {
        "queries": [{"text": "t", "agent": "notes", "lastAgent": "notes"}],
        "release": 2_000_000_000,
    },
    ("POST", "/api/routing/golden"): {"text": "t", "agent": "notes", "lastAgent": "notes", "note": "n"},
    ("POST", "/api/routing/golden/import"): {"format": "jsonl", "content": '{"text": "t", "agent": "notes"}'},
    ("POST", "/api/routing/golden/run"): {"release": 2_000_000_000},
    ("PATCH", f"/api/routing/golden/{SOME_UUID}"): {"text": "t", "agent": "notes", "lastAgent": "notes", "note": "n"},
    ("POST", f"/api/routing/decisions/{SOME_UUID}/pin"): {"note": "n"},
    ("POST", "/api/routing/why-not"): {"message": "m", "agentId": "notes", "lastAgent": "notes"},
    ("POST", f"/api/routing/decisions/{SOME_UUID}/why-not"): {"agentId": "notes"},
}
SAME_FIELDS = {
    "/api/routing/releases/1/rollback",
    f"/api/routing/golden/{SOME_UUID}",
    f"/api/routing/decisions/{SOME_UUID}/pin",
    f"/api/routing/decisions/{SOME_UUID}/why-not",
}
"""They read the same fields by the same code as another request."""
BODY_MAY_BE_LEFT_OUT = ("/1/replay", "/publish", "/rollback", "/golden/run", "/pin")
