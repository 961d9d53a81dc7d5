"""What the stories about the memory share: writing to it, and finding things on its page."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.calls import calling, change
from browser.live import LiveSite
from support.site import Person


def remember(site: LiveSite, person: Person, entities: dict[str, tuple[str, Sequence[str]]], **more: Any) -> None:
    """Write entities down: type and observations by name."""
    drafts = [
        {"name": name, "entityType": kind, "observations": list(observations)}
        for name, (kind, observations) in entities.items()
    ]
    change(site, person, "POST", "/api/knowledge/entities", json={"entities": drafts, **more})


def relate(site: LiveSite, person: Person, *relations: tuple[str, str, str]) -> None:
    """Write relations down: from, type, to."""
    drafts = [{"from": start, "relationType": kind, "to": end} for start, kind, end in relations]
    change(site, person, "POST", "/api/knowledge/relations", json={"relations": drafts})


def known(site: LiveSite, person: Person, name: str) -> dict[str, Any] | None:
    """Return the entity of this name with all that is known of it, if there is one."""
    with calling(site, person) as client:
        found = client.get("/api/knowledge/entities", params={"search": name}).json()["entities"]
        for entity in found:
            if entity["name"] == name:
                return client.get(f"/api/knowledge/entities/{entity['id']}").json()
    return None


def contents(site: LiveSite, person: Person, name: str) -> list[str]:
    """Return what was observed of the entity of this name."""
    entity = known(site, person, name)
    return [] if entity is None else [each["content"] for each in entity["observations"]]


def rows(page: Page, text: str = "") -> Locator:
    """Entities of the list that are drawn now and hold `text`."""
    return page.get_by_role("list", name="Entities").get_by_role("listitem").filter(has_text=text)


def find(page: Page, text: str) -> None:
    """Search for a text."""
    page.get_by_role("searchbox", name="Search the memory").fill(text)


def show(page: Page, name: str) -> None:
    """Look at the entity of this name, which is in the list."""
    rows(page, name).get_by_role("link").click()
    expect(page.get_by_role("heading", level=2, name=name, exact=True)).to_be_visible()


def observations(page: Page, text: str = "") -> Locator:
    """Observations of the entity that is shown."""
    return page.get_by_role("region", name="Observations").get_by_role("listitem").filter(has_text=text)


def relations(page: Page, text: str = "") -> Locator:
    """Relations of the entity that is shown."""
    return page.get_by_role("region", name="Relations").get_by_role("listitem").filter(has_text=text)


def command(page: Page, name: str, item: str) -> None:
    """Choose something from the menu of the entity that is shown."""
    page.get_by_role("button", name=f"More about {name}").click()
    page.get_by_role("menuitem", name=item).click()


def dismiss(page: Page) -> None:
    """Close the notice, which makes what waits to be undone happen."""
    page.get_by_role("button", name="Dismiss").click()
