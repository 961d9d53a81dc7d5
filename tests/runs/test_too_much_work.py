"""A user with as much unfinished work as one may have asks for more in a terminal, beside a server."""

import os
import re  # noqa: TID251  (own fixed pattern)
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bailiwick.faces.cli import main
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.errors import TooMuchWork
from support import forked_commands
from support.running import script

SCRIPT = """
[[rule]]
user = "for ever"
[[rule.turn]]
text = "It begins. "
wait = "forever"
[[turn]]
text = "Done."
"""


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_database: DatabaseUrls) -> Iterator[httpx.Client]:
    """A server whose owner may have one unfinished request, and has one that never ends."""
    for name, value in {
        "BAILIWICK_DATABASE_URL": own_database.owner,
        "BAILIWICK_HOME": str(tmp_path),
        "BAILIWICK_MODEL": script(tmp_path, SCRIPT),
        "BAILIWICK_OLLAMA_URL": "",
        "BAILIWICK_ROUTING_EXAMPLES": "false",
        "BAILIWICK_UNFINISHED_PER_PERSON": "1",
    }.items():
        monkeypatch.setenv(name, value)
    with forked_commands.beside(["serve", "--port", "0"], os.environ) as (_, printed):
        address = re.search(r"http://\S+", printed.readline())
        assert address
        made = forked_commands.run(["keys", "create", "test"], os.environ).stdout.decode()
        key = re.search(r"bwkey_\S+", made)
        assert key, made
        headers = {"Authorization": f"Bearer {key.group()}"}
        with httpx.Client(base_url=address.group().split("/login")[0], headers=headers, timeout=30) as client:
            assert client.post("/api/agents/execute", json={"message": "work for ever"}).status_code == 202
            yield client


def test_a_question_waits_until_there_is_room_for_it(endless: httpx.Client) -> None:
    heard, said = os.pipe()
    answered, answer = os.pipe()
    with Path(os.devnull).open("rb") as nothing:
        question = forked_commands.start(["ask", "And now?"], os.environ, (nothing.fileno(), answer, said))
    os.close(answer)
    os.close(said)
    with os.fdopen(heard, encoding="utf-8") as notes, os.fdopen(answered, encoding="utf-8") as out:
        assert "are not finished yet" in (notice := notes.readline())
        assert "tried again in 10 seconds" in notice
        (running,) = endless.get("/api/agents/executions").json()["executions"]
        assert endless.post(f"/api/agents/execution/{running['id']}/cancel").is_success
        assert (out.read().strip(), question.wait(30)) == ("Done.", 0)


def test_a_question_is_given_up_after_a_few_tries_or_when_its_time_is_over(
    endless: httpx.Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    hurried = forked_commands.run(["ask", "--timeout", "5", "And now?"], os.environ)
    assert (hurried.returncode, hurried.stdout) == (75, b"")
    assert hurried.stderr.startswith(b"bailiwick: 1 of your requests are not finished yet")
    monkeypatch.setattr(TooMuchWork, "retry_after", 0)
    monkeypatch.setattr(sys, "argv", ["bailiwick", "ask", "And now?"])
    with pytest.raises(SystemExit) as ending:
        main()
    assert ending.value.code == 75
    out, notes = capfd.readouterr()
    assert (out, notes.count("tried again in 0 seconds")) == ("", 3)
    assert len(endless.get("/api/agents/executions").json()["executions"]) == 1


def test_who_asks_too_often_is_told_the_limit_and_when_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_database: DatabaseUrls
) -> None:
    for name, value in {
        "BAILIWICK_DATABASE_URL": own_database.owner,
        "BAILIWICK_HOME": str(tmp_path),
        "BAILIWICK_ROUTING_EXAMPLES": "false",
        "BAILIWICK_RATE_RUNS": "1",
    }.items():
        monkeypatch.setenv(name, value)
    first = forked_commands.run(["ask", "What is 2 + 2?"], os.environ)
    assert (first.returncode, first.stdout.strip()[-1:]) == (0, b"4")
    second = forked_commands.run(["ask", "--timeout", "0.5", "What is 3 + 3?"], os.environ)
    assert (second.returncode, second.stdout) == (75, b"")
    assert b"bailiwick: You asked for more than the limit `runs` allows, 1 a minute; try again in" in second.stderr
