"""People invited, given a role, suspended and removed: what the database holds, and what HTTP answers."""

import asyncio
import threading

import httpx
import psycopg
import pytest

from bailiwick.features.account.persons_store import PersonStore
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.people.actions import People
from bailiwick.people.records import FIRST_OWNER_ID, UserRole
from support.people import add_user
from support.rates import forget_rates
from support.site import Person, Site

PASSWORD = "green table 42 moon"


def invite(client: httpx.Client, name: str, **more: str) -> dict:
    answer = client.post("/api/people", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def token_of(invitation: dict) -> str:
    return invitation["path"].partition("token=")[2]


def come_in(client: httpx.Client, invitation: dict, name: str) -> httpx.Response:
    body = {"token": token_of(invitation), "signInName": name, "password": PASSWORD}
    return client.post("/api/login/invitation", json=body)


@pytest.fixture(autouse=True)
def fresh_rates(site: Site) -> None:
    forget_rates(site)


@pytest.fixture
def admin(site: Site) -> Person:
    return site.person("Ada", role=UserRole.ADMIN)


def test_a_person_who_is_invited_comes_in_once_and_signs_in_with_a_password_from_then_on(
    site: Site, admin: Person
) -> None:
    with site.client(admin) as ada, site.client() as new, site.client() as again:
        invitation = invite(ada, "Nora", signInName="Nora@Example.org")
        assert invitation["person"]["state"] == "invited"
        assert invitation["person"]["signInName"] == "nora@example.org"
        assert come_in(new, invitation, "nora").json()["user"]["name"] == "Nora"
        assert new.get("/api/me").json()["user"]["role"] == "member"
        assert "metrics" not in new.get("/api/me").json()["scopes"]
        assert come_in(again, invitation, "nora").status_code == 401
        signed_in = again.post("/api/login/password", json={"signInName": "NORA", "password": PASSWORD})
        assert signed_in.status_code == 200
        assert again.get("/api/me").json()["user"]["name"] == "Nora"
        nora = invitation["person"]["id"]
        (line,) = [each for each in ada.get("/api/people").json()["people"] if each["id"] == nora]
        assert (line["state"], line["signInName"]) == ("active", "nora")
        # Who has come in is given no link: whoever held it could read what is theirs.
        assert ada.post(f"/api/people/{nora}/invitation").status_code == 409


def test_a_weak_password_or_a_taken_name_leaves_the_invitation_as_it_was(site: Site, admin: Person) -> None:
    with site.client(admin) as ada, site.client() as first, site.client() as second:
        assert come_in(first, invite(ada, "Uma"), "uma").status_code == 200
        invitation = invite(ada, "Uma Two")
        for password in ("short", "password1234", "contraseña1", "uma two 12"):
            body = {"token": token_of(invitation), "signInName": "uma2", "password": password}
            answer = second.post("/api/login/invitation", json=body)
            assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "password"), password
        taken = come_in(second, invitation, "UMA")
        assert (taken.status_code, taken.json()["errors"][0]["field"]) == (422, "signInName"), taken.text
        assert come_in(second, invitation, "uma2").status_code == 200


def test_an_invitation_repeated_with_its_key_makes_one_person_and_shows_the_link_once(
    site: Site, admin: Person
) -> None:
    with site.client(admin, headers={"Idempotency-Key": "one-invitation"}) as ada:
        first, second = invite(ada, "Otto"), invite(ada, "Otto")
    assert (first["person"]["id"], second["path"]) == (second["person"]["id"], None)
    with site.client() as otto:
        assert come_in(otto, first, "otto").status_code == 200


def test_a_new_link_ends_the_one_before(site: Site, admin: Person) -> None:
    with site.client(admin) as ada, site.client() as ines:
        first = invite(ada, "Ines")
        second = ada.post(f"/api/people/{first['person']['id']}/invitation").json()
        assert come_in(ines, first, "ines").status_code == 401
        assert come_in(ines, second, "ines").status_code == 200


def test_who_is_suspended_is_out_everywhere_until_resumed(site: Site, admin: Person) -> None:
    with site.client(admin) as ada, site.client(headers={"Origin": site.url}) as luis:
        luis_id = invite(ada, "Luis")["person"]["id"]
        link = ada.post(f"/api/people/{luis_id}/invitation").json()
        assert come_in(luis, link, "luis").status_code == 200
        key = luis.post("/api/keys", json={"name": "script"}).json()["secret"]
        with site.client(headers={"Authorization": f"Bearer {key}"}) as script:
            assert script.get("/api/me").status_code == 200
            assert ada.patch(f"/api/people/{luis_id}", json={"suspended": True}).json()["state"] == "suspended"
            assert (luis.get("/api/me").status_code, script.get("/api/me").status_code) == (401, 401)
            body = {"signInName": "luis", "password": PASSWORD}
            assert luis.post("/api/login/password", json=body).status_code == 401
            assert ada.patch(f"/api/people/{luis_id}", json={"suspended": False}).json()["state"] == "active"
            # A session has ended; a key works again.
            assert (luis.get("/api/me").status_code, script.get("/api/me").status_code) == (401, 200)
            assert luis.post("/api/login/password", json=body).status_code == 200


