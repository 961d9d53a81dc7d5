"""The web app comes out of the package: its page under every address of the app, its files, and nothing else."""

import gzip
import os
import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from bailiwick.faces.web import BROUGHT, OURS, WebApp, takes_gzip
from bailiwick.kernel.platform import Working
from support.built import FILES, NAMES, SCRIPT, built_web_app
from support.postgres import TestServer
from support.site import Site, settings_of

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
SCRIPT_NAME = "/assets/index-JFiRLYgw.js"


@pytest.fixture
def browser(site: Site) -> Iterator[httpx.Client]:
    """Asks as the address bar of a browser does, signed out."""
    with site.client(headers=BROWSER) as client:
        yield client


@pytest.fixture(scope="module")
def elsewhere(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Site]]:
    """Start sites without a worker that serve another web app or below another path."""
    started: list[tuple[Site, str]] = []

    def start(web_app: WebApp, **settings: str) -> Site:
        name = f"elsewhere_{os.getpid()}_{len(started)}"
        urls = postgres.create(name, template=database_template)
        site = Site(settings_of(urls, tmp_path_factory.mktemp(name), **settings), working=Working.NO, web_app=web_app)
        site.__enter__()
        started.append((site, name))
        return site

    yield start
    for site, name in started:
        site.__exit__()
        postgres.drop(name)


def nonce_of(page: httpx.Response) -> str:
    """Return the nonce that a page gives to its scripts, after checking that its policy says the same."""
    found = re.search(r'<meta name="csp-nonce" content="([\w-]{22})"', page.text)
    assert found, page.text
    policy = page.headers["content-security-policy"].split("; ")
    assert f"style-src 'self' 'nonce-{found[1]}'" in policy
    assert "script-src 'self'" in policy
    assert "worker-src 'self'" in policy
    return found[1]


def is_the_app(page: httpx.Response) -> bool:
    return page.headers["content-type"] == "text/html; charset=utf-8" and '<div id="root">' in page.text


@pytest.mark.parametrize("address", ["/", "/chat", "/chat/0197d1a5?view=steps", "/agents/peter-logical/edit", "/debug"])
def test_an_address_of_the_app_loads_it_without_a_session(browser: httpx.Client, address: str) -> None:
    page = browser.get(address)
    assert page.status_code == 200
    assert is_the_app(page)
    assert "set-cookie" not in page.headers
    assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("address", ["/nowhere", "/nowhere/else", "/chats", "/etc/passwd", "/..%2f..%2fetc", "/%2e%2e"])
def test_an_unknown_address_loads_the_app_in_a_browser_with_status_404(browser: httpx.Client, address: str) -> None:
    page = browser.get(address)
    assert page.status_code == 404
    assert is_the_app(page)
    nonce_of(page)


@pytest.mark.parametrize("address", ["/nowhere", "/api", "/api/nowhere", "/v1/models", "/mcp", "/assets/", "/docs/x"])
def test_a_program_gets_a_problem_at_an_unknown_address(stranger: httpx.Client, address: str) -> None:
    answer = stranger.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("first", sorted(OURS))
def test_a_browser_gets_a_problem_too_below_the_addresses_of_programs(browser: httpx.Client, first: str) -> None:
    answers_itself = first in {"login", "docs", "openapi.json", "healthz", "readyz", "metrics"}
    for address in [f"/{first}/nowhere", *([] if answers_itself else [f"/{first}"])]:
        answer = browser.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json"), address


def test_no_page_of_the_app_has_the_name_of_an_address_of_programs() -> None:
    assert not set(NAMES) & OURS


def test_every_page_that_the_app_has_is_in_its_navigation() -> None:
    router = (Path(__file__).parents[2] / "ui" / "src" / "app" / "router.tsx").read_text(encoding="utf-8")
    paths = re.findall(r"getParentRoute: \(\) => (\w+),\s*path: '/([^'/]*)", router)
    assert len(paths) == router.count("path: '/") > 3
    assert {first for parent, first in paths if parent == "rootRoute"} <= {*NAMES, BROUGHT}


def test_what_is_ours_by_a_fixed_name_is_not_taken_over(browser: httpx.Client) -> None:
    assert browser.get("/healthz").json() == {"status": "ok"}
    assert browser.get("/openapi.json").json()["openapi"]
    assert "API reference" in browser.get("/docs").text
    assert "Sign in" in browser.get("/login").text
    assert browser.get("/api/me").status_code == 401
    assert browser.get("/api/login").status_code == 405


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_the_app_is_only_read(browser: httpx.Client, method: str) -> None:
    assert browser.request(method, "/chat").status_code == 404
    assert browser.request(method, SCRIPT_NAME).status_code == 405


def test_each_page_has_a_nonce_of_its_own_and_is_not_kept(browser: httpx.Client) -> None:
    pages = [browser.get("/") for _ in range(20)]
    assert len({nonce_of(page) for page in pages}) == 20
    assert not [page for page in pages if "etag" in page.headers or page.headers["cache-control"] != "no-store"]
    assert "unsafe" not in pages[0].headers["content-security-policy"]
    assert "nonce" not in browser.get(SCRIPT_NAME).headers["content-security-policy"]


