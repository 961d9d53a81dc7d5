"""Helpers at work, seen in the chat, on the graph and among the events."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import ask, change, submit
from browser.chat import over, say, turns
from browser.hold import Hold
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person

WORDS = 40
MIDDLE = ("left20", "right20")
"""Where stories keep both helpers while they do something in the middle of their work."""
LEFT = " ".join(f"left{number}" for number in range(WORDS))
RIGHT = " ".join(f"right{number}" for number in range(WORDS))
SCRIPT = f"""
[[rule]]
user = "Hold on"
[[rule.turn]]
text = "I look at the clock. "
calls = [{{ tool = "getCurrentDateTime", arguments = {{ }} }}]
[[rule.turn]]
wait = "forever"

[[rule]]
instructions = "You are left"
[[rule.turn]]
text = "I look at the clock. "
calls = [{{ tool = "getCurrentDateTime", arguments = {{ }} }}]
[[rule.turn]]
pace = 40
text = "{LEFT} end"

[[rule]]
instructions = "You are right"
[[rule.turn]]
pace = 40
text = "{RIGHT} end"

[[rule]]
instructions = "You are broken"
[[rule.turn]]
fail = {{ class = "authentication", message = "The key of the broken one was refused.", times = 100 }}

[[rule]]
instructions = "You are middle"
[[rule.turn]]
text = "I pass it on. "
calls = [{{ tool = "call_inner_agent", arguments = {{ task = "Go deeper", context = "" }} }}]
[[rule.turn]]
text = "The middle heard: {{result}}"

[[rule]]
instructions = "You are inner"
[[rule.turn]]
text = "It is deep here."

[[rule]]
user = "hold both"
[[rule.turn]]
calls = [
  {{ tool = "call_left_agent", arguments = {{ task = "Hold on at the left", context = "" }} }},
  {{ tool = "call_right_agent", arguments = {{ task = "Hold on at the right", context = "" }} }},
]

[[rule]]
user = "two"
[[rule.turn]]
text = "I ask both. "
calls = [
  {{ tool = "call_left_agent", arguments = {{ task = "Look to the left", context = "" }} }},
  {{ tool = "call_right_agent", arguments = {{ task = "Look to the right", context = "" }} }},
]
[[rule.turn]]
text = "Both have reported."

[[rule]]
user = "broken"
[[rule.turn]]
calls = [{{ tool = "call_broken_agent", arguments = {{ task = "Try it", context = "" }} }}]
[[rule.turn]]
text = "I went on without it."

[[rule]]
user = "deep"
[[rule.turn]]
calls = [{{ tool = "call_middle_agent", arguments = {{ task = "Ask somebody", context = "" }} }}]
[[rule.turn]]
text = "That was it."
"""


@pytest.fixture
def person(team: LiveSite) -> Person:
    """Somebody whose agent Lead has helpers."""
    someone = team.person()
    helpers = {"left": [], "right": [], "broken": [], "middle": ["inner"], "inner": []}
    for name, own in helpers.items():
        agent = {
            "id": name,
            "name": name.title(),
            "role": "helper",
            "instructions": f"You are {name}.",
            "tools": ["getCurrentDateTime"],
            "helpers": own,
        }
        change(team, someone, "POST", "/api/agents/create", json=agent)
    lead = {"id": "lead", "name": "Lead", "helpers": [*helpers], "instructions": "You lead."}
    change(team, someone, "POST", "/api/agents/create", json=lead)
    return someone


@pytest.fixture(scope="module")
def team(start_shared_site: Callable[..., LiveSite], tmp_path_factory: pytest.TempPathFactory) -> LiveSite:
    """A product whose model says what the script says; each story is about somebody new."""
    script = tmp_path_factory.mktemp("helpers") / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    return start_shared_site(model=f"scripted:{script}")


def helper(page: Page, name: str, task: str) -> Locator:
    """The line of a helper."""
    return page.get_by_role("button", name=f"{name} {task}")


def inside(page: Page, name: str, task: str) -> Locator:
    """What a helper says and does, which stands below its line."""
    line = helper(page, name, task)
    expect(line).to_have_attribute("aria-expanded", "true")
    return page.locator(f"[id='{line.get_attribute('aria-controls')}']")


def both(page: Page) -> tuple[Locator, Locator]:
    """What the left and the right helper say and do."""
    return inside(page, "Left", "Look to the left"), inside(page, "Right", "Look to the right")


def whole(left: Locator, right: Locator) -> None:
    """See that each helper said each of its words once, and none of the other's."""
    for one, word, other in ((left, "left", "right"), (right, "right", "left")):
        said = one.inner_text()
        assert [said.count(f"{word}{number} ") for number in range(WORDS)] == [1] * WORDS
        assert f"{other}1" not in said


