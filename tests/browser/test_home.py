"""The first page: what goes on, what is missing, and where to begin."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.chat import executions
from browser.live import LiveSite
from browser.web import PHONE, Web, resize
from support.site import Person, finished, in_main_thread

SLOW = """
[[rule]]
user = "wait"
[[rule.turn]]
wait = "forever"

[[turn]]
text = "Done."
"""


def figure(page: Page, name: str) -> Locator:
    """One of the live figures."""
    return page.locator("dl > div").filter(has=page.get_by_text(name, exact=True)).get_by_role("definition")


def card(page: Page, title: str) -> Locator:
    """One of the cards."""
    return page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))


def ask(site: LiveSite, person: Person, message: str, agent: str | None = None) -> None:
    """Have a message answered."""
    with site.site.client(person) as client:
        answer = client.post("/api/agents/execute", json=in_main_thread(client, message, agentId=agent))
        finished(client, answer.json()["id"])


@pytest.fixture
def slow(tmp_path: Path) -> str:
    """A model that waits for ever when it is told to."""
    path = tmp_path / "script.toml"
    path.write_text(SLOW, encoding="utf-8")
    return f"scripted:{path}"


def test_a_new_person_sees_where_to_begin_and_that_no_model_is_there(web: Web) -> None:
    page = web.open("/")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        ["Good morning", "Good afternoon", "Good evening"][hour(page)]
    )
    expect(figure(page, "Runs today")).to_contain_text("none yet")
    expect(figure(page, "Success rate")).to_contain_text("nothing finished yet")
    expect(page.get_by_text("No conversations yet")).to_be_visible()
    missing = card(page, "No language model yet")
    missing.get_by_role("button", name="Anthropic").click()
    expect(page.get_by_role("dialog").get_by_label("Key", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    missing.get_by_role("button", name="Test the default model").click()
    expect(missing.get_by_role("status")).to_contain_text("Still the offline model.")
    assert axe(page) == []


def hour(page: Page) -> int:
    """Which of the three greetings is due."""
    now = page.evaluate("new Date().getHours()")
    return 2 if now < 5 or now >= 20 else 0 if now < 12 else 1


def test_figures_chart_and_threads_follow_what_happens_without_a_reload(web: Web) -> None:
    person = web.site.person()
    page = web.open("/", person=person)
    expect(figure(page, "Runs today")).to_contain_text("none yet")
    ask(web.site, person, "Solve 2x + 3 = 7")
    expect(figure(page, "Runs today")).to_contain_text("none failed")
    expect(figure(page, "Success rate")).to_contain_text("1 of 1")
    expect(figure(page, "Asked a model")).to_contain_text("routed by rules alone")
    expect(card(page, "Recent conversations").get_by_role("link", name="Solve 2x + 3 = 7")).to_be_visible()
    chart = card(page, "The last 24 hours")
    expect(chart.get_by_role("listitem").last).to_contain_text("1 run")
    chart.get_by_role("button", name="As a table").click()
    expect(chart.get_by_role("row").nth(1)).to_contain_text("1")
    expect(chart.get_by_role("row")).to_have_count(25)


def test_what_is_asked_here_is_asked_once_however_often_one_presses(web: Web) -> None:
    person = web.site.person()
    page = web.open("/", person=person)
    field = page.get_by_role("textbox", name="What do you want to ask?")
    field.fill("@peter 12 * 12")
    field.evaluate("field => { field.form.requestSubmit(); field.form.requestSubmit() }")
    expect(page).to_have_url(re.compile("/chat/[0-9a-f-]{36}"))
    expect(page.get_by_role("article")).to_contain_text("144")
    page.reload()
    expect(page.get_by_role("article")).to_have_count(1)
    page.go_back()
    field.fill("Solve 2x + 3 = 7")
    field.press("Enter")
    expect(page.get_by_role("article").last).to_contain_text("x = 2")
    assert [one["message"] for one in executions(web.site, person)] == ["Solve 2x + 3 = 7", "12 * 12"]


def test_what_runs_is_listed_and_can_be_stopped(web: Web, start_site: Callable[..., LiveSite], slow: str) -> None:
    site = start_site(model=slow)
    person = site.person()
    page = web.open("/", site=site, person=person)
    running = card(page, "Running now")
    expect(running.get_by_text("Nothing runs at the moment.")).to_be_visible()
    with site.site.client(person) as client:
        body = {"message": "wait for the post", "agentId": "ami-creative"}
        begun = client.post("/api/agents/execute", json=body).json()
        expect(running.get_by_role("link", name="wait for the post")).to_contain_text("Ami")
        expect(page.get_by_text("One run is under way.")).to_be_visible()
        running.get_by_role("button", name="Stop “wait for the post”").click()
        expect(running.get_by_text("Nothing runs at the moment.")).to_be_visible()
        assert finished(client, begun["id"])["status"] == "cancelled"
    expect(page.get_by_text("No language model yet")).to_have_count(0)


def test_an_agent_that_cannot_answer_is_named_until_it_can(web: Web) -> None:
    person = web.site.person()
    with web.site.site.client(person) as client:
        made = {
            "id": "wanda",
            "name": "Wanda",
            "description": "Weather",
            "tags": ["weather"],
            "model": "anthropic:claude-x",
        }
        assert client.post("/api/agents/create", json=made).status_code == 201
        page = web.open("/", person=person)
        unwell = card(page, "Who cannot answer")
        wanda = unwell.get_by_role("listitem").filter(has_text="Wanda")
        expect(wanda).to_contain_text("No key for Anthropic: connect it in the settings")
        expect(wanda.get_by_role("link", name="Wanda")).to_have_attribute("href", "/agents/wanda")
        client.put("/api/agents/wanda", json={"model": "offline"})
        expect(wanda).to_have_count(0)
        shop = unwell.get_by_role("listitem").filter(has_text="Emma")
        expect(shop).to_contain_text("No Shopify store is connected.")
        expect(shop.get_by_role("link", name="Open Stores")).to_have_attribute("href", "/settings#stores")
        mail = unwell.get_by_role("listitem").filter(has_text="Gmail")
        expect(mail).to_contain_text("The MCP server gmail is not registered.")
        mail.get_by_role("link", name="See the MCP servers").click()
        expect(page).to_have_url(f"{web.site.url}/tools/servers")


def test_what_is_missing_is_told_in_the_language_of_the_reader(web: Web) -> None:
    page = web.open("/", person=web.site.person(), locale="es-ES")
    unwell = card(page, "Quién no puede responder")
    shop = unwell.get_by_role("listitem").filter(has_text="Emma")
    expect(shop).to_contain_text("No hay ninguna tienda de Shopify conectada.")
    shop.get_by_role("link", name="Abrir Tiendas").click()
    expect(page.get_by_role("region", name="Tiendas").get_by_role("heading").first).to_be_in_viewport()


def test_quick_actions_lead_where_they_say(web: Web) -> None:
    page = web.open("/")
    actions = page.get_by_role("navigation", name="Quick actions")
    for name, address in (("Create an agent", "/agents/new"), ("See the graph", "/architecture")):
        expect(actions.get_by_role("link", name=name)).to_have_attribute("href", address)
    actions.get_by_role("link", name="Follow the events").click()
    page.wait_for_url("**/debug")


def test_the_page_fits_every_width_in_spanish_and_in_the_dark(web: Web) -> None:
    person = web.site.person()
    ask(web.site, person, "Resuelve 2x + 3 = 7 y explica cada paso con todo detalle para que lo entienda cualquiera")
    page = web.open("/", person=person, viewport=PHONE, locale="es-ES", dark=True)
    expect(page.get_by_role("heading", name="Conversaciones recientes")).to_be_visible()
    expect(page.get_by_role("link", name="Resuelve 2x + 3 = 7")).to_be_visible()
    for width in (360, 768, 1440):
        resize(page, width, dark=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(
            "document.querySelector('main > div').scrollWidth <= document.querySelector('main').clientWidth"
        )
        assert axe(page) == []


def test_the_first_page_takes_little_before_it_can_be_used(web: Web) -> None:
    """How long that takes is measured by the benchmark; what it loads decides it and is the same everywhere."""
    page = web.open("/favicon.svg")
    page.goto("/")
    expect(page.get_by_role("textbox", name="What do you want to ask?")).to_be_visible()
    expect(figure(page, "Agents active")).to_be_visible()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => [one.name, one.encodedBodySize])")
    scripts = {name.rpartition("/")[2]: size for name, size in loaded if name.endswith(".js")}
    assert scripts, "the page is an app"
    assert len(scripts) <= 16, scripts
    assert sum(scripts.values()) <= 250_000, scripts
