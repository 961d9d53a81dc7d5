"""`bailiwick releases …` and `bailiwick golden …` as people and builds use them: each command a process of its own."""

import json

from support.terminal import Terminal


def test_a_case_fails_a_release_mends_it_and_one_that_breaks_it_is_refused(terminal: Terminal) -> None:
    cases = 'text,agent,note\nthe zamboni,ski,"Asked, every week."\nxyzzy plugh,,\n'
    wrong = terminal.run("golden", "import", "-", "--format", "csv", given=f"{cases}x,nobody-there,\n", status=1)
    assert "Line 4: there is no agent 'nobody-there'" in wrong
    taken = terminal.run("golden", "import", "-", "--format", "csv", given=cases)
    assert taken == "Added 2, replaced 0.\n", "none of the first file was taken"
    assert "goes to nobody, not to ski" in terminal.run("golden", "run", status=1)

    edit = {"kind": "add", "agent": "ski", "field": "tags", "value": "zamboni"}
    made = terminal.run("releases", "make", "Zambonis are for ski.", "-", given=json.dumps({"edits": [edit]}))
    assert "add 'zamboni' to tags of ski" in made
    assert "mends: 'the zamboni' goes to ski" in made
    number = made.partition("Release ")[2].partition(":")[0]
    assert "decides no share of the conversations" in terminal.run("releases", "canary", number)
    terminal.run("releases", "canary", number, "30")
    assert "decides 30 % of the conversations" in terminal.run("releases", "canary", number)
    assert terminal.read("releases", "canary", number)["decided"] == 0
    assert terminal.read("releases", "publish", number)["status"] == "published"

    gone = [{**edit, "kind": "remove"}]
    breaking = terminal.read("releases", "make", "As it was.", "-", given=json.dumps(gone))["number"]
    refused = terminal.run("releases", "publish", str(breaking), status=1)
    assert "breaks: 'the zamboni' goes to nobody, not to ski" in refused
    run = terminal.read("golden", "run")
    assert (run["total"], run["passed"]) == (2, 2)
