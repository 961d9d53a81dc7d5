"""Who asks for too much is told so over HTTP: by which limit, when to come back, in their language."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from support.rates import forget_rates
from support.site import Person, Site, settings_of
from support.statements import counted

MOST = 4
"""Of everything that is limited, in a minute."""
RATES = ("rate_keys", "rate_runs", "rate_uploads", "rate_searches")


@pytest.fixture(scope="module")
def strict(postgres, database_template, tmp_path_factory) -> Iterator[Site]:
    """A site where one may ask for little."""
    name = f"strict_rates_{os.getpid()}"
    urls: DatabaseUrls = postgres.create(name, template=database_template)
    settings = settings_of(urls, tmp_path_factory.mktemp("strict"), **dict.fromkeys(RATES, MOST), rate_key_percent=0)
    with Site(settings) as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def person(strict: Site) -> Person:
    """Somebody who has asked for nothing yet."""
    forget_rates(strict)
    return strict.person("Ana")


@pytest.fixture
def client(strict: Site, person: Person) -> Iterator[httpx.Client]:
    """Calls with a key of theirs."""
    with strict.client(person) as client:
        yield client


def ask(client: httpx.Client, **options: object) -> httpx.Response:
    return client.post("/api/agents/execute", json={"message": "What is 2 + 2?"}, **options)


def test_a_message_too_many_is_refused_with_the_limit_and_the_seconds_in_the_readers_language(
    client: httpx.Client,
) -> None:
    assert [ask(client).status_code for _ in range(MOST)] == [202] * MOST
    refused = ask(client)
    assert (refused.status_code, refused.headers["content-type"]) == (429, "application/problem+json")
    problem, seconds = refused.json(), int(refused.headers["retry-after"])
    assert (problem["code"], problem["limit"]) == ("rate-limit", "runs")
    assert 0 < seconds <= 15
    assert f"`runs` allows, {MOST} a minute; try again in " in problem["detail"]
    spanish = ask(client, headers={"Accept-Language": "es"}).json()
    assert f"del límite `runs`, {MOST} por minuto" in spanish["detail"].replace("permite el", "del")
    assert len(client.get("/api/agents/executions").json()["executions"]) == MOST


@pytest.mark.parametrize(
    ("limit", "call"),
    [
        ("runs", lambda client: client.post("/api/v1/query", json={"query": "2 + 2"})),
        ("keys", lambda client: client.post("/api/keys", json={"name": "one more", "scopes": ["read"]})),
        ("uploads", lambda client: client.post("/api/files", files={"file": ("a.txt", b"Hello")})),
        ("uploads", lambda client: client.post("/api/documents/text", json={"title": "A", "content": "B"})),
        ("searches", lambda client: client.get("/api/search", params={"q": "tax"})),
        ("searches", lambda client: client.get("/api/documents/search", params={"q": "tax"})),
        ("searches", lambda client: client.get("/api/knowledge/search", params={"q": "tax"})),
    ],
)
def test_each_limit_holds_where_it_should(client: httpx.Client, limit: str, call: object) -> None:
    answers = [call(client) for _ in range(MOST + 1)]  # type: ignore[operator]
    assert [answer.is_success for answer in answers] == [True] * MOST + [False], answers[0].text
    assert (answers[-1].status_code, answers[-1].json()["limit"]) == (429, limit)


def test_a_session_and_a_key_of_one_person_count_together_and_others_are_not_held_up(
    strict: Site, person: Person, client: httpx.Client
) -> None:
    own = {"Cookie": f"bailiwick_session={person.session}", "Sec-Fetch-Site": "same-origin"}
    with strict.client(headers=own) as browser, strict.client(strict.person("Ben")) as other:
        assert [ask(client).status_code for _ in range(MOST)] == [202] * MOST
        assert ask(browser).status_code == 429
        assert ask(other).status_code == 202


def test_what_was_refused_is_not_kept_as_the_answer_to_its_key(strict: Site, client: httpx.Client) -> None:
    for _ in range(MOST):
        ask(client)
    once = {"Idempotency-Key": "once"}
    assert ask(client, headers=once).status_code == 429
    forget_rates(strict)
    again = ask(client, headers=once)
    assert (again.status_code, again.headers.get("idempotency-replayed")) == (202, None)


def test_sending_a_message_asks_one_statement_more_and_reading_none(
    strict: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(client)
    asked = counted(monkeypatch, strict.loop)
    assert ask(client).status_code == 202
    assert [name for _, name in asked].count("take") == 1
    asked.clear()
    for path in ("/api/agents/executions", "/api/conversations", "/api/agents", "/api/documents", "/api/keys"):
        assert client.get(path).status_code == 200
    assert "take" not in [name for _, name in asked]


def test_who_may_not_do_it_at_all_is_told_that_and_counts_for_nothing(strict: Site) -> None:
    from bailiwick.people.records import Scope

    forget_rates(strict)
    weak = strict.person("Weak", (Scope.READ,))
    with strict.client(weak) as client:
        assert {ask(client).status_code for _ in range(MOST + 1)} == {403}
    with strict.client() as nobody:
        assert {ask(nobody).status_code for _ in range(MOST + 1)} == {401}


def test_the_hourly_upkeep_deletes_what_is_over(strict: Site, client: httpx.Client) -> None:
    ask(client)

    async def kept() -> tuple[int, int]:
        async with strict.platform.database.without_user() as connection:
            before = await connection.fetchval("select count(*) from rate_buckets")
            change = "update rate_buckets set empty_at = $1"
            await connection.execute(change, datetime.now(UTC) - timedelta(hours=1))
        from bailiwick.kernel.rate_limits import RateLimits

        await strict.platform[RateLimits].forget()
        async with strict.platform.database.without_user() as connection:
            return before, await connection.fetchval("select count(*) from rate_buckets")

    before, after = strict.run(kept())
    assert before > 0
    assert after == 0
