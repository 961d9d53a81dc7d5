"""What agents left in their workspaces, over HTTP and by talking, with a real sandbox."""

import base64
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest

from bailiwick.kernel.ids import uuid7
from support.site import Person, Site, finished

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
MAKE = (
    "mkdir -p out && printf '# Report\\n\\nAll is well.\\n' > out/report.md && printf 'a\\0b' > blob"
    f" && printf '<svg onload=alert(1)/>' > x.svg && echo {base64.b64encode(DOT).decode()} | base64 -d > dot.png"
    " && ln -s /etc/passwd link && mkfifo pipe && ln -s /etc folder"
)


@pytest.fixture(scope="module")
def dora(site: Site) -> Person:
    return site.person("Dora")


@pytest.fixture(scope="module")
def calls(site: Site, dora: Person) -> Iterator[httpx.Client]:
    """Calls as Dora."""
    with site.client(dora) as client:
        yield client


def ask(calls: httpx.Client, message: str, agent: str = "main", conversation: str | None = None) -> dict:
    body = {"message": message, "agentId": agent}
    if conversation:
        body["conversationId"] = conversation
    accepted = calls.post("/api/agents/execute", json=body)
    assert accepted.status_code in (200, 202), accepted.text
    return finished(calls, accepted.json()["id"])


@pytest.fixture(scope="module")
def workspace(calls: httpx.Client) -> str:
    """The workspace of an agent that has made some files; its id."""
    made = ask(calls, f"run this in bash:\n```bash\n{MAKE}\n```")
    assert "failed" not in made["answer"], made["answer"]
    found = calls.get("/api/workspaces").json()["workspaces"]
    if not found:
        pytest.skip(made["answer"])
    return found[0]["id"]


def test_a_file_is_found_among_more_than_are_listed(site: Site):
    with site.client(site.person("Many")) as many:
        made = ask(many, "run this in bash:\n```bash\nfor i in $(seq 1100); do echo $i > $i.txt; done\n```")
        found = many.get("/api/workspaces").json()["workspaces"]
        if not found:
            pytest.skip(made["answer"])
        listed = many.get(f"/api/workspaces/{found[0]['id']}/files").json()["files"]
        assert len(listed) == 1000
        unlisted = set(range(1, 1101)) - {int(each["path"].removesuffix(".txt")) for each in listed}
        for number in sorted(unlisted)[:3]:
            assert f"[{number}.txt]" in ask(many, f"open the file {number}.txt")["answer"]


def test_a_workspace_says_whose_it_is_and_what_it_holds(calls: httpx.Client, workspace: str):
    (found,) = calls.get("/api/workspaces").json()["workspaces"]
    assert found["use"] == {"agentId": "main", "swarmId": None, "started": False}
    assert found["files"] == 8
    listed = calls.get(f"/api/workspaces/{workspace}/files").json()["files"]
    assert [(each["path"], each["kind"]) for each in listed] == [
        ("out", "folder"),
        ("blob", "file"),
        ("dot.png", "file"),
        ("folder", "other"),
        ("link", "other"),
        ("pipe", "other"),
        ("x.svg", "file"),
    ]
    below = calls.get(f"/api/workspaces/{workspace}/files", params={"folder": "out"}).json()["files"]
    assert [each["path"] for each in below] == ["out/report.md"]
    deep = calls.get(f"/api/workspaces/{workspace}/files", params={"deep": True}).json()["files"]
    assert {each["path"] for each in deep} == {"out/report.md", "blob", "dot.png", "folder", "link", "pipe", "x.svg"}


def test_text_is_opened_as_text_and_a_picture_as_one(calls: httpx.Client, workspace: str):
    def opened(path: str) -> dict:
        return calls.get(f"/api/workspaces/{workspace}/file", params={"path": path}).json()

    assert opened("out/report.md")["text"] == "# Report\n\nAll is well.\n"
    assert opened("x.svg")["shown"] == "text", "what may hold programs is shown as it is written"
    assert opened("dot.png")["shown"] == "picture"
    assert (opened("blob")["shown"], opened("blob")["text"]) == ("not", "")


