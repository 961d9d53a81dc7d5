"""What people prefer is kept, checked, and what executions go by."""

from collections.abc import Iterator

import httpx
import pytest

from support.site import Site, finished

NOTHING = {
    "timezone": None,
    "language": None,
    "defaultAgentId": None,
    "defaultMode": "supervised",
    "model": None,
    "silenceMinutes": None,
    "recall": True,
    "remember": True,
}


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user who has said nothing yet."""
    with site.client(site.person("Particular")) as client:
        yield client


def put(client: httpx.Client, **changes: object) -> dict:
    answer = client.put("/api/preferences", json=changes)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_what_is_left_out_keeps_its_value_and_null_takes_it_back(own: httpx.Client) -> None:
    assert own.get("/api/preferences").json() == NOTHING
    put(own, timezone="Asia/Kathmandu", defaultAgentId="main", defaultMode="direct")
    assert put(own, language="es") == {
        **NOTHING,
        "timezone": "Asia/Kathmandu",
        "language": "es",
        "defaultAgentId": "main",
        "defaultMode": "direct",
    }
    put(own, timezone=None)
    assert own.get("/api/preferences").json()["timezone"] is None


@pytest.mark.parametrize(
    "changes",
    [
        {"timezone": "Mars/Olympus"},
        {"timezone": "../etc/passwd"},
        {"timezone": ""},
        {"language": "fr"},
        {"defaultAgentId": "nobody"},
        {"defaultAgentId": "research"},
        {"defaultMode": None},
        {"model": "unheard:of"},
        {"color": "blue"},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(own: httpx.Client, changes: dict) -> None:
    assert own.put("/api/preferences", json=changes).status_code == 422
    assert own.get("/api/preferences").json() == NOTHING


def test_executions_go_by_the_persons_time_zone_and_model(own: httpx.Client, site: Site) -> None:
    script = site.platform.settings.home / "preferred.toml"
    script.write_text('[[turn]]\ntext = "Scripted for you."\n')
    put(own, timezone="Asia/Kathmandu")
    told = finished(own, own.post("/api/agents/execute", json={"message": "What time is it?"}).json()["id"])
    assert "+05:45" in str(told["steps"])
    put(own, model=f"scripted:{script}")
    sent = own.post("/api/agents/execute", json={"message": "Hello there", "agentId": "main"}).json()["id"]
    answered = finished(own, sent)
    assert answered["answer"] == "Scripted for you.", answered
    assert {row["key"] for row in own.get("/api/metrics/models").json()["rows"]} == {"offline", f"scripted:{script}"}
