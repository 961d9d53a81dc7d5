"""The overview counts what there is, and nothing of others."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import httpx
import pytest

from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.records import Failure
from bailiwick.runs.store import ExecutionStore
from support.site import Site, finished


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Newcomer")) as client:
        yield client


def overview(client: httpx.Client, since: datetime | None = None) -> dict:
    answer = client.get("/api/overview", params={"since": since.isoformat()} if since else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_nothing_has_happened_to_a_newcomer(own: httpx.Client) -> None:
    seen = overview(own)
    assert seen["agents"]["active"] == seen["agents"]["total"] > 5
    assert seen["today"]["executions"] == seen["today"]["routed"] == 0
    assert (seen["today"]["successRate"], seen["today"]["meanMs"], seen["today"]["p95Ms"]) == (None, None, None)
    assert seen["running"] == []
    assert seen["model"] == {"configured": False, "default": "offline"}
    assert [hour["executions"] for hour in seen["hours"]] == [0] * 24


def test_what_was_done_is_counted(own: httpx.Client) -> None:
    own.put("/api/agents/ski", json={"status": "paused"})
    executions = [
        finished(own, own.post("/api/agents/execute", json={"message": f"What is {n} * 4?"}).json()["id"])
        for n in range(3)
    ]
    seen = overview(own, datetime.now(UTC) - timedelta(hours=1))
    today = seen["today"]
    assert (today["executions"], today["completed"], today["failed"], today["cancelled"]) == (3, 3, 0, 0)
    assert (today["successRate"], today["routed"], today["modelRouted"]) == (1.0, 3, 0)
    assert today["modelCalls"] == sum(one["usage"]["modelCalls"] for one in executions)
    assert today["toolCalls"] == sum(one["usage"]["toolCalls"] for one in executions)
    assert 0 < today["meanMs"] <= today["p95Ms"] * 1.01
    assert seen["agents"]["total"] - seen["agents"]["active"] == 1
    assert sum(hour["executions"] for hour in seen["hours"]) == 3
    assert overview(own, datetime.now(UTC) + timedelta(hours=1))["today"]["executions"] == 0


def test_failures_and_cancellations_are_counted_as_such(idle_site: Site) -> None:
    person = idle_site.person("Unlucky")
    store = idle_site.platform.stores[ExecutionStore]
    with idle_site.client(person) as client:
        ids = [client.post("/api/agents/execute", json={"message": str(n)}).json()["id"] for n in range(4)]
        client.post(f"/api/agents/execution/{ids[0]}/cancel")
        idle_site.run(store.claim(person.user_id, ids[1]))
        idle_site.run(
            store.finish(
                person.user_id,
                ids[1],
                1,
                ExecutionStatus.FAILED,
                usage=Usage(input_tokens=5, cost=0.25),
                failure=Failure(error_class="model", message="It broke."),
            )
        )
        idle_site.run(store.claim(person.user_id, ids[2]))
        seen = overview(client)
        today = seen["today"]
        assert (today["executions"], today["failed"], today["cancelled"], today["completed"]) == (4, 1, 1, 0)
        assert (today["successRate"], today["inputTokens"], today["cost"]) == (0.0, 5, 0.25)
        assert [(turn["id"], turn["status"]) for turn in seen["running"]] == [(ids[3], "pending"), (ids[2], "running")]
        assert sum(hour["failed"] for hour in seen["hours"]) == 1


@pytest.mark.parametrize("offset", [0, 5.75, -3.5, 13])
def test_hours_begin_where_the_callers_day_does(own: httpx.Client, offset: float) -> None:
    zone = timedelta(hours=offset)
    midnight = (datetime.now(UTC) + zone).replace(hour=0, minute=0, second=0, microsecond=0) - zone
    hours = [datetime.fromisoformat(hour["at"]) for hour in overview(own, midnight)["hours"]]
    assert len(hours) == 24
    assert all(later - earlier == timedelta(hours=1) for earlier, later in pairwise(hours))
    assert all((hour - midnight) % timedelta(hours=1) == timedelta() for hour in hours)
    assert hours[-1] <= datetime.now(UTC) < hours[-1] + timedelta(hours=1, seconds=30)


def test_figures_go_at_most_two_days_back(own: httpx.Client) -> None:
    far = own.get("/api/overview", params={"since": "0001-01-01T00:00:00+00:00"})
    assert far.status_code == 200
    assert len(far.json()["hours"]) == 24
    for since in ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "9999-12-31T00:00:00Z"):
        assert own.get("/api/overview", params={"since": since}).status_code in (200, 422), since


@pytest.mark.parametrize("since", ["yesterday", "2026-01-01", "2026-01-01T00:00:00", "NaN", "infinity", ""])
def test_a_time_that_is_none_is_refused(own: httpx.Client, since: str) -> None:
    assert own.get("/api/overview", params={"since": since}).status_code == 422
