"""The knowledge graph over HTTP."""

import json
from typing import Any

import httpx
import psycopg
import pytest

from bailiwick.features.memory import lines as memory
from support.site import Site

NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def person(site: Site) -> httpx.Client:
    """A user of this test alone."""
    with site.client(site.person("Memory")) as client:
        yield client


def graph(client: httpx.Client) -> dict[str, str]:
    """Write a small graph and return the ids of its entities by name."""
    made = client.post(
        "/api/knowledge/entities",
        json={
            "entities": [
                {"name": "Ana", "entityType": "person", "observations": ["prefers trains", "favourite colour is red"]},
                {"name": "Acme", "entityType": "organisation"},
            ],
            "source": "her letter",
        },
    )
    assert made.status_code == 201
    body = {"relations": [{"from": "Ana", "to": "Acme", "relationType": "works at"}]}
    assert client.post("/api/knowledge/relations", json=body).status_code == 201
    return {each["name"]: each["id"] for each in made.json()["created"]}


def lines(client: httpx.Client, **query: Any) -> list[str]:
    return client.get("/api/knowledge/export", params=query).text.splitlines()


def test_a_graph_is_written_and_read_with_who_wrote_it(person: httpx.Client) -> None:
    ids = graph(person)
    entity = person.get(f"/api/knowledge/entities/{ids['Ana']}").json()
    assert [each["content"] for each in entity["observations"]] == ["prefers trains", "favourite colour is red"]
    provenance = entity["observations"][0]["provenance"]
    assert (provenance["author"], provenance["source"], provenance["tainted"]) == ("person", "her letter", False)
    [relation] = entity["relations"]
    assert (relation["from"], relation["relationType"], relation["to"]) == ("Ana", "works at", "Acme")
    assert (relation["fromId"], relation["toId"]) == (ids["Ana"], ids["Acme"])
    listed = person.get("/api/knowledge/entities").json()
    assert ([each["name"] for each in listed["entities"]], listed["total"]) == (["Acme", "Ana"], 2)
    assert listed["entities"][1]["observations"] == 2
    summary = person.get("/api/knowledge").json()
    assert (summary["entities"], summary["observations"], summary["relations"]) == (2, 2, 1)
    assert summary["lastChange"]["kind"] == "created"


def test_what_is_there_already_is_named_and_not_written_again(person: httpx.Client) -> None:
    graph(person)
    body = {"entities": [{"name": "Ana", "entityType": "x"}, {"name": "Eva", "entityType": "person"}]}
    answer = person.post("/api/knowledge/entities", json=body).json()
    assert ([each["name"] for each in answer["created"]], answer["existing"]) == (["Eva"], ["Ana"])
    again = {"relations": [{"from": "Ana", "to": "Acme", "relationType": "works at"}]}
    assert person.post("/api/knowledge/relations", json=again).json() == {"created": []}


def test_an_entity_is_found_exactly_and_by_words(person: httpx.Client) -> None:
    graph(person)
    exact = person.get("/api/knowledge/entities", params={"search": "FERS TRA"}).json()
    assert [each["name"] for each in exact["entities"]] == ["Ana"]
    [found] = person.get("/api/knowledge/search", params={"q": "train preferring"}).json()["results"]
    assert found["entity"]["name"] == "Ana"
    assert found["matches"][0]["content"] == "prefers trains"


def test_entities_are_edited_merged_and_deleted_and_each_change_can_be_taken_back(person: httpx.Client) -> None:
    ids = graph(person)
    before = lines(person)
    added = person.post(f"/api/knowledge/entities/{ids['Ana']}/observations", json={"contents": ["sings", "sings"]})
    assert [each["content"] for each in added.json()["added"]] == ["sings"]
    renamed = person.patch(f"/api/knowledge/entities/{ids['Acme']}", json={"name": "Acme Ltd"}).json()
    assert (renamed["name"], renamed["relations"][0]["to"]) == ("Acme Ltd", "Acme Ltd")
    merged = person.post("/api/knowledge/merge", json={"into": ids["Ana"], "from": [renamed["id"]]}).json()
    assert (merged["id"], merged["relations"][0]["to"]) == (ids["Ana"], "Ana")
    assert person.delete(f"/api/knowledge/observations/{added.json()['added'][0]['id']}").status_code == 204
    assert person.delete(f"/api/knowledge/relations/{merged['relations'][0]['id']}").status_code == 204
    assert person.delete(f"/api/knowledge/entities/{ids['Ana']}").status_code == 204
    assert person.get(f"/api/knowledge/entities/{ids['Ana']}").status_code == 404
    assert lines(person) == []
    changes = person.get("/api/knowledge/changes").json()["changes"]
    for change in [each for each in changes if each["undoable"]][:-2]:
        assert person.post(f"/api/knowledge/changes/{change['id']}/undo").status_code == 200
    assert lines(person) == before
    refused = person.post(f"/api/knowledge/changes/{changes[0]['id']}/undo")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")


