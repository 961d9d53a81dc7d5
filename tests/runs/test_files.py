"""Files that are sent with messages, over HTTP: kept, shown, downloaded, deleted, and answered without a model."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bailiwick.runs.files.records import shares
from bailiwick.tools.documents.pictures import picture_of
from support.files import pdf, png
from support.site import Person, Site, finished

LEASE = pdf([["Tenancy agreement", "", "The notice period is three months."]])
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
WEB_PAGE = b"<!doctype html><script>alert(1)</script><p>Hello</p>"


@pytest.fixture(scope="module")
def dana(site: Site) -> Person:
    """A user with files of her own."""
    return site.person("Dana")


@pytest.fixture(scope="module")
def calls(site: Site, dana: Person) -> Iterator[httpx.Client]:
    """Calls as Dana."""
    with site.client(dana) as client:
        yield client


def kept(client: httpx.Client, name: str, content: bytes, **headers: str) -> dict[str, Any]:
    answer = client.post("/api/files", files={"file": (name, content)}, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sent(client: httpx.Client, message: str, *files: dict[str, Any], **fields: Any) -> dict[str, Any]:
    body = {"message": message, "files": [each["id"] for each in files], **fields}
    answer = client.post("/api/agents/execute", json=body)
    assert answer.status_code == 202, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("name", "content", "media_type", "shown"),
    [
        ("photo.txt", png(640, 480), "image/png", True),
        ("a.gif", b"GIF89a\x05\x00\x07\x00\x00\x00\x00;", "image/gif", True),
        ("lease.png", LEASE, "application/pdf", False),
        ("drawing.svg", SVG, "text/plain", False),
        ("page.png", WEB_PAGE, "text/html", False),
        ("sums.csv", b"a;b\n1;2\n", "text/plain", False),
    ],
)
def test_what_a_file_is_its_bytes_say_and_only_pictures_are_shown(
    calls: httpx.Client, name: str, content: bytes, media_type: str, shown: bool
) -> None:
    file = kept(calls, name, content)
    assert (file["mediaType"], file["bytes"]) == (media_type, len(content))
    answer = calls.get(f"/api/files/{file['id']}/content")
    assert answer.content == content
    assert answer.headers["content-disposition"].startswith("inline" if shown else "attachment")
    assert answer.headers["content-type"].partition(";")[0] == media_type
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_the_size_of_a_picture_is_read_from_its_bytes(calls: httpx.Client) -> None:
    file = kept(calls, "photo.png", png(640, 480))
    assert (file["width"], file["height"]) == (640, 480)
    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc2\x00\x0b\x08\x00\x20\x00\x40\x01\x01\x11\x00"
    assert picture_of(jpeg) == ("image/jpeg", 64, 32)
    webp = b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x1f\x00\x00"
    assert picture_of(webp) == ("image/webp", 64, 32)
    assert picture_of(png(3, 2)[:18]) is None
    assert picture_of(b"\xff\xd8\xff\xe0\xff\xff") is None
    filled = jpeg[:2] + b"\xff" * 50 + jpeg[2:]
    assert picture_of(filled) == ("image/jpeg", 64, 32)
    assert picture_of(jpeg[:2] + b"\xff" * 100_000 + jpeg[2:]) is None, "no upload keeps the server looking"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x7fELF\x00\x00", "cannot be sent"),
        (b"PK\x03\x04 something else", "cannot be sent"),
        (b"\x89PNG without a size", "cannot be sent"),
        (b"", "is empty"),
    ],
)
def test_what_cannot_be_sent_is_refused_with_the_reason(calls: httpx.Client, content: bytes, said: str) -> None:
    answer = calls.post("/api/files", files={"file": ("photo.png", content)})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert answer.json()["errors"][0]["field"] == "file"


def test_a_file_that_is_too_large_is_refused(calls: httpx.Client) -> None:
    answer = calls.post("/api/files", files={"file": ("big.txt", b"a" * (20 * 1024 * 1024 + 1))})
    assert answer.status_code == 413
    assert "20 MiB" in answer.json()["detail"]


def test_the_same_upload_is_kept_once(calls: httpx.Client) -> None:
    first = kept(calls, "a.txt", b"one", **{"Idempotency-Key": "upload-1"})
    again = kept(calls, "a.txt", b"one", **{"Idempotency-Key": "upload-1"})
    assert again == first
    other = calls.post("/api/files", files={"file": ("a.txt", b"two")}, headers={"Idempotency-Key": "upload-1"})
    assert other.status_code == 422


def test_files_are_ones_own(site: Site, calls: httpx.Client) -> None:
    file = kept(calls, "a.txt", b"mine")
    with site.client(site.person("Eve")) as stranger:
        assert stranger.get(f"/api/files/{file['id']}").status_code == 404
        assert stranger.get(f"/api/files/{file['id']}/content").status_code == 404
        assert stranger.delete(f"/api/files/{file['id']}").status_code == 404
        refused = stranger.post("/api/agents/execute", json={"message": "Hello", "files": [file["id"]]})
        assert refused.status_code == 404
    assert calls.get(f"/api/files/{file['id']}").status_code == 200


def test_a_message_keeps_its_files_and_they_go_with_the_conversation(calls: httpx.Client) -> None:
    photo, lease = kept(calls, "photo.png", png()), kept(calls, "Lease.pdf", LEASE)
    accepted = sent(calls, "What is 2 + 3?", photo, lease)
    assert finished(calls, accepted["id"])["answer"] == "2 + 3 = 5"
    thread = calls.get(f"/api/conversations/{accepted['conversationId']}").json()
    files = thread["turns"][-1]["files"]
    assert [(each["filename"], each["width"], each["unseen"], each["leftOut"]) for each in files] == [
        ("photo.png", 3, False, 0),
        ("Lease.pdf", None, False, 0),
    ]
    assert calls.get(f"/api/files/{lease['id']}").json()["characters"] > 30, "it was read for the answer"
    assert calls.delete(f"/api/conversations/{accepted['conversationId']}").status_code == 204
    assert calls.get(f"/api/files/{photo['id']}").status_code == 404


def test_a_file_that_is_deleted_leaves_its_message(calls: httpx.Client) -> None:
    file = kept(calls, "a.txt", b"short lived")
    accepted = sent(calls, "What is 2 + 3?", file)
    finished(calls, accepted["id"])
    assert calls.delete(f"/api/files/{file['id']}").status_code == 204
    turn = calls.get(f"/api/conversations/{accepted['conversationId']}").json()["turns"][-1]
    assert (turn["message"], turn["files"]) == ("What is 2 + 3?", [])


def test_a_file_goes_into_another_conversation_as_a_copy(calls: httpx.Client) -> None:
    file = kept(calls, "a.txt", b"twice")
    first, second = sent(calls, "What is 2 + 3?", file), sent(calls, "What is 2 + 4?", file)
    finished(calls, first["id"]), finished(calls, second["id"])
    assert calls.delete(f"/api/conversations/{first['conversationId']}").status_code == 204
    [copy] = calls.get(f"/api/conversations/{second['conversationId']}").json()["turns"][-1]["files"]
    assert copy["id"] != file["id"]
    assert calls.get(f"/api/files/{copy['id']}/content").content == b"twice"


def test_without_a_model_files_alone_are_answered_with_what_can_be_done(calls: httpx.Client) -> None:
    accepted = sent(calls, "", kept(calls, "Lease.pdf", LEASE))
    execution = finished(calls, accepted["id"])
    assert execution["outcome"] == "unanswered"
    assert "Lease.pdf" in execution["answer"]
    assert "documents" in execution["answer"]
    thread = calls.get(f"/api/conversations/{accepted['conversationId']}").json()
    assert thread["conversation"]["title"] == "Lease.pdf"
    [file] = thread["turns"][-1]["files"]
    made = calls.post("/api/documents/from-file", json={"fileId": file["id"]})
    assert (made.status_code, made.json()["title"]) == (201, "Lease")


def test_without_a_model_a_question_about_files_is_answered_with_what_can_be_done(calls: httpx.Client) -> None:
    accepted = sent(calls, "¿Qué pone aquí dentro?", kept(calls, "Contrato.pdf", LEASE))
    execution = finished(calls, accepted["id"])
    assert execution["outcome"] == "unanswered"
    assert "He guardado **Contrato.pdf**" in execution["answer"]


def test_an_empty_message_needs_files_and_no_message_has_too_many(calls: httpx.Client) -> None:
    empty = calls.post("/api/agents/execute", json={"message": " "})
    assert (empty.status_code, empty.json()["errors"][0]["field"]) == (422, "message")
    file = kept(calls, "a.txt", b"many")
    many = [kept(calls, f"{number}.txt", b"many")["id"] for number in range(11)]
    refused = calls.post("/api/agents/execute", json={"message": "Hello", "files": many})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "files")
    assert "10 files" in refused.json()["detail"]
    assert calls.get(f"/api/files/{many[0]}").json()["conversationId"] is None, "nothing was sent"
    assert sent(calls, "What is 2 + 3?", *[file] * 20)["id"], "the same file counts once"


def test_files_are_in_the_export_of_a_person(site: Site) -> None:
    with site.client(site.person("Finn")) as client:
        file = kept(client, "Lease.pdf", LEASE)
        archive = zipfile.ZipFile(io.BytesIO(client.get("/api/account/export").content))
        assert archive.read(f"files/{file['id']}.pdf") == LEASE
        [line] = archive.read("files.jsonl").splitlines()
        assert json.loads(line)["filename"] == "Lease.pdf"


def test_the_room_for_texts_is_shared_out() -> None:
    assert shares([10, 20], 100) == [10, 20]
    assert shares([10, 200, 300], 100) == [10, 45, 45]
    assert shares([], 100) == []
