"""The page on which one sees messages on their way through the agents."""

import os
import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import ask, calling, change, submit
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import DESKTOP, PHONE, Web, resize
from support.postgres import TestServer
from support.site import Person

SCRIPT = """
[[rule]]
user = "wait"
[[rule.turn]]
text = "I shall wait. "
wait = "forever"

[[turn]]
text = "Done."
"""
EQUATION = "Solve 2x + 3 = 7"
LIT = "path.flow-edge[data-lit]"


@pytest.fixture(scope="module")
def waiting(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveSite]:
    """A product whose model waits for ever when it is told to."""
    folder = tmp_path_factory.mktemp("waiting")
    script = folder / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    name = f"browser_waiting_{os.getpid()}"
    with LiveSite(postgres.create(name, template=database_template), folder, model=f"scripted:{script}") as site:
        yield site
    postgres.drop(name)


def graph(page: Page) -> Locator:
    """The graph."""
    return page.get_by_role("group", name=re.compile("The way of a message from the supervisor"))


def node(page: Page, name: str) -> Locator:
    """A station, an agent or a group in the graph."""
    return graph(page).get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def panel(page: Page, name: str) -> Locator:
    """What is open beside the graph."""
    return page.get_by_role("complementary", name=name)


def running(page: Page) -> Locator:
    """Executions that are not over."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("^Stop “")))


def many(site: LiveSite, person: Person, count: int) -> None:
    """Add agents, of whom every second knows about gardens and the others about music."""
    subjects = ("garden", "music")
    agents: list[dict[str, Any]] = [
        {
            "id": f"many-{number}",
            "name": f"{subjects[number % 2].title()} {number}",
            "description": f"Knows about {subjects[number % 2]}.",
            "tags": [subjects[number % 2]],
            "role": "custom",
        }
        for number in range(count)
    ]
    change(site, person, "POST", "/api/agents/import", json={"agents": agents})


def test_a_message_is_sent_from_the_graph_and_its_answer_read_beside_it(web: Web) -> None:
    page = web.open("/architecture")
    expect(node(page, "Peter")).to_be_visible()
    page.get_by_role("textbox", name="Ask, and watch it find its way").fill(EQUATION)
    page.keyboard.press("Enter")
    result = page.get_by_role("region", name="What became of it")
    expect(result).to_contain_text("Peter")
    expect(result).to_contain_text("x = 2")
    expect(result).to_contain_text("completed")
    expect(page.get_by_role("button", name=f"Steps of “{EQUATION}”")).to_be_visible()
    result.get_by_role("link", name="Open the thread").click()
    page.wait_for_url("**/chat/**")
    expect(page.get_by_role("main")).to_contain_text(EQUATION)


def test_the_way_is_lit_while_an_agent_works_and_dark_once_it_is_stopped(web: Web, waiting: LiveSite) -> None:
    person = waiting.person()
    page = web.open("/architecture", site=waiting, person=person)
    expect(node(page, "Peter")).to_be_visible()
    expect(page.locator(LIT)).to_have_count(0)
    submit(waiting, person, "wait and solve 2x + 3 = 7")
    expect(node(page, "Peter")).to_contain_text("working")
    # What only passed is dark again; what leads to the agent stays lit as long as it works.
    expect(page.locator(LIT)).to_have_count(2)
    expect(node(page, "Router")).not_to_contain_text("working")
    expect(node(page, "Toby")).not_to_contain_text("working")
    web.shot(page, "architecture-working")
    node(page, "Peter").click()
    expect(panel(page, "Peter")).to_contain_text("wait and solve 2x + 3 = 7")
    expect(panel(page, "Peter")).to_contain_text("Round 1 of")
    running(page).get_by_role("button", name=re.compile("^Stop")).click()
    expect(running(page)).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(0)
    expect(panel(page, "Peter")).to_contain_text("Nothing at the moment.")
    expect(node(page, "Peter")).not_to_contain_text("working")


def test_a_direct_run_does_not_pass_the_router(web: Web, waiting: LiveSite) -> None:
    person = waiting.person()
    page = web.open("/architecture", site=waiting, person=person)
    expect(node(page, "Ami")).to_be_visible()
    submit(waiting, person, "wait for a poem", agentId="ami-creative")
    expect(node(page, "Ami")).to_contain_text("working")
    expect(page.locator(LIT)).to_have_count(0)
    expect(running(page)).to_contain_text("Ami")
    running(page).get_by_role("button", name=re.compile("^Stop")).click()
    expect(running(page)).to_have_count(0)
    assert axe(page) == []


def test_what_began_before_the_page_was_opened_is_shown_with_its_steps(web: Web, waiting: LiveSite) -> None:
    person = waiting.person()
    begun = submit(waiting, person, "wait and solve 2x + 3 = 7")
    page = web.open("/architecture", site=waiting, person=person)
    expect(node(page, "Peter")).to_contain_text("working")
    running(page).get_by_role("button", name="Steps of “wait and solve 2x + 3 = 7”").click()
    run = panel(page, "One run")
    expect(page).to_have_url(re.compile(f"execution={begun['id']}"))
    expect(run.get_by_role("button", name="Model")).to_contain_text("…")
    run.get_by_role("button", name="Stop").click()
    expect(run).to_contain_text("stopped")
    expect(run.get_by_role("button", name="Model")).not_to_contain_text("…")


def test_a_run_opens_with_all_its_steps_and_what_went_in_and_came_out(web: Web) -> None:
    person = web.site.person()
    done = ask(web.site, person, "What is 12 % of 340?")
    page = web.open(f"/architecture?execution={done['id']}", person=person)
    run = panel(page, "One run")
    for step in ("Guidance", "Routing", "calculator", "Model", "Answer"):
        expect(run.get_by_role("button", name=re.compile(f"^{step}")).first).to_be_visible()
    run.get_by_role("button", name="calculator").click()
    expect(run.get_by_role("region", name="Input")).to_contain_text("340")
    expect(run.get_by_role("region", name="Output")).to_contain_text("40.8")
    assert axe(page) == []
    run.get_by_role("button", name="Why this agent").click()
    expect(panel(page, "Decision")).to_contain_text("Peter got it")
    page.go_back()
    expect(run).to_be_visible()
    run.get_by_role("button", name="Close the panel").click()
    expect(run).to_have_count(0)


def test_the_graph_is_walked_with_the_keyboard_alone(web: Web) -> None:
    page = web.open("/architecture")
    expect(node(page, "Cleo")).to_be_visible()
    node(page, "Cleo").focus()
    page.keyboard.press("ArrowRight")
    expect(node(page, "Router")).to_be_focused()
    page.keyboard.press("Enter")
    router = panel(page, "Router")
    expect(router.get_by_role("heading", name="Router")).to_be_focused()
    expect(router).to_contain_text("Is it only a greeting or thanks?")
    page.keyboard.press("Escape")
    expect(router).to_have_count(0)
    expect(node(page, "Router")).to_be_focused()
    specialists = node(page, "Specialists")
    expect(specialists).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowRight")
    expect(node(page, "Router")).not_to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(specialists).to_be_focused()
    page.keyboard.press("Enter")
    expect(specialists).to_have_attribute("aria-expanded", "false")
    expect(specialists).to_be_focused()
    expect(node(page, "Peter")).to_have_count(0)


def test_an_agent_is_found_by_its_name_and_opened(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, EQUATION)
    page = web.open("/architecture", person=person)
    find = page.get_by_role("combobox", name="Find an agent")
    find.fill("pet")
    expect(page.get_by_role("option", name="Peter")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    peter = panel(page, "Peter")
    expect(peter).to_contain_text("Can answer")
    expect(peter.get_by_role("definition").first).to_have_text("1")
    expect(node(page, "Peter")).to_have_attribute("aria-current", "true")
    peter.get_by_role("button", name="As a table").click()
    expect(peter.get_by_role("row")).to_have_count(15)
    expect(peter.get_by_role("link", name="Talk to it")).to_have_attribute("href", re.compile("agent=peter-logical"))
    expect(peter.get_by_role("link", name="Edit")).to_have_attribute("href", re.compile("/agents/peter-logical"))
    expect(peter.get_by_role("link", name="Its events")).to_have_attribute("href", re.compile("agent=peter-logical"))
    # What is asked now goes to the chosen agent, without the router.
    page.get_by_role("textbox", name="Ask Peter").fill("What is 2 + 2?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="What became of it")).to_contain_text("completed")
    with calling(web.site, person) as client:
        latest = client.get("/api/agents/executions", params={"limit": 1}).json()["executions"][0]
    assert (latest["message"], latest["mode"]) == ("What is 2 + 2?", "direct")


def test_delegations_come_in_by_themselves_are_filtered_and_say_why(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, EQUATION)
    page = web.open("/architecture", person=person)
    page.get_by_role("tab", name="Delegations").click()
    log = page.get_by_role("tabpanel", name="Delegations")
    rows = log.get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("because its keywords and patterns fit clearly")
    ask(web.site, person, "Write a poem about rain", agentId="ami-creative")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Ami")
    log.get_by_role("combobox").select_option(label="Peter")
    expect(rows).to_have_count(1)
    rows.first.get_by_role("button", name=f"Why Peter got “{EQUATION}”").click()
    expect(panel(page, "Decision")).to_contain_text("Peter got it")


def test_an_agent_that_is_made_elsewhere_joins_the_graph(web: Web) -> None:
    person = web.site.person()
    page = web.open("/architecture", person=person)
    expect(node(page, "Peter")).to_be_visible()
    change(web.site, person, "POST", "/api/agents/create", json={"id": "gardener", "name": "<b>Rosa</b>"})
    rosa = graph(page).get_by_role("button", name="<b>Rosa</b>")
    expect(rosa).to_be_visible()
    change(web.site, person, "DELETE", "/api/agents/gardener")
    expect(rosa).to_have_count(0)


def test_two_hundred_agents_stand_in_groups_that_open(web: Web) -> None:
    person = web.site.person()
    many(web.site, person, 190)
    page = web.open("/architecture", person=person)
    group = graph(page).get_by_role("button", name="Custom agents 190 agents")
    expect(group).to_be_visible()
    expect(node(page, "Peter")).to_have_count(0)
    assert graph(page).get_by_role("button").count() < 15
    group.click()
    expect(node(page, "Garden 188")).to_be_attached()
    page.get_by_role("radio", name="By tag").click()
    music = graph(page).get_by_role("button", name="music 95 agents")
    expect(music).to_be_visible()
    page.get_by_role("combobox", name="Find an agent").fill("garden 42")
    page.keyboard.press("Enter")
    expect(panel(page, "Garden 42")).to_be_visible()
    expect(node(page, "Garden 42")).to_be_in_viewport(ratio=0.9)
    expect(music).to_be_attached()
    web.shot(page, "architecture-many")


def test_the_list_says_the_same_as_the_graph_and_is_what_a_phone_shows(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, EQUATION)
    page = web.open("/architecture", person=person, viewport=PHONE)
    listed = page.get_by_role("group", name="The way of a message, step by step")
    for name in ("Cleo", "Router", "Peter", "Research Helper", "Review", "Answer"):
        expect(listed.get_by_role("button", name=re.compile(f"^{name}"))).to_be_attached()
    assert too_wide(page) == []
    assert axe(page) == []
    web.shot(page, "architecture-phone")
    listed.get_by_role("button", name=re.compile("^Peter")).click()
    drawer = page.get_by_role("dialog", name="Peter")
    expect(drawer).to_contain_text("Mathematics")
    assert axe(page) == []
    drawer.get_by_role("button", name="Close").click()
    for tab in ("Runs", "Delegations"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab)).to_contain_text(EQUATION)
        assert too_wide(page) == []


def test_everybody_can_use_the_page(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, EQUATION)
    page = web.open("/architecture?agent=peter-logical", person=person)
    expect(node(page, "Peter")).to_be_visible()
    expect(panel(page, "Peter").get_by_role("definition").first).to_be_visible()
    for dark in (False, True):
        resize(page, *DESKTOP, dark=dark)
        assert axe(page) == []
        web.shot(page, f"architecture-{'dark' if dark else 'light'}")
    node(page, "Router").click()
    expect(panel(page, "Router").get_by_role("button", name=EQUATION)).to_be_visible()
    for dark in (True, False):
        resize(page, *DESKTOP, dark=dark)
        assert axe(page) == []


def test_the_page_speaks_spanish(web: Web) -> None:
    page = web.open("/architecture", locale="es-ES")
    expect(page.get_by_role("heading", level=1)).to_have_text("Arquitectura")
    expect(page.get_by_role("button", name="Especialistas 8 agentes")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Enrutador"))).to_be_visible()
    page.get_by_role("radio", name="Lista").click()
    expect(page.get_by_role("group", name="El camino de un mensaje, paso a paso")).to_contain_text(
        "Busca el agente adecuado"
    )


def test_how_one_likes_the_page_is_remembered(web: Web) -> None:
    page = web.open("/architecture")
    line = page.get_by_role("separator", name="Height of the lower part")
    before = int(line.get_attribute("aria-valuenow") or 0)
    line.focus()
    page.keyboard.press("ArrowUp")
    expect(line).not_to_have_attribute("aria-valuenow", str(before))
    after = line.get_attribute("aria-valuenow") or ""
    assert int(after) > before
    page.get_by_role("radio", name="One by one").click()
    expect(node(page, "Specialists")).to_have_count(0)
    page.reload()
    expect(line).to_have_attribute("aria-valuenow", after)
    expect(page.get_by_role("radio", name="One by one")).to_be_checked()
    expect(node(page, "Peter")).to_be_visible()
