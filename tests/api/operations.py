"""Every operation of the API, as the application itself lists them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from bailiwick.api.routes import is_public

SOME_UUID = "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"
ADMINISTERING = {
    ("POST", "/api/credentials/rotate"),
    ("POST", "/api/mcp/servers"),
    ("PUT", "/api/mcp/servers/{id}"),
    ("DELETE", "/api/mcp/servers/{id}"),
}
"""What only owners and administrators may do: members are refused with 403, whatever they name."""


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

    def address(self, value: str = SOME_UUID) -> str:
        """Return its path with `value` for each parameter."""
        return "/".join(value if part.startswith("{") else part for part in self.path.split("/"))


def operations(app: FastAPI) -> list[Operation]:
    """Return every operation that `app` routes; a route of an unknown kind counts as public."""
    return list(_operations(app))


def _operations(app: FastAPI) -> Iterator[Operation]:
    for context in iter_route_contexts(app.routes):
        route: Any = context.original_route
        public = not isinstance(route, APIRoute) or is_public(route)
        for method in sorted(route.methods - {"HEAD"}):
            yield Operation(method, route.path, public)


def body_for(operation: Operation) -> dict[str, Any] | None:
    """Return a body that the operation takes."""
    if operation.path.endswith("/feedback"):
        return {"rating": "down", "note": "Taken"}
    if operation.path.startswith("/api/credentials/"):
        return {"value": "Taken"} if operation.method == "PUT" else None
    if operation.path.startswith("/api/tools/"):
        return {"arguments": {}}
    if operation.path.startswith("/api/mcp/servers/"):
        tools = [{"name": "x", "digest": "0" * 64}]
        return {"tools": tools} if operation.path.endswith("/approve") else {}
    if operation.path.startswith("/api/knowledge/"):
        return {"contents": ["Taken"]} if operation.path.endswith("/observations") else {"name": "Taken"}
    return {"PUT": {"name": "Taken"}, "PATCH": {"title": "Taken"}}.get(operation.method)
