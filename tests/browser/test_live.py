"""What happens elsewhere appears by itself: other browsers, losses of connection, restarts, reloads."""

import os
import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from bailiwick.kernel.events.facts import MainIterated
from bailiwick.kernel.events.store import EventStore
from browser.calls import ask, change, submit
from browser.hold import Hold
from browser.live import LiveSite
from browser.web import Web
from support.postgres import TestServer

AGENT = "peter-logical"
WORDS = [f"word{number:03}" for number in range(1, 61)]
ANSWER = " ".join(WORDS)
MIDDLE = WORDS[30]
"""Where stories keep the slow answer while they do something in the middle of it."""
SCRIPT = f"""
[[rule]]
user = "slowly"
[[rule.turn]]
text = "{ANSWER}"
pace = 60

[[turn]]
text = "This is answer {{turn}}."
"""
LOST = ("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "status of 503")
"""What a browser writes into its console, by itself, when a server goes away."""


@pytest.fixture(scope="module")
def site(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A site of its own, because these tests stop it, with a model that can speak slowly."""
    folder = tmp_path_factory.mktemp("live")
    script = folder / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    name = f"browser_live_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    with LiveSite(urls, folder, model=f"scripted:{script}") as site:
        yield site
    postgres.drop(name)


def connection(page: Page) -> Locator:
    """What the bar at the top says about the connection."""
    return page.get_by_role("banner").get_by_role("status")


def tell_me_slowly(page: Page) -> None:
    """Ask for the slow answer."""
    field = page.get_by_role("textbox", name="Message to Peter")
    field.fill("Tell me slowly")
    field.press("Enter")


def answer(page: Page) -> Locator:
    """The words of the slow answer."""
    return page.get_by_role("article").last.get_by_text(re.compile("^word001"))


def begun(page: Page) -> None:
    """Wait until some of the answer is there, and see that it is not all."""
    expect(answer(page)).to_contain_text("word005")
    expect(answer(page)).not_to_contain_text(WORDS[-1])


def complete(page: Page) -> None:
    """Wait for the whole answer: every word, once, in order."""
    expect(answer(page)).to_have_text(ANSWER, timeout=30_000)
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("button", name="Copy the answer")).to_be_visible()


def rounds(web: Web, user_id: str, first: int, count: int) -> None:
    """Store events that one can tell apart."""
    site = web.site.site
    events = [MainIterated(agent=AGENT, iteration=number, limit=900) for number in range(first, first + count)]
    site.run(site.platform.stores[EventStore].append(user_id, events, agent=AGENT))


def test_another_browser_sees_what_the_first_one_does(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, "Compare two caches", agentId=AGENT)
    first, second = web.open("/chat", person=person), web.open("/chat", person=person)
    titles = [page.get_by_role("navigation", name="Conversations") for page in (first, second)]
    expect(titles[1].get_by_role("link", name="Compare two caches")).to_be_visible()
    thread = titles[0].get_by_role("link", name="Compare two caches")
    thread.focus()
    first.keyboard.press("F2")
    first.keyboard.type("Caches, old and new")
    first.keyboard.press("Enter")
    expect(titles[1].get_by_role("link", name="Caches, old and new")).to_be_visible()
    expect(titles[1].get_by_role("link", name="Compare two caches")).to_have_count(0)

    second.goto("/agents")
    expect(second.get_by_role("heading", name="Peter")).to_be_visible()
    first.goto("/agents/new")
    first.get_by_role("textbox", name="Name", exact=True).fill("Quokka keeper")
    first.get_by_role("button", name=re.compile("^(Save|Create)")).first.click()
    expect(second.get_by_role("heading", name="Quokka keeper")).to_be_visible()


def test_another_browser_sees_a_conversation_go(web: Web) -> None:
    person = web.site.person()
    gone = ask(web.site, person, "Compare two caches", agentId=AGENT)
    ask(web.site, person, "Keep this one", agentId="ami-creative")
    page = web.open("/chat", person=person)
    threads = page.get_by_role("navigation", name="Conversations")
    expect(threads.get_by_role("link", name="Compare two caches")).to_be_visible()
    change(web.site, person, "DELETE", f"/api/conversations/{gone['conversationId']}")
    expect(threads.get_by_role("link", name="Compare two caches")).to_have_count(0)
    expect(threads.get_by_role("link", name="Keep this one")).to_be_visible()


def test_an_answer_appears_in_every_browser_that_looks_at_the_thread(web: Web, hold: Hold) -> None:
    hold.at(MIDDLE)
    person = web.site.person()
    first, second = web.open("/chat?agent=peter-logical", person=person), web.open("/chat", person=person)
    expect(second.get_by_role("heading", level=1)).to_be_visible()
    tell_me_slowly(first)
    second.get_by_role("navigation", name="Conversations").get_by_role("link", name="Tell me slowly").click()
    begun(second)
    hold.go_on()
    complete(second)
    complete(first)


def test_a_reload_in_the_middle_of_an_answer_loses_nothing(web: Web, hold: Hold) -> None:
    hold.at(MIDDLE)
    page = web.open("/chat?agent=peter-logical")
    tell_me_slowly(page)
    begun(page)
    page.reload()
    begun(page)
    hold.go_on()
    complete(page)
    page.reload()
    complete(page)


def test_leaving_the_thread_and_coming_back_loses_nothing(web: Web, hold: Hold) -> None:
    hold.at(MIDDLE)
    person = web.site.person()
    execution = submit(web.site, person, "Tell me slowly", agentId=AGENT)
    page = web.open(f"/chat/{execution['conversationId']}", person=person)
    begun(page)
    page.get_by_role("navigation", name="Main navigation").first.get_by_role("link", name="Agents").click()
    expect(page.get_by_role("heading", name="Agents", level=1)).to_be_visible()
    page.go_back()
    expect(answer(page)).to_contain_text("word008")
    hold.go_on()
    complete(page)


def test_a_restart_of_the_server_in_the_middle_of_an_answer_loses_nothing(web: Web, hold: Hold) -> None:
    hold.at(MIDDLE)
    person = web.site.person()
    web.allow(*LOST)
    execution = submit(web.site, person, "Tell me slowly", agentId=AGENT)
    page = web.open(f"/chat/{execution['conversationId']}", person=person)
    begun(page)
    web.site.restart()
    hold.go_on()
    expect(connection(page)).to_have_text("Live")
    complete(page)


def test_a_lost_connection_is_shown_and_comes_back_with_nothing_missed(web: Web) -> None:
    person = web.site.person()
    web.allow(*LOST)
    rounds(web, person.user_id, 1, 3)
    page = web.open("/debug", person=person)
    events = page.get_by_role("listbox", name="Events").get_by_role("option")
    expect(events).to_have_count(3)
    expect(connection(page)).to_have_text("Live")
    web.site.stop()
    expect(page.get_by_text("The connection to the server is lost.")).to_be_visible()
    expect(connection(page)).to_have_text("Connection lost. Trying again…")
    # What is there stays there.
    expect(events).to_have_count(3)
    web.site.start()
    rounds(web, person.user_id, 4, 5)
    expect(connection(page)).to_have_text("Live")
    expect(page.get_by_text("The connection to the server is lost.")).to_have_count(0)
    expect(events).to_have_count(8)
    told = [re.search(r"Round (\d+) of", text) for text in events.all_inner_texts()]
    assert [int(found[1]) for found in told if found] == list(range(1, 9))


def test_a_page_that_is_asked_for_while_the_server_is_away_shows_itself_when_it_is_back(web: Web) -> None:
    web.allow(*LOST, "Failed to fetch dynamically imported module")
    page = web.open("/settings")
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    web.site.stop()
    page.get_by_role("navigation", name="Main navigation").first.get_by_role("link", name="Events").click()
    expect(connection(page)).to_have_text("Connection lost. Trying again…")
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    web.site.start()
    expect(page.get_by_role("heading", name="Events", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="Nothing has happened yet")).to_be_visible()
