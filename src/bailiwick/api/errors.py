"""Decides once which HTTP status an exception is, and writes it as a problem."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast
from uuid import uuid4

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bailiwick.api.json_body import BadValue, NotJson, unstorable, written
from bailiwick.api.problems import FieldProblem, Place, problem
from bailiwick.core import errors

STATUSES: dict[type[errors.BailiwickError], int] = {
    errors.InvalidInput: 422,
    errors.NotFound: 404,
    errors.AgentUnavailable: 409,
    errors.Conflict: 409,
    errors.Forbidden: 403,
    errors.NotAuthenticated: 401,
    errors.IdempotencyMismatch: 422,
    errors.Unavailable: 503,
    errors.TooMuchWork: 429,
    errors.LostClaim: 409,
    errors.ExecutionCancelled: 409,
    errors.AlreadyServing: 409,
    errors.WaitsForPerson: 409,
    errors.SandboxUnavailable: 503,
    errors.StorageFull: 507,
}
"""Every error of the core; a subclass that is not named has the status of its base."""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="bailiwick"'}

logger = structlog.get_logger("bailiwick.api")


class Refused(Exception):
    """The request cannot be accepted as it is; for what the HTTP edge itself decides."""

    def __init__(
        self, status: int, code: str, detail: str, *, field: str | None = None, place: Place = "body",
        headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(detail)
        self.status = status
        self.code = code
        self.errors = [] if field is None else [FieldProblem(place=place, field=field, detail=detail)]
        self.headers = headers


def add_error_handling(app: FastAPI) -> None:
    """Make `app` answer every expected exception with a problem."""
    app.add_exception_handler(errors.BailiwickError, _known)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(NotJson, _not_json)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)


def status_of(error: errors.BailiwickError) -> int:
    """Return the HTTP status of an error of the core."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def unexpected(error: Exception, path: str) -> Response:
    """Log an exception nobody expected under a fresh id, and return the problem that names the id only.

    A full disk is said as such: it is for whoever runs this to free some space.
    """
    if errors.disk_is_full(error):
        logger.error("a disk is full", path=path, exc_info=error)
        shown = path.encode("ascii", "backslashreplace").decode()
        detail = "The disk of this server is full; free some space there and try again."
        return problem(507, errors.StorageFull.code, detail, instance=shown, headers=_retry(errors.StorageFull))
    reference = str(uuid4())
    logger.error("request failed unexpectedly", reference=reference, path=path, exc_info=error)
    detail = f"Something went wrong here that is not your fault; the log says what, under {reference}."
    return problem(500, "internal-error", detail, instance=f"urn:uuid:{reference}")


async def _known(request: Request, exception: Exception) -> Response:
    error = cast(errors.BailiwickError, exception)
    status = status_of(error)
    detail = _sentence(error)
    faults: list[FieldProblem] = []
    if isinstance(error, errors.InvalidInput) and error.field:
        faults = [FieldProblem(place="body", field=error.field, detail=detail)]
    if isinstance(error, errors.UnreadableFile) and error.lines:
        lines = (f"Line {line}: {said}" for line, said in error.lines)
        faults = [FieldProblem(place="body", field=error.field or "", detail=line) for line in lines]
    return problem(
        status,
        error.code,
        detail,
        instance=_path(request),
        errors=faults,
        headers=CHALLENGE if status == 401 else _retry(type(error)),
        broken=error.broken if isinstance(error, errors.GoldenBroken) else None,
    )


async def _refused(request: Request, exception: Exception) -> Response:
    refused = cast(Refused, exception)
    return problem(
        refused.status,
        refused.code,
        str(refused),
        instance=_path(request),
        errors=refused.errors,
        headers=refused.headers,
    )


async def _not_json(request: Request, exception: Exception) -> Response:
    if isinstance(exception, BadValue):
        fault = FieldProblem(place="body", field=exception.field, detail=str(exception))
        detail = f"{exception.field}: {exception}" if exception.field else str(exception)
        return problem(422, "invalid-input", detail, instance=_path(request), errors=[fault])
    return problem(400, "malformed-request", str(exception), instance=_path(request))


