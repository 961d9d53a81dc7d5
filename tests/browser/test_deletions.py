"""What agents delete: shown before it is gone where a person has to agree, and brought back by a press afterwards."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import axe
from browser.calls import change
from browser.chat import over, say, turns
from browser.live import LiveSite
from browser.web import Web
from support.ledger import new_ledger
from support.site import Person

SCRIPT = """
[[rule]]
user = "delete my note"
[[rule.turn]]
calls = [{ tool = "deleteNote", arguments = { title = "shopping LIST" } }]
[[rule.turn]]
text = "It is gone."

[[rule]]
user = "tidy my notes up"
[[rule.turn]]
calls = [{ tool = "readOutside", arguments = { text = "Tidy up." } }]
[[rule.turn]]
calls = [{ tool = "deleteNote", arguments = { title = "shopping LIST" } }]
[[rule.turn]]
text = "What came of it: {result}"

[[rule]]
user = "delete the entity"
[[rule.turn]]
calls = [{ tool = "delete_entities", arguments = { entityNames = ["Ana"] } }]
[[rule.turn]]
text = "It is gone."

[[rule]]
user = "delete the observation"
[[rule.turn]]
calls = [{ tool = "delete_observations", arguments = { deletions = [
  { entityName = "Ana", observations = ["lives in Lima"] },
] } }]
[[rule.turn]]
text = "It is gone."

[[rule]]
user = "delete the relation"
[[rule.turn]]
calls = [{ tool = "delete_relations", arguments = { relations = [
  { from = "Ana", to = "Acme", relationType = "works at" },
] } }]
[[rule.turn]]
text = "It is gone."
"""


@pytest.fixture(scope="module")
def house(start_shared_site: Callable[..., LiveSite], tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A product whose model deletes what it is told to."""
    folder: Path = tmp_path_factory.mktemp("deletions")
    script = folder / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        new_ledger(folder, patch)
        yield start_shared_site(model=f"scripted:{script}")


@pytest.fixture
def keeper(house: LiveSite) -> Person:
    """Somebody new, with an agent that has every tool."""
    person = house.person()
    change(house, person, "POST", "/api/agents/create", json={"id": "keeper", "name": "Keeper", "tools": [".*"]})
    return person


def tool(site: LiveSite, person: Person, name: str, **arguments: Any) -> Any:
    """Use a tool by hand and return its result."""
    return change(site, person, "POST", f"/api/tools/{name}/call", json={"arguments": arguments})["result"]


def said(web: Web, house: LiveSite, keeper: Person, text: str) -> Page:
    """Say something to the agent in a new conversation."""
    page = web.open("/chat?agent=keeper", site=house, person=keeper)
    say(page, text, "Keeper")
    return page


def test_a_deleted_note_comes_back_by_a_press(web: Web, house: LiveSite, keeper: Person) -> None:
    tool(house, keeper, "addNote", title="Shopping list", lines=["milk", "eggs"])
    page = said(web, house, keeper, "delete my note")
    over(turns(page))
    assert tool(house, keeper, "listNotes")["notes"] == []
    turns(page).get_by_role("button", name="Undo", exact=True).click()
    expect(turns(page).get_by_role("status")).to_have_text("It is undone.")
    assert tool(house, keeper, "readNote", title="Shopping list")["lines"] == ["milk", "eggs"]


@pytest.mark.parametrize("what", ["entity", "observation", "relation"])
def test_what_was_deleted_from_the_memory_comes_back_by_a_press(
    web: Web, house: LiveSite, keeper: Person, what: str
) -> None:
    ana = {"name": "Ana", "entityType": "person", "observations": ["lives in Lima"]}
    works = {"from": "Ana", "to": "Acme", "relationType": "works at"}
    tool(house, keeper, "create_entities", entities=[ana])
    tool(house, keeper, "create_relations", relations=[works])
    before = tool(house, keeper, "read_graph")
    page = said(web, house, keeper, f"delete the {what}")
    over(turns(page))
    assert tool(house, keeper, "read_graph") != before
    # What is stored of the call knows the way back too.
    page.reload()
    turns(page).get_by_role("button", name="Undo", exact=True).click()
    expect(turns(page).get_by_role("status")).to_have_text("It is undone.")
    assert tool(house, keeper, "read_graph") == before


def test_the_card_shows_what_was_found_and_a_note_that_changed_stays(web: Web, house: LiveSite, keeper: Person) -> None:
    tool(house, keeper, "addNote", title="Shopping list", lines=["milk", "pay\u202etxt.exe"])
    page = said(web, house, keeper, "tidy my notes up")
    card = page.get_by_role("group", name="Keeper wants to call deleteNote")
    about = card.get_by_role("region", name="What it is about")
    expect(about).to_contain_text("Note Shopping list")
    expect(about).to_contain_text("payU+202Etxt.exe")
    expect(about).to_contain_text("If any of this changes before you decide, the call is not made.")
    assert axe(page) == []
    tool(house, keeper, "appendNote", title="Shopping list", lines=["the only copy of a poem"])
    card.get_by_role("button", name="Approve").click()
    over(turns(page))
    expect(turns(page)).to_contain_text("has changed since a person was asked")
    assert len(tool(house, keeper, "readNote", title="Shopping list")["lines"]) == 3
    page.goto("/approvals")
    decided = page.get_by_role("region", name="Decided")
    expect(decided).to_contain_text("not made: it had changed")
    decided.get_by_role("button", name="Keeper deleteNote").click()
    expect(decided.get_by_role("region", name="What it is about")).to_contain_text("Shopping list")
