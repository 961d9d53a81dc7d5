"""What one agent did, and how all of them are, over HTTP."""

from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import httpx
import pytest

from support.site import Person, Site


@pytest.fixture
def busy(site: Site) -> Person:
    """A user with a fresh roster."""
    return site.person("Busy")


@pytest.fixture
def own(site: Site, busy: Person) -> Iterator[httpx.Client]:
    with site.client(busy) as client:
        yield client


def test_an_agent_that_did_nothing_has_empty_days_and_no_figures(own: httpx.Client) -> None:
    answer = own.get("/api/agents/ski/metrics").json()
    assert answer["figures"] is None
    assert [(day["executions"], day["failed"], day["meanMs"]) for day in answer["days"]] == [(0, 0, None)] * 14
    assert (answer["errors"], answer["feedback"], answer["recent"]) == ([], {"up": 0, "down": 0}, [])


def test_figures_count_what_one_agent_did_and_how_it_was_rated(own: httpx.Client) -> None:
    asked = [own.post("/api/v1/query", json={"query": f"What is {n} * 3?"}).json()["executionId"] for n in range(12)]
    own.post("/api/v1/query", json={"query": "remember that the key is under the mat"})
    for execution, rating in ((asked[0], "up"), (asked[1], "up"), (asked[2], "down")):
        assert own.put(f"/api/agents/execution/{execution}/feedback", json={"rating": rating}).status_code == 200
    answer = own.get("/api/agents/peter-logical/metrics?days=2").json()
    assert (answer["figures"]["agentId"], answer["figures"]["executions"]) == ("peter-logical", 12)
    assert answer["figures"]["successRate"] == 1.0
    assert len(answer["days"]) == 2
    assert sum(day["executions"] for day in answer["days"]) == 12
    assert any(day["meanMs"] and day["meanMs"] > 0 for day in answer["days"])
    assert answer["feedback"] == {"up": 2, "down": 1}
    assert [one["id"] for one in answer["recent"]] == asked[:1:-1]
    assert set(answer["recent"][0]) == {"id", "message", "status", "createdAt", "conversationId"}
    assert (answer["recent"][0]["message"], answer["recent"][0]["status"]) == ("What is 11 * 3?", "completed")


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Argentina/Ushuaia"])
def test_days_are_those_of_the_callers_time_zone(own: httpx.Client, zone: str) -> None:
    before = datetime.now(UTC).astimezone(ZoneInfo(zone)).date()
    dates = [
        day["date"] for day in own.get("/api/agents/ski/metrics", params={"days": 3, "timezone": zone}).json()["days"]
    ]
    after = datetime.now(UTC).astimezone(ZoneInfo(zone)).date()
    assert dates[-1] in (before.isoformat(), after.isoformat())
    assert dates == sorted(set(dates))
    assert len(dates) == 3


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("days=0", "days"),
        ("days=91", "days"),
        ("days=x", "days"),
        ("timezone=Mars/Olympus", "timezone"),
        ("timezone=", "timezone"),
        ("timezone=Europe", "timezone"),
        ("timezone=../../etc/passwd", "timezone"),
        ("timezone=/etc/passwd", "timezone"),
        ("timezone=%00", "timezone"),
        (f"timezone={'x' * 65}", "timezone"),
        ("timezone=%F0%9F%98%80", "timezone"),
    ],
)
def test_days_and_zones_that_are_none_are_refused(own: httpx.Client, query: str, field: str) -> None:
    answer = own.get(f"/api/agents/ski/metrics?{query}")
    assert answer.status_code == 422, answer.text
    assert [(fault["place"], fault["field"]) for fault in answer.json()["errors"]] == [("query", field)]


def test_an_unknown_agent_has_no_figures(own: httpx.Client) -> None:
    assert own.get("/api/agents/nobody/metrics").status_code == 404


def test_the_health_of_all_is_the_health_of_each(own: httpx.Client) -> None:
    own.put("/api/agents/notes", json={"model": "anthropic:claude-sonnet-4-5"})
    own.put("/api/agents/peter-logical", json={"model": "anthropic:claude-sonnet-4-5", "fallbacks": []})
    own.put("/api/agents/ski", json={"status": "paused"})
    listed = own.get("/api/agents/health").json()["agents"]
    assert [one["id"] for one in listed] == [agent["id"] for agent in own.get("/api/agents").json()["agents"]]
    for one in listed:
        alone = own.get(f"/api/agents/{one['id']}/health").json()
        assert alone == {
            key: one[key] for key in ("healthy", "detail", "lacks", "wants", "warnings", "model", "modelWhy")
        }
    lacking = {one["id"]: [lack["code"] for lack in one["lacks"]] for one in listed if not one["healthy"]}
    lacking.pop("code", None)  # where nothing can be confined
    assert lacking == {
        "notes": ["key-missing"],
        "peter-logical": ["key-missing"],
        "ski": ["inactive"],
        "gmail": ["mcp-unregistered"],
        "emma-ecommerce": ["store-missing"],
    }
    now = {one["id"]: (one["model"], (one["modelWhy"] or {}).get("code")) for one in listed}
    assert now["notes"] == ("anthropic:claude-sonnet-4-5", "model-named"), "nobody is listed who could stand in"
    assert now["toby-technical"] == ("offline", "model-none")
    assert now["ski"] == (None, None)
