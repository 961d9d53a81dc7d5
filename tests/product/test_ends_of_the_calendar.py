"""Times at the ends of the calendar, where no zone's clock can be calculated, are refused and never a server error."""

import httpx
import pytest

ENDS = ["0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"]


@pytest.mark.parametrize("moment", ENDS)
def test_a_time_that_no_clock_can_show_is_refused_by_its_field(client: httpx.Client, moment: str) -> None:
    action = {"type": "message", "message": "hi"}
    schedule = {"name": "n", "cron": "0 9 * * *", "timezone": "America/New_York", "action": action}
    bodies = [
        ("/api/tasks/create", {"title": "t"}, "dueAt"),
        ("/api/schedules", schedule, "startsAt"),
        ("/api/schedules", schedule, "endsAt"),
        ("/api/schedules/preview", {"everySeconds": 3600}, "startsAt"),
    ]
    for path, body, field in bodies:
        answer = client.post(path, json=body | {field: moment})
        assert answer.status_code == 422, (path, field, answer.text)
        assert answer.json()["errors"][0]["field"] == field


@pytest.mark.parametrize("moment", ENDS)
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_figures_of_a_time_that_no_clock_can_show_are_refused(client: httpx.Client, moment: str, zone: str) -> None:
    for table in ("", "/agents", "/heatmap", "/export.csv"):
        for asked in ({"from": moment}, {"to": moment}, {"from": ENDS[1], "to": moment}):
            answer = client.get(f"/api/metrics{table}", params=asked | {"timezone": zone})
            assert answer.status_code == 422, (table, asked, answer.text)
            assert answer.json()["errors"][0]["field"] == "from"
