"""The swarm page: beginning swarms, watching who does what, changing minds, and staying within limits."""

import re  # noqa: TID251  (own fixed patterns)
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.axe import axe
from browser.calls import change, hold_first
from browser.layout import too_wide
from browser.live import LiveSite
from browser.swarms import add, new_swarm, open_mind, resident, tree
from browser.web import PHONE, Web
from support.ledger import new_ledger
from support.postgres import TestServer
from support.site import Person

SCRIPT = """
[[rule]]
user = "Divide the work"
[[rule.turn]]
text = "This takes **two** others. "
calls = [
  { tool = "create", arguments = { role = "researcher", guidance = "Find out.", name = "Ben" } },
  { tool = "create", arguments = { role = "critic", guidance = "Doubt it.", name = "Dora" } },
]
[[rule.turn]]
usage = { input_tokens = 1200, output_tokens = 300 }
[[rule.turn.calls]]
tool = "send"
arguments = { to = "Ben", content = "Wait for me, Ben: how old is the wall?", expects_reply = true }
[[rule.turn]]
text = "I have asked Ben."

[[rule]]
user = "Wait for me"
[[rule.turn]]
text = "I look at it for a long while. "
wait = "forever"

[[rule]]
user = "Write it down"
[[rule.turn]]
calls = [{ tool = "recordApproved", arguments = { text = "a line" } }]
[[rule.turn]]
text = "It is written."

[[turn]]
text = "I have read it."
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the residents of these stories say."""
    path = tmp_path_factory.mktemp("swarm") / "script.toml"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def swarms(
    postgres: TestServer, database_template: str, script: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveSite]:
    """A product whose residents say what the script says; each story is about somebody new."""
    name = f"browser_town_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with LiveSite(urls, tmp_path_factory.mktemp("swarms"), model=f"scripted:{script}") as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def person(swarms: LiveSite) -> Person:
    """Somebody new."""
    return swarms.person()


def status(page: Page, text: str | re.Pattern[str]) -> None:
    """Wait until the chip beside the swarm's name says `text`."""
    expect(
        page.locator("header", has=page.get_by_role("heading", level=1)).get_by_text(text, exact=True)
    ).to_be_visible()


def test_a_goal_makes_a_swarm_whose_first_resident_answers(web: Web, swarms: LiveSite, person: Person) -> None:
    page = web.open("/swarm", site=swarms, person=person)
    expect(page.get_by_role("heading", name="No swarm yet")).to_be_visible()
    expect(page.get_by_role("button", name="Research team")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="New swarm").last.click()
    window = page.get_by_role("dialog", name="New swarm")
    window.get_by_role("button", name="Create").click()
    expect(window.get_by_role("alert")).to_have_text("Say what is to be achieved.")
    window.get_by_label("What is to be achieved?").fill("Find out how old the town wall is")
    assert axe(page) == []
    window.get_by_label("What is to be achieved?").press("Control+Enter")

    expect(page.get_by_role("heading", level=1, name="Find out how old the town wall is")).to_be_visible()
    expect(resident(page, "Ana")).to_contain_text("asleep")
    expect(page.get_by_text("I have read it.").last).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Mails 2 of 1,000"))).to_be_visible()
    assert axe(page) == []
    page.get_by_role("link", name="All swarms").click()
    card = page.get_by_role("listitem").filter(has_text="Find out how old")
    expect(card).to_contain_text("1 resident")
    expect(card).to_contain_text("running")
    assert axe(page) == []


def test_a_goal_that_is_given_twice_at_once_makes_one_swarm(web: Web, swarms: LiveSite, person: Person) -> None:
    page = web.open("/swarm?new=true", site=swarms, person=person)
    held = hold_first(page, "**/api/swarms", "POST")
    window = page.get_by_role("dialog", name="New swarm")
    goal = window.get_by_label("What is to be achieved?")
    goal.fill("Find out how old the town wall is")
    with page.expect_request(lambda request: request.method == "POST"):
        goal.press("Control+Enter")
    expect(window.get_by_role("button", name="Create")).to_be_disabled()
    goal.press("Control+Enter")
    held[0].continue_()
    expect(page.get_by_role("heading", level=1, name="Find out how old the town wall is")).to_be_visible()
    assert len(change(swarms, person, "GET", "/api/swarms")["swarms"]) == 1


