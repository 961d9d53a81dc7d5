"""`bailiwick swarm …` as a person uses it: each command a process of its own."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TextIO

import psycopg
import pytest

from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.people.records import PERSON
from support import forked_commands
from support.ledger import PLUGIN, worker
from support.running import script

ASKING = """
[[rule]]
user = "write it"
[[rule.turn]]
calls = [{ tool = "recordApproved", arguments = { text = "hello" } }]
[[rule.turn]]
text = "Result: {result}"
"""
EVIL = """
[[turn]]
text = "\\u001b[31mred \\u0007 [bold]markup[/bold]"
"""


class Terminal:
    """Runs commands against a database of their own."""

    def __init__(self, home: Path, urls: DatabaseUrls) -> None:
        self.home = home
        self.urls = urls
        self.settings: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("BAILIWICK_", "OPENAI_"))}
        own = {
            "BAILIWICK_HOME": str(self.home),
            "BAILIWICK_DATABASE_URL": self.urls.owner,
            "BAILIWICK_OLLAMA_URL": "",
            "BAILIWICK_ROUTING_EXAMPLES": "false",
            "COLUMNS": "200",
        }
        return {**ours, **own, **self.settings}

    def run(self, *arguments: str, status: int = 0, given: str = "") -> str:
        """Run `bailiwick swarm` and return what it printed; where it fails, its errors too."""
        out, errors = self.both(*arguments, status=status, given=given)
        return out if status == 0 else out + errors

    def both(self, *arguments: str, status: int = 0, given: str = "") -> tuple[str, str]:
        """Run `bailiwick swarm` and return what it printed, and its errors."""
        done = forked_commands.run(["swarm", *arguments], self.environment, given=given.encode())
        out, errors = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == status, out + errors
        assert "Traceback" not in errors
        return out, errors

    def read(self, *arguments: str, status: int = 0) -> Any:
        """Run a command with --json and return what it printed."""
        return json.loads(self.run(*arguments, "--json", status=status).splitlines()[0])


@pytest.fixture
def terminal(tmp_path: Path, empty_database: Callable[..., DatabaseUrls]) -> Terminal:
    """A data directory and a database of this test alone."""
    return Terminal(tmp_path, empty_database())


@pytest.fixture
def served(terminal: Terminal) -> Iterator[Terminal]:
    """The same, with a worker in another process."""
    process = worker(terminal.urls.owner, terminal.home, "offline", stalled=30)  # nobody dies here
    yield terminal
    process.terminate()
    assert process.wait(30) == 0


def test_a_swarm_is_made_and_its_mail_shown_until_it_sleeps(terminal: Terminal) -> None:
    text = terminal.run("create", "What is 12 * 13?", "--name", "Sums")
    assert "The swarm sums is made." in text
    assert text.index("you → Ana") < text.index("Ana → you") < text.index("156")
    (listed,) = terminal.read("list")
    assert (listed["id"], listed["mails"], listed["unread"]) == ("sums", 2, 1)
    assert "What is 12 * 13?" in terminal.run("list")
    shown = terminal.run("show", "sums")
    assert "unread by you" in shown
    assert "1,000,000" in shown
    assert "156" in terminal.run("read", "sums")
    assert "Nothing new." in terminal.run("read", "sums")
    assert len(terminal.read("read", "sums", "ana")) == 2
    history = terminal.run("history", "sums", "ana")
    assert history.index("✉ you: What is 12 * 13?") < history.index("· calculator") < history.index("→ 12·13 = 156")
    (turn,) = terminal.read("history", "sums", "Ana")
    assert [entry["kind"] for entry in turn["entries"]] == ["mail", "call", "result", "said"]
    terminal.run("delete", "sums", "--yes")
    assert "No swarm yet" in terminal.run("list")


def test_residents_pass_a_question_on_and_the_answer_comes_back(served: Terminal) -> None:
    made = served.read("create", "What is 2 * 3?", "--name", "Solar", "--limit", "tokens=none")
    assert (made["state"], made["swarm"]["limits"]["tokens"]) == ("asleep", None)
    added = served.run("add", "solar", "Ben", "--role", "clock keeper", "--tool", "getCurrentDateTime")
    assert "ben@solar" in added
    settled = served.read("write", "solar", "Ask Ben what time it is in Tokyo.", "--to", "ana")
    assert settled["state"] == "asleep"
    assert {mail["sender"] for mail in settled["mails"]} == {PERSON, "ana@solar", "ben@solar"}
    assert "Asia/Tokyo" in settled["mails"][-1]["content"]
    assert "Team has 3 members" in served.run("open", "solar", "Team", "ana", "ben")
    in_room = served.run("write", "solar", "-", "--room", "team", given="@Ben what time is it in Oslo?")
    assert "you → Team" in in_room
    assert "Ben → Team" in in_room
    assert "Europe/Oslo" in in_room
    assert {room["name"] for room in served.read("rooms", "solar", "--member", "me")} == {"Team", ""}
    assert "Ana, Ben, you" in served.run("rooms", "solar")
    tree = served.run("tree", "solar")
    assert "── Ana  coordinator: sleeps" in tree
    assert [branch["resident"]["id"] for branch in served.read("tree", "solar")] == ["ana@solar", "ben@solar"]
    assert "clock keeper" in served.run("residents", "solar")
    assert "Asia/Tokyo" in served.run("mail", "solar", "--search", "tokyo", "--member", "ben")
    assert len(served.read("mail", "solar", "--why", str(settled["mail"]["position"]))) == len(settled["mails"])
    edited = served.read(
        "resident", "solar", "ben", "--guidance", "Be brief.", "--tool", "calc.*", "--model", "offline"
    )
    assert (edited["guidance"], edited["tools"], edited["model"]) == ("Be brief.", ["calc.*"], "offline")
    assert served.read("resident", "solar", "ben", "--model", "default")["model"] is None
    assert "Be brief." in served.run("resident", "solar", "ben")
    turns = served.read("resident", "solar", "ben")["turns"]
    woken = served.read("wake", "solar", "ben")
    assert (woken["resident"]["id"], woken["state"]) == ("ben@solar", "asleep")
    assert served.read("resident", "solar", "ben")["turns"] == turns + 1


def test_what_is_paused_waits_and_goes_on_when_resumed(terminal: Terminal) -> None:
    terminal.run("create", "What is 1 + 1?", "--name", "Solar")
    terminal.run("add", "solar", "Ben", "--role", "helper")
    assert "Ben: paused" in terminal.run("pause", "solar", "--resident", "ben")
    assert terminal.read("resume", "solar", "--resident", "ben")["changed"]["status"] == "active"
    terminal.run("open", "solar", "Team", "ana", "ben")
    assert terminal.read("pause", "solar", "--room", "team")["status"] == "paused"
    assert "stopped" in terminal.run("stop", "solar")
    told = terminal.run("write", "solar", "What is 3 * 4?", "--to", "ben", status=1)
    assert "bailiwick swarm resume solar" in told
    assert [(wait["who"], wait["whom"]) for wait in terminal.read("waits", "solar")] == [(PERSON, "ben@solar")]
    assert "Ben" in terminal.run("waits", "solar")
    assert "Ben → you" in terminal.run("resume", "solar")
    assert "Nobody waits" in terminal.run("waits", "solar")


def test_without_waiting_a_command_says_who_lets_it_go_on(terminal: Terminal) -> None:
    made = terminal.read("create", "What is 5 * 5?", "--name", "Later", "--no-wait")
    assert made["swarm"]["mails"] == 1
    out, errors = terminal.both("write", "later", "And 6 * 6?", "--to", "ana", "--no-wait")
    assert "Mail 2 is sent." in out
    assert "bailiwick serve" in errors
    assert "Ana → you" in terminal.run("resume", "later")


def test_a_person_answers_for_a_resident(terminal: Terminal) -> None:
    terminal.run("create", "When do we begin?", "--name", "Solar", "--no-wait")
    answer = terminal.read("write", "solar", "At nine.", "--as", "ana", "--to", "me", "--reply-to", "1", "--no-wait")
    assert (answer["sender"], answer["byPerson"], answer["replyTo"] is not None) == ("ana@solar", True, True)
    assert "Ana (you) → you" in terminal.run("read", "solar", "ana")
    assert "→ At nine." in terminal.run("history", "solar", "ana")


def test_a_call_that_waits_for_a_person_ends_the_waiting(terminal: Terminal) -> None:
    (terminal.home / "ledger").touch()
    terminal.settings = {
        "BAILIWICK_MODEL": script(terminal.home, ASKING),
        "PYTHONPATH": str(PLUGIN),
        "LEDGER": str(terminal.home / "ledger"),
    }
    told = terminal.run("create", "Please write it", "--name", "Solar", "--tool", "record.*", status=1)
    assert "bailiwick approvals list" in told
    assert "waits for you" in terminal.run("residents", "solar")
    assert "approval" in {wait["state"] for wait in terminal.read("waits", "solar")}
    assert not (terminal.home / "ledger").read_text()


def test_dead_letters_are_listed_and_delivered_again(terminal: Terminal, run: Callable[..., Any]) -> None:
    terminal.run("create", "What is 7 * 7?", "--name", "Solar", "--no-wait")
    run(give_up(terminal.urls))
    assert "It hurts." in terminal.run("dead", "solar")
    assert terminal.read("dead", "solar")[0]["deliveries"][0]["recipient"] == "ana@solar"
    assert "49" in terminal.run("redeliver", "solar", "1")
    assert "No dead letters." in terminal.run("dead", "solar")
    assert "is no dead letter" in terminal.run("redeliver", "solar", "1", status=1)


async def give_up(urls: DatabaseUrls) -> None:
    """Let the owner's resident give its mail up, as after so many failures."""
    async with Database(urls.app, pool_size=2) as database:
        stores = Stores(database)
        user = next(iter(await owners(urls)))
        claim = await stores[ResidentTurnStore].begin(user, "ana@solar")
        assert claim is not None
        async with database.as_user(user):
            await stores[SwarmStore].hold(user, "solar")
            await stores[ResidentTurnStore].give_up(user, claim.execution_id, "It hurts.", dead=True)


