"""Reminders over HTTP."""

from datetime import UTC, datetime, timedelta

from support.site import Site


def test_a_reminder_is_set_once_listed_changed_done_deleted_and_undone(site: Site) -> None:
    with site.client(site.person("Rita")) as rita:
        assert rita.put("/api/preferences", json={"timezone": "Europe/Madrid"}).status_code < 300
        body = {"text": "Call Ana", "when": "mañana a las 9"}
        key = {"Idempotency-Key": "set-it-once"}
        made, again = (rita.post("/api/reminders", json=body, headers=key) for _ in range(2))
        assert made.status_code == 201, made.text
        assert made.json() == again.json()
        reminder = made.json()
        path = f"/api/reminders/{reminder['id']}"
        assert made.headers["Location"] == path
        assert (reminder["status"], reminder["timezone"]) == ("waiting", "Europe/Madrid")
        due = datetime.fromisoformat(reminder["dueAt"])
        assert due > datetime.now(UTC)
        moved = rita.patch(path, json={"when": "ten", "text": "Call Ana now"}).json()
        assert datetime.fromisoformat(moved["dueAt"]) - due == timedelta(hours=1)
        assert [each["text"] for each in rita.get("/api/reminders").json()["reminders"]] == ["Call Ana now"]
        assert rita.patch(path, json={}).json() == moved
        assert rita.post(f"{path}/changes/{reminder['change']}/undo").status_code == 409
        assert rita.post(f"{path}/changes/{moved['change']}/undo").json()["text"] == "Call Ana"
        assert rita.post(f"{path}/done").json()["status"] == "done"
        assert rita.get("/api/reminders").json() == {"reminders": []}
        assert len(rita.get("/api/reminders", params={"done": "true"}).json()["reminders"]) == 1
        deleted = rita.delete(path).json()
        assert rita.get(path).status_code == 404
        assert rita.post(f"{path}/changes/{deleted['change']}/undo").status_code == 200
        assert rita.get(path).status_code == 200


def test_a_time_that_is_none_is_refused_with_what_to_write(site: Site) -> None:
    with site.client(site.person("Rolf")) as rolf:
        answer = rolf.post("/api/reminders", json={"text": "Call Ana", "when": "some day"})
        assert answer.status_code == 422, answer.text
        assert "some day" in answer.text
        assert rolf.post("/api/reminders", json={"text": " ", "when": "tomorrow"}).status_code == 422


def test_reminders_are_their_owners_alone(site: Site) -> None:
    with site.client(site.person("One")) as one, site.client(site.person("Other")) as other:
        made = one.post("/api/reminders", json={"text": "Call Ana", "when": "tomorrow"}).json()
        assert other.get("/api/reminders").json() == {"reminders": []}
        for answer in (
            other.get(f"/api/reminders/{made['id']}"),
            other.patch(f"/api/reminders/{made['id']}", json={"when": "friday"}),
            other.delete(f"/api/reminders/{made['id']}"),
            other.post(f"/api/reminders/{made['id']}/done"),
        ):
            assert answer.status_code == 404
