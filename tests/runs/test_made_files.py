"""Files that agents make are listed with the answer: in its turn, over the API and in the terminal."""

import base64
from collections.abc import Iterator

import httpx
import pytest

from support.files import png
from support.site import Person, Site, finished

PLOT = png(40, 30)
MAKE = (
    "mkdir -p out .cache && echo hidden > .cache/x && printf '# Report' > out/report.md"
    f" && printf '<svg onload=alert(1)/>' > x.svg && echo {base64.b64encode(PLOT).decode()} | base64 -d > plot.png"
)


@pytest.fixture(scope="module")
def dora(site: Site) -> Person:
    return site.person("Dora")


@pytest.fixture(scope="module")
def calls(site: Site, dora: Person) -> Iterator[httpx.Client]:
    """Calls as Dora."""
    with site.client(dora) as client:
        yield client


def run(calls: httpx.Client, command: str, conversation: str | None = None) -> dict:
    body = {"message": f"run this in bash:\n```bash\n{command}\n```", "agentId": "main"}
    if conversation:
        body["conversationId"] = conversation
    accepted = calls.post("/api/agents/execute", json=body)
    assert accepted.status_code in (200, 202), accepted.text
    done = finished(calls, accepted.json()["id"])
    if not calls.get("/api/workspaces").json()["workspaces"]:
        pytest.skip(done["answer"])
    return done


@pytest.fixture(scope="module")
def done(calls: httpx.Client) -> dict:
    """An execution that left a report, a drawing and a picture."""
    return run(calls, MAKE)


def turn_of(calls: httpx.Client, execution: dict) -> dict:
    turns = calls.get(f"/api/conversations/{execution['conversationId']}").json()["turns"]
    return next(turn for turn in turns if turn["id"] == execution["id"])


def by_name(made: list[dict]) -> dict[str, dict]:
    return {each["name"]: each for each in made}


def test_files_that_a_program_wrote_are_listed_with_the_answer(calls, done):
    made = by_name(done["made"])
    assert set(made) == {"out/report.md", "x.svg", "plot.png"}
    assert made["out/report.md"]["bytes"] == 8
    assert turn_of(calls, done)["made"] == done["made"]


def test_each_can_be_downloaded_and_only_pictures_may_be_shown(calls, done):
    for each in done["made"]:
        answer = calls.get(each["download"])
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].startswith("inline" if each["kept"] else "attachment")
        assert answer.headers["x-content-type-options"] == "nosniff"
    made = by_name(done["made"])
    plot = made["plot.png"]
    assert (plot["mediaType"], plot["width"], plot["height"]) == ("image/png", 40, 30)
    assert calls.get(f"/api/files/{plot['kept']}/content").content == PLOT
    assert plot["download"] == f"/api/files/{plot['kept']}/content"
    assert made["x.svg"]["kept"] is None
    assert made["out/report.md"]["kept"] is None


def test_what_was_there_before_is_not_listed_again(calls, done):
    second = run(calls, "printf more >> out/report.md", done["conversationId"])
    assert [each["name"] for each in second["made"]] == ["out/report.md"]
    assert run(calls, "cat out/report.md", done["conversationId"])["made"] == []


def test_a_picture_that_is_drawn_again_leaves_the_earlier_answer_its_own(calls, done):
    other = base64.b64encode(png(50, 20)).decode()
    again = run(calls, f"echo {other} | base64 -d > plot.png", done["conversationId"])
    before, after = by_name(done["made"])["plot.png"], by_name(again["made"])["plot.png"]
    assert before["kept"] != after["kept"]
    assert after["width"] == 50
    assert calls.get(f"/api/files/{before['kept']}/content").content == PLOT


def test_a_simple_client_is_told_of_them_too(calls, done):
    body = {"query": "run this in bash:\n```bash\necho 1 > one.txt\n```", "agentName": "main"}
    answer = calls.post("/api/v1/query", json=body).json()
    assert [each["name"] for each in answer["files"]] == ["one.txt"]
    assert calls.get(answer["files"][0]["download"]).text == "1\n"


def test_a_document_that_an_agent_writes_is_listed(calls):
    body = {"message": "Create a document called Menu with the text: Soup and bread.", "agentId": "main"}
    done = finished(calls, calls.post("/api/agents/execute", json=body).json()["id"])
    (menu,) = done["made"]
    assert menu["name"] == "Menu.md"
    assert menu["page"].startswith("/memory/documents/")
    assert calls.get(menu["download"]).text == "Soup and bread"


def test_nobody_else_gets_them(site, done):
    with site.client(site.person("Eve")) as eve:
        assert [eve.get(each["download"]).status_code for each in done["made"]] == [404, 404, 404]


def test_a_file_is_opened_for_the_person_by_name(calls, done):
    body = {"message": "open the file x.svg", "agentId": "main"}
    opened = finished(calls, calls.post("/api/agents/execute", json=body).json()["id"])
    assert [each["name"] for each in opened["made"]] == ["x.svg"]