def test_an_administrator_neither_makes_nor_changes_nor_removes_owners(site: Site, admin: Person) -> None:
    with site.client(admin) as ada:
        assert ada.post("/api/people", json={"name": "X", "role": "owner"}).status_code == 403
        member = invite(ada, "Max")["person"]["id"]
        assert ada.patch(f"/api/people/{member}", json={"role": "owner"}).status_code == 403
        assert ada.patch(f"/api/people/{member}", json={"role": "admin"}).json()["role"] == "admin"
        assert ada.patch(f"/api/people/{FIRST_OWNER_ID}", json={"suspended": True}).status_code == 403
        assert ada.delete(f"/api/people/{FIRST_OWNER_ID}", params={"confirm": "Owner"}).status_code == 403
        assert ada.patch(f"/api/people/{admin.user_id}", json={"suspended": True}).status_code == 409


def test_the_last_owner_cannot_be_lost_and_ownership_can_be_handed_over(empty_database) -> None:
    urls, heir = empty_database(), "01900000-0000-7000-8000-000000000003"
    with psycopg.connect(urls.app) as connection:
        add_user(connection, heir)

    async def story() -> None:
        async with Database(urls.app) as database:
            store = Stores(database)[PersonStore]
            for role, suspended in ((UserRole.ADMIN, False), (UserRole.OWNER, True)):
                with pytest.raises(Conflict):
                    await store.change(FIRST_OWNER_ID, FIRST_OWNER_ID, "Owner", role, suspended=suspended)
            await store.change(FIRST_OWNER_ID, heir, "Heir", UserRole.OWNER, suspended=False)
            former = await store.change(heir, FIRST_OWNER_ID, "Owner", UserRole.MEMBER, suspended=False)
            assert former.role is UserRole.MEMBER
            with pytest.raises(NotFound):  # who administers no longer sees others no longer
                await store.person(FIRST_OWNER_ID, heir)

    asyncio.run(story())


def test_nothing_begins_by_itself_for_who_is_suspended(empty_database) -> None:
    urls, away = empty_database(), "01900000-0000-7000-8000-000000000004"
    with psycopg.connect(urls.app) as connection:
        add_user(connection, away)
        connection.execute("update users set schedules_due_at = now() where user_id = %s", (away,))

    async def story() -> tuple[bool, bool]:
        directory = Directory(urls.owner)
        try:
            _, due = await directory.due()
            return away in await directory.active(), away in {user for user, _ in due}
        finally:
            await directory.aclose()

    assert asyncio.run(story()) == (True, True)
    with psycopg.connect(urls.app) as connection:
        act_as(connection, FIRST_OWNER_ID)
        connection.execute("update users set suspended_at = now() where user_id = %s", (away,))
    assert asyncio.run(story()) == (False, False)


def test_a_person_is_removed_with_everything_of_theirs_once_the_name_is_typed(site: Site, admin: Person) -> None:
    gone = site.person("Gus")
    with site.client(admin) as ada, site.client(gone) as gus:
        assert ada.delete(f"/api/people/{gone.user_id}", params={"confirm": "Guz"}).status_code == 422
        assert ada.delete(f"/api/people/{gone.user_id}", params={"confirm": "Gus"}).status_code == 204
        assert gus.get("/api/me").status_code == 401
        assert gone.user_id not in {each["id"] for each in ada.get("/api/people").json()["people"]}


def test_a_lowered_administrator_loses_keys_that_read_the_figures_of_all(site: Site) -> None:
    lowered, owner = site.person("Lea", role=UserRole.ADMIN), site.person("Olaf", role=UserRole.OWNER)
    with site.client(lowered) as lea, site.client(owner) as olaf:
        secret = lea.post("/api/keys", json={"name": "graphs", "scopes": ["metrics"]}).json()["secret"]
        with site.client(headers={"Authorization": f"Bearer {secret}"}) as graphs:
            assert graphs.get("/metrics").status_code == 200
            olaf.patch(f"/api/people/{lowered.user_id}", json={"role": "member"})
            assert graphs.get("/metrics").status_code == 401


def test_guessing_a_password_is_refused_after_a_while(site: Site) -> None:
    body = {"signInName": "ghost", "password": "x"}
    with site.client() as guesser:
        tried = [guesser.post("/api/login/password", json=body)]
        while tried[-1].status_code == 401 and len(tried) < 100:
            tried.append(guesser.post("/api/login/password", json=body))
    assert tried[-1].status_code == 429
    assert int(tried[-1].headers["retry-after"]) > 0
    assert len(tried) > 10  # the limit is 20 a minute
    assert len({each.json()["detail"] for each in tried[:-1]}) == 1


