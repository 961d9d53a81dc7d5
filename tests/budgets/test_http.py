"""Budgets over HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bailiwick.people.records import UserRole
from support.running import script
from support.site import Site, finished, read_events, settings_of

BODY = {"scope": "person", "period": "day", "money": 5.0, "name": "Mine"}


def test_a_limit_is_set_once_read_raised_and_removed(site: Site) -> None:
    with site.client(site.person("Rita")) as rita:
        key = {"Idempotency-Key": "set-it-once"}
        made, again = (rita.post("/api/budgets", json=BODY, headers=key) for _ in range(2))
        assert made.status_code == 201, made.text
        assert made.json() == again.json()
        use = made.json()
        path = f"/api/budgets/{use['limit']['id']}"
        assert made.headers["Location"] == path
        assert (use["state"], use["share"], use["subjectName"]) == ("free", 0.0, "Rita")
        assert (
            use["used"]
            == use["reserved"]
            == {"money": 0.0, "tokens": 0, "modelCalls": 0, "toolCalls": 0, "seconds": 0.0}
        )
        assert [each["limit"]["name"] for each in rita.get("/api/budgets").json()["limits"]] == ["Mine"]
        changed = rita.patch(path, json={"money": None, "tokens": 1000, "atLimit": "end"})
        assert changed.status_code == 200, changed.text
        limit = changed.json()["limit"]
        assert (limit["money"], limit["tokens"], limit["atLimit"], limit["name"]) == (None, 1000, "end", "Mine")
        assert rita.patch(path, json={"tokens": None}).status_code == 422
        assert rita.get(path).json()["limit"] == limit
        assert rita.delete(path).status_code == 204
        assert rita.get(path).status_code == 404
        assert rita.get("/api/budgets").json() == {"limits": []}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"scope": "person"}, 422),
        ({"scope": "person", "money": -1.0}, 422),
        ({"scope": "agent", "money": 1.0}, 422),
        ({"scope": "agent", "subject": "nobody-there", "money": 1.0}, 404),
        ({"scope": "task", "subject": "no id", "money": 1.0}, 404),
        ({"scope": "everybody", "money": 1.0}, 403),
        ({"scope": "person", "subject": "00000000-0000-7000-8000-000000000001", "money": 1.0}, 403),
        ({"scope": "nobody", "money": 1.0}, 422),
    ],
)
def test_a_limit_that_makes_no_sense_or_is_not_the_callers_is_refused(site: Site, body, status) -> None:
    with site.client(site.person("Rolf")) as rolf:
        answer = rolf.post("/api/budgets", json=body)
        assert answer.status_code == status, answer.text


@pytest.fixture
def scripted(own_database, tmp_path: Path) -> Iterator[Site]:
    """A site where a model says what a script has it say."""
    with Site(settings_of(own_database, tmp_path, model=script(tmp_path, '[[turn]]\ntext = "Done."\n'))) as site:
        yield site


def test_a_run_waits_for_a_limit_that_says_so_and_goes_on_when_it_is_raised(scripted: Site) -> None:
    with scripted.client(scripted.person("Wim")) as wim:
        limit = wim.post("/api/budgets", json={"scope": "person", "modelCalls": 0, "name": "None"}).json()["limit"]
        accepted = wim.post("/api/agents/execute", json={"message": "Write a poem", "agentId": "ami-creative"})
        assert accepted.status_code == 202, accepted.text
        execution_id = accepted.json()["id"]
        with wim.stream("GET", f"/api/agents/execution/{execution_id}/events") as stream:
            assert any(event.kind == "execution.waiting" for event in read_events(stream.iter_lines()))
        waiting = wim.get(f"/api/agents/execution/{execution_id}").json()
        assert (waiting["status"], waiting["waitingWhy"]["code"]) == ("waiting", "calls-used-up")
        assert wim.get(f"/api/budgets/{limit['id']}").json()["waiting"] == 1
        raised = wim.patch(f"/api/budgets/{limit['id']}", json={"modelCalls": 9})
        assert (raised.status_code, raised.json()["waiting"]) == (200, 0)
        done = finished(wim, execution_id)
        assert (done["status"], done["answer"]) == ("completed", "Done.")
        assert wim.get(f"/api/budgets/{limit['id']}").json()["used"]["modelCalls"] == 1


def test_a_program_is_refused_whose_run_could_not_make_a_call_and_a_person_reads_it_in_the_thread(
    scripted: Site,
) -> None:
    body = {"message": "Write a poem", "agentId": "ami-creative"}
    someone = scripted.person("Pia")
    with scripted.client(someone) as program:
        limit = {"scope": "person", "tokens": 0, "atLimit": "end", "name": "Nothing today"}
        assert program.post("/api/budgets", json=limit).status_code == 201
        refused = program.post("/api/agents/execute", json=body)
        assert (refused.status_code, refused.json()["code"]) == (429, "spending-limit"), refused.text
        assert "“Nothing today”" in refused.json()["detail"]
        assert program.get("/api/conversations").json()["conversations"] == [], "nothing was begun"
    browser = {"Cookie": f"bailiwick_session={someone.session}", "Sec-Fetch-Site": "same-origin"}
    with scripted.client(headers=browser) as person:
        accepted = person.post("/api/agents/execute", json=body)
        assert accepted.status_code == 202, accepted.text
        failed = finished(person, accepted.json()["id"])
        assert (failed["status"], failed["failure"]["errorClass"]) == ("failed", "budget")


def test_limits_are_their_owners_alone(site: Site) -> None:
    with site.client(site.person("One")) as one, site.client(site.person("Other")) as other:
        made = one.post("/api/budgets", json=BODY).json()["limit"]
        assert other.get("/api/budgets").json() == {"limits": []}
        path = f"/api/budgets/{made['id']}"
        for answer in (other.get(path), other.patch(path, json={"money": 9.0}), other.delete(path)):
            assert answer.status_code == 404


def test_administrators_limit_everybody_and_a_person_who_sees_it_and_cannot_change_it(site: Site) -> None:
    member = site.person("Mia")
    with site.client(site.person("Ada", role=UserRole.ADMIN)) as admin, site.client(member) as mia:
        ours = admin.post("/api/budgets", json={"scope": "everybody", "period": "month", "tokens": 10**9}).json()
        hers = admin.post("/api/budgets", json={"scope": "person", "subject": member.user_id, "money": 3.0}).json()
        try:
            assert (ours["limit"]["name"], hers["limit"]["name"]) == ("Everybody, each month", "Mia, each day")
            assert hers["limit"]["imposed"]
            seen = {each["limit"]["id"] for each in mia.get("/api/budgets").json()["limits"]}
            assert seen == {ours["limit"]["id"], hers["limit"]["id"]}
            for use in (ours, hers):
                path = f"/api/budgets/{use['limit']['id']}"
                for answer in (mia.patch(path, json={"tokens": 10**10}), mia.delete(path)):
                    assert answer.status_code == 403, answer.text
                assert admin.patch(path, json={"name": "Less"}).json()["limit"]["name"] == "Less"
            assert mia.get("/api/budgets/spending", params={"everybody": "true"}).status_code == 403
        finally:
            for use in (ours, hers):
                assert admin.delete(f"/api/budgets/{use['limit']['id']}").status_code == 204


@pytest.mark.parametrize("by", ["person", "agent", "model", "day"])
def test_what_was_spent_is_told_apart(site: Site, by: str) -> None:
    with site.client(site.person("Sue")) as sue:
        accepted = sue.post("/api/agents/execute", json={"message": "What is 12 % of 340?"}).json()
        assert finished(sue, accepted["id"])["status"] == "completed"
        answer = sue.get("/api/budgets/spending", params={"by": by, "days": 2})
        assert answer.status_code == 200, answer.text
        rows = answer.json()["rows"]
        assert len(rows) == (2 if by == "day" else 0), "rules cost nothing"