async def owners(urls: DatabaseUrls) -> list[str]:
    """Return every user's ids."""
    async with await psycopg.AsyncConnection.connect(urls.owner) as connection:
        rows = await (await connection.execute("select user_id from users")).fetchall()
    return [str(row[0]) for row in rows]


def test_following_tells_what_happens_until_it_is_ended(served: Terminal) -> None:
    served.run("create", "What is 1 + 2?", "--name", "Solar")
    with following(served, "solar", "--json") as (process, everything):
        assert json.loads(next_line(everything))["event"] == "hello"
        served.run("write", "solar", "What is 8 * 8?", "--to", "ana")
        # What happened just before it was followed may be told as well.
        while json.loads(line := next_line(everything))["event"] != "mail.sent" or "What is 8 * 8?" not in line:
            pass
        kinds: list[str] = []
        while "resident.slept" not in kinds:
            kinds.append(json.loads(next_line(everything))["event"])
        assert "resident.woken" in kinds
        assert "agent.stream" not in kinds
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_following_a_resident_tells_of_it_until_its_swarm_is_deleted(served: Terminal) -> None:
    served.run("create", "What is 1 + 2?", "--name", "Solar")
    with following(served, "solar", "--resident", "ana") as (process, thoughts):
        assert "Following Ana" in next_line(thoughts)
        served.run("wake", "solar", "ana")
        lines: list[str] = []
        while not any("Ana: sleeps" in line for line in lines):
            lines.append(next_line(thoughts))
        assert any("Ana woke" in line for line in lines)
        served.run("delete", "solar", "--yes")
        while "swarm: deleted" not in lines[-1]:
            lines.append(next_line(thoughts))
        assert process.wait(30) == 0


