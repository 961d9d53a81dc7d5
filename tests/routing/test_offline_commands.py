"""The commands of routing that need neither server nor database: replay, lint, why-not and route on files."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bailiwick import BailiwickError, Decision, RoutingContext
from bailiwick.faces.cli import build
from bailiwick.features.routing.offline_routers import offline_router
from bailiwick.kernel.terminal.output import as_json

ROSTER = {
    "agents": [
        {
            "id": "kitchen",
            "name": "Kitchen",
            "tags": ["pizza", "oven"],
            "languages": ["en"],
            "examples": ["how long does dough rest", "is the oven hot enough", "what can I bake with rye flour"],
        },
        {
            "id": "garage",
            "name": "Garage",
            "tags": ["tyre", "brakes"],
            "languages": ["en"],
            "maxTokens": 500,
            "examples": ["the engine makes a noise", "when is the next service due", "change to winter tyres"],
        },
        {"id": "garden", "name": "Garden", "tags": ["lawn"], "languages": ["en"], "status": "paused"},
    ]
}
QUERIES = """\
{"text": "how long should the dough rest", "agent": "kitchen"}
{"text": "my brakes squeak", "agent": "garage", "domain": "cars"}

{"text": "and the tyre?", "agent": "garage", "last_agent": "garage"}
{"text": "my pizza fell on the lawn", "agent": "garage"}
{"text": "thank you!", "agent": null}
{"text": "is the oven hot"}
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "roster.json").write_text(json.dumps(ROSTER))
    (tmp_path / "queries.jsonl").write_text(QUERIES)
    return tmp_path


def run(*words: Any, stdin: str | None = None) -> Any:
    return CliRunner().invoke(build(), [str(word) for word in words], input=stdin)


def test_replay_prints_a_decision_a_line_and_the_summary_on_standard_error(files: Path):
    done = run("replay", "--roster", files / "roster.json", files / "queries.jsonl", "--json")
    assert done.exit_code == 0, done.output
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["agent"] for each in records] == ["kitchen", "garage", "garage", "kitchen", None, "kitchen"]
    assert [each["message"] for each in records] == [json.loads(q)["text"] for q in QUERIES.splitlines() if q]
    assert records[0]["stage"] == "examples"
    assert records[0]["learned"]["agent"] == "kitchen"
    assert records[2]["stage"] == "follow_up"
    learned, summary = done.stderr.splitlines()
    assert learned.startswith("Learned from 6 examples in ")
    found = json.loads(summary)
    assert (found["messages"], found["labelled"], found["correct"], found["accuracy"]) == (6, 5, 4, 0.8)
    assert (found["refused"], found["nobodys"], found["nobodysRefused"]) == (1, 1, 1)
    assert 0 < found["p50Microseconds"] <= found["p99Microseconds"]


def test_a_line_of_replay_is_what_route_prints_of_the_message(files: Path):
    def steady(record: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in record.items() if name != "microseconds"}

    roster = files / "roster.json"
    for text in ("how long should the dough rest", "¿y la pizza?", "half \ud800 a sign", "oven brakes " * 40):
        line = json.dumps({"text": text})
        replayed = json.loads(run("replay", "--roster", roster, "-", "--json", stdin=line).stdout)
        router = offline_router(roster)
        decision: Decision = router.decide(text, RoutingContext())
        assert steady(replayed) == steady(json.loads(json.dumps(as_json(decision))))
    routed = run("route", "--roster", roster, "my brakes squeak", "--json")
    replayed = run("replay", "--roster", roster, "-", "--json", stdin='{"text": "my brakes squeak"}')
    assert steady(json.loads(routed.stdout)) == steady(json.loads(replayed.stdout))


def test_route_says_how_a_message_was_read_that_is_not_what_was_typed(files: Path):
    done = run("route", "--roster", files / "roster.json", "--no-examples", "hey Kitchen, my brakes squeak")
    assert "read as “my brakes squeak”" in done.stdout
    assert "read as" not in run("route", "--roster", files / "roster.json", "--no-examples", "my brakes squeak").stdout


def test_replay_shows_people_how_many_are_right_and_what_goes_wrong(files: Path):
    done = run("replay", "--roster", files / "roster.json", files / "queries.jsonl")
    assert done.exit_code == 0
    assert "right          4 of 5 (80.0%)" in done.stdout
    assert "  for nobody   1 of 1 (100.0%)" in done.stdout
    assert ["garage", "kitchen", "1", "my", "pizza"] in [line.split()[:5] for line in done.stdout.splitlines()]