def test_a_team_that_is_ready_is_given_a_goal(web: Web, swarms: LiveSite, person: Person) -> None:
    page = web.open("/swarm", site=swarms, person=person)
    page.get_by_role("button", name="Debate").click()
    window = page.get_by_role("dialog", name="New swarm")
    expect(window.get_by_role("radio", name="Debate")).to_be_checked()
    window.get_by_label("What is to be achieved?").fill("Should the wall be rebuilt?")
    window.get_by_role("button", name="Name, guidance and limits").click()
    window.get_by_label("Name").fill("The wall")
    window.get_by_label("Mails", exact=True).fill("many")
    window.get_by_role("button", name="Create").click()
    expect(window.get_by_role("alert")).to_have_text("A whole number from 1 on.")
    window.get_by_label("Mails", exact=True).fill("50")
    window.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=1, name="The wall")).to_be_visible()
    expect(tree(page).get_by_role("treeitem")).to_have_count(3)
    expect(page.get_by_role("button", name=re.compile(r"^Mails \d of 50"))).to_be_visible()


def test_one_sees_who_is_at_work_and_pauses_resumes_and_stops_all_of_it(
    web: Web, swarms: LiveSite, person: Person
) -> None:
    swarm = new_swarm(swarms, person, "Wait for me, please", name="Waiting")
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person)
    expect(resident(page, "Ana")).to_contain_text("thinking")
    status(page, "1 at work")
    mind = open_mind(page, "Ana")
    expect(mind.get_by_text("I look at it for a long while.")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Pause", exact=True).click()
    status(page, "paused")
    expect(resident(page, "Ana")).not_to_contain_text("thinking")
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(resident(page, "Ana")).to_contain_text("thinking")
    page.get_by_role("button", name="Stop", exact=True).click()
    window = page.get_by_role("dialog", name="Stop everything now")
    expect(window).to_contain_text("Mail and history stay.")
    window.get_by_role("button", name="Stop").click()
    status(page, "stopped")
    expect(mind.get_by_role("article").get_by_text("stopped", exact=True)).to_be_visible()
    expect(resident(page, "Ana")).not_to_contain_text("thinking")


def test_children_stand_below_their_parent_and_the_keyboard_goes_through_the_tree(
    web: Web, swarms: LiveSite, person: Person
) -> None:
    swarm = new_swarm(swarms, person, "Divide the work, please", name="Wall")
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person)
    expect(resident(page, "Ben")).to_have_attribute("aria-level", "2")
    expect(resident(page, "Ben")).to_contain_text("thinking")
    expect(resident(page, "Ana")).to_contain_text("waits for Ben")
    expect(resident(page, "Ana")).to_contain_text("1.5K")
    tree(page).focus()
    page.keyboard.press("ArrowLeft")
    expect(resident(page, "Ana")).to_have_attribute("aria-expanded", "false")
    expect(resident(page, "Ben")).to_have_count(0)
    expect(resident(page, "Ana")).to_contain_text("2 below")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    mind = page.get_by_role("complementary", name="The mind of Ben")
    expect(mind.get_by_text("Wait for me, Ben: how old is the wall?")).to_be_visible()
    expect(resident(page, "Ben")).to_have_attribute("aria-selected", "true")

    mind = open_mind(page, "Ana")
    expect(mind.get_by_text("Sent to Ben")).to_be_visible()
    mind.get_by_role("button", name=re.compile("create *Ben, researcher")).click()
    expect(mind.get_by_role("group", name="Arguments")).to_contain_text("Find out.")
    mind.get_by_role("button", name="See it in the room").first.click()
    expect(page).to_have_url(re.compile("mail="))
    assert axe(page) == []


