"""The figures: what was done over time, by whom, how well; as charts, tables and files."""

import csv
import json
import re  # noqa: TID251  (own fixed pattern)
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bailiwick.people.records import UserRole
from browser.axe import axe
from browser.calls import ask
from browser.layout import too_wide
from browser.live import LiveSite
from browser.web import PHONE, Web
from support.site import Person

PETER = "peter-logical"


@pytest.fixture(scope="module")
def person(site: LiveSite) -> Person:
    """Somebody whose agents have worked a little, all within one hour of the clock."""
    while True:
        began, person = datetime.now(UTC), site.person("Augusta")
        ask(site, person, "What is 12% of 340?", agentId=PETER)
        ask(site, person, "What is 2 + 2?", agentId=PETER)
        ask(site, person, "Explain why marsupials have a pouch", agentId="toby-technical")
        if datetime.now(UTC).hour == began.hour:
            return person


def tile(page: Page, name: str) -> Locator:
    """One of the most important figures."""
    tiles = page.get_by_role("main").locator("dl").first.locator("> div")
    return tiles.filter(has=page.locator("dt", has_text=re.compile(f"^{name}$")))


def card(page: Page, title: str) -> Locator:
    """The card of a chart."""
    return page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))


def test_nothing_to_count_says_how_to_begin(web: Web) -> None:
    page = web.open("/figures?range=90d")
    expect(page.get_by_role("heading", name="Nothing to count yet")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("link", name="Ask something").click()
    expect(page).to_have_url(re.compile("/chat"))


def test_the_figures_are_there_as_tiles_charts_tables_and_a_file(web: Web, person: Person) -> None:
    page = web.open("/figures", person=person)
    expect(tile(page, "Runs")).to_contain_text("3")
    expect(tile(page, "Success")).to_contain_text("2 of 3 answered")
    expect(page.get_by_role("combobox", name="Agent", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="People")).to_have_count(0)  # that is for administrators
    over_time = card(page, "Runs over time")
    expect(over_time.locator("svg.recharts-surface")).to_be_visible()
    over_time.get_by_role("button", name="As a table: Runs over time").click()
    table = over_time.get_by_role("table", name="Runs over time")
    expect(table.get_by_role("row")).to_have_count(8)  # the head and seven days
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Day", "Answered", "Unanswered", "Failed", "Stopped or not over"]
    )
    expect(table.get_by_role("row").last.get_by_role("cell")).to_have_text(["2", "1", "0", "0"])
    expect(card(page, "Agents").get_by_role("row", name=re.compile("Peter"))).to_contain_text("100%")
    expect(card(page, "Tools").get_by_role("link", name="calculator")).to_be_visible()
    handed = card(page, "Who hands to whom")
    expect(handed.get_by_role("img", name=re.compile("You to Peter: 2 times"))).to_be_visible()
    expect(card(page, "Errors")).to_contain_text("No run failed in this time.")
    expect(card(page, "How agents were chosen")).to_contain_text("chosen by you")
    week = card(page, "When work is done").get_by_role("table")
    expect(week.get_by_role("cell", name="3 runs")).to_have_count(1)
    assert axe(page) == []
    with page.expect_download() as saved:
        card(page, "Agents").get_by_role("link", name="Save as CSV: Agents").click()
    rows = list(csv.DictReader(Path(saved.value.path()).read_text(encoding="utf-8-sig").splitlines()))
    assert {row["key"]: row["executions"] for row in rows}[PETER] == "2"


def test_a_chart_is_read_point_by_point_with_the_keyboard(web: Web, person: Person) -> None:
    page = web.open("/figures?range=24h", person=person)
    chart = card(page, "Runs over time").locator("svg.recharts-surface")
    expect(chart).to_be_visible()
    chart.focus()
    for _ in range(24):
        page.keyboard.press("ArrowRight")
    expect(card(page, "Runs over time").locator(".recharts-tooltip-wrapper")).to_contain_text("Answered")


