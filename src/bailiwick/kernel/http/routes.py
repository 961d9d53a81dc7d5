"""The order in which every endpoint is reached: who is calling, first time or repetition, body, endpoint."""

from collections.abc import Callable, Coroutine
from inspect import iscoroutinefunction
from threading import RLock
from typing import Any

from fastapi import APIRouter
from fastapi.datastructures import DefaultPlaceholder
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args
from fastapi.routing import APIRoute, serialize_response
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path, get_name
from starlette.types import Receive, Scope, Send

from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.idempotency import read_key, replay, respond_once
from bailiwick.kernel.http.json_body import read_json, unstorable
from bailiwick.kernel.http.parts import platform_of
from bailiwick.kernel.http.required import Given, Requirement
from bailiwick.kernel.reasons import Reason, ReasonCode

MAKING = RLock()
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
    """A route that asks who is calling before it reads a byte of the body.

    A plain read, which takes nothing but who is calling, the platform and values of its address, is called directly:
    what FastAPI does for everything else costs more than most reads.

    Until something else is asked of it than whether a request is for it, it is not made: what reads and writes the
    types of an endpoint takes milliseconds to make, and there are hundreds of endpoints.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        self._given: tuple[str, Callable[..., Any], dict[str, Any]] | None = (path, endpoint, options)
        self.path, self.endpoint = path, endpoint
        self.name = options.get("name") or get_name(endpoint)
        self.methods = {method.upper() for method in options.get("methods") or ("GET",)}
        self.include_in_schema = options.get("include_in_schema", True)
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)

    def make(self) -> None:
        """Make the rest of it, once. Raises what FastAPI does for an endpoint whose types it cannot read."""
        with MAKING:  # the description of all endpoints is made in another thread
            if (given := self._given) is not None:
                self._given = None  # what it is asked for while it is made is there, or is not
                try:
                    super().__init__(given[0], given[1], **given[2])
                    self._read = _plain_read(self)
                except BaseException:
                    self._given = given
                    raise

    def __getattr__(self, name: str) -> Any:
        """Return what was not there yet."""
        if not name.startswith("__"):
            self.make()
            if name in self.__dict__:
                return self.__dict__[name]
        raise AttributeError(f"a route has no {name}")

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = None
        if self._read is not None and scope["method"] == "GET":
            response = await self._read(Request(scope, receive, send))
        await (super().handle(scope, receive, send) if response is None else response(scope, receive, send))

    def get_route_handler(self) -> Endpoint:
        """Return the endpoint behind its preliminaries."""
        endpoint = super().get_route_handler()
        required = [call for call in _calls(self.dependant) if isinstance(call, Requirement)]
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


def _plain_read(route: APIRoute) -> Callable[[Request], Coroutine[Any, Any, Response | None]] | None:
    """Return what answers a request of a plain read; its `None` leaves it to FastAPI to say which value is wrong."""
    dependant, field = route.dependant, route.response_field
    requirements = [(each.name, each.call) for each in dependant.dependencies if isinstance(each.call, Requirement)]
    parts = [(each.name, each.call.read) for each in dependant.dependencies if isinstance(each.call, Given)]
    names = [name for name, _ in (*requirements, *parts)]
    if (
        route.methods != {"GET"}
        or field is None
        or len(names) < len(dependant.dependencies)
        or None in names
        or not iscoroutinefunction(dependant.call)
        or not isinstance(route.response_class, DefaultPlaceholder)
        or dependant.header_params
        or dependant.cookie_params
        or dependant.body_params
        or dependant.request_param_name
        or dependant.response_param_name
        or dependant.background_tasks_param_name
    ):
        return None
    endpoint, status = dependant.call, route.status_code or 200

    async def read(request: Request) -> Response | None:
        values: dict[Any, Any] = {name: await requirement.admit(request) for name, requirement in requirements}
        _check_query(request)
        values.update((name, part(request)) for name, part in parts)
        for each in dependant.path_params:
            values[each.name], wrong = each.validate(request.path_params[each.alias], loc=("path", each.alias))
            if wrong:
                return None
        if dependant.query_params:
            found, wrong = request_params_to_args(dependant.query_params, request.query_params)
            if wrong:
                return None
            values.update(found)
        result = await endpoint(**values)
        if isinstance(result, Response):
            return result
        content = await serialize_response(field=field, response_content=result, dump_json=True)
        return Response(content, status, media_type="application/json")

    return read


def router(*tags: str) -> APIRouter:
    """Return a router of such routes."""
    return APIRouter(tags=list(tags), route_class=Route)


def made(router: APIRouter) -> APIRouter:
    """Return it with all its routes made."""
    for route in router.routes:
        if isinstance(route, Route):
            route.make()
    return router


def is_public(route: APIRoute) -> bool:
    """Whether `route` answers callers it does not know."""
    return not any(isinstance(call, Requirement) for call in _calls(route.dependant))


def _calls(dependant: Dependant) -> list[Any]:
    calls = [dependant.call]
    for inner in dependant.dependencies:
        calls += _calls(inner)
    return calls


def _check_query(request: Request) -> None:
    if not request.scope["query_string"]:
        return
    for name, value in request.query_params.multi_items():
        if reason := unstorable(name) or unstorable(value):
            raise RequestRefused(422, "invalid-input", reason, field=ascii(name[:60]).strip("'"), place="query")


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
        raise RequestRefused(
            415,
            "unsupported-media-type",
            Reason.of(ReasonCode.SEND_JSON),
        )
