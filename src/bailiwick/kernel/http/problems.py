"""What an error looks like on the wire: problem details (RFC 9457)."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Literal

from pydantic import BaseModel, Field
from starlette.responses import Response

from bailiwick_router.core.replays import GoldenResult

MEDIA_TYPE = "application/problem+json"
Place = Literal["body", "query", "path", "header"]


class FieldProblem(BaseModel):
    """One value that cannot be accepted."""

    place: Place = Field(description="Where the value stands.")
    field: str = Field(description="The value's path, e.g. `agents[0].name`; empty for the whole body.")
    detail: str = Field(description="What is wrong and what to do, in one sentence.")
    line: int | None = Field(default=None, description="Of a file that was sent: the line, counted from 1.")


class Problem(BaseModel):
    """Problem details as RFC 9457 writes them."""

    type: str = Field(description="A URN that names the kind of problem.")
    title: str = Field(description="The kind of problem in a few words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What went wrong and what to do, in one sentence.")
    instance: str = Field(description="The path called, or the id under which the log has it.")
    code: str = Field(description="Stable name of the kind of problem.")
    errors: list[FieldProblem] = Field(default_factory=list, description="The values at fault, if any.")
    limit: str | None = Field(
        default=None, description="With `rate-limit`: the name of the limit, e.g. `runs`; else left out."
    )
    broken: list[GoldenResult] | None = Field(
        default=None, description="With `golden-broken`: the golden cases that the release gets wrong; else left out."
    )


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    instance: str,
    errors: Sequence[FieldProblem] = (),
    headers: Mapping[str, str] | None = None,
    limit: str | None = None,
    broken: Sequence[GoldenResult] | None = None,
) -> Response:
    """Return the response that says what went wrong."""
    body = Problem(
        type=f"urn:bailiwick:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        instance=instance,
        code=code,
        errors=list(errors),
        limit=limit,
        broken=None if broken is None else list(broken),
    )
    # What most problems have nothing of is left out.
    without: dict[str, Any] = {} if any(each.line for each in errors) else {"errors": {"__all__": {"line"}}}
    without |= {name: True for name, value in (("limit", limit), ("broken", broken)) if value is None}
    return Response(body.model_dump_json(exclude=without), status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


EXAMPLES: dict[int, tuple[str, str, str]] = {
    400: (
        "malformed-request",
        "The body is not JSON: expecting value at line 1, column 13.",
        "/api/agents/execute",
    ),
    401: (
        "not-authenticated",
        "Sign in, or send an API key as `Authorization: Bearer bwkey_…` or `X-API-Key`.",
        "/api/agents",
    ),
    403: ("forbidden", "This key may not do that; it needs the scope `run`.", "/api/agents/execute"),
    404: (
        "not-found",
        "There is no such execution.",
        "/api/agents/execution/0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69",
    ),
    408: ("timeout", "The body did not arrive within 30 seconds.", "/api/agents/execute"),
    409: ("conflict", "Built-in agents can be paused and retuned, not deleted.", "/api/agents/main"),
    413: ("too-large", "The body is larger than 1 MiB.", "/api/agents/execute"),
    415: (
        "unsupported-media-type",
        "Send JSON, with the header `Content-Type: application/json`.",
        "/api/agents/execute",
    ),
    421: (
        "misdirected",
        "`evil.example` is not a name of this server; add it to `allowed_hosts` if it is.",
        "/api/agents",
    ),
    422: ("invalid-input", "message: write at least 1 character.", "/api/agents/execute"),
    429: (
        "too-many-connections",
        "This address has 256 requests open already; end some and try again.",
        "/api/agents",
    ),
    503: ("unavailable", "The database cannot be reached now; try again.", "/api/agents"),
    507: (
        "storage-full",
        "The disk of the database is full; free some space there and try again.",
        "/api/agents/execute",
    ),
}
"""Per status the code, detail and instance of its documented example."""

BUSY: dict[str, tuple[str, str]] = {
    "too-much-work": (
        "500 of your requests are not finished yet; stop some, or wait until some are done, and try again.",
        "/api/agents/execute",
    ),
    "spending-limit": (
        "The limit “Everybody, each day” ($5.00) leaves no room for another model call. Raise it, or wait until it"
        " begins anew.",
        "/api/agents/execute",
    ),
    "too-many-streams": ("You follow 200 streams already; end some and try again.", "/api/events"),
    "rate-limit": (
        "You asked for more than the limit `runs` allows, 3,000 a minute; try again in 2 seconds.",
        "/api/agents/execute",
    ),
}
"""Per code of a 429 that only some endpoints answer: detail and instance of its documented example."""

ALWAYS = (403, 421, 422, 429, 503, 507)
"""What every endpoint may answer: a foreign origin, a foreign host, a value that cannot be, too much, no database, no
room on its disk."""
RETRY = {"description": "Seconds after which to try again.", "schema": {"type": "integer", "minimum": 0}}


def documented(*statuses: int, busy: Sequence[str] = ()) -> dict[int | str, dict[str, Any]]:
    """Return OpenAPI's `responses` for the problems an endpoint may answer, `ALWAYS` included.

    `busy` are the codes of `BUSY` with which it answers 429, beside that of every endpoint.
    """
    described = {status: _documentation(status) for status in sorted({*ALWAYS, *statuses})}
    (content,) = described[429]["content"].values()
    first = content.pop("example")
    content["examples"] = {first["code"]: {"value": first}}
    for code in busy:
        content["examples"][code] = {"value": _example(429, code, *BUSY[code])}
    return {**described}


def _documentation(status: int) -> dict[str, Any]:
    described: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if status in (429, 503, 507):
        described["headers"] = {"Retry-After": RETRY}
    example = _example(status, *EXAMPLES[status])
    schema = {"$ref": "#/components/schemas/Problem"}
    return {**described, "content": {MEDIA_TYPE: {"schema": schema, "example": example}}}


def _example(status: int, code: str, detail: str, instance: str) -> dict[str, Any]:
    errors: list[dict[str, str]] = []
    if status == HTTPStatus.UNPROCESSABLE_ENTITY:
        errors = [{"place": "body", "field": "message", "detail": "write at least 1 character."}]
    return {
        "type": f"urn:bailiwick:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": instance,
        "code": code,
        "errors": errors,
    }
