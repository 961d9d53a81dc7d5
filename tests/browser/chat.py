"""Words of a person who chats: what the stories of the chat page are told with."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.live import LiveSite
from support.site import Person, finished, in_main_thread


def composer(page: Page, agent: str = "Cleo") -> Locator:
    """The field in which a message to `agent` is written."""
    return page.get_by_role("textbox", name=f"Message to {agent}")


def say(page: Page, text: str, agent: str = "Cleo") -> None:
    """Write a message and send it."""
    field = composer(page, agent)
    field.fill(text)
    field.press("Enter")


def turns(page: Page) -> Locator:
    """The turns of the thread that is open, oldest first."""
    return page.get_by_role("article")


def answered(page: Page, agent: str) -> Locator:
    """The headings of the turns that `agent` has answered."""
    return page.get_by_role("heading", name=f"{agent} answered")


def over(turn: Locator) -> None:
    """Wait until nothing more comes in a turn."""
    expect(turn.get_by_role("group", name="About this answer")).to_be_visible()


def ask(site: LiveSite, person: Person, message: str, **more: Any) -> dict[str, Any]:
    """Have a message answered without a browser and return its execution."""
    with site.site.client(person) as client:
        answer = client.post("/api/agents/execute", json=in_main_thread(client, message, **more))
        assert answer.status_code == 202, answer.text
        return finished(client, answer.json()["id"])


def executions(site: LiveSite, person: Person) -> Sequence[dict[str, Any]]:
    """What the server has of a person, latest first."""
    with site.site.client(person) as client:
        found: list[dict[str, Any]] = client.get("/api/agents/executions").json()["executions"]
        return found
