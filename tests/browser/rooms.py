"""What the stories about the rooms of a swarm share: a swarm to tell them of, and finding things in a room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from bailiwick.features.swarm.actions import Swarms
from browser.calls import calling, change
from browser.live import LiveSite
from support.site import Person


@dataclass(frozen=True)
class House:
    """A swarm, its person, and the product that it lives in."""

    site: LiveSite
    person: Person
    id: str

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make one call below the swarm's address that has to succeed."""
        more = {} if body is None else {"json": body}
        return change(self.site, self.person, method, f"/api/swarms/{self.id}{path}", **more)

    def resident(self, name: str) -> str:
        """Return the id of a resident by its name."""
        return f"{name.lower()}@{self.id}"

    def move_in(self, *names: str, **more: Any) -> None:
        """Add residents."""
        for name in names:
            self.call("POST", "/residents", {"name": name, "role": "researcher", "guidance": "You help.", **more})

    def group(self, name: str, *members: str, **more: Any) -> str:
        """Open a group of residents and the person, and return its id."""
        ids = [self.resident(one) for one in members]
        return self.call("POST", "/rooms", {"name": name, "members": ids, **more})["id"]

    def write(self, content: str, **more: Any) -> dict[str, Any]:
        """Write a mail as the person: `roomId` or `to`, and perhaps `as`."""
        return self.call("POST", "/mail", {"content": content, **more})

    def mails(self, room_id: str) -> Sequence[dict[str, Any]]:
        """Return the mail of a room, oldest first."""
        with calling(self.site, self.person) as client:
            return client.get(f"/api/swarms/{self.id}/rooms/{room_id}/mail").json()["mails"]

    def rooms(self) -> Sequence[dict[str, Any]]:
        """Return all rooms, latest mail first."""
        return self.call("GET", "/rooms")["rooms"]

    def address(self, **search: str) -> str:
        """Return the address of the swarm's page."""
        words = "&".join(f"{name}={value}" for name, value in search.items())
        return f"/swarm/{self.id}?{words}"


def new_house(site: LiveSite, person: Person, *names: str, paused: bool = False) -> House:
    """Create a swarm whose first resident is Ana, with more residents; one that is paused has never worked."""

    async def create() -> str:
        platform, user = site.site.platform, person.user_id
        async with platform.database.as_user(user):  # paused before any worker sees it
            made = await platform[Swarms].create(user, name="House", goal="Warm the house")
            if paused:
                await platform[Swarms].pause(user, made.id)
        return made.id

    house = House(site, person, site.site.run(create()))
    house.move_in(*names)
    return house


def composer(page: Page, title: str) -> Locator:
    """The field in which one writes in a room."""
    return page.get_by_role("textbox", name=f"Write to {title}")


def say(page: Page, title: str, text: str) -> None:
    """Write in the room that is open, and send it."""
    field = composer(page, title)
    field.fill(text)
    field.press("Enter")


def mail(page: Page, text: str) -> Locator:
    """The mails of the open room that hold a text."""
    return page.get_by_role("article").filter(has_text=text)


def room_row(page: Page, title: str) -> Locator:
    """The line of a room in the list."""
    return page.get_by_role("region", name="Rooms").get_by_role("link", name=title)


def about(page: Page, text: str) -> Locator:
    """Open what is known of the first mail that holds a text, and return it."""
    row = mail(page, text).first
    row.hover()
    row.get_by_role("button", name="About this mail").click()
    panel = page.get_by_role("dialog", name="About this mail")
    expect(panel).to_be_visible()
    return panel
