"""Folders lent and packages granted, over HTTP, by administrators; seen in approvals; taken back at once."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import UserRole
from support.site import Site, finished

FOLDERS, PACKAGES = "/api/programs/folders", "/api/programs/packages"


@pytest.fixture(scope="module")
def admin(site: Site) -> Iterator[httpx.Client]:
    with site.client(site.person("Ada", role=UserRole.ADMIN)) as client:
        yield client


@pytest.fixture(scope="module")
def member(site: Site) -> Iterator[httpx.Client]:
    with site.client(site.person("Max")) as client:
        yield client


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="bailiwick-lent-"))
    (made / "a.txt").write_text("from outside\n")
    yield made
    shutil.rmtree(made, ignore_errors=True)


def lend(calls: httpx.Client, path: object, **further: Any) -> httpx.Response:
    return calls.post(FOLDERS, json={"path": str(path), **further}, headers={"idempotency-key": uuid7()})


def ask(calls: httpx.Client, message: str) -> dict[str, Any]:
    accepted = calls.post("/api/agents/execute", json={"message": message, "agentId": "main"})
    return finished(calls, accepted.json()["id"])


def test_a_lent_folder_is_seen_by_the_next_command_and_no_more_once_it_is_taken_back(admin: httpx.Client, folder: Path):
    lent = lend(admin, folder, name="docs")
    assert lent.status_code == 201, lent.text
    found = lent.json()
    assert (found["path"], found["writable"], found["forEverybody"], found["own"]) == (str(folder), False, False, True)
    called = {"arguments": {"command": "cat /lent/docs/a.txt; echo x > /lent/docs/b.txt"}}
    result = admin.post("/api/tools/bash/call", json=called).json()["result"]
    assert result["stdout"] == "from outside\n"
    assert "Read-only file system" in result["stderr"]
    assert result["folders"] == [{"place": "/lent/docs", "writable": False}]
    assert admin.delete(f"{FOLDERS}/{found['id']}").status_code == 204
    result = admin.post("/api/tools/bash/call", json=called).json()["result"]
    assert "from outside" not in result["stdout"]
    assert "folders" not in result
    assert admin.delete(f"{FOLDERS}/{found['id']}").status_code == 404


def test_only_whom_it_is_lent_to_sees_a_folder(admin: httpx.Client, member: httpx.Client, folder: Path):
    own = lend(admin, folder, name="own").json()
    assert member.get(FOLDERS).json() == {"folders": []}
    called = {"arguments": {"command": "ls /lent"}}
    assert member.post("/api/tools/bash/call", json=called).json()["result"]["stdout"] == ""
    admin.delete(f"{FOLDERS}/{own['id']}")
    shared = lend(admin, folder, name="shared", forEverybody=True).json()
    assert [each["name"] for each in member.get(FOLDERS).json()["folders"]] == ["shared"]
    assert member.post("/api/tools/bash/call", json=called).json()["result"]["stdout"] == "shared\n"
    admin.delete(f"{FOLDERS}/{shared['id']}")
    one = lend(admin, folder, name="one", agentId="nobody-else").json()
    assert admin.post("/api/tools/bash/call", json=called).json()["result"]["stdout"] == ""
    admin.delete(f"{FOLDERS}/{one['id']}")


def test_members_lend_and_grant_nothing(admin: httpx.Client, member: httpx.Client, folder: Path):
    assert lend(member, folder).status_code == 403
    assert member.put(PACKAGES, json={"name": "lodash"}).status_code == 403
    made = lend(admin, folder, forEverybody=True).json()
    assert member.delete(f"{FOLDERS}/{made['id']}").status_code == 403
    admin.delete(f"{FOLDERS}/{made['id']}")


def test_what_may_not_be_lent_is_refused_with_the_reason(site: Site, admin: httpx.Client, folder: Path):
    (folder / "in").mkdir()
    (folder / "link").symlink_to("/etc")
    for path, why in (
        ("/", "the system's"),
        ("/etc", "the system's"),
        ("reports", "whole path"),
        (folder / "no", "no folder"),
        (folder / "link", "over a link to /etc"),
        (site.platform.settings.home, "own data"),
    ):
        refused = lend(admin, path)
        assert refused.status_code == 422, refused.text
        assert why in refused.json()["detail"]
        assert refused.json()["errors"][0]["field"] == "path"
    assert "lower-case" in lend(admin, folder, name="No Name").json()["detail"]
    made = lend(admin, folder, name="docs").json()
    assert "lies in the folder that is lent as docs" in lend(admin, folder / "in").json()["detail"]
    with tempfile.TemporaryDirectory() as other:
        assert "as docs already" in lend(admin, other, name="docs").json()["detail"]
    admin.delete(f"{FOLDERS}/{made['id']}")


def test_a_package_is_granted_changed_and_revoked(admin: httpx.Client, member: httpx.Client):
    assert admin.put(PACKAGES, json={"name": "@scope/thing", "version": "^1.2"}).json()["version"] == "^1.2"
    assert admin.put(PACKAGES, json={"name": "@scope/thing", "version": "latest"}).json()["version"] == "*"
    found = member.get(PACKAGES).json()
    assert [(each["name"], each["version"]) for each in found["packages"]] == [("@scope/thing", "*")]
    assert found["registry"].startswith("http")
    for body, field in (
        ({"name": "Bad Name"}, "name"),
        ({"name": "../x"}, "name"),
        ({"name": "x", "version": "git+https://x.test"}, "version"),
    ):
        refused = admin.put(PACKAGES, json=body)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, field), refused.text
    assert admin.delete(PACKAGES, params={"name": "@scope/thing"}).status_code == 204
    assert admin.delete(PACKAGES, params={"name": "@scope/thing"}).status_code == 404


def test_a_script_that_needs_a_package_says_how_to_ask_and_asking_waits_for_a_person(admin: httpx.Client):
    refused = ask(admin, "run this:\n```js\nimport x from 'left-pad'\nconsole.log(x)\n```")
    assert "left-pad" in refused["answer"]
    accepted = admin.post(
        "/api/agents/execute", json={"message": "allow the npm package left-pad@^1.3", "agentId": "main"}
    )
    with admin.stream("GET", f"/api/agents/execution/{accepted.json()['id']}/events") as stream:
        assert any(line == "event: execution.waiting" for line in stream.iter_lines())
    waiting = admin.get("/api/approvals", params={"status": "pending"}).json()["approvals"]
    assert waiting[0]["tool"] == "grant_package"
    assert waiting[0]["arguments"] == {"name": "left-pad", "version": "^1.3"}
    assert admin.get(PACKAGES).json()["packages"] == [], "nothing is granted before a person has agreed"
    admin.post(f"/api/approvals/{waiting[0]['id']}/approve", json={})
    done = finished(admin, accepted.json()["id"])
    assert "left-pad" in done["answer"]
    assert [each["name"] for each in admin.get(PACKAGES).json()["packages"]] == ["left-pad"]
    admin.delete(PACKAGES, params={"name": "left-pad"})
