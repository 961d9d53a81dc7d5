"""The order in which every endpoint is reached: who is calling, first time or repetition, body, endpoint."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from bailiwick.api.access import Requires
from bailiwick.api.errors import Refused
from bailiwick.api.idempotency import read_key, replay, respond_once
from bailiwick.api.json_body import read_json, unstorable
from bailiwick.api.parts import platform_of

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


class JsonRequest(Request):
    """A request whose body was read strictly as JSON."""

    def __init__(self, request: Request, content: bytes) -> None:
        super().__init__(request.scope, request.receive)
        self._content = content
        self._value = read_json(content) if content else None

    async def body(self) -> bytes:
        """Return the body as it came."""
        return self._content

    async def json(self) -> Any:
        """Return the value of the body."""
        return self._value


class Route(APIRoute):
    """A route that asks who is calling before it reads a byte of the body."""

    def get_route_handler(self) -> Endpoint:
        """Return the endpoint behind its preliminaries."""
        endpoint = super().get_route_handler()
        required = [call for call in _calls(self.dependant) if isinstance(call, Requires)]
        replays = replay in _calls(self.dependant)
        takes_json = self.body_field is not None

        async def reach(request: Request) -> Response:
            for requirement in required:
                await requirement.admit(request)
            _check_query(request)
            key = read_key(request) if replays else None
            prepared = await _read_body(request) if takes_json else request
            if key is None:
                return await endpoint(prepared)
            user_id = prepared.state.caller.user.id
            return await respond_once(platform_of(prepared), user_id, prepared, key, lambda: endpoint(prepared))

        return reach


def router(*tags: str) -> APIRouter:
    """Return a router of such routes."""
    return APIRouter(tags=list(tags), route_class=Route)


def is_public(route: APIRoute) -> bool:
    """Whether `route` answers callers it does not know."""
    return not any(isinstance(call, Requires) for call in _calls(route.dependant))


def _calls(dependant: Dependant) -> list[Any]:
    calls = [dependant.call]
    for inner in dependant.dependencies:
        calls += _calls(inner)
    return calls


def _check_query(request: Request) -> None:
    for name, value in request.query_params.multi_items():
        if reason := unstorable(name) or unstorable(value):
            raise Refused(422, "invalid-input", reason, field=ascii(name[:60]).strip("'"), place="query")


async def _read_body(request: Request) -> Request:
    body = await request.body()
    if body:
        _check_content_type(request.headers.get("content-type", ""))
    return JsonRequest(request, body)


def _check_content_type(text: str) -> None:
    media_type, *parameters = (part.strip().lower() for part in text.split(";"))
    known = media_type == "application/json" or (media_type.startswith("application/") and media_type.endswith("+json"))
    charsets = {value.strip('"') for name, _, value in (p.partition("=") for p in parameters) if name == "charset"}
    if not known or charsets - {"utf-8", "utf8"}:
        raise Refused(
            415,
            "unsupported-media-type",
            "Send JSON in UTF-8, with the header `Content-Type: application/json`.",
        )
