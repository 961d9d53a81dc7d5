"""Whatever is sent, the answer says what is wrong and is never a server error."""

import json
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from support import bodies_of_routing, bodies_of_work
from support.operations import SOME_UUID
from support.site import Person, Site

Body = dict[str, Any]

AGENT: Body = {
    "id": "sample",
    "name": "Sample",
    "description": "d",
    "role": "custom",
    "objective": "o",
    "instructions": "i",
    "model": "offline",
    "temperature": 0.5,
    "maxTokens": 100,
    "tags": ["a"],
    "keywords": ["b"],
    "patterns": ["c"],
    "examples": ["d"],
    "languages": ["en"],
    "tools": ["calculator"],
    "helpers": ["research"],
    "contextWindow": 5,
    "maxIterations": 3,
    "announcement": "x",
    "priority": 1,
    "color": "#123456",
    "icon": "robot",
    "status": "active",
    "review": "never",
    "budget": {"steps": 5, "seconds": 10.0, "tokens": 100},
}
BODIES: dict[tuple[str, str], Body] = {
    ("POST", "/api/agents/create"): AGENT,
    ("POST", "/api/agents/register"): {name: value for name, value in AGENT.items() if name != "id"},
    ("POST", "/api/agents/lint"): AGENT,
    ("PUT", "/api/agents/notes"): {name: value for name, value in AGENT.items() if name != "id"},
    ("POST", "/api/agents/import"): {"agents": [AGENT]},
    ("POST", "/api/agents/execute"): {
        "message": "hi",
        "agentId": "notes",
        "forceSupervised": True,
        "conversationId": SOME_UUID,
        "replaces": SOME_UUID,
        "metadata": {"a": "b"},
    },
    ("POST", f"/api/agents/execution/{SOME_UUID}/resume"): {"retry": True},
    ("PUT", f"/api/agents/execution/{SOME_UUID}/feedback"): {"rating": "up", "note": "n"},
    ("POST", "/api/v1/query"): {"query": "hi", "sessionId": SOME_UUID, "agentName": "notes", "timeout": 1.0},
    ("POST", "/api/v1/query/stream"): {"query": "hi", "sessionId": SOME_UUID, "agentName": "notes"},
    ("POST", "/api/routing/decide"): {
        "message": "hi",
        "agentId": "notes",
        "lastAgent": "notes",
        "mode": "direct",
        "draft": AGENT,
    },
    ("POST", f"/api/routing/decisions/{SOME_UUID}/misroute"): {
        "agentId": "notes",
        "note": "n",
        "reroute": True,
    },
    ("POST", "/api/tools/match"): {"patterns": ["calculator"]},
    ("POST", "/api/conversations/create"): {"agentId": "notes", "mode": "direct", "title": "t"},
    ("PATCH", f"/api/conversations/{SOME_UUID}"): {"title": "t", "pinned": True},
    ("POST", "/api/models/test"): {"model": "offline"},
    ("POST", "/api/models/connections"): {
        "kind": "openai",
        "name": "sample",
        "address": "https://example.org/v1",
        "key": "k" * 20,
        "forEverybody": False,
        "models": ["m"],
        "defaultModel": "m",
        "facts": {"m": {"inputPrice": 1.0, "outputPrice": 2.0, "contextTokens": 9, "tools": True}},
    },
    ("PUT", f"/api/models/connections/{SOME_UUID}"): {"key": "k" * 20, "models": ["m"], "defaultModel": "m"},
    ("POST", f"/api/models/connections/{SOME_UUID}/test"): {"model": "m"},
    ("POST", "/api/keys"): {"name": "k", "scopes": ["read"], "expiresAt": "2100-01-01T00:00:00Z"},
    ("POST", "/api/credentials"): {"name": "some-name", "value": "some value", "description": "d"},
    ("PUT", f"/api/credentials/{SOME_UUID}"): {"value": "some value", "description": "d"},
    ("POST", f"/api/mcp/servers/{SOME_UUID}/enable"): {"credentials": {"token": "mine"}},
    ("POST", f"/api/mcp/servers/{SOME_UUID}/approve"): {"tools": [{"name": "x", "digest": "0" * 64}]},
    ("POST", "/api/login"): {"token": "x"},
    ("POST", "/api/swarms"): {
        "goal": "g",
        "name": "n",
        "guidance": "g",
        "role": "r",
        "tools": ["calculator"],
        "agentId": "notes",
        "limits": {
            "depth": 2,
            "children": 2,
            "residents": 2,
            "mails": 2,
            "pairPerMinute": 2,
            "rounds": 2,
            "laps": 2,
            "seconds": 2.0,
            "tokens": 2,
        },
    },
    ("PATCH", f"/api/swarms/{SOME_UUID}"): {"name": "n", "goal": "g", "limits": {"tokens": 5}},
    ("POST", f"/api/swarms/{SOME_UUID}/residents"): {
        "name": "n",
        "role": "r",
        "guidance": "g",
        "tools": ["calculator"],
        "agentId": "notes",
        "model": "offline",
        "parentId": f"ben@{SOME_UUID}",
        "contextWindow": 3,
        "color": "#123456",
        "icon": "robot",
    },
    ("PATCH", f"/api/swarms/{SOME_UUID}/residents/ben@{SOME_UUID}"): {
        "role": "r",
        "guidance": "g",
        "tools": ["x"],
        "model": "offline",
        "contextWindow": 3,
        "color": "#123456",
        "icon": "robot",
    },
    ("POST", f"/api/swarms/{SOME_UUID}/rooms"): {"name": "n", "members": ["person"], "withoutMe": True},
    ("PATCH", f"/api/swarms/{SOME_UUID}/rooms/{SOME_UUID}"): {"name": "n"},
    ("POST", f"/api/swarms/{SOME_UUID}/rooms/{SOME_UUID}/read"): {"upTo": 1},
    ("POST", f"/api/swarms/{SOME_UUID}/mail"): {
        "content": "c",
        "to": f"ben@{SOME_UUID}",
        "as": f"ana@{SOME_UUID}",
        "replyTo": SOME_UUID,
    },
    ("POST", f"/api/swarms/{SOME_UUID}/mail/{SOME_UUID}/redeliver"): {"recipient": "person"},
    **bodies_of_work.BODIES,
    **bodies_of_routing.BODIES,
}
"""Each request with every field it knows, filled sensibly."""

