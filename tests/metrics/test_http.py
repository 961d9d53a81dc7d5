"""Figures over HTTP: what was done is counted, other people's figures are for administrators."""

import csv
import io
from collections.abc import Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bailiwick.features.metrics import monitoring
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.people.records import Scope, UserRole
from bailiwick.runs.records import Failure
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.site import Person, Site, finished
from support.swarm_calls import add, asleep, first, make, write

TABLES = ("series", "agents", "models", "tools", "delegations", "errors")


@pytest.fixture(scope="module")
def busy(site: Site) -> Iterator[tuple[Person, httpx.Client]]:
    """A user for whom two executions completed and one failed."""
    person = site.person("Busy")
    with site.client(person) as client:
        for message in ("What is 12 * 4?", "Remember that Ana likes tea."):
            finished(client, client.post("/api/agents/execute", json={"message": message}).json()["id"])
        site.run(fail(site, person.user_id))
        yield person, client


async def fail(site: Site, user_id: str) -> None:
    stores = site.platform.stores
    conversation = await stores[ConversationStore].open(user_id, "=evil()", Mode.DIRECT, title="t")
    execution = await stores[ExecutionStore].create(user_id, conversation.id, "m", Mode.DIRECT, "notes")
    await stores[ExecutionStore].claim(user_id, execution.id)
    await stores[ExecutionStore].finish(
        user_id,
        execution.id,
        1,
        ExecutionStatus.FAILED,
        usage=Usage(input_tokens=7, cost=0.5),
        failure=Failure(error_class="network", message="The mail server did not answer."),
    )


def read(client: httpx.Client, path: str, **params: object) -> dict:
    answer = client.get(path, params={name: value for name, value in params.items() if value is not None})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_totals_series_and_tables_tell_the_same(busy: tuple[Person, httpx.Client]) -> None:
    _, client = busy
    found = read(client, "/api/metrics")
    totals = found["totals"]
    assert (totals["executions"], totals["completed"], totals["failed"]) == (3, 2, 1)
    assert (totals["successRate"], totals["cost"], totals["inputTokens"] >= 7) == (2 / 3, 0.5, True)
    assert totals["p50Ms"] > 0
    assert found["previous"]["executions"] == 0
    assert found["span"] == "day"
    assert len(found["series"]) == 30
    assert sum(point["executions"] for point in found["series"]) == 3
    agents = read(client, "/api/metrics/agents")["rows"]
    assert sum(row["executions"] for row in agents) == 3
    assert {row["key"]: row["name"] for row in agents}["peter-logical"] == "Peter"
    assert all(sum(row["series"]) == row["executions"] for row in agents)
    models = read(client, "/api/metrics/models")["rows"]
    assert [row["key"] for row in models] == ["offline"]
    assert models[0]["calls"] == totals["modelCalls"] > 0
    tools = read(client, "/api/metrics/tools")["rows"]
    assert sum(row["calls"] for row in tools) == totals["toolCalls"] > 0
    one = read(client, "/api/metrics", tool=tools[0]["key"])
    assert one["totals"]["executions"] == tools[0]["calls"]
    routing = read(client, "/api/metrics/routing")
    assert sum(stage["count"] for stage in routing["stages"]) == 2
    assert routing["modelStageShare"] == 0
    assert sum(cell["executions"] for cell in read(client, "/api/metrics/heatmap")["cells"]) == 3


def test_errors_tell_class_agent_and_a_sample(busy: tuple[Person, httpx.Client]) -> None:
    _, client = busy
    (row,) = read(client, "/api/metrics/errors")["rows"]
    assert (row["errorClass"], row["count"], row["agents"]) == (
        "network",
        1,
        [{"agentId": "", "name": None, "count": 1}],
    )
    assert row["sample"]["message"] == "The mail server did not answer."


def test_delegations_name_everyone_who_takes_part(busy: tuple[Person, httpx.Client]) -> None:
    _, client = busy
    found = read(client, "/api/metrics/delegations")
    kinds = {node["id"]: node["kind"] for node in found["nodes"]}
    assert kinds["cleo-supervisor"] == "supervisor"
    assert {(link["from"], link["kind"]) for link in found["links"]} >= {("cleo-supervisor", "routed")}
    assert {end for link in found["links"] for end in (link["from"], link["to"])} == set(kinds)


def test_residents_and_groups_are_named_as_people_call_them(site: Site) -> None:
    with site.client(site.person("Counts mail")) as client:
        made = make(client)
        ana = first(client, made)
        ben = add(client, made, "Ben")
        team = client.post(
            f"/api/swarms/{made['id']}/rooms", json={"name": "The Team", "members": [ana["id"], ben["id"]]}
        ).json()
        write(client, made, "@Ben What is 2 + 2?", roomId=team["id"])
        asleep(client, made)
        found = read(client, "/api/metrics/delegations")
        named = {(node["kind"], node["name"]) for node in found["nodes"]}
        assert {("person", None), ("resident", "Ben"), ("room", "The Team")} <= named
        assert {link["kind"] for link in found["links"]} == {"swarm"}, "nobody routed a turn"
        (row,) = [row for row in read(client, "/api/metrics/agents")["rows"] if row["key"] == ben["id"]]
        assert row["name"] == "Ben"


