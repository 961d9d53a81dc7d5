"""Releases of routing: an edit waits, is tried on past messages, decides, and is taken back."""

from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import ask, calling, change
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person

CRASH = "My docker container keeps crashing"
SKI = [
    *(
        {"kind": "add", "agent": "ski", "field": "keywords", "value": word}
        for word in ("docker", "container", "crashing")
    ),
    {"kind": "add", "agent": "ski", "field": "patterns", "value": "docker container"},
]


def pin(site: LiveSite, person: Person, text: str, agent: str) -> None:
    """Make a golden case."""
    change(site, person, "POST", "/api/routing/golden", json={"text": text, "agent": agent})


def decided(site: LiveSite, person: Person, message: str) -> str | None:
    """Who would get a message now."""
    with calling(site, person) as client:
        agent: str | None = client.post("/api/routing/decide", json={"message": message}).json()["agent"]
        return agent


def retag(site: LiveSite, person: Person, agent: str, tag: str) -> None:
    """Give an agent one more tag, as its editor does."""
    with calling(site, person) as client:
        agents = client.get("/api/agents/sync").json()["agents"]
    tags = next(one["tags"] for one in agents if one["id"] == agent)
    change(site, person, "PUT", f"/api/agents/{agent}", json={"tags": [*tags, tag]})


def candidate(site: LiveSite, person: Person) -> int:
    """Make a candidate that sends a pinned message elsewhere, and return its number."""
    pin(site, person, CRASH, "toby-technical")
    made = change(
        site, person, "POST", "/api/routing/releases", json={"reason": "Ski knows its containers.", "edits": SKI}
    )
    number: int = made["number"]
    return number


