"""Swarms over HTTP: made from a goal, read, bounded, paused, stopped, deleted."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.runs.store import ExecutionStore
from support.site import Person, Site
from support.swarm_calls import add, asleep, first, following, get, mails, make, post, residents, until, write


@pytest.fixture
def keeper(site: Site) -> Person:
    """A user who has swarms."""
    return site.person("Keeper of swarms")


@pytest.fixture
def own(site: Site, keeper: Person) -> Iterator[httpx.Client]:
    """Calls as that user."""
    with site.client(keeper) as client:
        yield client


@pytest.fixture
def idle(quiet_site: Site) -> Iterator[httpx.Client]:
    """Calls to a site where no resident works, so that everything stays as it was put."""
    with quiet_site.client(quiet_site.person("Idle")) as client:
        yield client


def test_a_goal_becomes_a_swarm_whose_first_resident_answers(own: httpx.Client) -> None:
    made = make(own, "What is 12 * 13?", name="Sums")
    assert (made["name"], made["goal"], made["status"], made["residents"]) == ("Sums", "What is 12 * 13?", "running", 1)
    done = asleep(own, made)
    goal, answer = mails(own, made)
    assert (goal["sender"], goal["content"]) == ("person", "What is 12 * 13?")
    assert answer["sender"] == first(own, made)["id"]
    assert "156" in answer["content"]
    assert done["mails"] == 2
    assert done["unread"] == 1
    assert done["usage"]["toolCalls"] == 1


def test_a_new_swarm_says_where_it_is(own: httpx.Client) -> None:
    answer = own.post("/api/swarms", json={"goal": "Count to three.", "name": "Counting"})
    assert answer.headers["location"] == f"/api/swarms/{answer.json()['id']}"
    assert own.get(answer.headers["location"]).json()["id"] == answer.json()["id"]


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Plan the garden party\nin June", "Plan the garden party"),
        ("Ask @ben about it", "Ask ben about it"),
        ("x" * 500, "x" * 79 + "…"),
        ("\u202e\u200b tricky\tname", "tricky name"),
        ("@@@", "Swarm"),
    ],
)
def test_a_swarm_that_nobody_names_is_called_after_its_goal(own: httpx.Client, goal: str, name: str) -> None:
    answer = own.post("/api/swarms", json={"goal": goal})
    assert answer.status_code == 201, answer.text
    assert answer.json()["name"] == name


def test_a_swarm_called_like_an_address_of_the_api_can_be_read(idle: httpx.Client) -> None:
    made = make(idle, name="Templates")
    assert get(idle, f"/api/swarms/{made['id']}")["name"] == "Templates"


def test_repetitions_of_what_is_made_in_a_swarm_make_it_once(idle: httpx.Client) -> None:
    made = make(idle)
    for path, body in (
        ("residents", {"name": "Ben", "role": "r"}),
        ("rooms", {"name": "Team", "members": [first(idle, made)["id"]]}),
    ):
        headers = {"Idempotency-Key": str(uuid4())}
        one, two = (idle.post(f"/api/swarms/{made['id']}/{path}", json=body, headers=headers) for _ in range(2))
        assert (one.status_code, two.content) == (201, one.content), path
        assert two.headers["idempotency-replayed"] == "true"
    assert len(residents(idle, made)) == 2


def test_templates_say_who_would_live_there_in_both_languages(own: httpx.Client) -> None:
    found = get(own, "/api/swarms/templates")["templates"]
    assert {"research-team", "debate", "build-and-review"} <= {one["id"] for one in found}
    for one in found:
        assert set(one["name"]) == set(one["description"]) == {"en", "es"}
        assert one["residents"]
        assert one["limits"]["rounds"]


@pytest.mark.parametrize("template", ["research-team", "debate", "build-and-review"])
def test_a_template_brings_its_residents_and_its_room(idle: httpx.Client, template: str) -> None:
    known = next(one for one in get(idle, "/api/swarms/templates")["templates"] if one["id"] == template)
    made = make(idle, "Is it worth it?", template=template)
    assert made["template"] == template
    assert [one["name"] for one in residents(idle, made)] == [one["name"] for one in known["residents"]]
    assert made["limits"] == known["limits"]
    groups = [room for room in get(idle, f"/api/swarms/{made['id']}/rooms")["rooms"] if room["kind"] == "group"]
    assert [room["name"] for room in groups] == ([known["group"]["en"]] if known["group"] else [])
    assert all("person" in room["members"] for room in groups)
    (goal,) = mails(idle, made)
    assert (goal["sender"], goal["content"]) == ("person", "Is it worth it?")


def test_roles_and_rooms_of_a_template_are_in_the_language_of_who_makes_it(idle: httpx.Client) -> None:
    known = next(one for one in get(idle, "/api/swarms/templates")["templates"] if one["id"] == "research-team")
    answer = idle.post(
        "/api/swarms", json={"goal": "¿Merece la pena?", "template": "research-team"}, headers={"Accept-Language": "es"}
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert [one["role"] for one in residents(idle, made)] == [one["role"]["es"] for one in known["residents"]]
    rooms = [room["name"] for room in get(idle, f"/api/swarms/{made['id']}/rooms")["rooms"] if room["kind"] == "group"]
    assert rooms == [known["group"]["es"]]


def test_limits_of_the_request_stand_on_those_of_the_template(idle: httpx.Client) -> None:
    known = next(one for one in get(idle, "/api/swarms/templates")["templates"] if one["id"] == "debate")
    made = make(idle, template="debate", limits={"tokens": 5000, "children": None})
    assert made["limits"] == {**known["limits"], "tokens": 5000, "children": None}


def test_an_unknown_template_is_not_found_and_says_which_there_are(own: httpx.Client) -> None:
    for body in ({"goal": "x", "template": "nothing"}, {"goal": "x", "template": "nothing", "limits": {}}):
        answer = own.post("/api/swarms", json=body)
        assert answer.status_code == 404, answer.text


def test_a_template_and_an_own_resident_exclude_each_other(own: httpx.Client) -> None:
    for field, value in {"guidance": "g", "role": "r", "tools": ["x"], "agentId": "notes"}.items():
        answer = own.post("/api/swarms", json={"goal": "x", "template": "debate", field: value})
        assert answer.status_code == 422, field


def test_a_resident_can_be_made_from_an_agent_of_the_roster(idle: httpx.Client) -> None:
    made = make(idle, agentId="peter-logical", tools=[])
    assert first(idle, made)["agentId"] == "peter-logical"
    assert idle.post("/api/swarms", json={"goal": "x", "agentId": "nobody"}).status_code == 404


def test_swarms_are_listed_by_their_latest_change_in_pages(idle: httpx.Client) -> None:
    made = [make(idle)["id"] for _ in range(5)]
    pages: list[str] = []
    before: str | None = None
    for _ in range(3):
        page = get(idle, "/api/swarms", limit=2, **({"before": before} if before else {}))
        pages += [one["id"] for one in page["swarms"]]
        before = page["nextBefore"]
    assert pages == made[::-1]
    assert before is None


def test_changes_of_different_limits_add_up_and_null_lifts_one(idle: httpx.Client) -> None:
    made = make(idle)
    path = f"/api/swarms/{made['id']}"
    assert idle.patch(path, json={"limits": {"tokens": 77}}).status_code == 200
    changed = idle.patch(path, json={"limits": {"laps": None, "seconds": 12}, "name": "Renamed", "goal": "Else"}).json()
    assert changed["limits"] == {**made["limits"], "tokens": 77, "laps": None, "seconds": 12}
    assert (changed["name"], changed["goal"], changed["id"]) == ("Renamed", "Else", made["id"])


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"name": None},
        {"limits": {"rounds": None}},
        {"limits": {"tokens": 0}},
        {"limits": {"tokens": -1}},
        {"limits": {"tokens": True}},
        {"limits": {"seconds": 0}},
        {"limits": {"depth": 2**70}},
        {"limits": {"x": 1}},
        {"status": "running"},
        {"name": "a\u202eb"},
        {"name": "x@y"},
        {"goal": " "},
        {"goal": "g" * 20_001},
    ],
)
def test_what_cannot_be_changed_so_is_refused(idle: httpx.Client, changes: dict[str, Any]) -> None:
    made = make(idle)
    answer = idle.patch(f"/api/swarms/{made['id']}", json=changes)
    assert answer.status_code in (400, 422), answer.text
    assert get(idle, f"/api/swarms/{made['id']}") == made


def test_a_paused_swarm_keeps_its_mail_and_goes_on_when_resumed(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    one = first(own, made)["id"]
    path = f"/api/swarms/{made['id']}"
    assert post(own, f"{path}/pause")["status"] == "paused"
    write(own, made, "What is 5 * 7?", to=one)
    assert get(own, path)["status"] == "paused"
    assert first(own, made)["unread"] == 1
    assert post(own, f"{path}/resume")["status"] == "running"
    asleep(own, made)
    assert "35" in mails(own, made)[-1]["content"]


def test_a_stopped_swarm_can_be_resumed_and_deleted(own: httpx.Client) -> None:
    made = make(own)
    path = f"/api/swarms/{made['id']}"
    asleep(own, made)
    assert post(own, f"{path}/stop")["status"] == "stopped"
    assert post(own, f"{path}/resume")["status"] == "running"
    asleep(own, made)
    assert own.delete(path).status_code == 204
    for gone in (path, f"{path}/residents", f"{path}/rooms", f"{path}/mail", f"{path}/waits", f"{path}/flow"):
        assert own.get(gone).status_code == 404, gone
    assert own.delete(path).status_code == 404


def test_a_resident_is_paused_woken_changed_and_stopped(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    path = f"/api/swarms/{made['id']}/residents/{first(own, made)['id']}"
    assert post(own, f"{path}/pause")["status"] == "paused"
    assert post(own, f"{path}/resume")["status"] == "active"
    changed = own.patch(path, json={"guidance": "Be brief.", "model": "offline", "contextWindow": 3, "icon": "clock"})
    assert {name: changed.json()[name] for name in ("guidance", "model", "contextWindow", "icon")} == {
        "guidance": "Be brief.",
        "model": "offline",
        "contextWindow": 3,
        "icon": "clock",
    }
    assert own.patch(path, json={"model": None}).json()["model"] is None
    assert own.patch(path, json={"role": None}).status_code == 422
    turns = get(own, path)["turns"]
    with following(own, f"{path}/stream") as events:
        next(events)
        post(own, f"{path}/wake")
        until(events, lambda kind, _: kind == "resident.slept")
    assert get(own, path)["turns"] == turns + 1
    assert post(own, f"{path}/stop")["status"] == "stopped"


def test_residents_stand_in_a_tree(idle: httpx.Client) -> None:
    made = make(idle)
    top = first(idle, made)
    child = add(idle, made, "Ben", parentId=top["id"], tools=["calculator"])
    other = add(idle, made, "Eve")
    assert (child["parentId"], child["depth"]) == (top["id"], 2)
    assert (other["parentId"], other["depth"]) == (None, 1)
    assert first(idle, made)["children"] == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "Ben", "role": "r", "parentId": "nobody@{id}"}, 404),
        ({"name": "Ben", "role": "r", "parentId": "ben@elsewhere"}, 404),
        ({"name": "Ben", "role": "r", "agentId": "nobody"}, 404),
        ({"name": "person", "role": "r"}, 422),
        ({"name": "Person", "role": "r"}, 422),
        ({"name": "a@b", "role": "r"}, 422),
        ({"name": "a\u202eb", "role": "r"}, 422),
        ({"name": "", "role": "r"}, 422),
        ({"name": "Ben"}, 422),
        ({"name": "Ben", "role": "r", "id": "forged@x"}, 422),
        ({"name": "Ben", "role": "r", "depth": 1}, 422),
        ({"name": "Ben", "role": "r", "callId": "x"}, 422),
        ({"name": "Ben", "role": "r", "tools": ["(a"]}, 422),
        ({"name": "Ben", "role": "r", "tools": ["a"] * 51}, 422),
        ({"name": "Ben", "role": "r", "guidance": "g" * 20_001}, 422),
    ],
)
def test_a_resident_that_cannot_be_is_refused(idle: httpx.Client, body: dict[str, Any], status: int) -> None:
    made = make(idle)
    body = {name: value.format(**made) if name == "parentId" else value for name, value in body.items()}
    answer = idle.post(f"/api/swarms/{made['id']}/residents", json=body)
    assert answer.status_code == status, answer.text
    assert len(residents(idle, made)) == 1


def test_two_residents_of_one_name_cannot_be(idle: httpx.Client) -> None:
    made = make(idle)
    add(idle, made, "Zoë")
    for name in ("zoë", "ZOË", "Zoe\u0308"):
        assert idle.post(f"/api/swarms/{made['id']}/residents", json={"name": name, "role": "r"}).status_code == 409


def test_a_swarm_in_which_somebody_works_is_not_deleted(quiet_site: Site) -> None:
    person = quiet_site.person("In a hurry")
    with quiet_site.client(person) as client:
        made = make(client)
        quiet_site.run(begin(quiet_site, person, first(client, made)["id"]))
        answer = client.delete(f"/api/swarms/{made['id']}")
        assert answer.status_code == 409
        assert "stop" in answer.json()["detail"].lower()
        assert get(client, f"/api/swarms/{made['id']}")["working"] == 1


async def begin(site: Site, person: Person, resident_id: str) -> None:
    """Begin a turn of a resident, as a worker does."""
    stores = site.platform.stores
    claim = await stores[ResidentTurnStore].begin(person.user_id, resident_id)
    assert claim is not None
    await stores[ExecutionStore].claim(person.user_id, claim.execution_id)


def test_what_a_resident_does_is_found_by_its_id_elsewhere(own: httpx.Client) -> None:
    made = make(own, name="x" * 80)
    asleep(own, made)
    one = first(own, made)["id"]
    assert len(get(own, "/api/agents/executions", agentId=one)["executions"]) == 1
    assert get(own, "/api/debug/events", agent=one)["events"]
    grant = {"agentId": one, "tool": "bash"}
    assert own.post("/api/approvals/grants/revoke", json=grant).status_code == 404


def test_the_history_tells_what_was_read_done_and_said(own: httpx.Client) -> None:
    made = make(own, "What is 12 * 13?")
    asleep(own, made)
    page = get(own, f"/api/swarms/{made['id']}/residents/{first(own, made)['id']}/history")
    (turn,) = page["turns"]
    assert page["nextBefore"] is None
    assert turn["status"] == "completed"
    assert "messages" not in turn
    goal, answer = mails(own, made)
    entries = turn["entries"]
    assert [one["kind"] for one in entries] == ["mail", "call", "result", "said"]
    assert (entries[0]["mailId"], entries[0]["sender"]) == (goal["id"], "person")
    assert (entries[1]["tool"], entries[1]["callId"]) == ("calculator", "tool:1:0")
    assert entries[2]["result"]["result"] == "156"
    assert (entries[3]["mailId"], entries[3]["text"]) == (answer["id"], answer["content"])


def test_the_history_comes_in_pages(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    one = first(own, made)["id"]
    for number in range(3):
        write(own, made, f"What is {number} + 1?", to=one)
        asleep(own, made)
    path = f"/api/swarms/{made['id']}/residents/{one}/history"
    latest = get(own, path, limit=3)
    rest = get(own, path, limit=3, before=latest["nextBefore"])
    assert (len(latest["turns"]), len(rest["turns"]), rest["nextBefore"]) == (3, 1, None)
    times = [turn["createdAt"] for turn in latest["turns"] + rest["turns"]]
    assert times == sorted(times, reverse=True)


def test_mail_flows_from_the_first_until_now(idle: httpx.Client) -> None:
    made = make(idle)
    one = first(idle, made)["id"]
    for _ in range(3):
        write(idle, made, "Hello?", to=one)
    flow = get(idle, f"/api/swarms/{made['id']}/flow", spans=4)
    assert sum(each["mails"] for each in flow["flows"]) == 4
    assert {(each["sender"], each["recipient"]) for each in flow["flows"]} == {("person", one)}
    sent = datetime.fromisoformat(mails(idle, made)[0]["sentAt"])
    assert datetime.fromisoformat(flow["since"]) == sent
    long = datetime.fromisoformat(flow["until"]) - sent
    assert flow["spanSeconds"] == pytest.approx(long.total_seconds() / 4, abs=1e-5)
    later = (sent + timedelta(days=1)).isoformat()
    path = f"/api/swarms/{made['id']}/flow"
    assert get(idle, path, since=later)["flows"] == []
    assert idle.get(path, params={"since": later, "until": sent.isoformat()}).status_code == 422
    assert idle.get(path, params={"since": "2026-01-01T00:00:00"}).status_code == 422
    assert idle.get(path, params={"spans": 0}).status_code == 422
    assert get(idle, path, since="0001-01-01T00:00:00Z", until="9999-12-31T00:00:00Z")["spanSeconds"] > 0


def test_who_waits_for_whom_is_listed(idle: httpx.Client) -> None:
    made = make(idle, "Are you there?")
    (wait,) = get(idle, f"/api/swarms/{made['id']}/waits")["waits"]
    assert (wait["who"], wait["whom"], wait["state"]) == ("person", first(idle, made)["id"], "unread")
    assert wait["mailId"] == mails(idle, made)[0]["id"]
    assert wait["circular"] is False


@pytest.mark.parametrize("swarm", ["nothing", "UPPER", "a@b", "..%2F", "x" * 65, "%00", "ü"])
def test_a_swarm_that_is_not_there_is_not_found(own: httpx.Client, swarm: str) -> None:
    for path in ("", "/residents", "/rooms", "/mail", "/waits", "/flow", "/stream"):
        answer = own.get(f"/api/swarms/{swarm}{path}")
        assert answer.status_code in (404, 422), (path, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_resident_of_another_swarm_is_not_found_in_this_one(idle: httpx.Client) -> None:
    mine, other = make(idle), make(idle)
    foreign = first(idle, other)["id"]
    for path in (foreign, f"{foreign}/history", f"{foreign}/stream", "nobody", f"nobody@{mine['id']}", "@", "a@b@c"):
        assert idle.get(f"/api/swarms/{mine['id']}/residents/{path}").status_code == 404, path
    for action in ("wake", "pause", "resume", "stop"):
        assert idle.post(f"/api/swarms/{mine['id']}/residents/{foreign}/{action}").status_code == 404
    assert idle.patch(f"/api/swarms/{mine['id']}/residents/{foreign}", json={"role": "r"}).status_code == 404