def test_figures_can_be_taken_along_without_formulas(busy: tuple[Person, httpx.Client], site: Site) -> None:
    person, client = busy
    for table in TABLES:
        answer = client.get("/api/metrics/export.csv", params={"table": table})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        head, *rows = csv.reader(io.StringIO(answer.text))
        assert rows, table
        assert {len(row) for row in rows} == {len(head)}
    site.run(rename_tool(site, person.user_id))
    tools = client.get("/api/metrics/export.csv", params={"table": "tools"}).text
    assert "'=HYPERLINK" in tools
    assert "\n=HYPERLINK" not in tools


async def rename_tool(site: Site, user_id: str) -> None:
    async with site.platform.stores.database.as_user(user_id) as connection:
        await connection.execute("update steps set name = '=HYPERLINK(1)' where kind = 'tool'")


def test_other_peoples_figures_are_for_administrators(busy: tuple[Person, httpx.Client], site: Site) -> None:
    person, _ = busy
    with site.client(site.person("Member", role=UserRole.MEMBER)) as member:
        for params in ({"userId": person.user_id}, {"everyone": "true"}):
            assert member.get("/api/metrics", params=params).status_code == 403
        assert member.get("/api/metrics/users").status_code == 403
        assert member.get("/api/metrics/export.csv", params={"table": "users"}).status_code == 403
        assert read(member, "/api/metrics")["totals"]["executions"] == 0
    with site.client(site.person("Chief", role=UserRole.ADMIN)) as chief:
        assert read(chief, "/api/metrics", userId=person.user_id)["totals"]["executions"] == 3
        assert read(chief, "/api/metrics", everyone="true")["totals"]["executions"] >= 3
        rows = {row["key"]: row for row in read(chief, "/api/metrics/users")["rows"]}
        assert (rows[person.user_id]["name"], rows[person.user_id]["executions"]) == ("Busy", 3)
        assert read(chief, "/api/metrics/errors", userId=person.user_id)["rows"][0]["count"] == 1
        unknown = chief.get("/api/metrics", params={"userId": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"})
        assert unknown.status_code == 404


@pytest.mark.parametrize(
    "params",
    [
        {"from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z"},
        {"from": "2010-01-01T00:00:00Z"},
        {"from": "0001-01-01T00:00:00Z", "to": "0001-01-02T00:00:00Z"},
        {"from": "2026-01-01T00:00:00Z", "to": "9999-12-31T23:59:59Z"},
        {"from": "yesterday"},
        {"from": "2026-01-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "span": "hour"},
        {"timezone": "Mars/Olympus"},
        {"timezone": "../../etc/passwd"},
        {"model": "a", "tool": "b"},
        {"span": "minute"},
    ],
)
def test_a_time_that_cannot_be_is_refused(busy: tuple[Person, httpx.Client], params: dict) -> None:
    assert busy[1].get("/api/metrics", params=params).status_code == 422


def test_prometheus_is_told_figures_of_all_and_names_of_nobody(
    busy: tuple[Person, httpx.Client], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = busy
    # Another may have asked a moment ago, before these executions.
    monkeypatch.setattr(monitoring, "FRESH_SECONDS", -1.0)
    monkeypatch.setattr(monitoring, "SUMMED_SECONDS", -1.0)
    with site.client(site.person("Chief", role=UserRole.ADMIN)) as chief:
        chief.get("/api/agents/notes")
        answer = chief.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    ended = {sample.labels["status"]: sample.value for sample in families["bailiwick_executions"].samples}
    assert ended["completed"] >= 2
    assert ended["failed"] >= 1
    assert {sample.labels["model"] for sample in families["bailiwick_model_call_seconds"].samples} >= {"offline"}
    routes = {sample.labels["route"] for sample in families["bailiwick_http_request_seconds"].samples}
    assert "/api/agents/{agentId}" in routes
    assert "/api/agents/notes" not in routes
    for words in ("Busy", person.user_id, "Ana"):
        assert words not in answer.text


def test_only_administrators_and_keys_for_it_may_monitor(site: Site, stranger: httpx.Client) -> None:
    assert stranger.get("/metrics").status_code == 401
    member, chief = site.person("Member"), site.person("Chief", role=UserRole.ADMIN)
    with httpx.Client(base_url=site.url, cookies={"bailiwick_session": member.session}, trust_env=False) as session:
        assert session.get("/metrics").status_code == 403
    reading = site.person("Reader", scopes=(Scope.READ, Scope.MANAGE))
    with site.client(reading) as client:
        assert client.get("/metrics").status_code == 403
    with site.client(member) as client:
        refused = client.post("/api/keys", json={"name": "grafana", "scopes": ["metrics"]})
        assert refused.status_code == 403
    with site.client(chief) as client:
        secret = client.post("/api/keys", json={"name": "grafana", "scopes": ["metrics"]}).json()["secret"]
    with httpx.Client(base_url=site.url, headers={"X-API-Key": secret}, trust_env=False) as scraper:
        assert scraper.get("/metrics").status_code == 200
        assert scraper.get("/api/metrics").status_code == 403
