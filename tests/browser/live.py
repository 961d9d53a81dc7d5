"""A site that browsers look at: it can be stopped and started again at the same address, with the same data."""

from pathlib import Path
from typing import Any, Self

from playwright.sync_api import BrowserContext

from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.people.actions import People
from support.site import Person, Site, settings_of

SESSION = "bailiwick_session"


class LiveSite:
    """The whole product over real HTTP, with a worker, on a database of its own.

    `settings` are those of `bailiwick.kernel.settings.Settings`: without a `model` the offline one answers.
    """

    def __init__(self, urls: DatabaseUrls, home: Path, **settings: Any) -> None:
        self._settings = settings_of(urls, home, **settings)
        self.site = Site(self._settings)

    def __enter__(self) -> Self:
        self.site.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where browsers find it, without the slash at the end; the same after a restart."""
        return self.site.url

    def stop(self) -> None:
        """End the server and its worker as SIGTERM does; harmless when they have ended."""
        if self.site.url and not self.site.joined(0):
            self.site.__exit__()

    def start(self) -> None:
        """Start again after `stop`, on the same port and database."""
        port = int(self.site.url.rpartition(":")[2])
        self.site = Site(self._settings.model_copy(update={"port": port}))
        self.site.__enter__()

    def restart(self) -> None:
        """Stop and start again."""
        self.stop()
        self.start()

    def person(self, name: str = "Ada") -> Person:
        """Create somebody new, with data of their own and the roster that ships."""
        return self.site.person(name)

    def sign_in(self, context: BrowserContext, person: Person) -> None:
        """Give a browser the session of `person`, as the login page does."""
        context.add_cookies(
            [{"name": SESSION, "value": person.session, "url": self.url, "httpOnly": True, "sameSite": "Lax"}]
        )

    def login_link(self) -> str:
        """Return the address of a fresh one-time link for the owner, as the server prints it."""
        return self.url + self.site.run(self.site.platform[People].login_link())
