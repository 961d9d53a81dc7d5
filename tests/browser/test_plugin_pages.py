"""A page that a plug-in brings is found, looks like the others, and works without a new build of the web app."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.axe import axe
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from docs.pages import ROOT
from support.installing import installed_from

PLUGIN = ROOT / "examples" / "reading-list-plugin"


@pytest.fixture
def site_with_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_site: Callable[..., LiveSite]) -> LiveSite:
    """A product in which the reading list is installed."""
    monkeypatch.syspath_prepend(str(installed_from(PLUGIN, tmp_path / "site")))
    monkeypatch.syspath_prepend(str(PLUGIN / "src"))
    return start_site()


def test_a_book_is_added_and_read_on_the_page_of_a_plug_in(web: Web, site_with_books: LiveSite) -> None:
    page = web.open("/", site=site_with_books)
    page.get_by_role("navigation").get_by_role("link", name="Reading list").click()
    expect(page.get_by_role("heading", level=1, name="Reading list")).to_be_visible()
    expect(page).to_have_title("Reading list · Bailiwick")
    expect(page.get_by_text("Nothing to read yet")).to_be_visible()
    page.get_by_role("textbox", name="Title of a book").fill("Momo")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="To read")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Momo")).to_be_visible()
    assert axe(page) == []
    web.shot(page, "plugin-page")
    page.get_by_role("button", name="I have read it: Momo").click()
    expect(page.get_by_role("heading", level=2, name="Read", exact=True)).to_be_visible()

    page.goto("/plugins/reading_list")
    expect(page.get_by_role("button", name="Read it again: Momo")).to_be_visible()
    page.get_by_role("button", name="Language: English").click()
    page.get_by_role("menuitem", name="Español").click()
    expect(page.get_by_role("heading", level=1, name="Lecturas")).to_be_visible()
    expect(page.get_by_role("button", name="Leerlo otra vez: Momo")).to_be_visible()


def test_the_page_of_a_plug_in_fits_a_phone_and_the_dark(web: Web, site_with_books: LiveSite) -> None:
    page = web.open("/plugins/reading_list", site=site_with_books, viewport=PHONE, dark=True)
    page.get_by_role("textbox", name="Title of a book").fill("The neverending story " * 9)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="neverending")).to_be_visible()
    assert too_wide(page) == []
    assert axe(page) == []
    web.shot(page, "plugin-page-phone")
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("menuitem", name="Reading list")).to_be_visible()


def test_a_page_that_fails_says_so_and_one_that_is_not_there_too(
    web: Web, site_with_books: LiveSite, tmp_path: Path
) -> None:
    page = web.open(None, site=site_with_books, allow=["503", "net::ERR_FAILED", "Failed to fetch"])
    page.route("**/assets/plugins/reading_list/page.js", lambda route: route.abort())
    page.goto("/plugins/reading_list")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/assets/plugins/reading_list/page.js")
    again.click()
    expect(page.get_by_text("Nothing to read yet")).to_be_visible()
    page.goto("/plugins/unheard_of")
    expect(page.get_by_role("heading", level=1, name="No such page")).to_be_visible()
