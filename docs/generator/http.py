"""The page of endpoints, from the application itself; it needs no database."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from bailiwick.faces.http import create_app, routers
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.platform import Platform, by_class
from bailiwick.kernel.settings import Settings
from bailiwick.people.callers import Requires
from generator.tables import NOTICE, code, table
from generator.tools import plugins_that_ship

HEAD = f"""{NOTICE}
# HTTP

The complete description, with every field, example and error, is at `/openapi.json` of a running server. Bodies are
JSON in camelCase, times are ISO 8601 with an offset, errors are problem details
([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)).

Send an API key as `Authorization: Bearer bwkey_…` or `X-API-Key: bwkey_…`; make one with
`bailiwick keys create NAME`. The column *scope* says what the key must be allowed to do. POSTs marked with ↻ take an
`Idempotency-Key`: the first response is kept for 24 hours and sent again.
"""


@cache
def described_app() -> FastAPI:
    """Return the application, only to be described, which it is once for all pages."""
    database = Database("", pool_size=1)
    platform = Platform(
        settings=Settings(),
        database=database,
        stores=Stores(database),
        parts=by_class(plugins_that_ship()),
    )
    return create_app(platform)


def page() -> str:
    """Return the page."""
    described = described_app().openapi()["paths"]
    groups: dict[str, list[tuple[str, ...]]] = {}
    for path, method, route in _routes():
        operation = described.get(path, {}).get(method.lower())
        if operation is None:
            continue
        mark = " ↻" if "Idempotency-Key" in {each["name"] for each in operation.get("parameters", ())} else ""
        row = (code(f"{method} {path}") + mark, _scope(route), _sentence(operation))
        groups.setdefault(operation.get("tags", ["other"])[0], []).append(row)
    sections = [f"## {tag}\n\n{table(('endpoint', 'scope', 'what it does'), rows)}\n" for tag, rows in groups.items()]
    return "\n".join([HEAD, *sections])


def _routes() -> Iterator[tuple[str, str, APIRoute]]:
    for route in (route for router in routers(plugins_that_ship().routes) for route in router.routes):
        if isinstance(route, APIRoute):
            for method in sorted(route.methods):
                yield route.path, method, route


def _scope(route: APIRoute) -> str:
    waiting, found = [route.dependant], ""
    while waiting:
        dependant = waiting.pop()
        if isinstance(dependant.call, Requires):
            found = " and ".join(code(scope.value) for scope in dependant.call.scopes)
        waiting += dependant.dependencies
    return found or "none needed"


def _sentence(operation: dict[str, Any]) -> str:
    summary, description = operation.get("summary", ""), operation.get("description", "")
    return f"{summary}{'' if summary.endswith('?') else '.'} {description}"