def test_an_observation_is_changed_in_one_step_or_not_at_all(person: httpx.Client) -> None:
    ana = f"/api/knowledge/entities/{graph(person)['Ana']}"

    def contents() -> list[str]:
        return [each["content"] for each in person.get(ana).json()["observations"]]

    trains, red = [each["id"] for each in person.get(ana).json()["observations"]]
    change = {"contents": ["prefers ferries"], "replaces": trains}
    assert person.post(f"{ana}/observations", json=change).status_code == 201
    assert contents() == ["favourite colour is red", "prefers ferries"]
    known = {"contents": ["prefers ferries"], "replaces": red}
    assert person.post(f"{ana}/observations", json=known).json() == {"added": []}
    gone = {"contents": ["prefers planes"], "replaces": trains}
    assert person.post(f"{ana}/observations", json=gone).status_code == 404
    assert contents() == ["favourite colour is red", "prefers ferries"]


def test_changes_come_in_pages_and_show_what_they_did(person: httpx.Client) -> None:
    graph(person)
    first = person.get("/api/knowledge/changes", params={"limit": 1}).json()
    second = person.get("/api/knowledge/changes", params={"limit": 1, "before": first["nextBefore"]}).json()
    assert [first["changes"][0]["count"], second["changes"][0]["count"]] == [1, 4]
    detail = person.get(f"/api/knowledge/changes/{second['changes'][0]['id']}").json()
    assert [each["name"] for each in detail["added"]["entities"]] == ["Ana", "Acme"]
    assert [each["content"] for each in detail["added"]["observations"]] == [
        "prefers trains",
        "favourite colour is red",
    ]
    assert detail["removed"] == {"entities": [], "observations": [], "relations": []}


def test_the_surroundings_of_an_entity_are_drawn_with_a_limit(person: httpx.Client) -> None:
    ids = graph(person)
    near = person.get(f"/api/knowledge/entities/{ids['Acme']}/neighbours").json()
    assert ([each["name"] for each in near["entities"]], near["more"]) == (["Acme", "Ana"], 0)
    assert len(near["relations"]) == 1
    best = person.get("/api/knowledge/graph", params={"limit": 1}).json()
    assert (len(best["entities"]), best["more"]) == (1, 1)
    assert person.get("/api/knowledge/relations").json()["total"] == 1


def test_contradictions_are_listed(person: httpx.Client) -> None:
    ids = graph(person)
    body = {"contents": ["favourite colour is blue"]}
    person.post(f"/api/knowledge/entities/{ids['Ana']}/observations", json=body)
    [found] = person.get("/api/knowledge/conflicts").json()["conflicts"]
    assert (found["entityName"], found["about"], len(found["observations"])) == ("Ana", "favourite colour", 2)


def test_what_is_forgotten_cannot_be_taken_back(person: httpx.Client) -> None:
    ids = graph(person)
    gone = person.post("/api/knowledge/forget", json={"entityIds": [ids["Ana"]]}).json()
    assert gone == {
        "entities": 1,
        "observations": 2,
        "relations": 1,
        "remains": {"executions": [], "conversations": []},
    }
    assert "Ana" not in person.get("/api/knowledge/changes").text
    assert "Ana" not in person.get("/api/debug/events").text
    assert person.post("/api/knowledge/forget", json={}).status_code == 422


def test_a_file_of_the_reference_server_comes_out_as_it_went_in(person: httpx.Client) -> None:
    text = (
        '{"type":"entity","name":"Ana","entityType":"person","observations":["a \\"b\\"","","línea\\n","\\u0007"]}\n'
        '{"type":"entity","name":"Twin","entityType":"t","observations":[]}\n'
        '{"type":"entity","name":"Twin","entityType":"u","observations":["x","x"]}\n'
        '{"type":"relation","from":"Ana","to":"Nobody","relationType":"knows"}\n'
        '{"type":"relation","from":"Ana","to":"Nobody","relationType":"knows"}'
    )
    answer = person.post("/api/knowledge/import", content=text.encode(), headers=NDJSON)
    assert answer.json() == {"entities": 3, "observations": 6, "relations": 2, "skipped": 0}
    export = person.get("/api/knowledge/export")
    assert export.text == text
    assert export.headers["content-type"] == "application/x-ndjson"
    again = person.post("/api/knowledge/import", content=text.encode(), headers=NDJSON).json()
    assert (again["entities"], again["relations"], again["skipped"]) == (0, 0, 5)
    told = [json.loads(line) for line in lines(person, provenance=True)]
    assert [each["author"] for each in told[0]["provenance"]] == ["import"] * 4


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "null",
        '{"type":"entity","name":1,"entityType":"t","observations":[]}',
        '{"type":"entity","name":"a","entityType":"t","observations":"x"}',
        '{"type":"relation","from":"a","to":"b"}',
        '{"type":"entity","name":"\\u0000","entityType":"t","observations":[]}',
        '{"type":"entity","name":"\\ud800","entityType":"t","observations":[]}',
        "[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_a_file_with_a_line_that_cannot_be_read_brings_nothing_in(person: httpx.Client, line: str | bytes) -> None:
    good = b'{"type":"entity","name":"Ana","entityType":"person","observations":[]}\n'
    content = good + (line if isinstance(line, bytes) else line.encode())
    answer = person.post("/api/knowledge/import", content=content, headers=NDJSON)
    assert answer.status_code == 422
    assert "Line 2" in answer.json()["detail"]
    assert lines(person) == []


