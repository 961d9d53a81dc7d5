"""Every operation of the API, as the application itself lists them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from bailiwick.kernel.http.addresses import Addresses
from bailiwick.kernel.http.routes import is_public

SOME_UUID = "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"
ADMINISTERING = {
    ("GET", "/api/audit/verification"),
    ("PUT", "/api/models/routing"),
    ("GET", "/api/people"),
    ("POST", "/api/people"),
    ("POST", "/api/people/{id}/invitation"),
    ("PATCH", "/api/people/{id}"),
    ("DELETE", "/api/people/{id}"),
    ("POST", "/api/databases"),
    ("POST", "/api/databases/{name}/check"),
    ("PUT", "/api/databases/{name}"),
    ("DELETE", "/api/databases/{name}"),
    ("POST", "/api/programs/folders"),
    ("DELETE", "/api/programs/folders/{id}"),
    ("PUT", "/api/programs/packages"),
    ("DELETE", "/api/programs/packages"),
    ("GET", "/api/doctor"),
    ("GET", "/api/settings/retention"),
    ("PUT", "/api/settings/retention"),
    ("POST", "/api/settings/retention/preview"),
    ("GET", "/api/settings/log-level"),
    ("PUT", "/api/settings/log-level"),
    ("GET", "/api/metrics/users"),
    ("POST", "/api/credentials/rotate"),
    ("PUT", "/api/models/default"),
    ("GET", "/api/models/embedder"),
    ("PUT", "/api/models/embedder"),
    ("POST", "/api/models/embedder/test"),
    ("POST", "/api/mcp/servers"),
    ("PUT", "/api/mcp/servers/{id}"),
    ("DELETE", "/api/mcp/servers/{id}"),
}
"""What only owners and administrators may do: members are refused with 403, whatever they name."""


OF_ONE_FILE = ("/api/workspaces/{id}/file", "/api/workspaces/{id}/download")
"""What asks for the path of a file beside the id."""


@dataclass(frozen=True)
class Operation:
    """One method on one path."""

    method: str
    path: str
    public: bool
    """Whether it answers callers it does not know."""

    @property
    def administering(self) -> bool:
        """Whether members may never do it."""
        return (self.method, self.path) in ADMINISTERING

    def address(self, value: str = SOME_UUID, **values: str) -> str:
        """Return its path with `value` for each parameter, or with the one given by the parameter's name."""
        parts = self.path.split("/")
        path = "/".join(values.get(part.strip("{}"), value) if part.startswith("{") else part for part in parts)
        return f"{path}?path=notes.txt" if self.path in OF_ONE_FILE else path


def operations(app: FastAPI) -> list[Operation]:
    """Return every operation that `app` routes; a route of an unknown kind counts as public."""
    return list(_operations(app))


def _operations(app: FastAPI) -> Iterator[Operation]:
    for context in iter_route_contexts(app.routes):
        route: Any = context.original_route
        if isinstance(route, Addresses):  # leads to the others
            continue
        public = not isinstance(route, APIRoute) or is_public(route)
        for method in sorted(route.methods - {"HEAD"}):
            yield Operation(method, route.path, public)


def body_for(operation: Operation) -> dict[str, Any] | None:
    """Return a body that the operation takes."""
    if operation.path.endswith("/feedback"):
        return {"rating": "down", "note": "Taken"}
    if operation.path.startswith("/api/credentials/"):
        return {"value": "Taken"} if operation.method == "PUT" else None
    if operation.path.startswith("/api/models/connections/"):
        return {"PUT": {"defaultModel": "Taken"}, "POST": {"model": "Taken"}}.get(operation.method)
    if operation.path.startswith("/api/budgets/"):
        return {"name": "Taken"} if operation.method == "PATCH" else None
    if operation.path.startswith("/api/shopify/"):
        return {"isDefault": True} if operation.method == "PUT" else None
    if operation.path.startswith("/api/tools/"):
        return {"arguments": {}}
    if operation.path.startswith("/api/mcp/servers/"):
        tools = [{"name": "x", "digest": "0" * 64}]
        return {"tools": tools} if operation.path.endswith("/approve") else {}
    if operation.path.startswith("/api/knowledge/"):
        return {"contents": ["Taken"]} if operation.path.endswith("/observations") else {"name": "Taken"}
    if operation.path.startswith("/api/documents/"):
        return {"PATCH": {"title": "Taken"}}.get(operation.method)
    if operation.path.startswith("/api/notes/"):
        return note_body_for(operation)
    if operation.path.startswith("/api/swarms/"):
        return swarm_body_for(operation)
    if operation.path.startswith("/api/tasks/"):
        return task_body_for(operation)
    if operation.path.startswith("/api/routing/"):
        return routing_body_for(operation)
    if operation.path.startswith("/api/projects/"):
        return {"name": "Taken"} if operation.method == "PATCH" else None
    if operation.path.startswith("/api/reminders/"):
        return {"text": "Taken"} if operation.method == "PATCH" else None
    if operation.path.startswith("/api/schedules/"):
        action = {"type": "message", "message": "Taken"}
        return {"name": "Taken", "cron": "0 9 * * *", "action": action} if operation.method == "PUT" else None
    return {"PUT": {"name": "Taken"}, "PATCH": {"title": "Taken"}}.get(operation.method)


def task_body_for(operation: Operation) -> dict[str, Any] | None:
    """Return a body that an operation on tasks takes."""
    noun = operation.path.rpartition("/")[2]
    if operation.method == "PUT":
        return {"title": "Taken"}
    return {"comments": {"content": "Taken"}, "return": {"comment": "Taken"}}.get(noun)


def note_body_for(operation: Operation) -> dict[str, Any] | None:
    """Return a body that an operation on notes takes."""
    if operation.method == "PUT":
        return {"was": "Taken", "done": True} if operation.path.endswith("{place}") else {"title": "Taken"}
    return {"lines": ["Taken"]} if operation.method == "POST" and operation.path.endswith("/lines") else None


def routing_body_for(operation: Operation) -> dict[str, Any] | None:
    """Return a body that an operation on releases, golden cases and decisions takes."""
    noun = operation.path.rpartition("/")[2]
    if operation.method == "PATCH":
        return {"note": "Taken"}
    return {"canary": {"share": 10}, "why-not": {"agentId": "ski"}}.get(noun) if operation.method == "POST" else None


def swarm_body_for(operation: Operation) -> dict[str, Any] | None:
    """Return a body that an operation on swarms takes."""
    noun = operation.path.rpartition("/")[2]
    if operation.method == "PATCH":
        return {"role": "Taken"} if noun == "{residentId}" else {"name": "Taken"}
    if operation.method != "POST":
        return None
    return {
        "residents": {"name": "Taken", "role": "Taken"},
        "rooms": {"name": "Taken", "members": ["person"]},
        "read": {"upTo": 1},
        "mail": {"content": "Taken", "roomId": SOME_UUID},
        "redeliver": {"recipient": "person"},
    }.get(noun)