def test_a_new_password_needs_the_old_one_and_ends_the_other_sessions(site: Site) -> None:
    link = site.run(site.platform[People].login_link(site.person("Eva").user_id))
    token = link.partition("token=")[2]
    with site.client(headers={"Origin": site.url}) as eva, site.client() as elsewhere:
        assert eva.post("/api/login", json={"token": token}).status_code == 200
        body = {"signInName": "eva", "password": PASSWORD}
        assert eva.put("/api/me/password", json=body).json()["signInName"] == "eva"
        assert elsewhere.post("/api/login/password", json=body).status_code == 200
        assert len(eva.get("/api/me/sessions").json()["sessions"]) == 2
        new = {"signInName": "eva", "password": "another 7 words here"}
        assert eva.put("/api/me/password", json=new).json()["errors"][0]["field"] == "current"
        assert eva.put("/api/me/password", json={**new, "current": PASSWORD}).status_code == 200
        assert (eva.get("/api/me").status_code, elsewhere.get("/api/me").status_code) == (200, 401)
        (session,) = eva.get("/api/me/sessions").json()["sessions"]
        assert session["this"]


def test_a_form_without_script_lets_an_invited_person_in_in_their_language(site: Site, admin: Person) -> None:
    with site.client(admin) as ada:
        token = token_of(invite(ada, "Rosa <b>"))
    with site.client(headers={"Accept-Language": "es", "Origin": site.url}) as rosa:
        page = rosa.get("/login", params={"token": token})
        assert "Te damos la bienvenida, Rosa &lt;b&gt;" in page.text
        form = {"token": token, "name": "rosa", "password": "corta"}
        refused = rosa.post("/login", data=form)
        assert (refused.status_code, "al menos 10 caracteres" in refused.text) == (422, True)
        assert rosa.post("/login", data={**form, "password": PASSWORD}).headers["location"] == "/"
        assert rosa.get("/api/me").json()["user"]["name"] == "Rosa <b>"
        wrong = rosa.post("/login", data={"name": "rosa", "password": "no es esa"})
        assert (wrong.status_code, "Nadie entra con ese nombre" in wrong.text) == (401, True)
        assert rosa.post("/login", data={"name": "Rosa", "password": PASSWORD}).status_code == 303


def act_as(connection: psycopg.Connection, user: str, *, all_people: bool = True) -> None:
    for name, value in (("user_id", user), ("people", "all" if all_people else "")):
        connection.execute("select set_config('bailiwick.' || %s, %s, true)", (name, value))


def test_the_database_shows_people_to_administrators_alone_and_only_when_they_ask(new_user_id, sync_app) -> None:
    member, admin = new_user_id(), new_user_id(role="admin")
    seen = {}
    with sync_app() as connection:
        for user, all_people in ((member, False), (member, True), (admin, False), (admin, True)):
            act_as(connection, user, all_people=all_people)
            seen[user, all_people] = {str(row[0]) for row in connection.execute("select user_id from users")}
    assert seen[member, False] == seen[member, True] == {member}
    assert seen[admin, False] == {admin}
    assert {member, admin, FIRST_OWNER_ID} <= seen[admin, True]


@pytest.mark.parametrize(
    ("actor", "statement"),
    [
        ("member", "update users set role = 'admin' where user_id = %(self)s"),
        ("member", "update users set suspended_at = now() where user_id = %(self)s"),
        ("member", "insert into users (user_id, name, role) values (gen_random_uuid(), 'X', 'member')"),
        ("member", "insert into administrators values (%(self)s)"),
        ("admin", "update users set role = 'owner' where user_id = %(self)s"),
        ("admin", "update users set role = 'owner' where user_id = %(other)s"),
        ("admin", "update users set role = 'member' where role = 'owner'"),
        ("admin", "insert into users (user_id, name, role) values (gen_random_uuid(), 'X', 'owner')"),
        ("admin", "insert into administrators values (%(other)s)"),
    ],
)
def test_the_database_refuses_rights_that_nobody_gave(new_user_id, sync_app, actor, statement) -> None:
    given = {"self": new_user_id(role=actor), "other": new_user_id()}
    with sync_app() as connection:
        act_as(connection, given["self"])
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement, given)


def test_of_two_owners_who_lower_each_other_at_once_one_stays(empty_database) -> None:
    urls = empty_database()
    other = "01900000-0000-7000-8000-000000000002"
    with psycopg.connect(urls.app) as connection:
        add_user(connection, other, role="owner")
    ready, outcomes = threading.Barrier(2), []

    def lower(by: str, whom: str) -> None:
        with psycopg.connect(urls.app) as connection:
            act_as(connection, by)
            ready.wait(30)
            try:
                connection.execute("update users set role = 'admin' where user_id = %s", (whom,))
                connection.commit()
                outcomes.append("lowered")
            except (psycopg.errors.RestrictViolation, psycopg.errors.InsufficientPrivilege):
                outcomes.append("refused")

    threads = [threading.Thread(target=lower, args=each) for each in ((FIRST_OWNER_ID, other), (other, FIRST_OWNER_ID))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(outcomes) == ["lowered", "refused"]
    with psycopg.connect(urls.owner) as connection:
        assert connection.execute("select count(*) from users where role = 'owner'").fetchone() == (1,)
