"""The description of the API is complete."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import fastapi
import httpx
import pytest

from bailiwick.faces.http import create_app
from support.operations import operations
from support.site import Site

Description = dict[str, Any]

TABLE = [
    ("POST", "/api/agents/execute"),
    ("GET", "/api/agents/execution/{id}"),
    ("GET", "/api/agents/execution/{id}/events"),
    ("POST", "/api/agents/execution/{id}/cancel"),
    ("POST", "/api/agents/execution/{id}/resume"),
    ("GET", "/api/agents"),
    ("POST", "/api/agents/create"),
    ("POST", "/api/agents/register"),
    ("GET", "/api/agents/{agentId}"),
    ("PUT", "/api/agents/{agentId}"),
    ("DELETE", "/api/agents/{agentId}"),
    ("GET", "/api/agents/sync"),
    ("POST", "/api/agents/cleanup"),
    ("GET", "/api/agents/graph"),
    ("GET", "/api/agents/metrics"),
    ("GET", "/api/agents/{agentId}/health"),
    ("GET", "/api/agents/export"),
    ("POST", "/api/agents/import"),
    ("POST", "/api/v1/query"),
    ("POST", "/api/v1/query/stream"),
    ("GET", "/api/v1/agents"),
    ("GET", "/api/agents/health"),
    ("GET", "/api/agents/{agentId}/metrics"),
    ("POST", "/api/tools/match"),
    ("POST", "/api/routing/decide"),
    *[(method, "/api/routing/state") for method in ("GET", "PATCH")],
    *[(method, "/api/routing/releases") for method in ("GET", "POST")],
    *[("GET", f"/api/routing/releases/{{number}}{view}") for view in ("", "/diff")],
    *[("POST", f"/api/routing/releases/{{number}}/{act}") for act in ("replay", "publish", "discard", "rollback")],
    *[(method, "/api/routing/releases/{number}/canary") for method in ("GET", "POST", "DELETE")],
    *[(method, "/api/routing/golden") for method in ("GET", "POST")],
    *[("POST", f"/api/routing/golden/{act}") for act in ("import", "run")],
    ("GET", "/api/routing/golden/export"),
    *[(method, "/api/routing/golden/{id}") for method in ("PATCH", "DELETE")],
    *[(method, "/api/routing/decisions/{id}/pin") for method in ("POST", "DELETE")],
    *[("POST", f"/api/routing/{place}why-not") for place in ("", "decisions/{id}/")],
    ("POST", "/api/routing/replay"),
    *[("GET", f"/api/routing/{view}") for view in ("proposals", "words", "lint", "savings", "traffic")],
    ("GET", "/api/routing/misroutes/{id}/proposals"),
    ("POST", "/api/routing/decisions/{id}/misroute"),
    ("DELETE", "/api/routing/decisions/{id}/misroute"),
    ("GET", "/api/routing/misroutes"),
    ("GET", "/api/routing/decisions"),
    ("POST", "/api/conversations/create"),
    ("GET", "/api/conversations"),
    ("GET", "/api/conversations/{id}"),
    ("PUT", "/api/agents/execution/{id}/feedback"),
    ("GET", "/api/events"),
    ("GET", "/api/overview"),
    ("GET", "/api/search"),
    ("PATCH", "/api/conversations/{id}"),
    ("DELETE", "/api/conversations/{id}"),
    ("GET", "/api/debug/events"),
    ("GET", "/api/swarms"),
    ("GET", "/api/swarms/templates"),
    ("POST", "/api/swarms"),
    ("GET", "/api/swarms/{id}"),
    ("PATCH", "/api/swarms/{id}"),
    ("DELETE", "/api/swarms/{id}"),
    *[("POST", f"/api/swarms/{{id}}/{action}") for action in ("pause", "resume", "stop")],
    ("GET", "/api/swarms/{id}/residents"),
    ("POST", "/api/swarms/{id}/residents"),
    ("GET", "/api/swarms/{id}/residents/{residentId}"),
    ("PATCH", "/api/swarms/{id}/residents/{residentId}"),
    *[("POST", f"/api/swarms/{{id}}/residents/{{residentId}}/{act}") for act in ("wake", "pause", "resume", "stop")],
    ("GET", "/api/swarms/{id}/residents/{residentId}/history"),
    ("GET", "/api/swarms/{id}/rooms"),
    ("POST", "/api/swarms/{id}/rooms"),
    ("PATCH", "/api/swarms/{id}/rooms/{roomId}"),
    *[("POST", f"/api/swarms/{{id}}/rooms/{{roomId}}/{action}") for action in ("pause", "resume", "stop", "read")],
    ("PUT", "/api/swarms/{id}/rooms/{roomId}/members/{member}"),
    ("DELETE", "/api/swarms/{id}/rooms/{roomId}/members/{member}"),
    ("GET", "/api/swarms/{id}/rooms/{roomId}/mail"),
    ("GET", "/api/swarms/{id}/mail"),
    ("POST", "/api/swarms/{id}/mail"),
    ("GET", "/api/swarms/{id}/mail/{mailId}"),
    ("GET", "/api/swarms/{id}/mail/{mailId}/chain"),
    ("POST", "/api/swarms/{id}/mail/{mailId}/redeliver"),
    ("GET", "/api/swarms/{id}/waits"),
    ("GET", "/api/swarms/{id}/flow"),
    ("GET", "/api/swarms/{id}/stream"),
    ("GET", "/api/swarms/{id}/residents/{residentId}/stream"),
    ("GET", "/api/tasks"),
    ("POST", "/api/tasks/create"),
    ("GET", "/api/tasks/stats"),
    *[(method, "/api/tasks/{id}") for method in ("GET", "PUT", "DELETE")],
    *[("POST", f"/api/tasks/{{id}}/{action}") for action in ("restore", "run", "stop", "accept", "return", "comments")],
    ("DELETE", "/api/tasks/{id}/comments/{commentId}"),
    *[(method, "/api/schedules") for method in ("GET", "POST")],
    ("POST", "/api/schedules/preview"),
    *[(method, "/api/schedules/{id}") for method in ("GET", "PUT", "DELETE")],
    *[("POST", f"/api/schedules/{{id}}/{action}") for action in ("pause", "resume", "run")],
    ("GET", "/api/schedules/{id}/runs"),
    *[(method, "/api/projects") for method in ("GET", "POST")],
    ("GET", "/api/projects/kinds"),
    *[(method, "/api/projects/{id}") for method in ("GET", "PATCH", "DELETE")],
    *[("GET", f"/api/projects/{{id}}/{noun}") for noun in ("things", "addable")],
    ("POST", "/api/projects/{id}/restore"),
    *[("POST", f"/api/projects/{{id}}/things/{{kind}}/{{thing}}/{verb}") for verb in ("put", "remove")],
    *[(method, "/api/reminders") for method in ("GET", "POST")],
    *[(method, "/api/reminders/{id}") for method in ("GET", "PATCH", "DELETE")],
    ("POST", "/api/reminders/{id}/done"),
    ("POST", "/api/reminders/{id}/changes/{change}/undo"),
    *[(method, "/api/documents") for method in ("GET", "POST")],
    ("POST", "/api/documents/text"),
    ("POST", "/api/documents/from-file"),
    ("POST", "/api/files"),
    *[(method, "/api/files/{id}") for method in ("GET", "DELETE")],
    ("GET", "/api/files/{id}/content"),
    ("POST", "/api/documents/reindex"),
    ("GET", "/api/documents/search"),
    *[(method, "/api/documents/{id}") for method in ("GET", "PATCH", "DELETE")],
    ("GET", "/api/documents/{id}/file"),
    ("GET", "/api/documents/{id}/passages"),
    ("POST", "/api/documents/{id}/reindex"),
    ("GET", "/api/embedder"),
    ("POST", "/api/embedder/test"),
    ("GET", "/metrics"),
    ("GET", "/api/metrics"),
    *[("GET", f"/api/metrics/{table}") for table in ("agents", "models", "tools", "users", "delegations", "errors")],
    *[("GET", f"/api/metrics/{view}") for view in ("routing", "heatmap", "export.csv")],
    *[(method, "/api/settings/retention") for method in ("GET", "PUT")],
    *[(method, "/api/settings/log-level") for method in ("GET", "PUT")],
    ("GET", "/api/account/export"),
    ("POST", "/api/account/erase"),
    *[(method, "/api/preferences") for method in ("GET", "PUT")],
    *[(method, "/api/shopify/stores") for method in ("GET", "POST")],
    *[(method, "/api/shopify/stores/{domain}") for method in ("PUT", "DELETE")],
    ("POST", "/api/shopify/stores/{domain}/check"),
]
"""The addresses that clients of the seeds and of the design rely on."""


@pytest.fixture
def description(stranger: httpx.Client) -> Description:
    return stranger.get("/openapi.json").json()


def described(description: Description) -> Iterator[tuple[str, str, Description]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def schemas(value: Any) -> Iterator[Description]:
    """Yield every JSON schema object inside `value`."""
    if isinstance(value, dict):
        if "properties" in value:
            yield value
        for inner in value.values():
            yield from schemas(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from schemas(inner)


def test_the_promised_addresses_exist(description: Description) -> None:
    known = {(method, path) for method, path, _ in described(description)}
    assert [promise for promise in TABLE if promise not in known] == []


def test_every_operation_is_described_but_the_pages(site: Site, description: Description) -> None:
    known = {(method, path) for method, path, _ in described(description)}
    missing = {(operation.method, operation.path) for operation in operations(site.app)} - known
    assert missing == {
        ("GET", "/assets/{name:path}"),
        ("GET", "/{address:path}"),
        ("GET", "/docs"),
        ("GET", "/login"),
        ("GET", "/openapi.json"),
        ("GET", "/static/page.css"),
        ("POST", "/login"),
    }


def test_while_it_is_made_others_are_answered_and_it_is_made_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, others, made = threading.Event(), threading.Event(), []
    real = fastapi.applications.get_openapi

    def slow(**options: Any) -> Description:
        made.append(options["title"])
        begun.set()
        assert others.wait(30), "nobody else was answered meanwhile"
        return real(**options)

    async def story() -> None:
        transport = httpx.ASGITransport(create_app(site.platform))
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client,
            asyncio.TaskGroup() as group,
        ):
            first = [group.create_task(client.get(path)) for path in ("/openapi.json", "/docs", "/openapi.json")]
            assert await asyncio.to_thread(begun.wait, 30)
            assert (await client.get("/healthz")).status_code == 200
            others.set()
            answers = [await each for each in first]
            assert [each.status_code for each in answers] == [200, 200, 200]
            assert answers[0].content == answers[2].content == (await client.get("/openapi.json")).content

    monkeypatch.setattr(fastapi.applications, "get_openapi", slow)
    asyncio.run(story())
    assert made == ["Bailiwick"]


def test_every_operation_has_a_summary_a_description_and_a_name_of_its_own(description: Description) -> None:
    names = [operation["operationId"] for _, _, operation in described(description)]
    assert len(set(names)) == len(names)
    for method, path, operation in described(description):
        assert operation["summary"], (method, path)
        assert operation["description"], (method, path)
        assert operation["operationId"].isalnum(), (method, path)


def test_every_error_is_documented_as_a_problem_with_an_example(description: Description) -> None:
    for method, path, operation in described(description):
        errors = {status: answer for status, answer in operation["responses"].items() if int(status) >= 400}
        assert {"403", "421", "429", "503", "507"} <= set(errors), (method, path)
        assert ("401" in errors) == ("security" in operation) or path.startswith("/api/login"), (method, path)
        assert ("404" in errors) or "{" not in path, (method, path)
        assert ("422" in errors) or ("requestBody" not in operation), (method, path)
        takes_a_key = "Idempotency-Key" in {parameter["name"] for parameter in operation.get("parameters", [])}
        assert ("400" in errors) or ("requestBody" not in operation and not takes_a_key), (method, path)
        for status, answer in errors.items():
            content = answer["content"]["application/problem+json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}, (method, path, status)
            examples = [content["example"]] if "example" in content else examples_of(content)
            assert {each["status"] for each in examples} == {int(status)}, (method, path, status)


def examples_of(content: Description) -> list[Description]:
    """Return the examples of a content that has several."""
    return [each["value"] for each in content["examples"].values()]


def test_what_passes_by_itself_says_when_to_come_back(description: Description) -> None:
    for method, path, operation in described(description):
        for status in ("429", "503", "507"):
            assert "Retry-After" in operation["responses"][status]["headers"], (method, path, status)


def test_whoever_begins_work_or_follows_a_stream_hears_of_its_bound(description: Description) -> None:
    by_code: dict[str, set[str]] = {}
    for _, _, operation in described(description):
        for each in examples_of(operation["responses"]["429"]["content"]["application/problem+json"]):
            by_code.setdefault(each["code"], set()).add(operation["operationId"])
    begin = {"query", "queryStream", "execute", "resumeExecution", "runTask", "returnTask", "runSchedule", "writeMail"}
    assert by_code["too-much-work"] == {*begin, "createSwarm"}
    streams = {"queryStream", "followEverything", "followExecution", "followSwarm", "followResident"}
    assert by_code["too-many-streams"] == streams
    upload = {"uploadFile", "uploadDocument", "createDocument", "createDocumentFromFile"}
    login = {"login", "loginWithPassword", "acceptInvitation"}
    search = {"search", "searchDocuments", "searchKnowledge", "searchNotes"}
    assert by_code["rate-limit"] == by_code["too-much-work"] | upload | search | login | {"createKey"}


def test_every_body_has_an_example(description: Description) -> None:
    for method, path, operation in described(description):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None and path != "/api/keys" and path != "/api/login":
            assert content.get("examples") or content["schema"].get("examples"), (method, path)


def test_every_field_on_the_wire_is_camel_case(description: Description) -> None:
    names = {name for schema in schemas(description) for name in schema["properties"]}
    assert len(names) > 80
    assert [name for name in sorted(names) if not name.isalnum() or not name[0].islower()] == []


def test_every_parameter_is_described_and_camel_case(description: Description) -> None:
    for method, path, operation in described(description):
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (method, path, parameter["name"])
            if parameter["in"] in ("query", "path"):
                assert parameter["name"].isalnum(), (method, path, parameter["name"])


def test_requests_take_nothing_unknown(description: Description) -> None:
    for method, path, operation in described(description):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            continue
        schema = content["schema"]
        reference = schema.get("$ref") or next(one["$ref"] for one in schema["anyOf"] if "$ref" in one)
        found = description["components"]["schemas"][reference.rsplit("/", 1)[1]]
        assert found["additionalProperties"] is False, (method, path)


def test_every_reference_leads_somewhere(description: Description) -> None:
    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    known = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert set(references(description)) <= known


def test_streams_are_described_as_streams(description: Description) -> None:
    for method, path, operation in described(description):
        if path.endswith(("/events", "/stream")) and "debug" not in path:
            assert "text/event-stream" in operation["responses"]["200"]["content"], (method, path)


def test_the_reference_page_lists_every_operation_and_loads_nothing_foreign(
    description: Description, stranger: httpx.Client
) -> None:
    page = stranger.get("/docs").text
    for _, path, operation in described(description):
        assert path in page
        assert operation["summary"].replace("'", "&#x27;") in page
    assert "<script" not in page
    assert "http://" not in page.replace(str(stranger.base_url), "")
    assert "https://" not in page
