"""What the stories about tasks share: tasks that are there already, and where things are on the board."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.calls import change
from browser.live import LiveSite
from support.site import Person


def new_task(site: LiveSite, person: Person, title: str, **more: Any) -> dict[str, Any]:
    """Write a task down and return it."""
    return change(site, person, "POST", "/api/tasks/create", json={"title": title, **more})


def column(page: Page, name: str) -> Locator:
    """The column of the board that is called so."""
    return page.get_by_role("region", name=name, exact=True)


def cards(page: Page, name: str) -> Locator:
    """The tasks of a column, in their order."""
    return column(page, name).locator("[data-task]")


def card(page: Page, title: str) -> Locator:
    """The link of the task that is called so."""
    return page.get_by_role("link", name=title)


def carry(page: Page, what: Locator, to: Locator, *, share: float = 0.5) -> None:
    """Drag `what` with the mouse to a height of `to` and let it go there."""
    what.scroll_into_view_if_needed()
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 40, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + start["height"] / 2 + 12, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] * share, steps=6)
    page.mouse.up()


def shows(page: Page, name: str, *titles: str) -> None:
    """Expect exactly these tasks in a column, in this order."""
    expect(cards(page, name)).to_have_count(len(titles))
    for index, title in enumerate(titles):
        expect(cards(page, name).nth(index)).to_contain_text(title)
