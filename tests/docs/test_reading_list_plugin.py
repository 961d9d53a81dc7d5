"""The example plug-in with a table and a page does what its README says, as a user would install it."""

import ast
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest

from bailiwick.features.installation.backup.backup import write_backup
from bailiwick.features.installation.backup.restore import restore
from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.house import House
from bailiwick.kernel.loaded import Loaded
from bailiwick.people.records import UserRole
from bailiwick.plugins import Plugins
from bailiwick.tools.given_equipment import ToolEquipment
from docs.pages import ROOT
from support.attack import find_leaks
from support.installing import installed_from
from support.site import Person, Site, finished, settings_of

PLUGIN = ROOT / "examples" / "reading-list-plugin"
BOOKS = "/api/reading-list/books"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Have the plug-in be installed from now on."""

    def do() -> None:
        monkeypatch.syspath_prepend(str(installed_from(PLUGIN, tmp_path / "site")))
        monkeypatch.syspath_prepend(str(PLUGIN / "src"))

    return do


@contextmanager
def serving(urls: DatabaseUrls, home: Path) -> Iterator[Site]:
    with Site(settings_of(urls, home)) as site:
        yield site


def answer(site: Site, person: Person, message: str) -> str:
    with site.client(person) as client:
        begun = client.post("/api/agents/execute", json={"message": message})
        return finished(client, begun.json()["id"])["answer"]


def titles(site: Site, person: Person) -> list[str]:
    with site.client(person) as client:
        return [book["title"] for book in client.get(BOOKS).json()["books"]]


def its_pages(client: httpx.Client) -> list[dict[str, object]]:
    """What the web app is told of the pages of plug-ins that do not ship."""
    ships = ("databases", "notes", "shopify")
    return [page for page in client.get("/api/me").json()["pages"] if page["plugin"] not in ships]


def exported(site: Site, person: Person) -> dict[str, list[dict[str, object]]]:
    with site.client(person) as client:
        archive = zipfile.ZipFile(io.BytesIO(client.get("/api/account/export").content))
    return {
        name: [json.loads(line) for line in archive.read(name).splitlines()]
        for name in archive.namelist()
        if name.endswith(".jsonl")
    }


def test_it_uses_nothing_but_what_everybody_may():
    for file in (PLUGIN / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bailiwick"):
                assert node.module == "bailiwick.plugin" or node.module.startswith("bailiwick_reading_list"), file


def test_tools_endpoints_and_page_work_and_two_people_are_kept_apart(install, empty_database, home, tmp_path):
    install()
    urls = empty_database()
    with serving(urls, home) as site:
        assert site.platform[Loaded].problems == []
        ana, ben = site.person("Ana"), site.person("Ben")
        assert answer(site, ana, "I want to read Momo") == "“Momo” is on your reading list."
        assert answer(site, ana, "¿Qué libros quiero leer?") == "Por leer: Momo."
        assert answer(site, ben, "Which books do I want to read?") == "Your reading list is empty."

        with site.client(ana) as client:
            keyed = {"headers": {"Idempotency-Key": "k"}, "json": {"title": "Krabat"}}
            added, repeated = client.post(BOOKS, **keyed), client.post(BOOKS, **keyed)
            assert (added.status_code, repeated.json()) == (201, added.json())
            read = client.put(f"{BOOKS}/{added.json()['id']}", json={"finished": True}).json()
            assert (read["title"], read["finishedAt"] is None) == ("Krabat", False)
            assert client.post(BOOKS, json={"title": ""}).status_code == 422
            called = {"en": "Reading list", "es": "Lecturas"}
            page = {"plugin": "reading_list", "titles": called, "about": {}, "icon": "book-open", "section": ""}
            assert its_pages(client) == [page]
            script = client.get("/assets/plugins/reading_list/page.js")
            assert script.headers["content-type"].startswith("text/javascript")
            assert script.headers["cache-control"] == "no-cache"
            assert "export default" in script.text
            assert client.get("/assets/plugins/reading_list/plugin.py").status_code == 404
            assert client.get("/assets/plugins/reading_list/../plugin.py").status_code == 404
        with site.client(ben) as client:
            assert client.put(f"{BOOKS}/{added.json()['id']}", json={"finished": False}).status_code == 404
        with site.client() as client:
            assert client.get(BOOKS).status_code == 401
        assert (titles(site, ana), titles(site, ben)) == (["Momo", "Krabat"], [])
        for stranger in (ben.user_id, None):
            assert find_leaks(urls.app, "books", ana.user_id, stranger, schema="plugin_reading_list") == []


def test_what_the_product_does_to_peoples_rows_it_does_to_those_of_the_plug_in(install, empty_database, home):
    install()
    urls = empty_database()
    with serving(urls, home) as site:
        ana, ben = site.person("Ana"), site.person("Ben")
        for person in (ana, ben):
            for title in ("Momo", "Krabat", "Jim Knopf"):
                with site.client(person) as client:
                    assert client.post(BOOKS, json={"title": title}).status_code == 201
        long_ago = datetime.now(UTC) - timedelta(days=366)
        with psycopg.connect(urls.app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (ana.user_id,))
            change = "update plugin_reading_list.books set {} = %s where title = %s"
            connection.execute(change.format("finished_at"), (long_ago, "Krabat"))
            connection.execute(change.format("added_at"), (long_ago, "Momo"))

        house = site.platform
        assert isinstance(house, House)
        sweep = [duty for duty in house.duties if isinstance(duty, partial) and duty.func.__name__ == "delete_old"]
        (dust,) = house[Plugins].duties["reading_list"]
        assert "duties of reading_list" in house.kept_up
        for person in (ana, ben):
            for duty in sweep:
                site.run(duty(person.user_id))
            site.run(dust.work(house[ToolEquipment], person.user_id))
        assert titles(site, ana) == ["Jim Knopf", "Momo"]
        assert len(titles(site, ben)) == 3
        rows = exported(site, ana)["plugin_reading_list.books.jsonl"]
        assert {row["title"]: row["dusty"] for row in rows} == {"Momo": True, "Jim Knopf": False}

        with site.client(ana) as client:
            assert client.post("/api/account/erase", json={"confirm": "Ana"}).status_code == 204
        assert len(titles(site, ben)) == 3
        with psycopg.connect(urls.app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (ana.user_id,))
            assert connection.execute("select count(*) from plugin_reading_list.books").fetchone() == (0,)


def test_taken_away_it_leaves_its_table_and_finds_it_again(install, empty_database, home):
    urls = empty_database()
    with pytest.MonkeyPatch.context() as while_installed:
        site_folder = installed_from(PLUGIN, home / "site")
        while_installed.syspath_prepend(str(site_folder))
        while_installed.syspath_prepend(str(PLUGIN / "src"))
        with serving(urls, home) as site:
            ana, ben = site.person("Ana"), site.person("Ben")
            for person in (ana, ben):
                with site.client(person) as client:
                    client.post(BOOKS, json={"title": "Momo"})
    with serving(urls, home) as site:
        assert site.platform[Loaded].problems == []
        with site.client(ana) as client:
            assert client.get(BOOKS).status_code == 404
            assert client.get("/assets/plugins/reading_list/page.js").status_code == 404
            assert its_pages(client) == []
        assert answer(site, ana, "What is 21 * 2?")
        assert [row["title"] for row in exported(site, ana)["plugin_reading_list.books.jsonl"]] == ["Momo"]
        with site.client(ben) as client:
            assert client.post("/api/account/erase", json={"confirm": "Ben"}).status_code == 204
    install()
    with serving(urls, home) as site:
        assert titles(site, ana) == ["Momo"]


def test_a_backup_carries_the_table_and_needs_the_plug_in_to_be_restored(
    install, empty_database, postgres, home, tmp_path
):
    urls, target, file = empty_database(), empty_database(migrated=False), tmp_path / "all.zip"
    with pytest.MonkeyPatch.context() as while_installed:
        while_installed.syspath_prepend(str(installed_from(PLUGIN, home / "site")))
        while_installed.syspath_prepend(str(PLUGIN / "src"))
        with serving(urls, home) as site:
            ana = site.person("Ana")
            with site.client(ana) as client:
                client.post(BOOKS, json={"title": "Momo"})
    manifest = write_backup(urls.owner, file)
    assert manifest.plugins == {"notes": [1, 2, 3], "reading_list": [1]}
    with pytest.raises(Conflict) as refused:
        restore(target.owner, target.owner, file)
    assert refused.value.why is not None
    assert refused.value.why.code is InstallationReason.BACKUP_PLUGIN_ABSENT
    install()
    restore(target.owner, target.owner, file)
    with serving(target, home) as site:
        assert titles(site, ana) == ["Momo"]
        assert find_leaks(target.app, "books", ana.user_id, None, schema="plugin_reading_list") == []


def test_a_plug_in_whose_table_is_refused_brings_nothing_and_the_product_says_why(
    install, empty_database, home, monkeypatch
):
    install()
    urls = empty_database()
    with psycopg.connect(urls.owner) as connection:
        connection.execute("create schema plugin_reading_list")
        connection.execute("create table plugin_reading_list.others (id int primary key)")
    with serving(urls, home) as site:
        (problem,) = site.platform[Loaded].problems
        assert (problem.name, problem.error) == (
            "reading_list",
            "The table others needs a column user_id of type uuid: rows belong to people.",
        )
        ana = site.person("Ana", role=UserRole.ADMIN)
        assert answer(site, ana, "What is 21 * 2?")
        with site.client(ana) as client:
            assert client.get(BOOKS).status_code == 404
            assert its_pages(client) == []
            found = client.get("/api/doctor", headers={"Accept-Language": "es"}).text
        assert "needs a column user_id" in found or "necesita una columna user_id" in found