def test_filters_are_in_the_address_and_change_every_figure(web: Web, person: Person) -> None:
    page = web.open("/figures", person=person)
    expect(tile(page, "Runs")).to_contain_text("3")
    page.get_by_role("combobox", name="Agent", exact=True).select_option("Peter")
    expect(tile(page, "Runs")).to_contain_text("2")
    expect(page).to_have_url(re.compile(f"agent={PETER}"))
    page.reload()
    expect(tile(page, "Runs")).to_contain_text("2")
    page.get_by_role("button", name="Clear filters").click()
    expect(tile(page, "Runs")).to_contain_text("3")
    expect(tile(page, "Runs")).to_contain_text("not comparable")
    page.get_by_role("switch", name="Compare with the time before").click()
    expect(tile(page, "Runs")).not_to_contain_text("not comparable")

    page.get_by_role("radio", name="Custom").click()
    page.get_by_role("button", name=re.compile("–")).click()
    chosen = page.get_by_role("dialog", name="Custom")
    chosen.get_by_label("From").fill("2024-05-02")
    chosen.get_by_label("To").fill("2024-05-01")
    chosen.get_by_role("button", name="Show").click()
    expect(chosen.get_by_role("alert")).to_have_text("The first day comes after the last.")
    chosen.get_by_label("To").fill("2024-05-09")
    chosen.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Nothing in this time")).to_be_visible()


def test_what_ends_now_is_counted_without_a_reload(web: Web) -> None:
    person = web.site.person("Grace")
    ask(web.site, person, "What is 1 + 1?", agentId=PETER)
    page = web.open("/figures", person=person)
    expect(tile(page, "Runs")).to_contain_text("1")
    ask(web.site, person, "What is 1 + 2?", agentId=PETER)
    expect(tile(page, "Runs")).to_contain_text("2")


@pytest.mark.usefixtures("person")
def test_administrators_see_the_figures_of_others(web: Web) -> None:
    root = web.site.site.person("Root", role=UserRole.ADMIN)
    page = web.open("/figures", person=root)
    page.get_by_role("combobox", name="People").select_option("Everyone")
    expect(card(page, "People").get_by_role("row", name=re.compile("^Augusta 3 "))).to_be_visible()


def test_the_page_fits_a_phone_and_paper(web: Web, person: Person) -> None:
    page = web.open("/figures", person=person, viewport=PHONE, dark=True, locale="es-ES")
    expect(page.get_by_role("heading", level=1, name="Métricas")).to_be_visible()
    expect(card(page, "Ejecuciones en el tiempo").locator("svg.recharts-surface")).to_be_visible()
    assert too_wide(page) == []
    assert axe(page) == []
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    expect(page.get_by_role("button", name="Imprimir")).to_be_hidden()
    drawn = card(page, "Ejecuciones en el tiempo").locator("svg.recharts-surface").bounding_box()
    assert drawn is not None
    assert min(drawn["width"], drawn["height"]) > 100
    # All of it is on the paper: nothing scrolls inside.
    assert page.evaluate("document.body.scrollHeight > 3 * innerHeight")


CHART = {
    "type": "bar",
    "title": "Sales by day",
    "x": ["May 1", "May 2"],
    "unit": "EUR",
    "series": [{"name": "Shop", "values": [120, 95.5]}, {"name": "Market", "values": [10, 20]}],
}


def test_a_chart_that_a_tool_made_is_drawn_in_the_answer(web: Web) -> None:
    person = web.site.person("Grace")
    done = ask(web.site, person, "What is 12% of 340?", agentId=PETER)

    async def chart_it() -> None:
        async with web.site.site.platform.stores.database.as_user(person.user_id) as connection:
            output = json.dumps({"result": {"total": 245.5, "chart": CHART}})
            await connection.execute("update steps set output = $1 where kind = 'tool'", output)

    web.site.site.run(chart_it())
    page = web.open(f"/chat/{done['conversationId']}", person=person)
    drawn = card(page, "Sales by day")
    expect(drawn.locator("svg.recharts-surface")).to_be_visible()
    expect(drawn.get_by_role("list").get_by_role("listitem")).to_have_text(["Shop", "Market"])
    drawn.get_by_role("button", name="As a table: Sales by day").click()
    expect(drawn.get_by_role("row", name="May 2 95.5 EUR 20 EUR")).to_be_visible()
    assert axe(page) == []