def test_waits_are_seen_as_a_graph_and_a_list_and_lead_to_the_mail(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Divide the work, please", name="Wall")
    page = web.open(f"/swarm/{swarm['id']}?view=waits", site=swarms, person=person)
    line = page.get_by_role("list", name="As a list").get_by_role("listitem").filter(has_text="Ana waits for Ben")
    expect(line).to_contain_text("is being worked on")
    graph = page.get_by_role("group", name="Who waits for whom, as a graph")
    expect(graph.get_by_role("button", name="Ben")).to_be_visible()
    assert axe(page) == []
    assert too_wide(page) == []
    line.get_by_role("button", name="See the mail").click()
    expect(page).to_have_url(re.compile("room=.*mail=|mail=.*room="))
    expect(page.get_by_text("Wait for me, Ben: how old is the wall?").first).to_be_visible()


def test_nobody_waits_where_everything_is_answered(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Say hello")
    page = web.open(f"/swarm/{swarm['id']}?view=waits", site=swarms, person=person)
    expect(page.get_by_role("heading", name="Nobody waits")).to_be_visible()


def test_guidance_is_changed_where_it_stands(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Say hello", guidance="Be brief.")
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person)
    mind = open_mind(page, "Ana")
    mind.get_by_role("radio", name="About").click()
    expect(mind.get_by_text("Be brief.")).to_be_visible()
    mind.get_by_role("button", name="Change: Guidance").click()
    field = mind.get_by_label("Guidance")
    expect(field).to_be_focused()
    field.fill("Be long.")
    page.keyboard.press("Escape")
    expect(mind.get_by_text("Be brief.")).to_be_visible()
    expect(mind.get_by_role("button", name="Change: Guidance")).to_be_focused()
    page.keyboard.press("Enter")
    field.fill("Answer with a question.")
    assert axe(page) == []
    mind.get_by_role("button", name="Save").click()
    expect(mind.get_by_text("Answer with a question.")).to_be_visible()
    mind.get_by_role("button", name="Change: Turns read in full").click()
    mind.get_by_label("Turns read in full").fill("5")
    page.keyboard.press("Enter")
    expect(mind.get_by_role("button", name="Change: Turns read in full")).to_be_visible()
    ana = change(swarms, person, "GET", f"/api/swarms/{swarm['id']}/residents")["residents"][0]
    assert (ana["guidance"], ana["contextWindow"]) == ("Answer with a question.", 5)


def test_a_resident_is_added_woken_paused_and_stopped_from_its_menu(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Say hello")
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person)
    resident(page, "Ana").hover()
    resident(page, "Ana").get_by_role("button", name="More about Ana").click()
    page.get_by_role("menuitem", name="Add a resident under Ana").click()
    window = page.get_by_role("dialog", name="Add a resident")
    window.get_by_role("button", name="Add").click()
    expect(window.get_by_role("alert")).to_have_count(2)
    window.get_by_label("Name").fill("Cem")
    window.get_by_label("Role").fill("clock keeper")
    window.get_by_label("Guidance").fill("Tell the time.")
    assert axe(page) == []
    window.get_by_role("button", name="Add").click()
    expect(resident(page, "Cem")).to_have_attribute("aria-level", "2")
    mind = page.get_by_role("complementary", name="The mind of Cem")
    expect(mind.get_by_role("heading", name="Nothing on its mind yet")).to_be_visible()

    mind.get_by_role("button", name="More about Cem").click()
    page.get_by_role("menuitem", name="Wake up").click()
    expect(mind.get_by_role("article")).to_contain_text("woken by you")
    expect(mind.get_by_role("article")).to_contain_text("I have read it.")
    mind.get_by_role("button", name="More about Cem").click()
    page.get_by_role("menuitem", name="Pause").click()
    expect(resident(page, "Cem")).to_contain_text("paused")
    mind.get_by_role("button", name="More about Cem").click()
    page.get_by_role("menuitem", name="Resume").click()
    expect(resident(page, "Cem")).to_contain_text("asleep")
    mind.get_by_role("button", name="More about Cem").click()
    page.get_by_role("menuitem", name="Stop").click()
    expect(resident(page, "Cem")).to_contain_text("stopped")


def test_a_reached_limit_is_told_and_raised_and_all_go_on(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Say hello", limits={"tokens": 10})
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person)
    status(page, "paused")
    note = page.get_by_role("status").filter(has_text="limit")
    note.get_by_role("button", name="Raise the limit").click()
    window = page.get_by_role("dialog", name="Limits")
    field = window.get_by_label("Tokens", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value("15")
    expect(window.get_by_text("This limit is reached.")).to_be_visible()
    assert axe(page) == []
    field.fill("100000")
    window.get_by_role("button", name="Save and resume").click()
    status(page, "running")
    expect(page.get_by_text("I have read it.").last).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Tokens . of 100,000"))).to_be_visible()


def test_a_call_that_needs_a_word_is_decided_in_the_mind(
    web: Web, start_site: Callable[..., LiveSite], script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = new_ledger(tmp_path, monkeypatch)
    site = start_site(model=f"scripted:{script}")
    person = site.person()
    swarm = new_swarm(site, person, "Write it down")
    page = web.open(f"/swarm/{swarm['id']}", site=site, person=person)
    expect(resident(page, "Ana")).to_contain_text("waits for your approval of recordApproved")
    mind = open_mind(page, "Ana")
    card = mind.get_by_role("group", name="Ana wants to call recordApproved")
    expect(card).to_contain_text("a line")
    assert axe(page) == []
    card.get_by_role("button", name="Approve").click()
    expect(mind.get_by_role("article")).to_contain_text("It is written.")
    expect(resident(page, "Ana")).to_contain_text("asleep")
    assert "a line" in ledger.read_text()


def test_a_hundred_residents_can_be_found_and_read(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(
        swarms, person, "Say hello", name="Hundred", limits={"residents": 200, "children": 50, "depth": 9}
    )
    ids = [f"ana@{swarm['id']}"]
    for number in range(1, 100):
        ids.append(add(swarms, person, swarm["id"], f"Nr {number}", parentId=ids[(number - 1) // 6]))
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person)
    expect(page.get_by_role("heading", name="Residents 100")).to_be_visible()
    expect(resident(page, "Nr 1")).to_contain_text("below")
    assert tree(page).get_by_role("treeitem").count() < 40
    assert axe(page) == []
    page.get_by_role("searchbox", name="Find a resident").fill("nr 77")
    expect(resident(page, "Nr 77")).to_be_visible()
    expect(tree(page).get_by_role("treeitem")).to_have_count(4)
    page.get_by_role("searchbox", name="Find a resident").fill("nobody")
    page.get_by_role("button", name="Clear the filter").click()
    expect(page.get_by_role("button", name="100 asleep")).to_be_visible()
    change(swarms, person, "POST", f"/api/swarms/{swarm['id']}/residents/{ids[50]}/pause")
    page.get_by_role("button", name="1 paused or stopped").click()
    expect(resident(page, "Nr 50")).to_contain_text("paused")
    page.reload()
    tree(page).focus()
    page.keyboard.press("End")
    expect(resident(page, "Nr 6")).to_be_in_viewport()


def test_a_swarm_is_deleted_with_a_way_back(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Wait for me, please", name="Gone soon")
    # While its resident is at work the swarm is stopped first; the first try may say so.
    page = web.open("/swarm", site=swarms, person=person, allow=["404", "409"])
    card = page.get_by_role("listitem").filter(has_text="Gone soon")

    def delete() -> None:
        card.get_by_role("button", name="More about Gone soon").click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(page.get_by_role("heading", name="No swarm yet")).to_be_visible()

    delete()
    page.get_by_role("button", name="Undo").click()
    expect(card).to_contain_text("1 at work")
    delete()
    with page.expect_response(lambda answer: answer.request.method == "DELETE" and answer.status == 204):
        page.get_by_role("button", name="Dismiss").click()
    page.goto(f"/swarm/{swarm['id']}")
    expect(page.get_by_role("heading", name="This swarm is gone")).to_be_visible()


def test_on_a_phone_rooms_residents_views_and_minds_have_the_screen_in_turn(
    web: Web, swarms: LiveSite, person: Person
) -> None:
    swarm = new_swarm(swarms, person, "Say hello", name="Small")
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person, viewport=PHONE)
    expect(page.get_by_role("heading", level=1, name="Small")).to_be_visible()
    assert too_wide(page) == []
    page.get_by_role("radio", name=re.compile("^Residents")).click()
    resident(page, "Ana").get_by_text("Ana", exact=True).click()
    mind = page.get_by_role("dialog", name="The mind of Ana")
    expect(mind.get_by_role("article")).to_contain_text("I have read it.")
    assert too_wide(page) == []
    assert axe(page) == []
    mind.get_by_role("button", name="Write to Ana").click()
    expect(page.get_by_role("textbox", name=re.compile("Ana")).last).to_be_visible()


def test_in_spanish_the_page_speaks_spanish(web: Web, swarms: LiveSite, person: Person) -> None:
    swarm = new_swarm(swarms, person, "Saluda", name="Saludo")
    page = web.open(f"/swarm/{swarm['id']}", site=swarms, person=person, locale="es-ES")
    residents = page.get_by_role("tree", name="Residentes")
    expect(residents.get_by_role("treeitem", name=re.compile("^Ana "))).to_contain_text("duerme")
    expect(page.get_by_role("button", name="Pausar", exact=True)).to_be_visible()