def following(terminal: Terminal, *arguments: str) -> AbstractContextManager[tuple[forked_commands.Command, TextIO]]:
    """Follow a swarm in a process that ends with the block; what it prints is read line by line."""
    return forked_commands.beside(["swarm", "follow", *arguments], terminal.environment)


def next_line(printed: TextIO) -> str:
    line = printed.readline()
    assert line, "it has ended"
    return line


def test_what_a_model_says_cannot_steer_the_terminal(terminal: Terminal) -> None:
    terminal.settings = {"BAILIWICK_MODEL": script(terminal.home, EVIL)}
    text = terminal.run("create", "Speak", "--name", "Solar")
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[bold]markup[/bold]" in text
    assert "\x1b" not in terminal.run("history", "solar", "ana") + terminal.run("rooms", "solar")


def test_limits_are_shown_and_changed(terminal: Terminal) -> None:
    terminal.run("create", "Wait", "--name", "Solar", "--no-wait", "--limit", "tokens=500")
    changed = terminal.read("limits", "solar", "laps=none", "pair-per-minute=3")
    assert (changed["laps"], changed["pairPerMinute"], changed["tokens"]) == (None, 3, 500)
    assert "no limit" in terminal.run("limits", "solar")
    assert "names are" in terminal.run("limits", "solar", "nothing=1", status=1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "nothing"], "bailiwick swarm list"),
        (["write", "solar", "x", "--to", "a", "--room", "b"], "--to NAME or --room NAME"),
        (["write", "solar", "x", "--to", "nobody"], "there are Ana"),
        (["write", "solar", "x", "--room", "nowhere"], "there are Ana"),
        (["write", "solar", " ", "--to", "ana"], "only white space"),
        (["write", "solar", "x", "--to", "ana", "--reply-to", "99"], "There is no mail 99"),
        (["write", "solar", "x", "--to", "me"], "Nobody writes to themselves"),
        (["read", "solar", "ana,ana,ana"], "bailiwick swarm rooms solar"),
        (["add", "solar", "Ana", "--role", "r"], "already"),
        (["add", "solar", "a@b", "--role", "r"], "leave out `@`"),
        (["create", "x", "--template", "nothing"], "research-team"),
        (["create", "x", "--template", "debate", "--role", "r"], "leave out guidance"),
        (["redeliver", "solar", "1"], "is no dead letter"),
        (["mail", "solar", "--why", "x"], "UUID"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_an_error_says_what_to_do(shared: Terminal, arguments: list[str], sentence: str) -> None:
    text = shared.run(*arguments, status=1)
    assert sentence in text
    assert "bailiwick: " in text


@pytest.fixture(scope="module")
def shared(postgres: Any, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """One swarm for all the errors."""
    name = f"errors_{os.getpid()}"
    terminal = Terminal(tmp_path_factory.mktemp("errors"), postgres.create(name, template=database_template))
    terminal.run("create", "Wait", "--name", "Solar", "--no-wait")
    yield terminal
    postgres.drop(name)
