"""Decides once which HTTP status an exception is, and writes it as a problem."""

from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import uuid4

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from bailiwick.kernel import errors
from bailiwick.kernel.http.json_body import BadValue, NotJson, unstorable, written
from bailiwick.kernel.http.problems import FieldProblem, Place, problem
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, text_of
from bailiwick_router.core.language import Language, preferred_language
from bailiwick_router.core.reasons.faults import said_of

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
    errors.RateLimitHit: 429,
    errors.SpendingLimitHit: 429,
    errors.LostClaim: 409,
    errors.ExecutionCancelled: 409,
    errors.AlreadyServing: 409,
    errors.WaitsForPerson: 409,
    errors.SandboxUnavailable: 503,
    errors.StorageFull: 507,
}
"""Every error of the core; a subclass that is not named has the status of its base."""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="bailiwick"'}

logger = structlog.get_logger("bailiwick.http")


class RequestRefused(Exception):
    """The request cannot be accepted as it is; for what the HTTP edge itself decides."""

    def __init__(
        self,
        status: int,
        code: str,
        said: Said,
        *,
        field: str | None = None,
        place: Place = "body",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(text_of(said))
        self.status = status
        self.code = code
        self.said = said
        self.field = field
        self.place: Place = place
        self.headers = headers

    def answer(self, path: str, language: Language) -> Response:
        """Return the problem that says so."""
        detail = text_of(self.said, language)
        faults = [] if self.field is None else [FieldProblem(place=self.place, field=self.field, detail=detail)]
        return problem(self.status, self.code, detail, instance=path, errors=faults, headers=self.headers)


def add_error_handling(app: FastAPI) -> None:
    """Make `app` answer every expected exception with a problem."""
    app.add_exception_handler(errors.BailiwickError, known)
    app.add_exception_handler(RequestRefused, _refused)
    app.add_exception_handler(NotJson, _not_json)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)


def status_of(error: errors.BailiwickError) -> int:
    """Return the HTTP status of an error of the core."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def unexpected(error: Exception, path: str, language: Language) -> Response:
    """Log an unexpected exception under a fresh id, and return the problem that names the id only.

    A full disk is said as such: the operator has to free some space.
    """
    if errors.disk_is_full(error):
        logger.error("a disk is full", path=path, exc_info=error)
        shown = path.encode("ascii", "backslashreplace").decode()
        detail = Reason.of(ReasonCode.DISK_FULL).text(language)
        return problem(507, errors.StorageFull.code, detail, instance=shown, headers=_retry(errors.StorageFull))
    reference = str(uuid4())
    logger.error("request failed unexpectedly", reference=reference, path=path, exc_info=error)
    detail = Reason.of(ReasonCode.FAULT_LOGGED, reference=reference).text(language)
    return problem(500, "internal-error", detail, instance=f"urn:uuid:{reference}")


async def known(request: Request, exception: Exception) -> Response:
    """Return the problem that an error of the core is."""
    error = cast(errors.BailiwickError, exception)
    status = status_of(error)
    detail = text_of(error.said, language_of(request.scope))
    faults: list[FieldProblem] = []
    if isinstance(error, errors.InvalidInput) and error.field:
        faults = [FieldProblem(place="body", field=error.field, detail=detail)]
    if isinstance(error, errors.UnreadableFile) and error.lines:
        faults = [
            FieldProblem(
                place="body", field=error.field or "", detail=text_of(said, language_of(request.scope)), line=line
            )
            for line, said in error.lines
        ]
    return problem(
        status,
        error.code,
        detail,
        instance=_path(request),
        errors=faults,
        headers=CHALLENGE if status == 401 else _retry(error),
        limit=error.limit if isinstance(error, errors.RateLimitHit) else None,
        broken=error.broken if isinstance(error, errors.GoldenBroken) else None,
    )


async def _refused(request: Request, exception: Exception) -> Response:
    return cast(RequestRefused, exception).answer(_path(request), language_of(request.scope))


async def _not_json(request: Request, exception: Exception) -> Response:
    detail = cast(NotJson, exception).why.text(language_of(request.scope))
    if isinstance(exception, BadValue):
        fault = FieldProblem(place="body", field=exception.field, detail=detail)
        detail = f"{exception.field}: {detail}" if exception.field else detail
        return problem(422, "invalid-input", detail, instance=_path(request), errors=[fault])
    return problem(400, "malformed-request", detail, instance=_path(request))


async def _invalid(request: Request, exception: Exception) -> Response:
    language = language_of(request.scope)
    faults = [_fault(error, language) for error in cast(RequestValidationError, exception).errors()]
    first = faults[0]
    detail = f"{first.field}: {first.detail}" if first.field else first.detail
    return problem(422, "invalid-input", detail, instance=_path(request), errors=faults)


async def _http(request: Request, exception: Exception) -> Response:
    error = cast(HTTPException, exception)
    sentences: dict[int, tuple[str, Said]] = {
        404: ("not-found", Reason.of(ReasonCode.NO_SUCH_ADDRESS)),
        405: ("method-not-allowed", Reason.of(ReasonCode.METHOD_NOT_TAKEN, method=ascii(request.method[:20]))),
        413: ("too-large", Reason.of(ReasonCode.BODY_TOO_LARGE)),
    }
    code, said = sentences.get(error.status_code, ("error", str(error.detail)))
    detail = text_of(said, language_of(request.scope))
    return problem(error.status_code, code, detail, instance=_path(request), headers=error.headers)


async def _gone(request: Request, exception: Exception) -> Response:
    # No client reads this answer; it keeps a client that left from looking like a failure of ours in the log.
    detail = Reason.of(ReasonCode.BODY_CUT_OFF).text(language_of(request.scope))
    return problem(400, "malformed-request", detail, instance=_path(request))


def _retry(error: errors.BailiwickError | type[errors.BailiwickError]) -> dict[str, str]:
    return {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}


def _path(request: Request) -> str:
    return request.scope["path"].encode("ascii", "backslashreplace").decode()


PLACES: dict[str, Place] = {
    "body": "body",
    "query": "query",
    "path": "path",
    "header": "header",
    "cookie": "header",
}


def _fault(error: Mapping[str, Any], language: Language) -> FieldProblem:
    place, *path = cast(Sequence[str | int], error["loc"])
    # Tagged unions and the like put type names such as "list[str]" into the path; they are not fields.
    field = written([step if isinstance(step, int) or not unstorable(step) else ascii(step) for step in path])
    return FieldProblem(place=PLACES.get(str(place), "body"), field=field[:200], detail=said_of(error).text(language))


def language_of(scope: Mapping[str, Any]) -> Language:
    """Return the language that a request asks for; English where it asks for none of ours."""
    return preferred_language(Headers(scope=cast(Scope, scope)).get("accept-language", ""))