def test_a_release_that_breaks_a_golden_case_is_published_only_with_a_reason(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, CRASH)
    ask(web.site, person, "What is 12 % of 340?")
    number = candidate(web.site, person)
    page = web.open("/routing?tab=releases", person=person)
    expect(page.get_by_role("heading", name=f"Release {number} waits")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="added + docker").last).to_be_visible()
    expect(page.get_by_role("heading", name="Golden cases it breaks")).to_be_visible()
    flip = page.get_by_role("button", name="Toby Ski 1")
    expect(flip).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("list", name="Messages")).to_contain_text(CRASH)
    page.get_by_role("button", name="As a table: Who gets the messages").click()
    shares = page.get_by_role("table", name="Who gets the messages")
    expect(shares.get_by_role("row").filter(has_text="Ski")).to_have_text("Ski01+1")
    assert axe(page) == []

    page.get_by_role("button", name="Publish", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Publish release {number}?")
    expect(dialog).to_contain_text("for Toby, would go to Ski")
    dialog.get_by_role("button", name="Publish anyway").click()
    expect(dialog.get_by_text("A release that breaks golden cases needs a reason.")).to_be_visible()
    assert axe(page) == []
    assert decided(web.site, person, CRASH) == "toby-technical"
    dialog.get_by_label("Why publish it anyway?").fill("Toby is on holiday.")
    dialog.get_by_role("button", name="Publish anyway").click()
    expect(page.get_by_role("heading", name="Nothing waits to be published")).to_be_visible()
    history = page.get_by_role("list", name="History")
    expect(history.get_by_role("listitem").first).to_contain_text(
        "Published although it broke golden cases: Toby is on"
    )
    assert decided(web.site, person, CRASH) == "ski"

    page.get_by_role("button", name="Actions for release 1", exact=True).click()
    page.get_by_role("menuitem", name="Roll back to this").click()
    back = page.get_by_role("dialog", name="Back to release 1?")
    expect(back).to_be_visible()
    page.keyboard.press("Escape")
    expect(history.get_by_role("button", name="Actions for release 1")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="Roll back to this").click()
    back.get_by_role("button", name="Roll back").click()
    expect(page.get_by_role("link", name=f"Release {number + 1}", exact=True)).to_be_visible()
    expect(history.get_by_role("listitem").first).to_contain_text("Back to release 1")
    assert decided(web.site, person, CRASH) == "toby-technical"


def test_edits_wait_once_publishing_at_once_is_off_and_can_be_tried_on_some_conversations(web: Web) -> None:
    person = web.site.person()
    page = web.open("/routing?tab=releases", person=person)
    expect(page.get_by_text("The agents as they ship")).to_be_visible()
    switch = page.get_by_role("switch", name="Publish edits at once")
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    expect(switch).to_be_enabled()  # it is stored
    retag(web.site, person, "notes", "jotter")
    expect(page.get_by_role("heading", name="Release 2 waits")).to_be_visible()
    expect(page.get_by_text("Notebook: tags changed").first).to_be_visible()
    page.get_by_role("button", name="Canary…").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Canary…")).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="A canary of release 2")
    dialog.get_by_role("slider", name="Share of the conversations").fill("25")
    expect(dialog.get_by_role("status")).to_have_text("25 %")
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Release 2 decides 25 % of the conversations as a canary")).to_be_visible()
    expect(page.get_by_text("no decision yet").first).to_be_visible()
    dialog_again = page.get_by_role("dialog", name="A canary of release 2")
    page.get_by_role("button", name="Change").click()
    dialog_again.get_by_role("slider").fill("100")
    dialog_again.get_by_role("button", name="Change").click()
    ask(web.site, person, "What is 12 % of 340?")
    expect(page.get_by_text("0 of 1 wrong (0%)")).to_be_visible()
    page.get_by_role("button", name="End the canary").click()
    expect(page.get_by_role("button", name="Canary…")).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("heading", name="Nothing waits to be published")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Release 2 waits")).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    page.get_by_role("listitem").filter(has_text="is discarded").get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("list", name="History").get_by_role("listitem").first).to_contain_text("discarded")


def test_any_two_releases_are_compared(web: Web) -> None:
    person = web.site.person()
    retag(web.site, person, "notes", "jotter")
    retag(web.site, person, "ski", "sledge")
    page = web.open("/routing?tab=releases", person=person, viewport=PHONE)
    page.get_by_role("link", name="Open release 3").click()
    panel = page.get_by_role("dialog", name="Release 3")
    expect(panel).to_contain_text("+ sledge")
    expect(panel).not_to_contain_text("+ jotter")
    panel.get_by_label("Compared with").select_option("1")
    expect(panel).to_contain_text("+ jotter")
    assert too_wide(page) == []
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert too_wide(page) == []


def test_a_file_of_messages_is_tried_and_what_goes_elsewhere_is_shown(web: Web) -> None:
    person = web.site.person()
    page = web.open("/routing?tab=releases", person=person, allow=["status of 422"])
    page.get_by_role("button", name="Try a file").click()
    dialog = page.get_by_role("dialog", name="Try a file")
    choose(dialog, f"text,agent\n{CRASH},nobody-there\n")
    dialog.get_by_role("button", name="Try it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Line 2there is no agent 'nobody-there'")
    choose(dialog, f"text,agent\n{CRASH},ski\nWhat is 12 % of 340?,peter-logical\nxyzzy plugh,\n")
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_role("button", name="Try it").click()
    wrong = dialog.get_by_role("list", name="1 message goes elsewhere").get_by_role("listitem")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text(f"{CRASH}ExpectedSkiGoes toToby")
    expect(dialog.get_by_role("status")).to_contain_text("67%2 of 3 with a known agent")
    assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert too_wide(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Try a file")).to_be_focused()


def choose(dialog: Locator, table: str) -> None:
    """Choose a file of messages."""
    dialog.locator("input[type=file]").set_input_files(
        {"name": "asked.csv", "mimeType": "text/csv", "buffer": table.encode()}
    )


def open_decision(web: Web, person: Person, message: str) -> Page:
    """Have a message answered and open why it went where it did."""
    execution = ask(web.site, person, message)
    thread, decision = execution["conversationId"], execution["decision"]["id"]
    return web.open(f"/chat/{thread}?decision={decision}", person=person)


def test_a_decision_leads_to_the_release_that_made_it(web: Web) -> None:
    person = web.site.person()
    retag(web.site, person, "notes", "jotter")
    page = open_decision(web, person, CRASH)
    page.get_by_role("link", name="Release 2", exact=True).click()
    expect(page.get_by_role("dialog", name="Release 2")).to_contain_text("+ jotter")
