"""A person takes everything along, or is forgotten."""

import io
import json
import zipfile

from bailiwick.features.metrics.actions import MetricReports
from bailiwick.people.actions import People
from bailiwick.people.records import UserRole
from support.site import Site, finished

SECRET = "a-very-secret-token-123"


def test_everything_of_a_person_can_be_taken_along_and_no_secret(site: Site) -> None:
    person = site.person("Traveller")
    with site.client(person) as client, site.client(site.person("Stranger")) as stranger:
        finished(
            client, client.post("/api/agents/execute", json={"message": "Remember that Ana likes tea."}).json()["id"]
        )
        stored = client.post("/api/credentials", json={"name": "brave", "value": SECRET})
        assert stored.status_code == 201, stored.text
        stranger.post("/api/agents/execute", json={"message": "A stranger's words"})
        answer = client.get("/api/account/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    everything = "".join(files.values())
    assert "Ana likes tea" in files["executions.jsonl"]
    assert [json.loads(line)["name"] for line in files["credentials.jsonl"].splitlines()] == ["brave"]
    assert "Traveller" in files["README.txt"]
    kept = {name: set(json.loads(files[f"{name}.jsonl"].splitlines()[0])) for name in ("access_tokens", "credentials")}
    assert kept["access_tokens"] & {"digest", "user_id"} == kept["credentials"] & {"sealed"} == set()
    for secret in (SECRET, person.key, person.session, "A stranger's words"):
        assert secret not in everything, secret


def test_an_erased_person_is_gone_at_once_and_so_is_what_worked_for_them(site: Site) -> None:
    person = site.person("Shy")
    with site.client(person) as client:
        sent = client.post("/api/agents/execute", json={"message": "What is 12 * 4?"})
        assert sent.status_code == 202
        assert client.post("/api/account/erase", json={"confirm": "Somebody else"}).status_code == 422
        assert client.get("/api/agents").status_code == 200
        assert client.post("/api/account/erase", json={"confirm": "Shy"}).status_code == 204
        assert client.get("/api/agents").status_code == 401
        assert client.post("/api/account/erase", json={"confirm": "Shy"}).status_code == 401
    assert person.user_id not in site.run(site.platform[MetricReports].users_to_count())


def test_the_last_owner_stays(site: Site) -> None:
    async def owner() -> tuple[str, str]:
        user = await site.platform[People].owner()
        link = await site.platform[People].login_link()
        return user.name, link

    name, link = site.run(owner())
    with site.client() as client:
        client.post("/login", data={"token": link.partition("token=")[2]}, headers={"Origin": site.url})
        refused = client.post("/api/account/erase", json={"confirm": name}, headers={"Origin": site.url})
    assert refused.status_code == 409, refused.text


def test_retention_and_log_level_are_for_administrators_and_hold_for_all(site: Site) -> None:
    with site.client(site.person("Chief", role=UserRole.ADMIN)) as chief:
        before = chief.get("/api/settings/retention").json()
        assert before["eventDays"] == 30
        assert before["executionDays"] is None
        changed = chief.put("/api/settings/retention", json={"executionDays": 365, "metricDays": None}).json()
        assert changed == {**before, "executionDays": 365, "metricDays": None}
        assert chief.put("/api/settings/retention", json={"executionDays": 0}).status_code == 422
        assert set(chief.post("/api/settings/retention/preview", json={"executionDays": 1}).json().values()) == {0}
        assert chief.put("/api/settings/log-level", json={"level": "error"}).json() == {"level": "error"}
        assert chief.put("/api/settings/log-level", json={"level": "loud"}).status_code == 422
    with site.client(site.person("Deputy", role=UserRole.ADMIN)) as deputy:
        assert deputy.get("/api/settings/retention").json()["executionDays"] == 365
        deputy.put("/api/settings/retention", json=before)