OPEN = {"metadata", "credentials", "facts"}
"""Fields that take any object."""


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value inside a body."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))


def replaced(body: Body, path: tuple[str | int, ...], value: Any) -> Body:
    """Return a copy of `body` with another value at `path`."""
    copy = json.loads(json.dumps(body))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


def send(client: httpx.Client, method: str, path: str, body: Any) -> httpx.Response:
    """Send a body exactly as given; streams are left at once."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    with client.stream(method, path, content=content, headers=headers) as response:
        if "event-stream" not in response.headers.get("content-type", ""):
            response.read()
    return response


def problem(response: httpx.Response) -> dict[str, Any]:
    """Return the problem of a refusal, after checking that it is one."""
    assert 400 <= response.status_code < 500, (response.status_code, response.text)
    assert response.headers["content-type"] == "application/problem+json"
    return response.json()


HOSTILE = [
    "\0",
    "a\0b",
    "\ud800",
    "\ufeff",
    "\u202egnp.exe",
    "\U000e0041",
    "a" + "\u0301" * 10_000,
    " \t\n",
    "\x1b[31mred\r\nX-Evil: 1",
    "{{7*7}}${jndi:ldap://x}{0.__class__}",
    "\U0001f468\u200d\U0001f469",
    "",
    "x" * 200_000,
    True,
    None,
    0,
    -1,
    1.5,
    2**53 + 1,
    2**63 - 1,
    [],
    {},
    [[]],
    {"__proto__": {"admin": True}},
    "../../etc/passwd",
    "%252e%252e%252f",
    "'; DROP TABLE users; --",
]


PARTS = 3
"""In how many parts the table of values and fields is tried: each field meets every third value, neighbours others, and
in the long run the rest."""


@pytest.fixture(scope="module")
def victim(site: Site) -> Person:
    """The user who receives the rubbish."""
    return site.person("Victim")


SAME_AS_CREATE = {
    "/api/agents/register",
    "/api/agents/lint",
    *bodies_of_work.SAME_FIELDS,
    *bodies_of_routing.SAME_FIELDS,
}
"""They read the same fields by the same code as another request; one of each is enough for the long table."""
MAY_BE_LEFT_OUT = (
    "resume",
    "misroute",
    *bodies_of_work.BODY_MAY_BE_LEFT_OUT,
    *bodies_of_routing.BODY_MAY_BE_LEFT_OUT,
)
"""What takes no body at all as well."""


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(later, marks=pytest.mark.long) for later in range(1, PARTS))], ids="part {}".format
)
@pytest.mark.parametrize(
    ("method", "path"), [place for place in BODIES if place[1] not in SAME_AS_CREATE], ids=lambda value: value
)
def test_no_value_in_any_field_is_a_server_error(site: Site, victim: Person, method: str, path: str, part: int) -> None:
    body = BODIES[method, path]
    with site.client(victim) as client:
        for at, place in enumerate(leaves(body)):
            for value in HOSTILE[(at + part) % PARTS :: PARTS]:
                response = send(client, method, path, replaced(body, place, value))
                assert response.status_code < 500, (place, value, response.text)
                if response.status_code >= 400:
                    problem(response)


@pytest.mark.parametrize(("method", "path"), BODIES, ids=lambda value: value)
@pytest.mark.parametrize("value", ["a\0b", "\ud800"], ids=["NUL", "surrogate"])
def test_what_cannot_be_stored_is_refused_by_its_field(
    client: httpx.Client, method: str, path: str, value: str
) -> None:
    body = BODIES[method, path]
    for place in leaves(body):
        answer = send(client, method, path, replaced(body, place, value))
        assert answer.status_code == 422, (place, answer.text)
        named = problem(answer)["errors"][0]["field"]
        assert named.replace("[", ".").replace("]", "").split(".") == [str(step) for step in place]


@pytest.mark.parametrize(("method", "path"), BODIES, ids=lambda value: value)
def test_unknown_fields_are_refused_by_name(client: httpx.Client, method: str, path: str) -> None:
    for name in ("unknown", "__proto__", "user_id", "userId", "id\u200b"):
        answer = send(client, method, path, {**BODIES[method, path], name: 1})
        assert answer.status_code == 422, answer.text
        assert name in {error["field"] for error in problem(answer)["errors"]}


@pytest.mark.parametrize(("method", "path"), BODIES, ids=lambda value: value)
def test_malformed_bodies_are_refused_as_such(client: httpx.Client, method: str, path: str) -> None:
    known = json.dumps(BODIES[method, path])
    name = next(iter(BODIES[method, path]))
    bodies = {
        known[:-1].encode(): 400,
        b"": 422,
        b"null": 422,
        b"[]": 422,
        b'"text"': 422,
        b"NaN": 400,
        b"\xff\xfe\x00": 400,
        f'{{"{name}": 1, "{name}": 2}}'.encode(): 400,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000: 400,
        f'{{"{name}": {"[" * 70 + "]" * 70}}}'.encode(): 422,
        f'{{"{name}": 1e400}}'.encode(): 422,
        f'{{"{name}": {2**63}}}'.encode(): 400,
        b"{" + b" " * (6 * 2**20) + b"}": 413,
    }
    for content, status in bodies.items():
        if path.endswith(MAY_BE_LEFT_OUT) and content in (b"", b"null"):
            continue
        answer = send(client, method, path, content)
        assert answer.status_code == status, (content[:60], answer.text)
        problem(answer)


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=latin-1"],
)
def test_other_media_types_are_refused(client: httpx.Client, content_type: str) -> None:
    headers = {"Content-Type": content_type}
    answer = client.post("/api/routing/decide", content=b'{"message": "hi"}', headers=headers)
    assert answer.status_code == 415
    assert "application/json" in problem(answer)["detail"]


def test_a_body_without_a_media_type_is_refused(client: httpx.Client) -> None:
    assert client.post("/api/routing/decide", content=b'{"message": "hi"}').status_code == 415


@pytest.mark.parametrize("content_type", ["application/json", "APPLICATION/JSON; charset=UTF-8", "application/x+json"])
def test_json_by_any_of_its_names_is_read(client: httpx.Client, content_type: str) -> None:
    headers = {"Content-Type": content_type}
    assert client.post("/api/routing/decide", content=b'{"message": "hi"}', headers=headers).status_code == 200


def test_a_compressed_body_is_refused_before_it_is_unpacked(client: httpx.Client) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = client.post("/api/routing/decide", content=b"\x1f\x8b" + b"\0" * 10_000, headers=headers)
    assert answer.status_code == 415


EVIL_PATTERNS = ["(", "(?=a)b", r"(a)\1", "a" * 501, "((a{1,100}){1,100})", "[z-a]", "*", ""]


@pytest.mark.parametrize("pattern", EVIL_PATTERNS, ids=range(len(EVIL_PATTERNS)))
@pytest.mark.parametrize("field", ["patterns", "tools"])
def test_a_pattern_that_cannot_be_used_is_refused_by_its_field(client: httpx.Client, field: str, pattern: str) -> None:
    agent = {"id": "evil", "name": "Evil", field: [pattern]}
    answers = [
        client.post("/api/agents/create", json=agent),
        client.post("/api/agents/register", json={"name": "Evil", field: [pattern]}),
        client.put("/api/agents/notes", json={field: [pattern]}),
        client.post("/api/agents/import", json={"agents": [agent]}),
        client.post("/api/agents/lint", json=agent),
    ]
    for answer in answers:
        assert answer.status_code == 422, answer.text
        assert field in problem(answer)["errors"][0]["field"]


@pytest.mark.parametrize("pattern", ["(a+)+$", "(.*a){20}", "^(a|aa)+$"])
def test_an_evil_pattern_costs_no_time(client: httpx.Client, pattern: str) -> None:
    agent = {"id": f"evil-{uuid4().hex[:8]}", "name": "Evil", "patterns": [pattern]}
    assert client.post("/api/agents/create", json=agent).status_code == 201
    started = time.perf_counter()
    assert client.post("/api/routing/decide", json={"message": "a" * 5_000 + "!"}).status_code == 200
    assert time.perf_counter() - started < 20
    assert client.delete(f"/api/agents/{agent['id']}").status_code == 204