def test_replay_fails_under_the_accuracy_that_is_asked_for(files: Path):
    words = ("replay", "--roster", files / "roster.json", files / "queries.jsonl", "--fail-under")
    assert run(*words, "0.8").exit_code == 0
    done = run(*words, "0.81")
    assert (done.exit_code, "4 of 5 are right; 81.0% are asked for." in done.stderr) == (1, True)
    with pytest.raises(BailiwickError, match="nothing to judge"):
        raise run("replay", "-", "--no-examples", "--fail-under", "0.5", stdin='{"text": "x"}').exception


def test_replay_learns_nothing_when_told_so_and_in_the_classic_profile(files: Path):
    for words in (("--no-examples",), ("--profile", "classic")):
        done = run("replay", "--roster", files / "roster.json", files / "queries.jsonl", "--json", *words)
        assert {json.loads(line)["learned"] for line in done.stdout.splitlines()} == {None}
        assert "Learned" not in done.stderr


@pytest.mark.parametrize(
    ("words", "stdin", "said"),
    [
        (("replay", "-"), '{"text": "a"}\n{"text": "b", "agent": "nemo"}', "standard input: Line 2: .*'nemo'"),
        (("replay", "-"), '{"text": "a"}\nnot json', "standard input: Line 2: "),
        (("replay", "-"), "", "no message"),
        (("replay", "/nonexistent/queries.jsonl"), None, "cannot be read"),
        (("replay", "--roster", "/nonexistent/roster.json", "-"), '{"text": "a"}', "roster.json cannot be read"),
        (("replay", "--embedder", "/nonexistent/model", "-"), '{"text": "a"}', "no model in /nonexistent/model"),
        (("why-not", "hello", "nobody-here", "--no-examples"), None, "nobody-here"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...], stdin: str | None, said: str):
    with pytest.raises(BailiwickError, match=said):
        raise run(*words, stdin=stdin).exception


def test_replay_needs_messages_or_golden_cases_not_both(files: Path):
    assert run("replay").exit_code == 2
    assert run("replay", "--golden", files / "queries.jsonl").exit_code == 2


def test_a_field_that_agents_do_not_have_is_named_and_an_empty_roster_refused(files: Path):
    (files / "odd.json").write_text('[{"id": "a", "exmaples": ["x"]}]')
    done = run("replay", "--roster", files / "odd.json", "-", stdin='{"text": "a"}')
    assert (done.exit_code, "no field of an agent: exmaples" in done.stderr) == (0, True)
    (files / "empty.json").write_text('{"agents": []}')
    with pytest.raises(BailiwickError, match="--with-builtin"):
        raise run("route", "--roster", files / "empty.json", "hello").exception
    done = run("route", "--roster", files / "empty.json", "--with-builtin", "--no-examples", "--json", "Solve 2x = 4")
    assert json.loads(done.stdout)["agent"] == "peter-logical"


def test_lint_names_what_is_odd_in_a_file_and_what_each_agent_gets(files: Path):
    roster = json.loads(json.dumps(ROSTER))
    roster["agents"][0]["tags"].append("the")
    (files / "odd.json").write_text(json.dumps(roster))
    done = run("lint", "--roster", files / "odd.json", "--traffic", files / "queries.jsonl", "--json")
    found = json.loads(done.stdout)
    assert [(each["agent"], each["code"], each["value"]) for each in found["findings"]] == [
        ("kitchen", "tag-is-stop-word", "the")
    ]
    assert {each["agent"]: each["wins"] for each in found["effects"]} == {"kitchen": 3, "garage": 2, "garden": 0}
    shown = run("lint", "--roster", files / "odd.json", "--strict")
    assert (shown.exit_code, "kitchen\n  tag-is-stop-word  Tag “the”" in shown.stdout) == (1, True)
    clean = run("lint", "--roster", files / "roster.json", "--strict")
    assert (clean.exit_code, clean.stdout) == (0, "Nothing is odd.\n")


def test_why_not_says_the_smallest_edit_after_which_the_agent_has_the_message(files: Path):
    words = ("why-not", "--roster", files / "roster.json", "the oven door squeaks", "garage")
    found = json.loads(run(*words, "--no-examples", "--json").stdout)
    assert (found["winner"], found["proven"], len(found["edits"])) == ("kitchen", True, 1)
    assert found["edits"][0]["agent"] in ("kitchen", "garage")
    shown = run(*words, "--no-examples").stdout
    assert found["reason"] in shown
    assert "garage gets it after:" in shown
    learned = json.loads(run(*words, "--json").stdout)
    assert learned["winner"] == "kitchen"
    assert "examples" in learned["reason"]
    already = run("why-not", "--roster", files / "roster.json", "my brakes", "garage", "--no-examples")
    assert (already.exit_code, "after:" in already.stdout) == (0, False)