async def _invalid(request: Request, exception: Exception) -> Response:
    faults = [_fault(error) for error in cast(RequestValidationError, exception).errors()]
    first = faults[0]
    detail = f"{first.field}: {first.detail}" if first.field else first.detail
    return problem(422, "invalid-input", detail, instance=_path(request), errors=faults)


async def _http(request: Request, exception: Exception) -> Response:
    error = cast(HTTPException, exception)
    sentences = {
        404: ("not-found", "There is nothing at this address; /docs lists what there is."),
        405: ("method-not-allowed", f"This address does not take {request.method[:20]!a}; see `Allow`."),
        413: ("too-large", "The body is larger than this server takes."),
    }
    code, detail = sentences.get(error.status_code, ("error", str(error.detail)))
    return problem(error.status_code, code, detail, instance=_path(request), headers=error.headers)


async def _gone(request: Request, exception: Exception) -> Response:
    # Nobody reads this answer; it keeps a client that left from looking like a failure of ours in the log.
    detail = "The connection ended before the body was complete."
    return problem(400, "malformed-request", detail, instance=_path(request))


def _retry(kind: type[errors.BailiwickError]) -> dict[str, str]:
    return {} if kind.retry_after is None else {"Retry-After": str(kind.retry_after)}


def _path(request: Request) -> str:
    return request.scope["path"].encode("ascii", "backslashreplace").decode()


def _sentence(error: errors.BailiwickError) -> str:
    text = str(error)
    if text:
        return text
    return (type(error).__doc__ or error.code).strip().splitlines()[0]


PLACES: dict[str, Place] = {
    "body": "body",
    "query": "query",
    "path": "path",
    "header": "header",
    "cookie": "header",
}


def _fault(error: Mapping[str, Any]) -> FieldProblem:
    place, *path = cast(Sequence[str | int], error["loc"])
    # Tagged unions and the like put type names such as "list[str]" into the path; they are not fields.
    field = written([step if isinstance(step, int) or not unstorable(step) else ascii(step) for step in path])
    return FieldProblem(place=PLACES.get(str(place), "body"), field=field[:200], detail=_plain(error))


Bound = Literal["ge", "gt", "le", "lt", "min_length", "max_length", "expected", "pattern"]


def _plain(error: Mapping[str, Any]) -> str:
    """Say what is wrong with a value in a plain sentence."""
    context: Mapping[Bound, Any] = error.get("ctx") or {}
    match error["type"]:
        case "missing":
            return "this is required."
        case "extra_forbidden":
            return "there is no such field; leave it out or correct its name."
        case "string_type":
            return "write a text."
        case "bool_type":
            return "write true or false."
        case "int_type" | "int_parsing" | "int_from_float" | "int_parsing_size":
            return "write a whole number."
        case "float_type" | "float_parsing" | "finite_number":
            return "write a number."
        case "list_type" | "tuple_type":
            return "write a list."
        case "dict_type" | "model_type" | "model_attributes_type" | "mapping_type":
            return "write an object."
        case "string_too_short":
            return f"write at least {_count(context['min_length'], 'character')}."
        case "string_too_long":
            return f"write at most {_count(context['max_length'], 'character')}."
        case "too_short":
            return f"give at least {_count(context['min_length'], 'item')}."
        case "too_long":
            return f"give at most {_count(context['max_length'], 'item')}."
        case "greater_than_equal":
            return f"choose {context['ge']} or more."
        case "greater_than":
            return f"choose more than {context['gt']}."
        case "less_than_equal":
            return f"choose {context['le']} or less."
        case "less_than":
            return f"choose less than {context['lt']}."
        case "enum" | "literal_error":
            return f"choose {context['expected']}."
        case "string_pattern_mismatch":
            return f"write it in the form {context['pattern']}."
        case "timezone_aware":
            return "give the time with an offset, e.g. 2026-01-31T12:00:00Z."
        case kind if kind.startswith("datetime"):
            return "write a time as ISO 8601 with an offset, e.g. 2026-01-31T12:00:00Z."
        case "value_error":
            return str(error["msg"]).removeprefix("Value error, ")
        case _:
            return str(error["msg"])


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
