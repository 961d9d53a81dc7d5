"""`bailiwick memory …`, also with files of the reference server."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from support import forked_commands
from support.memory import reference, speaking

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(own_database: DatabaseUrls, tmp_path: Path) -> Run:
    """Run `bailiwick memory` with arguments, as a person would."""

    def call(*arguments: str, given: bytes = b"", status: int = 0) -> subprocess.CompletedProcess[bytes]:
        environment = {
            **os.environ,
            "BAILIWICK_HOME": str(tmp_path / "home"),
            "BAILIWICK_DATABASE_URL": own_database.owner,
            "BAILIWICK_OLLAMA_URL": "",
        }
        done = forked_commands.run(["memory", *arguments], environment, given=given)
        assert done.returncode == status, done.stderr.decode()
        return done

    return call


def read(done: subprocess.CompletedProcess[bytes]) -> Any:
    return json.loads(done.stdout)


def test_a_file_that_the_reference_server_wrote_comes_out_byte_for_byte(run: Run, tmp_path: Path) -> None:
    file, copy = tmp_path / "memory.jsonl", tmp_path / "copy.jsonl"
    odd = [
        '"quoted" \\ back',
        "tab\tline\nfeed\r\b\f",
        "\x07\x7f\x1f",
        "línea \u2028 日本 😀",
        "",
        "</script>",
        "\ufeff",
    ]
    twin = {"name": "Twin", "entityType": "t", "observations": odd}
    with speaking(reference(file)) as call:
        call(
            "create_entities", {"entities": [{"name": "Ana", "entityType": "person", "observations": odd}, twin, twin]}
        )
        call("create_relations", {"relations": [{"from": "Ana", "to": each, "relationType": "is"} for each in odd]})
    report = read(run("import", str(file), "--json"))
    assert (report["entities"], report["observations"], report["relations"]) == (3, 3 * len(odd), len(odd))
    run("export", str(copy))
    assert copy.read_bytes() == file.read_bytes()
    assert run("export").stdout == file.read_bytes()
    with speaking(reference(copy)) as call:
        assert len(call("read_graph", {}).structured["entities"]) == 3


def test_memory_is_searched_shown_and_counted(run: Run) -> None:
    lines = (
        '{"type":"entity","name":"Ana","entityType":"person","observations":["prefers trains"]}\n'
        '{"type":"relation","from":"Ana","to":"Acme","relationType":"works at"}\n'
    )
    assert b"1 entities, 1 observations and 1 relations came in" in run("import", "-", given=lines.encode()).stdout
    assert [each["entity"]["name"] for each in read(run("search", "train", "--json"))] == ["Ana"]
    assert [each["name"] for each in read(run("search", "FERS TR", "--exact", "--json"))] == ["Ana"]
    assert b"Nothing in memory fits." in run("search", "zeppelin").stdout
    shown = run("show", "Ana").stdout.decode()
    assert "Ana (person)" in shown
    assert "- prefers trains" in shown
    assert "→ Ana works at Acme" in shown
    assert read(run("show", "Ana", "--json"))["observations"][0]["provenance"]["author"] == "import"
    stats = read(run("stats", "--json"))
    assert (stats["entities"], stats["observations"], stats["relations"]) == (1, 1, 1)
    assert b"of type person" in run("stats").stdout
    assert b"There is no entity called 'Bob'" in run("show", "Bob", status=1).stderr
    assert b"There is no file" in run("import", "nowhere.jsonl", status=1).stderr
    assert b"Line 1 is not JSON" in run("import", "-", given=b"{", status=1).stderr
    assert b"--stdio" in run().stdout


def test_standard_output_carries_nothing_but_the_protocol(run: Run) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    done = run("--stdio", given=json.dumps(hello).encode() + b"\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1]
    assert answers[0]["result"]["serverInfo"]["name"] == "bailiwick-memory"
