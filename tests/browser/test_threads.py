"""The list of threads beside the chat, and the choice of who answers."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person, finished, in_main_thread

WAITING = """
[[rule]]
user = "wait"
[[rule.turn]]
wait = "forever"

[[turn]]
text = "Done."
"""
TITLES = ("Taxes", "Recipes", "Holidays")


@contextmanager
def calling(site: LiveSite, person: Person) -> Generator[httpx.Client]:
    """A program that calls as `person`."""
    with site.site.client(person) as client:
        yield client


def begin(site: LiveSite, person: Person, *titles: str, agent: str = "peter-logical", **more: Any) -> list[str]:
    """Begin a thread of each title and return their ids."""
    with calling(site, person) as client:
        bodies = [{"agentId": agent, "title": title, **more} for title in titles]
        answers = [client.post("/api/conversations/create", json=body) for body in bodies]
    assert {answer.status_code for answer in answers} == {201}, answers[0].text
    return [answer.json()["id"] for answer in answers]


def titles_of(site: LiveSite, person: Person) -> set[str]:
    """Return what the server keeps."""
    with calling(site, person) as client:
        return {each["title"] for each in client.get("/api/conversations").json()["conversations"]}


def threads(page: Page) -> Locator:
    """The list."""
    return page.get_by_role("navigation", name="Conversations")


def thread(page: Page, title: str) -> Locator:
    """One thread of the list."""
    return threads(page).get_by_role("link", name=title)


def menu_of(page: Page, title: str, command: str) -> None:
    """Choose a command from the menu of a thread."""
    thread(page, title).hover()
    page.get_by_role("button", name=f"What to do with “{title}”").click()
    page.get_by_role("menuitem", name=command).click()


@pytest.fixture
def script(tmp_path: Path) -> str:
    """A model that waits for ever when it is told to."""
    path = tmp_path / "script.toml"
    path.write_text(WAITING, encoding="utf-8")
    return f"scripted:{path}"


def test_a_person_without_threads_is_told_how_to_begin(web: Web) -> None:
    page = web.open("/chat")
    expect(threads(page).get_by_role("heading", name="No conversations yet")).to_be_visible()
    expect(threads(page).get_by_role("link", name="Ask something")).to_be_visible()


def test_pinning_moves_a_thread_to_the_top_here_and_in_a_second_browser(web: Web) -> None:
    person = web.site.person()
    begin(web.site, person, *TITLES)
    page, other = web.open("/chat", person=person), web.open("/chat", person=person)
    expect(threads(page).get_by_role("link", name="minute")).to_have_count(0)
    expect(threads(page).get_by_role("heading")).to_have_text(["Today"])
    expect(thread(other, "Taxes")).to_be_visible()
    menu_of(page, "Taxes", "Pin")
    for each in (page, other):
        expect(threads(each).get_by_role("heading")).to_have_text(["Pinned", "Today"])
        expect(threads(each).locator("a[data-line]").first).to_contain_text("Taxes")
    menu_of(page, "Taxes", "Unpin")
    expect(threads(other).get_by_role("heading")).to_have_text(["Today"])


def test_renaming_with_the_keyboard_is_kept_and_escape_gives_it_up(web: Web) -> None:
    person = web.site.person()
    begin(web.site, person, *TITLES)
    page, other = web.open("/chat", person=person), web.open("/chat", person=person)
    expect(thread(other, "Recipes")).to_be_visible()
    thread(page, "Recipes").focus()
    page.keyboard.press("F2")
    title = threads(page).get_by_role("textbox", name="New title")
    expect(title).to_be_focused()
    title.fill("Nothing")
    page.keyboard.press("Escape")
    expect(thread(page, "Recipes")).to_be_focused()
    page.keyboard.press("F2")
    title.fill("Soups & <b>stews</b>")
    page.keyboard.press("Enter")
    for each in (page, other):
        expect(thread(each, "Soups & <b>stews</b>")).to_be_visible()
        expect(thread(each, "Recipes")).to_have_count(0)
    assert titles_of(web.site, person) == {"Taxes", "Soups & <b>stews</b>", "Holidays"}


def test_arrow_keys_move_through_the_list_and_enter_opens(web: Web) -> None:
    person = web.site.person()
    ids = begin(web.site, person, *TITLES)
    page = web.open("/chat", person=person)
    thread(page, "Holidays").focus()
    page.keyboard.press("ArrowDown")
    expect(thread(page, "Recipes")).to_be_focused()
    page.keyboard.press("End")
    expect(thread(page, "Taxes")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(thread(page, "Taxes")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/chat/{ids[0]}")
    expect(thread(page, "Taxes")).to_have_attribute("aria-current", "page")


def test_what_is_deleted_can_be_brought_back_and_is_gone_once_the_notice_is(web: Web) -> None:
    person = web.site.person()
    ids = begin(web.site, person, *TITLES)
    page, other = web.open(f"/chat/{ids[0]}", person=person), web.open("/chat", person=person)
    menu_of(page, "Recipes", "Delete")
    expect(thread(page, "Recipes")).to_have_count(0)
    assert titles_of(web.site, person) == set(TITLES)
    page.get_by_role("button", name="Undo").click()
    expect(thread(page, "Recipes")).to_be_visible()
    # The one that is open, by keyboard.
    thread(page, "Taxes").focus()
    page.keyboard.press("Delete")
    page.wait_for_url("**/chat")
    expect(thread(page, "Taxes")).to_have_count(0)
    expect(thread(other, "Taxes")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    expect(thread(other, "Taxes")).to_have_count(0)
    assert titles_of(web.site, person) == {"Recipes", "Holidays"}


def test_leaving_the_page_does_what_was_not_undone(web: Web) -> None:
    person = web.site.person()
    begin(web.site, person, *TITLES)
    page, other = web.open("/chat", person=person), web.open("/chat", person=person)
    expect(thread(other, "Taxes")).to_be_visible()
    menu_of(page, "Taxes", "Delete")
    page.goto("/favicon.svg")
    expect(thread(other, "Taxes")).to_have_count(0)
    assert titles_of(web.site, person) == {"Recipes", "Holidays"}


def test_a_thread_shows_that_it_runs_and_is_then_not_deleted(
    web: Web, start_site: Callable[..., LiveSite], script: str
) -> None:
    site = start_site(model=script)
    person = site.person()
    page = web.open("/chat", site=site, person=person)
    with calling(site, person) as client:
        begun = client.post(
            "/api/agents/execute", json=in_main_thread(client, "wait a moment", agentId="ami-creative")
        ).json()
        expect(thread(page, "wait a moment")).to_contain_text("running")
        menu_of(page, "wait a moment", "Delete")
        expect(page.get_by_text("Something is running in “wait a moment”").first).to_be_visible()
        expect(thread(page, "wait a moment")).to_be_visible()
        client.post(f"/api/agents/execution/{begun['id']}/cancel")
        finished(client, begun["id"])
    expect(thread(page, "wait a moment")).not_to_contain_text("running")
    menu_of(page, "wait a moment", "Delete")
    expect(thread(page, "wait a moment")).to_have_count(0)


def test_searching_looks_into_titles_and_messages_and_filters_narrow_it(web: Web) -> None:
    person = web.site.person()
    begin(web.site, person, "Sums", "More sums")
    begin(web.site, person, "Verses", agent="ami-creative")
    with calling(web.site, person) as client:
        asked = in_main_thread(client, "What is 12% of 340?", agentId="toby-technical", forceSupervised=True)
        finished(client, client.post("/api/agents/execute", json=asked).json()["id"])
        [about] = [
            each["id"]
            for each in client.get("/api/conversations", params={"mode": "supervised"}).json()["conversations"]
        ]
        client.patch(f"/api/conversations/{about}", json={"title": "Discount"})
    page = web.open("/chat", person=person)
    search = threads(page).get_by_role("searchbox", name="Search conversations")
    search.fill("SUMS")
    expect(threads(page).locator("a[data-line]")).to_have_count(2)
    search.fill("12% of")
    expect(threads(page).locator("a[data-line]")).to_have_count(1)
    expect(thread(page, "Discount")).to_be_visible()
    search.fill("no such thing")
    threads(page).get_by_role("button", name="Show all").click()
    expect(threads(page).locator("a[data-line]")).to_have_count(4)
    threads(page).get_by_role("button", name="Filter and group").click()
    page.get_by_label("Mode", exact=True).select_option("Direct")
    expect(threads(page).locator("a[data-line]")).to_have_count(3)
    page.get_by_label("Agent", exact=True).select_option("Ami")
    expect(threads(page).locator("a[data-line]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(threads(page).get_by_text("Filtered by Ami and Direct")).to_be_visible()
    threads(page).get_by_role("button", name="Clear the filter").click()
    threads(page).get_by_role("button", name="Filter and group").click()
    page.get_by_role("radio", name="Agent").click()
    expect(threads(page).get_by_role("heading")).to_have_text(["Toby", "Ami", "Peter"])


def test_a_long_list_comes_in_pages_and_only_what_is_in_sight_is_drawn(web: Web) -> None:
    person = web.site.person()
    begin(web.site, person, *(f"Thread {number:03}" for number in range(130)))
    page = web.open("/chat", person=person)
    expect(thread(page, "Thread 129")).to_be_visible()
    expect(thread(page, "Thread 000")).to_have_count(0)
    thread(page, "Thread 129").hover()
    # At the end of each page the next one comes.
    for first_of_next in ("Thread 079", "Thread 029"):
        page.mouse.wheel(0, 100_000)
        expect(thread(page, first_of_next)).to_be_attached()
    page.mouse.wheel(0, 100_000)
    expect(thread(page, "Thread 000")).to_be_visible()
    assert threads(page).locator("a[data-line]").count() < 40
    thread(page, "Thread 000").focus()
    page.keyboard.press("Home")
    expect(thread(page, "Thread 129")).to_be_focused()


def test_nothing_in_a_title_is_taken_for_markup(web: Web) -> None:
    person = web.site.person()
    title = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    begin(web.site, person, title)
    page = web.open("/chat", person=person)
    expect(threads(page).get_by_text(title)).to_be_visible()
    assert threads(page).locator("img, script").count() == 0


def test_the_list_is_usable_on_a_phone_in_spanish_and_by_everybody(web: Web) -> None:
    person = web.site.person()
    begin(web.site, person, *TITLES)
    page = web.open("/chat", person=person, viewport=PHONE, locale="es-ES", dark=True)
    page.get_by_role("button", name="Conversaciones").first.click()
    listed = page.get_by_role("navigation", name="Conversaciones")
    expect(listed.get_by_role("heading")).to_have_text(["Hoy"])
    page.get_by_role("button", name="Qué hacer con «Taxes»").click()
    page.get_by_role("menuitem", name="Fijar").click()
    expect(listed.get_by_role("heading")).to_have_text(["Fijadas", "Hoy"])
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_answers_is_found_by_name_and_chosen_with_the_keyboard(web: Web) -> None:
    page = web.open("/chat")
    page.get_by_role("button", name="Who answers: Cleo decides").click()
    page.keyboard.type("math")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Who answers: Peter")).to_be_visible()
    page.get_by_role("button", name="Who answers: Peter").click()
    page.keyboard.type("nobody of that name")
    expect(page.get_by_text("No agent is called “nobody of that name”.")).to_be_visible()


def test_the_choice_says_who_is_paused_and_who_cannot_answer_and_why(web: Web) -> None:
    person = web.site.person()
    with calling(web.site, person) as client:
        made = {
            "id": "wanda",
            "name": "Wanda",
            "description": "Weather",
            "tags": ["weather"],
            "model": "anthropic:claude-x",
        }
        assert client.post("/api/agents/create", json=made).status_code == 201
        assert client.put("/api/agents/ami-creative", json={"status": "paused"}).status_code == 200
    page = web.open("/chat", person=person)
    page.get_by_role("button", name="Who answers").click()
    expect(page.get_by_role("option", name="Ami")).to_contain_text("paused")
    expect(page.get_by_role("option", name="Ami")).to_be_disabled()
    wanda = page.get_by_role("option", name="Wanda")
    expect(wanda).to_contain_text("cannot answer")
    expect(wanda).to_contain_text("set ANTHROPIC_API_KEY")
    expect(page.get_by_role("option", name="Toby")).to_contain_text("ready")
    assert axe(page) == []
