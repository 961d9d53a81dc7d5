"""Fixtures of the stories that are told in a real browser.

    def test_a_message_is_answered(web):
        page = web.open("/chat")                     # signed in as somebody new, 1440 x 900, light, English
        page.get_by_role("textbox").fill("2 + 2")
        ...
        assert axe(page) == []                        # from browser.axe
        web.shot(page, "chat")

`web.open(…)` takes `viewport=PHONE`, `dark=True`, `locale="es-ES"`, `person=`, `signed_in=False` and `allow=[…]`.
A console error, an uncaught exception, a violation of the content security policy or a request to another origin
fails the test, unless `allow` holds a piece of its text. A failed test leaves a picture of each page, and a trace
when it failed also the second time.

`site` is one running product for the tests of a worker; `web.site` is the same. `start_site(model=…)` starts another
one for a single test, on a database of its own, and `start_shared_site(model=…)` one for the tests of a file; open its
pages with `web.open(…, site=…)`. All can `restart()`, which only a test does whose site is its own.

A story that needs an answer unfinished keeps it so with `hold.at(word)` until `hold.go_on()`.

Playwright keeps an event loop on this thread: these tests cannot call `asyncio.run`; `site.site.run(…)` does their
asynchronous work on the loop of the server.
"""

import os
import secrets
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from bailiwick.faces.web import WebApp
from browser.chromium import ADVICE, find_chromium
from browser.hold import Hold, holding
from browser.live import LiveSite
from browser.web import PATIENCE, Web
from support.postgres import TestServer

HERE = Path(__file__).parent
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page lives for seconds: what would make its code faster takes more processor time than it saves.
    "--js-flags=--no-opt --no-maglev",
    # Whatever a page or the browser itself asks for: nothing leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A story that fails is told once more (decision 0019); the summary names it, also when it passes then.

    It may wait several times for a page, as long as `PATIENCE` each time.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium without windows; the end of the folder ends it, since its loop would be in the way of others."""
    if WebApp.read().index is None:
        pytest.skip("the web app has not been built: run `make ui`")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        program = find_chromium(playwright.chromium.executable_path)
        if program is None:
            pytest.skip(ADVICE)
        with playwright.chromium.launch(executable_path=program, args=FLAGS) as browser:
            yield browser


@pytest.fixture(scope="package")
def site(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A running product with the offline model, whose data the tests of this worker share."""
    name = f"browser_{os.getpid()}_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with LiveSite(urls, tmp_path_factory.mktemp("browser-site")) as site:
        yield site
    postgres.drop(name)


@contextmanager
def _starting(postgres: TestServer, template: str, folder: Path) -> Iterator[Callable[..., LiveSite]]:
    started: list[tuple[LiveSite, str]] = []

    def start(**settings: Any) -> LiveSite:
        name = f"browser_{os.getpid()}_{secrets.token_hex(4)}"
        home = folder / name
        home.mkdir()
        site = LiveSite(postgres.create(name, template=template), home, **settings)
        site.__enter__()
        started.append((site, name))
        return site

    yield start
    for site, name in started:
        site.stop()
        postgres.drop(name)


@pytest.fixture
def start_site(postgres: TestServer, database_template: str, tmp_path: Path) -> Iterator[Callable[..., LiveSite]]:
    """Start products for one test: `start_site(model=…)`, with any settings."""
    with _starting(postgres, database_template, tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def start_shared_site(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., LiveSite]]:
    """Start products for the tests of a file, each of which is about somebody new: see `start_site`."""
    with _starting(postgres, database_template, tmp_path_factory.mktemp("shared-site")) as start:
        yield start


@pytest.fixture
def web(browser: Browser, site: LiveSite, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Web]:
    """The browser of one test; see above. Steps are recorded when a story is told for the second time."""
    told_before: int = getattr(request.node, "execution_count", 1) - 1
    web = Web(browser, site, tmp_path / "browser", traced=told_before > 0)
    yield web
    web.close()


@pytest.fixture
def hold() -> Iterator[Hold]:
    """Scripted answers of the sites of this test that are kept at a word: `hold.at(…)`, `hold.go_on()`."""
    with holding() as hold:
        yield hold


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test whose pages complained, and keep pictures and traces of every failure."""
    web = getattr(item, "funcargs", {}).get("web")
    if not isinstance(web, Web):
        return (yield)
    try:
        result = yield
        web.check()
    except (Exception, pytest.fail.Exception) as failure:
        web.keep()
        failure.add_note(f"Pictures and traces of the pages: {web.folder}")
        raise
    return result
