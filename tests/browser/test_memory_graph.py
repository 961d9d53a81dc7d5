"""The graph around an entity, and a memory that is too large to be seen at once."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import axe
from browser.calls import calling
from browser.live import LiveSite
from browser.memory import find, known, relate, remember, rows
from browser.web import Web
from support.site import Person

MANY = 5_000
FRIENDS = 40
DRAWN = 60
"""Rows or nodes that a page may hold of a large memory."""


@pytest.fixture(scope="module")
def crowd(site: LiveSite) -> Person:
    """Somebody with 5,000 entities in memory, of which the first knows forty and each knows the next."""
    person = site.person()
    names = [f"Person {number}" for number in range(MANY)]
    lines = [
        {"type": "entity", "name": name, "entityType": "person", "observations": [f"is number {number}"]}
        for number, name in enumerate(names)
    ]
    pairs = [*((names[0], name) for name in names[1 : FRIENDS + 1]), *pairwise(names[1:])]
    lines += [{"type": "relation", "from": start, "to": end, "relationType": "knows"} for start, end in pairs]
    with calling(site, person) as client:
        answer = client.post(
            "/api/knowledge/import",
            content="\n".join(map(json.dumps, lines)),
            timeout=120,
            headers={"Content-Type": "application/x-ndjson"},
        )
        assert answer.is_success, answer.text
    return person


@pytest.fixture
def family(web: Web) -> Person:
    """Somebody with a small memory."""
    person = web.site.person()
    remember(
        web.site,
        person,
        {"Ana": ("person", []), "Bo": ("person", []), "Acme": ("company", []), "Oslo": ("city", [])},
    )
    relate(web.site, person, ("Ana", "works at", "Acme"), ("Bo", "knows", "Ana"), ("Acme", "sits in", "Oslo"))
    return person


def graph(page: Page, name: str) -> Locator:
    """The picture around an entity."""
    return page.get_by_role("group", name=f"Graph around {name}")


def node(page: Page, name: str) -> Locator:
    """The entity of this name in the picture."""
    return page.locator("[data-node]").filter(has=page.get_by_text(name, exact=True))


def around(web: Web, person: Person, name: str) -> Page:
    """Open the graph around the entity of this name."""
    entity = known(web.site, person, name)
    assert entity is not None
    page = web.open(f"/memory?entity={entity['id']}&view=graph", person=person)
    expect(node(page, name)).to_be_visible()
    return page


def test_neighbours_are_expanded_hidden_and_opened(web: Web, family: Person) -> None:
    page = around(web, family, "Ana")
    expect(graph(page, "Ana").get_by_text("works at")).to_be_visible()
    expect(node(page, "Oslo")).to_have_count(0)
    expect(node(page, "Acme")).to_have_attribute("aria-expanded", "false")
    node(page, "Acme").click()
    expect(node(page, "Oslo")).to_be_visible()
    expect(node(page, "Acme")).to_have_attribute("aria-expanded", "true")
    assert axe(page) == []
    node(page, "Acme").click()
    expect(node(page, "Oslo")).to_have_count(0)
    page.get_by_role("button", name="Show Acme").click()
    expect(page.get_by_role("heading", level=2, name="Acme")).to_be_visible()
    expect(node(page, "Oslo")).to_be_visible()
    page.go_back()
    expect(graph(page, "Ana")).to_be_visible()


def test_the_graph_is_walked_with_the_keyboard_alone(web: Web, family: Person) -> None:
    page = around(web, family, "Ana")
    node(page, "Ana").focus()
    page.keyboard.press("ArrowLeft")
    expect(node(page, "Bo")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(node(page, "Acme")).to_be_focused()
    page.keyboard.press("Enter")
    expect(node(page, "Oslo")).to_be_visible()
    expect(node(page, "Acme")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(node(page, "Oslo")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show Oslo")).to_be_focused()


def test_the_same_is_there_as_a_list(web: Web, family: Person) -> None:
    page = around(web, family, "Ana")
    page.get_by_role("radio", name="As a list").click()
    listed = page.get_by_role("region", name="Graph around Ana")
    expect(listed.get_by_role("listitem")).to_have_count(2)
    expect(listed.get_by_text("Bo knows Ana")).to_have_count(1)
    listed.get_by_role("button", name="Show what Acme is connected with").click()
    expect(listed.get_by_role("button", name="Oslo", exact=True)).to_be_visible()
    assert axe(page) == []


def test_what_others_connect_appears_in_the_picture(web: Web, family: Person) -> None:
    page = around(web, family, "Ana")
    relate(web.site, family, ("Ana", "was born in", "Oslo"))
    expect(graph(page, "Ana").get_by_text("was born in")).to_be_visible()


def test_of_many_neighbours_a_few_are_drawn_and_more_on_demand(web: Web, crowd: Person) -> None:
    page = around(web, crowd, "Person 0")
    picture = graph(page, "Person 0")
    shown = picture.locator("[data-node]")
    expect(picture.get_by_role("button", name="Show more neighbours of Person 0: 32 left")).to_be_visible()
    expect(shown).to_have_count(10)
    picture.get_by_role("button", name="Show more neighbours of Person 0").click()
    page.get_by_role("radio", name="As a list").click()
    listed = page.get_by_role("region", name="Graph around Person 0")
    expect(listed.get_by_role("listitem")).to_have_count(33)
    listed.get_by_role("button", name="Show more neighbours of Person 0: 8 left").click()
    expect(listed.get_by_role("listitem")).to_have_count(FRIENDS)


def test_five_thousand_entities_are_scrolled_and_searched_while_few_are_drawn(web: Web, crowd: Person) -> None:
    page = web.open("/memory", person=crowd)
    expect(page.get_by_text("5,000 entities")).to_be_visible()
    expect(rows(page, "Person 4999")).to_be_visible()
    rows(page).first.get_by_role("link").focus()
    page.keyboard.press("End")
    expect(rows(page).get_by_role("link").filter(has=page.get_by_text("Person 0", exact=True))).to_be_focused()
    assert rows(page).count() < DRAWN
    assert len(page.query_selector_all("*")) < 1500
    find(page, "4321")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).locator("mark")).to_have_text(["4321", "4321"])
