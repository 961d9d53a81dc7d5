"""Tasks and schedules over HTTP: what is written, what is refused, and what streams."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.site import Site, finished


@pytest.fixture
def carol(site: Site) -> Iterator[httpx.Client]:
    """A user who has nothing yet."""
    with site.client(site.person("Carol")) as client:
        yield client


def create(client: httpx.Client, title: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/tasks/create", json={"title": title, **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/api/tasks/{answer.json()['id']}"
    return answer.json()


def test_a_task_is_carried_out_followed_returned_and_accepted(carol: httpx.Client) -> None:
    task = create(
        carol, "Solve 2x + 5 = 15", agentId="peter-logical", tags=["maths", "maths"], dueAt="2020-01-01T00:00Z"
    )
    assert (task["number"], task["tags"], task["overdue"], task["status"]) == (1, ["maths"], True, "todo")
    path = f"/api/tasks/{task['id']}"
    started = carol.post(f"{path}/run", json={"instructions": "Show every step."})
    assert started.status_code == 202
    assert started.json()["task"]["status"] == "doing"
    with carol.stream("GET", started.json()["streamUrl"]) as stream:
        assert "event: done" in "".join(stream.iter_text())
    finished(carol, started.json()["executionId"])
    found = carol.get(path).json()
    assert (found["status"], found["result"], found["runs"]) == ("review", "x = 5", 1)
    assert [each["kind"] for each in found["comments"]] == ["result"]
    assert [(each["status"], each["instructions"]) for each in found["history"]] == [("completed", "Show every step.")]
    assert carol.get("/api/conversations").json()["conversations"] == []
    thread = carol.get(f"/api/conversations/{found['conversationId']}").json()
    assert thread["messages"][0]["content"].startswith("Task #1: Solve 2x + 5 = 15")

    assert carol.post(f"{path}/return", json={"comment": " "}).status_code == 422
    assert carol.post(f"{path}/return", json={"comment": "And check it."}).json()["status"] == "todo"
    again = carol.post(f"{path}/run").json()
    finished(carol, again["executionId"])
    assert carol.post(f"{path}/accept").json()["status"] == "done"
    assert carol.post(f"{path}/accept").status_code == 409
    kinds = [each["kind"] for each in carol.get(path).json()["comments"]]
    assert kinds == ["result", "returned", "result", "accepted"]
    stats = carol.get("/api/tasks/stats?timezone=Europe/Madrid").json()
    assert (stats["byStatus"]["done"], stats["returnedShare"], len(stats["completedPerDay"])) == (1, 1.0, 30)


def test_the_board_is_filtered_paged_and_rearranged(site: Site) -> None:
    with site.client(site.person("Dora")) as dora:
        tasks = [create(dora, f"Task {n}", priority=("low", "urgent")[n % 2]) for n in range(5)]
        moved = dora.put(f"/api/tasks/{tasks[4]['id']}", json={"position": {"after": tasks[0]["id"]}})
        assert moved.status_code == 200
        first = dora.get("/api/tasks?status=todo,doing&limit=2").json()
        assert [each["number"] for each in first["tasks"]] == [1, 5]
        assert first["total"] == 5
        second = dora.get("/api/tasks", params={"status": "todo", "limit": 2, "before": first["nextBefore"]}).json()
        assert [each["number"] for each in second["tasks"]] == [2, 3]
        assert [each["number"] for each in dora.get("/api/tasks?priority=urgent&sort=updated").json()["tasks"]] == [
            4,
            2,
        ]
        dora.put(f"/api/tasks/{tasks[1]['id']}", json={"dueAt": "2027-03-05T22:30:00Z"})
        spans = {"2027-03-05..2027-03-05": 0, "2027-03-06..": 1, "none": 4, "..2027-03-06T00:00:00Z": 1, "overdue": 0}
        for due, total in spans.items():
            found = dora.get("/api/tasks", params={"due": due, "timezone": "Europe/Athens"}).json()
            assert found["total"] == total, due
        for wrong in ("status=lost", "due=soon", "due=x..y", "sort=size", "before=x", "timezone=Mars", "limit=0"):
            assert dora.get(f"/api/tasks?{wrong}").status_code == 422, wrong


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": ""},
        {"title": "x" * 201},
        {"title": "a\nb"},
        {"title": "x", "priority": "huge"},
        {"title": "x", "dueAt": "2027-01-01T00:00:00"},
        {"title": "x", "tags": [""]},
        {"title": "x", "tags": ["a"] * 21},
        {"title": "x", "estimateMinutes": 0},
        {"title": "x", "estimateMinutes": True},
        {"title": "x", "number": 7},
        {"title": "x", "dependsOn": ["1"]},
        {"title": "x", "dependsOn": ["0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"]},
        {"title": "x\u202e"},
        {"title": "x", "description": "y" * 20_001},
        {"title": "x", "status": "running"},
    ],
)
def test_what_is_no_task_is_refused(carol: httpx.Client, body: dict[str, Any]) -> None:
    answer = carol.post("/api/tasks/create", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_changes_that_cannot_be_are_refused(carol: httpx.Client) -> None:
    task = create(carol, "Paint the door")
    path = f"/api/tasks/{task['id']}"
    assert carol.put(path, json={"title": "Paint it", "version": task["updatedAt"]}).status_code == 200
    assert carol.put(path, json={"title": "Late", "version": task["updatedAt"]}).status_code == 409
    assert carol.put(path, json={"dependsOn": [task["id"]]}).status_code == 422
    assert carol.put(path, json={"status": "cancelled"}).status_code == 200
    assert carol.put(path, json={"status": "review"}).status_code == 409
    assert carol.post(f"{path}/run").status_code == 409
    for body in (
        {},
        {"version": task["updatedAt"]},
        {"position": {"after": "x"}},
        {"position": 1e13},
        {"runs": 1},
    ):
        assert carol.put(path, json=body).status_code == 422, body
    cleared = carol.put(path, json={"dueAt": None, "agentId": None, "estimateMinutes": None, "title": None})
    assert (cleared.status_code, cleared.json()["title"]) == (200, "Paint it")
    comment = carol.post(f"{path}/comments", json={"content": "Green?"})
    assert comment.status_code == 201
    assert carol.delete(f"{path}/comments/{comment.json()['id']}").status_code == 204
    assert carol.delete(f"{path}/comments/{comment.json()['id']}").status_code == 404
    assert carol.delete(path).status_code == 204
    assert carol.get(path).status_code == 404


def test_a_repeated_request_writes_one_task_and_starts_one_run(carol: httpx.Client) -> None:
    once = {"Idempotency-Key": "one-task"}
    first, again = (carol.post("/api/tasks/create", json={"title": "Once"}, headers=once).json() for _ in range(2))
    assert first == again
    key = {"Idempotency-Key": "one-run"}
    runs = [carol.post(f"/api/tasks/{first['id']}/run", headers=key) for _ in range(2)]
    assert runs[0].json() == runs[1].json()
    finished(carol, runs[0].json()["executionId"])
    assert carol.get(f"/api/tasks/{first['id']}").json()["runs"] == 1


MESSAGE = {"type": "message", "message": "What is 12 % of 340?", "agentId": "peter-logical"}


def test_a_schedule_is_made_previewed_paused_resumed_run_and_deleted(site: Site) -> None:
    with site.client(site.person("Eve")) as eve:
        assert eve.put("/api/preferences", json={"timezone": "Europe/Madrid"}).status_code == 200
        made = eve.post("/api/schedules", json={"name": "Sums", "cron": "0 9 * * 1-5", "action": MESSAGE})
        assert made.status_code == 201
        schedule = made.json()
        assert (schedule["timezone"], schedule["kind"], schedule["sentence"]) == (
            "Europe/Madrid",
            "cron",
            "At 09:00 on weekdays",
        )
        assert schedule["words"] == {
            "kind": "weekly",
            "time": "09:00",
            "days": [1, 2, 3, 4, 5],
            "every": None,
            "minute": None,
            "day": None,
        }
        assert len(schedule["upcoming"]) == 5
        assert schedule["upcoming"][0] == schedule["nextAt"]
        path = f"/api/schedules/{schedule['id']}"
        assert eve.post(f"{path}/pause").json()["status"] == "paused"
        assert eve.post(f"{path}/pause").status_code == 409
        assert eve.post(f"{path}/resume").json()["nextAt"] == schedule["nextAt"]
        assert eve.post(f"{path}/run").json()["runs"] == 1
        (run,) = eve.get(f"{path}/runs").json()["runs"]
        assert finished(eve, run["executionId"])["answer"] == "12%·340 = 40.8"
        changed = eve.put(path, json={"name": "Sums", "everySeconds": 600, "action": MESSAGE}).json()
        assert (changed["kind"], changed["cron"], changed["sentence"]) == ("interval", None, "Every 10 minutes")
        assert [each["name"] for each in eve.get("/api/schedules?status=active").json()["schedules"]] == ["Sums"]
        assert eve.delete(path).status_code == 204
        assert eve.get(path).status_code == 404


def test_a_preview_shows_what_a_change_of_the_clocks_does(carol: httpx.Client) -> None:
    body = {"cron": "30 2 * * *", "timezone": "Europe/Madrid", "startsAt": "2027-03-27T00:00:00Z"}
    found = carol.post("/api/schedules/preview", json=body).json()
    assert [each["local"] for each in found["upcoming"][:3]] == [
        "2027-03-27T02:30:00+01:00",
        "2027-03-28T03:00:00+02:00",
        "2027-03-29T02:30:00+02:00",
    ]
    assert found["upcoming"][1]["note"] == "The clocks go forward just before."
    assert found["upcoming"][1]["why"]["code"] == "clocks-forward-before"
    wrong = carol.post("/api/schedules/preview", json={"cron": "61 * * * *"})
    assert wrong.status_code == 200
    assert wrong.json()["valid"] is False
    assert wrong.json()["error"]


@pytest.mark.parametrize(
    "changes",
    [
        {"cron": None},
        {"everySeconds": 60},
        {"cron": "* * * * * *"},
        {"cron": "nonsense"},
        {"timezone": "Mars/Base"},
        {"endsAt": "2020-01-01T00:00:00Z"},
        {"action": {"type": "message"}},
        {"action": {"type": "task"}},
        {"action": {"type": "run"}},
        {"missed": "never"},
        {"name": ""},
        {"cron": None, "everySeconds": 59},
        {"startsAt": "2030-01-01T00:00:00Z", "endsAt": "2029-01-01T00:00:00Z"},
        {"action": {**MESSAGE, "extra": 1}},
    ],
)
def test_what_is_no_schedule_is_refused(carol: httpx.Client, changes: dict[str, Any]) -> None:
    body = {"name": "x", "cron": "0 9 * * *", "action": MESSAGE, **changes}
    answer = carol.post("/api/schedules", json={name: value for name, value in body.items() if value is not None})
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]