def test_two_helpers_are_seen_at_work_side_by_side_each_at_its_place(
    web: Web, team: LiveSite, person: Person, hold: Hold
) -> None:
    hold.at(*MIDDLE)
    page = web.open("/chat?agent=lead", site=team, person=person)
    say(page, "ask two", "Lead")
    left, right = both(page)
    expect(right).to_contain_text("right3 ")
    expect(left).to_contain_text("left3 ")
    expect(right).not_to_contain_text("right39")
    expect(helper(page, "Left", "Look to the left")).to_contain_text("round 2 of")
    expect(left.get_by_role("button", name="getCurrentDateTime")).to_be_visible()
    assert axe(page) == []
    hold.go_on()
    over(turns(page))
    # What was open while it worked stays open.
    whole(left, right)
    expect(turns(page)).to_contain_text("Both have reported.")
    assert turns(page).inner_text().count("left1 ") == 1

    page.reload()
    line = helper(page, "Left", "Look to the left")
    expect(line).to_have_attribute("aria-expanded", "false")
    line.click()
    helper(page, "Right", "Look to the right").click()
    left, right = both(page)
    expect(left).to_contain_text("I look at the clock.")
    expect(left.get_by_role("button", name="getCurrentDateTime")).to_be_visible()
    whole(left, right)


def test_helpers_go_on_where_they_were_when_the_page_is_loaded_again(
    web: Web, team: LiveSite, person: Person, hold: Hold
) -> None:
    hold.at(*MIDDLE)
    page = web.open("/chat?agent=lead", site=team, person=person)
    say(page, "ask two", "Lead")
    expect(both(page)[0]).to_contain_text("left3 ")
    page.reload()
    left, right = both(page)
    expect(left).to_contain_text("I look at the clock.")
    expect(right).to_contain_text("right8 ")
    hold.go_on()
    over(turns(page))
    whole(left, right)


def test_a_helper_that_fails_says_why_at_its_place_and_the_answer_goes_on(
    web: Web, team: LiveSite, person: Person
) -> None:
    page = web.open("/chat?agent=lead", site=team, person=person)
    say(page, "the broken one", "Lead")
    over(turns(page))
    expect(turns(page)).to_contain_text("I went on without it.")
    line = helper(page, "Broken", "Try it")
    expect(line).to_contain_text("failed")
    page.reload()
    line.click()
    expect(inside(page, "Broken", "Try it")).to_contain_text("The key of the broken one was refused.")


def test_a_helper_of_a_helper_stands_inside_it(web: Web, team: LiveSite, person: Person) -> None:
    ask(team, person, "go deep", agentId="lead")
    page = web.open("/chat?agent=lead", site=team, person=person, viewport=PHONE)
    page.get_by_role("button", name="Conversations").click()
    page.get_by_role("link", name="go deep").click()
    helper(page, "Middle", "Ask somebody").click()
    middle = inside(page, "Middle", "Ask somebody")
    expect(middle).to_contain_text("The middle heard: It is deep here.")
    middle.get_by_role("button", name="Inner Go deeper").click()
    expect(inside(page, "Inner", "Go deeper")).to_contain_text("It is deep here.")
    assert too_wide(page) == []
    assert axe(page) == []


def test_the_steps_of_an_answer_stand_below_the_helper_that_made_them(web: Web, team: LiveSite, person: Person) -> None:
    execution = ask(team, person, "go deep", agentId="lead")
    page = web.open(
        f"/chat/{execution['conversationId']}?decision={execution['decision']['id']}", site=team, person=person
    )
    steps = page.get_by_role("complementary", name="Details").get_by_role("listitem")
    middle = steps.filter(has=page.get_by_role("button", name="Helper Middle")).first
    expect(middle.get_by_role("button", name="Helper Inner")).to_be_visible()
    expect(middle.get_by_role("listitem")).to_have_count(4)


def test_the_graph_shows_helpers_at_work(web: Web, team: LiveSite, person: Person) -> None:
    page = web.open("/architecture", site=team, person=person)
    node = page.locator("[data-node='left']")
    expect(node).to_contain_text("Left")
    expect(node).not_to_contain_text("working")
    execution = submit(team, person, "hold both", agentId="lead")
    expect(node).to_contain_text("working")
    expect(page.locator("[data-node='right']")).to_contain_text("working")
    expect(page.get_by_text("Lead, with Left and Right")).to_be_visible()
    expect(page.locator("path.flow-held")).to_have_count(2)
    page.get_by_role("button", name="Steps of “hold both”").click()
    panel = page.get_by_role("complementary")
    expect(panel.get_by_role("button", name="Left")).to_be_visible()
    expect(panel.get_by_role("button", name="getCurrentDateTime")).to_have_count(2)
    change(team, person, "POST", f"/api/agents/execution/{execution['id']}/cancel")
    expect(node).not_to_contain_text("working")
    expect(page.locator("path.flow-held")).to_have_count(0)


def test_the_events_of_helpers_are_told_as_such(web: Web, team: LiveSite, person: Person) -> None:
    execution = ask(team, person, "the broken one", agentId="lead")
    page = web.open(f"/debug?execution={execution['id']}", site=team, person=person)
    events = page.get_by_role("listbox", name="Events").get_by_role("option")
    expect(events.filter(has_text="helper began")).to_contain_text("Lead → Broken: Try it")
    expect(events.filter(has_text="helper failed")).to_contain_text("The key of the broken one was refused.")
