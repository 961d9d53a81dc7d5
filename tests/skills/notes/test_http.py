"""Notes over HTTP: what the page does, and that nobody touches another's."""

from collections.abc import Iterator

import httpx
import pytest

from support.site import Site


@pytest.fixture
def ada(site: Site) -> Iterator[httpx.Client]:
    """Calls as somebody without notes."""
    with site.client(site.person("Ada")) as client:
        yield client


def start(client: httpx.Client, title: str = "Shopping list", *lines: str) -> dict:
    answer = client.post("/api/notes", json={"title": title, "lines": list(lines)})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_note_is_started_written_and_read(ada: httpx.Client) -> None:
    note = start(ada, "  Shopping   list ", "milk", " two\neggs ")
    assert (note["title"], note["lines"], note["done"]) == ("Shopping list", ["milk", "two eggs"], [])
    at = f"/api/notes/{note['id']}"
    added = ada.post(f"{at}/lines", json={"lines": ["bread"]})
    assert (added.status_code, added.json()["lines"]) == (201, ["milk", "two eggs", "bread"])
    done = ada.put(f"{at}/lines/1", json={"was": "two eggs", "done": True}).json()
    assert done["done"] == [1]
    changed = ada.put(f"{at}/lines/0", json={"was": "milk", "line": "oat milk"}).json()
    assert (changed["lines"], changed["done"]) == (["oat milk", "two eggs", "bread"], [1])
    left = ada.delete(f"{at}/lines/0", params={"was": "oat milk"}).json()
    assert (left["lines"], left["done"]) == (["two eggs", "bread"], [0])
    assert ada.put(at, json={"title": "Food"}).json()["title"] == "Food"
    assert ada.get(at).json()["lines"] == ["two eggs", "bread"]
    assert [each["title"] for each in ada.get("/api/notes").json()["notes"]] == ["Food"]
    assert ada.delete(at).status_code == 204
    assert ada.get(at).status_code == 404
    assert ada.post(f"{at}/restore").json()["lines"] == ["two eggs", "bread"]


def test_a_repeated_start_makes_one_note_and_a_title_is_taken_once(ada: httpx.Client) -> None:
    key = {"Idempotency-Key": "k1"}
    first, again = (ada.post("/api/notes", json={"title": "Trip"}, headers=key) for _ in range(2))
    assert first.json() == again.json()
    refused = ada.post("/api/notes", json={"title": "TRIP"})
    assert (refused.status_code, "There is a note “TRIP” already" in refused.text) == (409, True)
    other = start(ada, "Food")
    assert ada.put(f"/api/notes/{other['id']}", json={"title": "trip"}).status_code == 409
    assert ada.post("/api/notes", json={"title": "  "}).status_code == 422


def test_a_line_is_found_by_its_text_where_others_have_come_or_gone(ada: httpx.Client) -> None:
    note = start(ada, "List", "milk", "eggs", "milk")
    at = f"/api/notes/{note['id']}"
    assert ada.put(f"{at}/lines/2", json={"was": "milk", "done": True}).json()["done"] == [2]
    assert ada.delete(f"{at}/lines/0", params={"was": "milk"}).json()["lines"] == ["eggs", "milk"]
    moved = ada.put(f"{at}/lines/1", json={"was": "eggs", "line": "12 eggs"}).json()
    assert (moved["lines"], moved["done"]) == (["12 eggs", "milk"], [1])
    gone = ada.put(f"{at}/lines/0", json={"was": "eggs", "done": True})
    assert (gone.status_code, "has been changed since" in gone.text) == (409, True)


def test_lines_are_searched_by_stems_and_without_accents(ada: httpx.Client) -> None:
    start(ada, "Notas", "La contraseña del wifi es hunter2", "El fontanero viene el viernes")
    start(ada, "Trip to Rome", "maps of the old town")

    def found(query: str) -> list[str]:
        return [each["line"] for each in ada.get("/api/notes/lines", params={"query": query}).json()["lines"]]

    assert found("contrasena wifi") == ["La contraseña del wifi es hunter2"]
    assert found("when do the plumbers come") == ["El fontanero viene el viernes"], "what means the same in Spanish"
    assert found("when do the painters come") == []
    assert found("a map of rome") == ["maps of the old town"]
    assert found("fontaneros") == ["El fontanero viene el viernes"]
    assert found("the") == []


def test_what_an_agent_changed_is_undone_until_it_is_changed_again(ada: httpx.Client) -> None:
    note = start(ada, "List", "milk", "eggs")

    def call(tool: str, **arguments: object) -> dict:
        return ada.post(f"/api/tools/{tool}/call", json={"arguments": arguments}).json()["result"]

    removed = call("removeFromNote", title="List", entries=["milk"])
    undo = f"/api/notes/changes/{removed['change']}/undo"
    for _ in range(2):
        (back,) = ada.post(undo).json()["notes"]
        assert back["lines"] == ["milk", "eggs"]
    ticked = call("tickNote", title="List", entries=["milk"])
    ada.post(f"/api/notes/{note['id']}/lines", json={"lines": ["bread"]})
    late = ada.post(f"/api/notes/changes/{ticked['change']}/undo")
    assert (late.status_code, "has been changed since" in late.text) == (409, True)


def test_nobody_reads_or_changes_anothers_notes(site: Site, ada: httpx.Client) -> None:
    note = start(ada, "Secret", "milk")
    change = ada.post(
        "/api/tools/removeFromNote/call", json={"arguments": {"title": "Secret", "entries": ["milk"]}}
    ).json()["result"]["change"]
    at = f"/api/notes/{note['id']}"
    with site.client(site.person("Bob")) as bob:
        assert bob.get("/api/notes").json() == {"notes": []}
        assert bob.get("/api/notes/lines", params={"query": "milk"}).json() == {"lines": []}
        for answer in (
            bob.get(at),
            bob.put(at, json={"title": "Mine"}),
            bob.delete(at),
            bob.post(f"{at}/lines", json={"lines": ["x"]}),
            bob.put(f"{at}/lines/0", json={"was": "milk", "done": True}),
            bob.delete(f"{at}/lines/0", params={"was": "milk"}),
            bob.post(f"/api/notes/changes/{change}/undo"),
        ):
            assert answer.status_code == 404, answer.text
    assert ada.get(at).json()["title"] == "Secret"