FILE = (
    '{"type":"entity","name":"Ana","entityType":"person","observations":["prefers trains"]}\n'
    '{"type":"entity","name":"Eva","entityType":"person","observations":[]}\n'
    '{"type":"relation","from":"Ana","to":"Eva","relationType":"knows"}\n'
)


def told(client: httpx.Client, content: str) -> list[dict[str, Any]]:
    answer = client.post(
        "/api/knowledge/import", content=content.encode(), headers={**NDJSON, "Accept": "application/x-ndjson"}
    )
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_an_import_tells_line_by_line_how_far_it_has_come(
    person: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "AT_ONCE", 1)
    *on_the_way, end = told(person, FILE)
    assert [each["state"] for each in on_the_way] == ["importing"] * 3
    assert [each["imported"]["entities"] for each in on_the_way] == [1, 2, 2]
    assert end == {
        "state": "imported",
        "share": 1.0,
        "imported": {"entities": 2, "observations": 1, "relations": 1, "skipped": 0},
    }
    assert all(0 < each["share"] <= 1 for each in on_the_way)


def test_the_last_line_of_an_import_that_fails_says_why_and_nothing_has_come_in(
    person: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "AT_ONCE", 1)
    *on_the_way, end = told(person, f"{FILE}[]\n")
    assert [each["imported"]["relations"] for each in on_the_way] == [0, 0, 1]
    assert (end["state"], end["problem"]["status"], end["problem"]["code"]) == ("failed", 422, "invalid-input")
    assert "Line 4" in end["problem"]["detail"]
    assert lines(person) == []


def test_who_hangs_up_in_the_middle_of_an_import_has_imported_nothing(site: Site, person: httpx.Client) -> None:
    held = "select pid from pg_locks where relation = 'knowledge_relations'::regclass and not granted"
    with psycopg.connect(site.platform.database.app_url) as other:
        other.execute("lock table knowledge_relations in share mode")
        request = {"content": FILE.encode(), "headers": {**NDJSON, "Accept": "application/x-ndjson"}}
        with person.stream("POST", "/api/knowledge/import", **request) as answer:
            coming = answer.iter_lines()  # which closes the reply once it is not held
            first = json.loads(next(coming))
            while not other.execute(held).fetchone():
                pass  # until it waits to write the relation
        assert (first["state"], first["imported"]["entities"]) == ("importing", 2)
        while other.execute(held).fetchone():
            pass  # until it has given up
    assert lines(person) == []
    assert told(person, FILE)[-1]["imported"] == {"entities": 2, "observations": 1, "relations": 1, "skipped": 0}


def test_an_import_of_another_media_type_is_refused(person: httpx.Client) -> None:
    assert person.post("/api/knowledge/import", json={}).status_code == 415


def test_a_repeated_request_is_carried_out_once(person: httpx.Client) -> None:
    body = {"entities": [{"name": "Ana", "entityType": "person"}]}
    answers = [
        person.post("/api/knowledge/entities", json=body, headers={"Idempotency-Key": "once-1"}) for _ in range(2)
    ]
    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["idempotency-replayed"] == "true"
    assert len(answers[1].json()["created"]) == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/knowledge/entities", {"entities": []}),
        ("/api/knowledge/entities", {"entities": [{"name": ""}]}),
        ("/api/knowledge/entities", {"entities": [{"name": "x" * 2001}]}),
        ("/api/knowledge/entities", {"entities": [{"name": "a"}] * 501}),
        ("/api/knowledge/entities", {"entities": [{"name": "a", "unknown": 1}]}),
        ("/api/knowledge/entities", {"entities": [{"name": "a", "observations": [1]}]}),
        ("/api/knowledge/entities", {"entities": [{"name": "a"}], "scope": "everybody"}),
        ("/api/knowledge/relations", {"relations": [{"from": "a", "to": "b"}]}),
        ("/api/knowledge/merge", {"into": "x", "from": []}),
        ("/api/knowledge/forget", {"entityIds": ["x"]}),
    ],
)
def test_bodies_out_of_bounds_are_refused(person: httpx.Client, path: str, body: dict[str, Any]) -> None:
    assert person.post(path, json=body).status_code == 422


def test_a_scope_that_is_nobodys_conversation_is_not_found(person: httpx.Client) -> None:
    scope = "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"
    body = {"entities": [{"name": "a"}], "scope": scope}
    assert person.post("/api/knowledge/entities", json=body).status_code == 404
    assert person.get("/api/knowledge/entities", params={"scope": scope}).json()["total"] == 0