def test_a_file_is_downloaded_as_an_attachment_that_runs_nothing(calls: httpx.Client, workspace: str):
    def got(path: str) -> httpx.Response:
        return calls.get(f"/api/workspaces/{workspace}/download", params={"path": path})

    assert got("dot.png").content == DOT
    assert got("dot.png").headers["content-type"] == "image/png"
    svg = got("x.svg")
    assert svg.headers["content-type"] == "application/octet-stream"
    assert svg.headers["content-disposition"].startswith('attachment; filename="x.svg"')
    assert svg.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    ["link", "pipe", "folder/passwd", "out", "../use.json", "out/../../use.json", "/etc/passwd", "nothing", "a\0b"],
)
def test_links_pipes_and_paths_that_lead_out_are_not_there(calls: httpx.Client, workspace: str, path: str):
    for what in ("file", "download"):
        answer = calls.get(f"/api/workspaces/{workspace}/{what}?path={quote(path, safe='')}")
        assert answer.status_code in (400, 404, 422), (path, answer.text)
    assert calls.get(f"/api/workspaces/{workspace}/files", params={"folder": path}).status_code in (200, 404, 422)
    assert "passwd" not in calls.get(f"/api/workspaces/{workspace}/files", params={"folder": path}).text


def test_another_person_finds_nothing(site: Site, workspace: str):
    with site.client(site.person("Stranger")) as strange:
        assert strange.get("/api/workspaces").json() == {"workspaces": []}
        for path in ("files", "file?path=out/report.md", "download?path=out/report.md"):
            assert strange.get(f"/api/workspaces/{workspace}/{path}").status_code == 404
        assert strange.delete(f"/api/workspaces/{workspace}").status_code == 404


def test_files_are_listed_opened_and_downloaded_by_talking(calls: httpx.Client, workspace: str):
    first = ask(calls, "¿qué ficheros hay en el espacio de trabajo?")
    assert f"/memory/workspaces/{workspace}?path=out%2Freport.md" in first["answer"]
    opened = ask(calls, "open report.md", conversation=first["conversationId"])
    assert "All is well." in opened["answer"]
    assert f"/api/workspaces/{workspace}/download?path=out%2Freport.md" in opened["answer"]
    again = ask(calls, "download it", conversation=first["conversationId"])
    assert "download?path=out%2Freport.md" in again["answer"]


def test_documents_are_listed_opened_and_downloaded_by_talking(calls: httpx.Client):
    kept = calls.post(
        "/api/documents/text",
        json={"title": "Invoice of March", "content": "Twelve euros."},
        headers={"idempotency-key": uuid7()},
    ).json()
    first = ask(calls, "what documents do I have?")
    assert "Invoice of March" in first["answer"]
    opened = ask(calls, "open the invoice", conversation=first["conversationId"])
    assert "Twelve euros." in opened["answer"]
    loaded = ask(calls, "download it", conversation=first["conversationId"])
    assert f"/api/documents/{kept['id']}/file" in loaded["answer"]
    assert f"/api/documents/{kept['id']}/file" in ask(calls, "download the invoice")["answer"]


def test_a_removed_workspace_is_gone_with_its_files(site: Site, workspace: str):
    del workspace  # programs run here
    with site.client(site.person("Emil")) as calls:
        ask(calls, "run the shell command `echo hi > a.txt`")
        (made,) = calls.get("/api/workspaces").json()["workspaces"]
        assert calls.delete(f"/api/workspaces/{made['id']}").status_code == 204
        assert calls.get("/api/workspaces").json() == {"workspaces": []}
        assert calls.get(f"/api/workspaces/{made['id']}/files").status_code == 404
