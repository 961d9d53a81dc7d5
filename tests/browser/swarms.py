"""Swarms that somebody looks at: making them by program, and finding their parts on the page."""

import re  # noqa: TID251  (own fixed patterns)
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.calls import change
from browser.live import LiveSite
from support.site import Person


def new_swarm(site: LiveSite, person: Person, goal: str, **more: Any) -> dict[str, Any]:
    """Have a swarm made for `person` and return it."""
    return change(site, person, "POST", "/api/swarms", json={"goal": goal, **more})


def add(site: LiveSite, person: Person, swarm: str, name: str, **more: Any) -> str:
    """Add a resident to a swarm and return its id."""
    fields = {"name": name, "role": "researcher", **more}
    return change(site, person, "POST", f"/api/swarms/{swarm}/residents", json=fields)["id"]


def tree(page: Page) -> Locator:
    """The residents, as a tree."""
    return page.get_by_role("tree", name="Residents")


def resident(page: Page, name: str) -> Locator:
    """A resident in the tree; its accessible name begins with its own."""
    return tree(page).get_by_role("treeitem", name=re.compile(f"^{re.escape(name)} "))


def open_mind(page: Page, name: str) -> Locator:
    """Open the mind of a resident and return it; where there is room it stands beside the rest."""
    resident(page, name).get_by_text(name, exact=True).click()
    mind = page.get_by_role("complementary", name=f"The mind of {name}")
    expect(mind.get_by_role("heading", name=name)).to_be_visible()
    return mind