def test_files_whose_name_changes_with_their_content_are_kept_for_ever(browser: httpx.Client) -> None:
    for name in FILES:
        if name.startswith("assets/") and name != "assets/theme-1.js" and not name.endswith(".gz"):
            answer = browser.get(f"/{name}")
            assert answer.content == FILES[name]
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", name


@pytest.mark.parametrize("name", ["favicon.svg", "assets/theme-1.js"])
def test_files_with_a_lasting_name_are_asked_for_again(browser: httpx.Client, name: str) -> None:
    first = browser.get(f"/{name}")
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = browser.get(f"/{name}", headers={"If-None-Match": f'"other", {first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.get(f"/{name}", headers={"If-None-Match": '"other"'}).status_code == 200


def test_each_file_has_its_type_whatever_the_machine_thinks(browser: httpx.Client) -> None:
    types = {name: browser.get(f"/{name}").headers["content-type"] for name in FILES if not name.endswith((".gz", "m"))}
    assert types["assets/index-JFiRLYgw.js"] == "text/javascript; charset=utf-8"
    assert types["assets/index-xz-AyJsO.css"] == "text/css; charset=utf-8"
    assert types["assets/Main-Regular-Dr94JaBh.woff2"] == "font/woff2"
    assert types["favicon.svg"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        ("gzip, deflate, br", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("br", False),
        ("", False),
    ],
)
def test_a_file_is_compressed_for_those_who_take_it(site: Site, accepted: str, compressed: bool) -> None:
    with (
        site.client(headers={"Accept-Encoding": accepted}) as client,
        client.stream("GET", SCRIPT_NAME) as answer,
    ):
        body = b"".join(answer.iter_raw())
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers.get("content-encoding") == ("gzip" if compressed else None)
    assert int(answer.headers["content-length"]) == len(body)
    assert (gzip.decompress(body) if compressed else body) == SCRIPT
    assert takes_gzip(accepted) is compressed


def test_head_says_what_get_would_without_the_body(browser: httpx.Client) -> None:
    for address in ("/", "/nowhere", SCRIPT_NAME, "/favicon.svg"):
        get, head = browser.get(address), browser.head(address)
        assert (head.status_code, head.content) == (get.status_code, b"")
        same = ("content-type", "content-length", "cache-control")
        assert [head.headers[name] for name in same] == [get.headers[name] for name in same]


@pytest.mark.parametrize(
    "name",
    [
        "../index.html",
        "..%2findex.html",
        "%2e%2e/index.html",
        "..%5c..%5cweb.py",
        "/etc/passwd",
        "%00",
        "nothing.js",
        "index-JFiRLYgw.js.gz",
        "../built-from",
        "../../api/web.py",
        "index-JFiRLYgw.js/",
        "INDEX-JFIRLYGW.JS",
    ],
)
def test_nothing_but_the_files_of_the_app_can_be_asked_for(stranger: httpx.Client, name: str) -> None:
    answer = stranger.get(f"/assets/{name}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_the_first_page_and_the_stamp_are_no_files(stranger: httpx.Client) -> None:
    for name in ("index.html", "built-from", "assets/theme-1.js.map"):
        assert stranger.get(f"/{name}").status_code == 404


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "secret.txt"
    outside.write_text("secret")
    folder = tmp_path / "web"
    built_web_app(folder)
    (folder / "assets" / "out.txt").symlink_to(outside)
    (folder / "assets" / "up").symlink_to(tmp_path, target_is_directory=True)
    (folder / "assets" / "same.js").symlink_to(folder / "assets" / "theme-1.js")
    files = WebApp.read(folder).files
    assert not [name for name, file in files.items() if b"secret" in file.content]
    assert "assets/same.js" in files


def test_below_a_path_the_page_refers_to_files_there(elsewhere: Callable[..., Site], tmp_path: Path) -> None:
    site = elsewhere(built_web_app(tmp_path), root_path="/bw")
    with site.client(headers=BROWSER) as client:
        for address in ("/", "/chat/7"):
            page = client.get(address).text
            assert '<html lang="en" data-root="/bw">' in page
            assert re.findall(r'(?:src|href)="([^"]*)"', page) == [
                "/bw/favicon.svg",
                "/bw/assets/theme-1.js",
                f"/bw{SCRIPT_NAME}",
                "/bw/assets/index-xz-AyJsO.css",
            ]
        assert client.get(SCRIPT_NAME).content == SCRIPT


def test_a_path_with_markup_in_it_stays_text(tmp_path: Path) -> None:
    page = built_web_app(tmp_path).page('/"><script>', "n")
    assert 'data-root="/&quot;&gt;&lt;script&gt;"' in page
    assert 'src="/&quot;&gt;&lt;script&gt;/assets/theme-1.js"' in page


def test_without_a_build_the_first_page_says_how_to_make_one(elsewhere: Callable[..., Site], tmp_path: Path) -> None:
    site = elsewhere(WebApp.read(tmp_path / "nothing"))
    with site.client(headers=BROWSER) as client:
        page = client.get("/")
        assert page.status_code == 200
        assert "make ui" in page.text
        assert "/api/v1/query" in page.text
        assert "<script" not in page.text
        assert client.head("/").status_code == 200
        for address in ("/chat", "/nowhere", SCRIPT_NAME, "/favicon.svg"):
            assert client.get(address).headers["content-type"] == "application/problem+json", address
