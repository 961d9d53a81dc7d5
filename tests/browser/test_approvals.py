"""Calls that wait for a person: decided in the chat and in the inbox, by the mouse and by the keyboard."""

import json
import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import calling, change, submit
from browser.chat import answered, over, say, turns
from browser.harm import EVERYTHING, MARK, POISON, harm
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import DESKTOP, PHONE, Web, resize
from support.ledger import new_ledger
from support.site import Person, finished

LONG = "whole " * 3000
FOREIGN = json.dumps(EVERYTHING)
SCRIPT = f"""
[[rule]]
instructions = "You are the scribe"
[[rule.turn]]
text = "I have to write it down. "
calls = [{{ tool = "recordApproved", arguments = {{ text = "by the scribe" }} }}]
[[rule.turn]]
text = "The scribe says: {{result}}"

[[rule]]
user = "ask the scribe"
[[rule.turn]]
calls = [
  {{ tool = "call_scribe_agent", arguments = {{ task = "Write it down", context = "" }} }},
  {{ tool = "recordApproved", arguments = {{ text = "by the ledger" }} }},
]
[[rule.turn]]
text = "Both: {{result}}"

[[rule]]
user = "both"
[[rule.turn]]
text = "I write two things down. "
calls = [
  {{ tool = "recordApproved", arguments = {{ text = "one" }} }},
  {{ tool = "recordApproved", arguments = {{ text = "two" }} }},
  {{ tool = "lookUp", arguments = {{ text = "beside" }} }},
]
[[rule.turn]]
text = "What came of it: {{result}}"

[[rule]]
user = "hidden"
[[rule.turn]]
calls = [{{ tool = "recordApproved", arguments = {{ text = "pay\\u202Etxt.exe" }} }}]
[[rule.turn]]
text = "What came of it: {{result}}"

[[rule]]
user = "foreign"
[[rule.turn]]
calls = [{{ tool = "recordApproved", arguments = {{ text = {FOREIGN}, {json.dumps(POISON)} = {FOREIGN} }} }}]
[[rule.turn]]
text = "Noted."

[[rule]]
user = "long"
[[rule.turn]]
calls = [{{ tool = "recordApproved", arguments = {{ text = "{LONG}the end" }} }}]
[[rule.turn]]
text = "What came of it: {{result}}"

[[rule]]
user_pattern = "write (\\\\w+)"
[[rule.turn]]
calls = [{{ tool = "recordApproved", arguments = {{ text = "plain" }} }}]
[[rule.turn]]
text = "What came of it: {{result}}"
"""
LATE = "status of 409"


