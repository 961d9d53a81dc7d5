"""Every error has one status, and every answer to it one shape."""

import asyncio
import inspect
import json
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import AwareDatetime, Field
from structlog.testing import capture_logs

from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.kernel import errors
from bailiwick.kernel.http.errors import STATUSES, RequestRefused, add_error_handling, status_of
from bailiwick.kernel.http.last_resort import LastResort
from bailiwick.kernel.http.problems import EXAMPLES, FieldProblem
from bailiwick.kernel.http.wire import Body, Flag, Name, Real, Whole
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.core.agents import Role

FIELDS = {"type", "title", "status", "detail", "instance", "code", "errors"}


class Everything(Body):
    """One field of each kind."""

    name: Name = "x"
    role: Role = Role.CUSTOM
    count: Annotated[Whole, Field(ge=1, le=10)] = 1
    share: Annotated[Real, Field(gt=0, lt=1)] = 0.5
    flag: Flag = False
    items: Annotated[tuple[str, ...], Field(max_length=2)] = ()
    when: AwareDatetime | None = None
    color: Annotated[str, Field(pattern="^#[0-9]$")] = "#1"


def application(error: Exception | None = None) -> FastAPI:
    """Return an application whose one endpoint raises `error`."""
    app = FastAPI()
    add_error_handling(app)
    app.add_middleware(LastResort)

    @app.post("/here")
    async def here(body: Everything) -> None:
        if error is not None:
            raise error

    return app


def post(app: FastAPI, body: Any = None, language: str = "") -> httpx.Response:
    async def run() -> httpx.Response:
        headers = {"Accept-Language": language} if language else {}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x", headers=headers) as client:
            return await client.post("/here", json=body or {})

    return asyncio.run(run())


def core_errors() -> list[type[errors.BailiwickError]]:
    classes = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]
    return [kind for kind in classes if issubclass(kind, errors.BailiwickError) and kind is not errors.BailiwickError]


def test_what_is_wrong_is_said_in_the_language_that_is_asked_for() -> None:
    spanish = post(application(), {"count": 11, "role": 3}, "fr, es-MX;q=0.8, en;q=0.5").json()
    assert {each["field"]: each["detail"] for each in spanish["errors"]}["count"] == "elige 10 o menos."
    assert post(application(), {"count": 11}, "fr").json()["errors"][0]["detail"] == "choose 10 or less."

    refused = application(RequestRefused(403, "foreign-origin", Reason.of(ReasonCode.FOREIGN_ORIGIN)))
    assert post(refused, language="es").json()["detail"].startswith("Las páginas de otros orígenes")
    known = application(errors.Conflict(Reason.of(SwarmReason.ROOM_PAUSED)))
    assert post(known, language="es").json()["detail"] == "La sala está en pausa."
    assert post(application(errors.Conflict("Only so.")), language="es").json()["detail"] == "Only so."


@pytest.mark.parametrize("kind", core_errors(), ids=lambda kind: kind.__name__)
def test_every_error_of_the_core_is_a_problem_with_its_code(kind: type[errors.BailiwickError]) -> None:
    response = post(application(kind("Do this instead.")))
    problem = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert set(problem) == FIELDS | ({"broken"} if kind is errors.GoldenBroken else set())
    assert (problem["status"], problem["code"]) == (response.status_code, kind.code)
    assert problem["detail"] == "Do this instead."
    assert problem["instance"] == "/here"
    assert 400 <= response.status_code <= 507


def test_no_error_of_the_core_lacks_a_status() -> None:
    assert {status_of(kind("")) for kind in core_errors()} <= set(STATUSES.values())


def test_a_bad_value_names_its_field() -> None:
    problem = post(application(errors.InvalidInput("Not so.", field="patterns[0]"))).json()
    assert problem["errors"] == [{"place": "body", "field": "patterns[0]", "detail": "Not so."}]


def test_a_missing_database_says_when_to_come_back() -> None:
    response = post(application(errors.Unavailable("The database is away.")))
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0


def test_a_stranger_hears_how_to_authenticate() -> None:
    assert "Bearer" in post(application(errors.NotAuthenticated(""))).headers["www-authenticate"]


def test_what_nobody_expected_is_logged_under_an_id_and_shown_as_that_id_only() -> None:
    with capture_logs() as logs:
        response = post(application(ZeroDivisionError("secret detail")))
    assert response.status_code == 500
    problem = response.json()
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert problem["instance"] == f"urn:uuid:{logs[0]['reference']}"
    assert isinstance(logs[0]["exc_info"], ZeroDivisionError)


def test_a_refusal_of_the_edge_carries_its_headers() -> None:
    response = post(application(RequestRefused(429, "too-many-attempts", "Slower.", headers={"Retry-After": "7"})))
    assert (response.status_code, response.headers["retry-after"]) == (429, "7")


@pytest.mark.parametrize(
    ("body", "field", "says"),
    [
        ({"name": ""}, "name", "at least 1 character"),
        ({"name": "x" * 200}, "name", "at most 120 characters"),
        ({"name": 5}, "name", "a text"),
        ({"name": "a\nb"}, "name", "one line"),
        ({"name": "\u202eevil"}, "name", "invisible"),
        ({"name": "  "}, "name", "white space"),
        ({"role": "king"}, "role", "supervisor"),
        ({"count": True}, "count", "whole number"),
        ({"count": 1.5}, "count", "whole number"),
        ({"count": "1"}, "count", "whole number"),
        ({"count": 0}, "count", "1 or more"),
        ({"count": 11}, "count", "10 or less"),
        ({"share": True}, "share", "a number"),
        ({"share": 0}, "share", "more than 0"),
        ({"share": 1}, "share", "less than 1"),
        ({"flag": 1}, "flag", "true or false"),
        ({"flag": "true"}, "flag", "true or false"),
        ({"items": "abc"}, "items", "a list"),
        ({"items": ["a", 1]}, "items[1]", "a text"),
        ({"items": ["a", "b", "c"]}, "items", "at most 2 items"),
        ({"when": "tomorrow"}, "when", "ISO 8601"),
        ({"when": "2026-01-01T00:00:00"}, "when", "offset"),
        ({"color": "red"}, "color", "form"),
        ({"colour": "#1"}, "colour", "no such field"),
        ({"__proto__": {}}, "__proto__", "no such field"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_what_to_do(body: Any, field: str, says: str) -> None:
    response = post(application(), body)
    assert response.status_code == 422
    fault = response.json()["errors"][0]
    assert (fault["place"], fault["field"]) == ("body", field)
    assert says in fault["detail"]
    assert response.json()["detail"] == f"{field}: {fault['detail']}"


def test_all_faults_are_told_at_once() -> None:
    faults = post(application(), {"count": 0, "flag": 3, "name": ""}).json()["errors"]
    assert {fault["field"] for fault in faults} == {"count", "flag", "name"}


def test_faults_do_not_repeat_what_was_sent() -> None:
    assert "hunter2" not in post(application(), {"count": "hunter2"}).text


def test_documented_examples_have_the_shape_of_real_problems() -> None:
    for code, detail, instance in EXAMPLES.values():
        assert code.replace("-", "").isalpha()
        assert detail
        assert instance.startswith("/")
    FieldProblem.model_validate_json(json.dumps({"place": "body", "field": "a", "detail": "b"}))


def test_a_disk_that_is_full_is_said_and_no_mystery() -> None:
    with pytest.raises(OSError, match="No space left") as full:
        Path("/dev/full").write_bytes(b"too much")
    response = post(application(full.value))
    assert (response.status_code, response.json()["code"]) == (507, "storage-full")
    assert "disk of this server is full" in response.json()["detail"]