@dataclass
class Office:
    """A product with an agent whose every other call is asked about."""

    site: LiveSite
    person: Person
    ledger: Path
    read: int
    """Lines that others had written into the ledger before."""

    def written(self) -> list[str]:
        """What the tools wrote down, in order."""
        return [line.split(" ", 2)[2] for line in self.ledger.read_text().splitlines()[self.read :]]

    def asks(self, message: str) -> str:
        """Have a call wait and return its execution."""
        return submit(self.site, self.person, message, agentId="ledger")["id"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the script and the ledger of these stories are."""
    return tmp_path_factory.mktemp("approvals")


@pytest.fixture(scope="module")
def ledger(folder: Path) -> Iterator[Path]:
    """What the tools of all products here write into."""
    with pytest.MonkeyPatch.context() as patch:
        yield new_ledger(folder, patch)


@pytest.fixture(scope="module")
def model(folder: Path) -> str:
    """A model that says what the script says."""
    script = folder / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    return f"scripted:{script}"


@pytest.fixture(scope="module")
def house(start_shared_site: Callable[..., LiveSite], model: str, ledger: Path) -> LiveSite:
    """Such a product as it ships; each story is about somebody new."""
    assert ledger.exists()
    return start_shared_site(model=model)


@pytest.fixture
def office(house: LiveSite, ledger: Path) -> Office:
    """That product, for somebody new."""
    return open_office(house, ledger)


def open_office(site: LiveSite, ledger: Path) -> Office:
    """Have somebody new with such agents."""
    person = site.person()
    scribe = {
        "id": "scribe",
        "name": "Scribe",
        "role": "helper",
        "instructions": "You are the scribe.",
        "tools": ["record.*"],
    }
    ledgers = {"id": "ledger", "name": "Ledger", "tools": ["record.*", "lookUp"], "helpers": ["scribe"]}
    for agent in (scribe, ledgers):
        change(site, person, "POST", "/api/agents/create", json=agent)
    return Office(site, person, ledger, read=len(ledger.read_text().splitlines()))


def cards(page: Page, agent: str = "Ledger") -> Locator:
    """The calls that wait on this page."""
    return page.get_by_role("group", name=f"{agent} wants to call recordApproved")


def counted(page: Page) -> Locator:
    """The way to the inbox, with how many wait."""
    return page.get_by_role("link", name=re.compile("Approvals .* for you"))


def test_a_call_waits_in_the_chat_and_the_answer_goes_on_in_place_when_it_is_approved(web: Web, office: Office) -> None:
    page = web.open("/chat?agent=ledger", site=office.site, person=office.person)
    say(page, "write it down", "Ledger")
    expect(cards(page)).to_contain_text("This tool asks before every call.")
    expect(cards(page)).to_contain_text("plain")
    expect(cards(page)).to_contain_text(re.compile(r"Expires in (1 day|23 hr)"))
    expect(page.get_by_text("Ledger waits for you")).to_be_visible()
    expect(counted(page)).to_have_accessible_name("Approvals 1 waits for you")
    assert axe(page) == []
    assert office.written() == []

    page.reload()
    cards(page).get_by_role("button", name="Approve").click()
    over(turns(page))
    expect(turns(page)).to_contain_text("What came of it: wrote plain")
    expect(cards(page)).to_have_count(0)
    expect(counted(page)).to_have_count(0)
    assert office.written() == ["plain"]


def test_several_calls_of_one_turn_are_decided_each_by_itself(web: Web, office: Office) -> None:
    page = web.open("/chat?agent=ledger", site=office.site, person=office.person)
    say(page, "write both", "Ledger")
    expect(cards(page)).to_have_count(2)
    expect(counted(page)).to_have_accessible_name("Approvals 2 wait for you")
    cards(page).filter(has_text="two").get_by_role("button", name="Deny").click()
    note = page.get_by_role("textbox", name="What should Ledger know?")
    expect(note).to_be_focused()
    # Escape leaves the note, and does not stop the answer.
    note.press("Escape")
    expect(note).to_have_count(0)
    cards(page).filter(has_text="two").get_by_role("button", name="Deny").click()
    note.fill("Ask Ana first")
    page.get_by_role("button", name="Deny the call").click()
    expect(cards(page)).to_have_count(1)
    expect(page.get_by_text("It goes on when you have decided.")).to_be_visible()
    cards(page).get_by_role("button", name="Approve").click()
    over(turns(page))
    expect(turns(page)).to_contain_text("wrote one")
    expect(turns(page)).to_contain_text("They say: Ask Ana first")
    assert office.written() == ["beside", "one"]


def test_a_call_inside_a_helper_is_decided_at_its_place(web: Web, office: Office) -> None:
    page = web.open("/chat?agent=ledger", site=office.site, person=office.person)
    say(page, "ask the scribe", "Ledger")
    scribe = page.get_by_role("button", name="Scribe Write it down")
    expect(scribe).to_contain_text("waits for you")
    page.reload()
    expect(scribe).to_contain_text("waits for you")
    expect(turns(page)).to_contain_text("I have to write it down.")
    expect(cards(page, "Scribe")).to_contain_text("by the scribe")
    expect(cards(page, "Ledger")).to_contain_text("by the ledger")
    cards(page, "Ledger").get_by_role("button", name="Approve").click()
    cards(page, "Scribe").get_by_role("button", name="Approve").click()
    over(turns(page))
    expect(turns(page)).to_contain_text("Both: The scribe says: wrote by the scribe")
    expect(turns(page).get_by_text("The scribe says: wrote by the scribe", exact=True)).to_be_visible()
    assert sorted(office.written()) == ["by the ledger", "by the scribe"]


def test_nothing_hides_in_a_call(web: Web, office: Office) -> None:
    office.asks("something hidden")
    page = web.open("/approvals", site=office.site, person=office.person)
    expect(cards(page)).to_contain_text("payU+202Etxt.exe")
    expect(cards(page)).to_contain_text("1 character in this call cannot be seen.")
    cards(page).get_by_role("radio", name="JSON").click()
    expect(cards(page)).to_contain_text('"text": "payU+202Etxt.exe"')


@pytest.mark.parametrize("place", ["inbox", "chat"])
def test_what_a_call_carries_is_only_text(web: Web, office: Office, place: str) -> None:
    execution = office.asks("foreign")
    thread = change(office.site, office.person, "GET", f"/api/agents/execution/{execution}")["conversationId"]
    page = web.open("/approvals" if place == "inbox" else f"/chat/{thread}", site=office.site, person=office.person)
    expect(cards(page)).to_contain_text(MARK)
    assert harm(page) == []
    cards(page).get_by_role("radio", name="JSON").click()
    expect(cards(page).get_by_role("group", name="JSON")).to_contain_text(MARK)
    assert harm(page) == []
    cards(page).get_by_role("button", name="Deny").click()
    page.get_by_role("textbox", name="What should Ledger know?").fill(EVERYTHING[:2000])
    page.get_by_role("button", name="Deny the call").click()
    expect(cards(page)).to_have_count(0)
    if place == "inbox":
        page.get_by_role("button", name="Ledger recordApproved").click()
        expect(page.get_by_role("region", name="Decided")).to_contain_text(MARK)
    else:
        over(turns(page))
        turns(page).get_by_role("button", name="recordApproved").click()
        expect(turns(page).get_by_role("group", name="Arguments")).to_contain_text(MARK)
    assert harm(page) == []


def test_a_long_call_is_shown_whole_and_scrolls_by_the_keyboard(web: Web, office: Office) -> None:
    office.asks("something long")
    page = web.open("/approvals", site=office.site, person=office.person)
    text = cards(page).get_by_role("group", name="text")
    expect(text).to_have_text(f"{LONG}the end")
    text.focus()
    page.keyboard.press("End")
    page.wait_for_function("() => document.activeElement.scrollTop > 0")
    assert axe(page) == []


def test_the_inbox_goes_from_the_oldest_to_the_latest_by_the_keyboard_alone(web: Web, office: Office) -> None:
    page = web.open("/approvals", site=office.site, person=office.person)
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
    office.asks("hidden")
    expect(cards(page)).to_have_count(1)
    latest = office.asks("write that")
    expect(cards(page)).to_have_count(2)
    first, second = cards(page).nth(0), cards(page).nth(1)
    expect(first).to_contain_text("U+202E")
    first.get_by_role("button", name="Approve").focus()
    page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(first).to_be_focused()
    first.get_by_role("button", name="Deny").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Not this one")
    page.keyboard.press("Control+Enter")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("plain")
    expect(cards(page)).to_be_focused()
    cards(page).get_by_role("button", name="Approve").press("Enter")
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
    with calling(office.site, office.person) as client:
        assert finished(client, latest)["answer"] == "What came of it: wrote plain"
    assert office.written() == ["plain"]

    decided = page.get_by_role("region", name="Decided")
    expect(decided.get_by_role("listitem")).to_have_count(2)
    decided.get_by_role("combobox", name="Outcome").select_option(label="Denied")
    expect(decided.get_by_role("listitem")).to_have_count(1)
    decided.get_by_role("button", name="Ledger recordApproved").click()
    expect(decided).to_contain_text("Not this one")
    expect(decided).to_contain_text("payU+202Etxt.exe")
    assert axe(page) == []
    decided.get_by_role("link", name="Open the conversation").click()
    expect(page).to_have_url(re.compile("/chat/.*turn="))
    expect(answered(page, "Ledger").first).to_be_attached()


def test_a_word_that_comes_too_late_is_answered_with_what_was_said_before(web: Web, office: Office) -> None:
    web.allow(LATE, "ERR_FAILED")
    office.asks("write it")
    page = web.open(None, site=office.site, person=office.person)
    # This page does not hear what happens elsewhere.
    page.route("**/api/events?*", lambda route: route.abort())
    page.goto("/approvals")
    expect(cards(page)).to_have_count(1)
    (waiting,) = change(office.site, office.person, "GET", "/api/approvals?status=pending")["approvals"]
    change(office.site, office.person, "POST", f"/api/approvals/{waiting['id']}/deny", json={"note": "No."})
    cards(page).get_by_role("button", name="Approve").click()
    expect(page.get_by_text("This call had been denied already.", exact=True)).to_be_visible()
    expect(cards(page)).to_have_count(0)
    assert office.written() == []


def test_what_is_always_allowed_is_not_asked_about_until_it_is_taken_back(web: Web, office: Office) -> None:
    page = web.open("/chat?agent=ledger", site=office.site, person=office.person)
    say(page, "write one", "Ledger")
    cards(page).get_by_role("button", name="Always allow").click()
    over(turns(page))
    say(page, "write another", "Ledger")
    over(turns(page).last)
    expect(cards(page)).to_have_count(0)
    assert office.written() == ["plain", "plain"]

    page.get_by_role("link", name="Approvals").click()
    revoke = page.get_by_role("button", name="Take back: Ledger may call recordApproved")
    revoke.click()
    expect(revoke).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(revoke).to_be_visible()
    revoke.click()
    with page.expect_response("**/api/approvals/grants/revoke") as revoked:
        page.get_by_role("button", name="Dismiss").last.click()
    assert revoked.value.status == 204
    office.asks("write a third")
    expect(cards(page)).to_have_count(1)
    assert office.written() == ["plain", "plain"]


def test_a_call_on_which_nobody_decided_in_time_cannot_be_approved(
    web: Web, start_site: Callable[..., LiveSite], model: str, ledger: Path
) -> None:
    office = open_office(start_site(model=model, approval_hours=2 / 3600), ledger)
    page = web.open("/approvals", site=office.site, person=office.person)
    office.asks("write it")
    expect(cards(page)).to_contain_text("Expires in")
    expect(cards(page)).to_contain_text("Nobody decided in time")
    for button in ("Approve", "Deny", "Always allow"):
        expect(cards(page).get_by_role("button", name=button)).to_be_disabled()
    assert office.written() == []


def test_the_first_page_says_that_something_waits_as_soon_as_it_does(web: Web, office: Office) -> None:
    page = web.open("/", site=office.site, person=office.person)
    expect(page.get_by_role("heading", level=1, include_hidden=True)).to_be_visible()
    waits = page.get_by_role("link", name="1 call waits for your approval")
    expect(waits).to_have_count(0)
    office.asks("write it")
    waits.click()
    expect(page).to_have_url(f"{office.site.url}/approvals")
    expect(cards(page)).to_have_count(1)


def test_the_inbox_fits_every_width_and_speaks_spanish(web: Web, office: Office) -> None:
    looks = ((DESKTOP[0], False), (360, False), (PHONE[0], True))
    office.asks("hidden")
    office.asks("long")
    page = web.open("/approvals", site=office.site, person=office.person, viewport=PHONE, locale="es-ES")
    expect(page.get_by_role("heading", name="Aprobaciones", level=1)).to_be_visible()
    expect(page.get_by_text("Esta herramienta pide permiso antes de cada llamada.")).to_have_count(2)
    for width, dark in looks:
        resize(page, width, dark=dark)
        assert (width, too_wide(page), axe(page)) == (width, [], [])
    page.get_by_role("button", name="Denegar").first.click()
    for width, dark in looks:
        resize(page, width, dark=dark)
        assert (width, too_wide(page)) == (width, [])
