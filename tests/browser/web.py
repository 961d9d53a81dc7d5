"""Opens pages for one test and notes everything a person would never want to find in the browser's console."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from browser.live import LiveSite
from support.site import Person

DESKTOP = (1440, 900)
PHONE = (390, 844)
SHOTS = "BAILIWICK_TEST_SHOTS"
PATIENCE = 45_000
"""Milliseconds that a page has to show what is expected of it, on a machine that is busy with other tests."""
REPORT_VIOLATIONS = """
addEventListener('securitypolicyviolation', event =>
  console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI || 'inline'} ${event.sample}`))
"""


@dataclass
class Web:
    """The browser of one test."""

    browser: Browser
    site: LiveSite
    folder: Path
    """Where pictures and traces go."""
    traced: bool
    """Whether every step is recorded, which makes a story slower."""
    complaints: list[str] = field(default_factory=list)
    _allowed: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def open(
        self,
        address: str | None = "/",
        *,
        site: LiveSite | None = None,
        person: Person | None = None,
        signed_in: bool = True,
        viewport: tuple[int, int] = DESKTOP,
        dark: bool = False,
        locale: str = "en-US",
        still: bool = True,
        allow: Iterable[str] = (),
        **options: Any,
    ) -> Page:
        """Open a browser of its own at `address` and return its page.

        Unless told otherwise it is signed in as `person`, or as somebody new. `still` asks for reduced motion.
        `allow` holds pieces of the complaints that are no failure here; `options` are Playwright's for a context.
        `address=None` opens an empty page.
        """
        site = site or self.site
        self.allow(*allow)
        context = self.browser.new_context(
            base_url=site.url,
            viewport={"width": viewport[0], "height": viewport[1]},
            has_touch=viewport[0] < 700,
            color_scheme="dark" if dark else "light",
            locale=locale,
            timezone_id="Europe/Madrid",
            reduced_motion="reduce" if still else "no-preference",
            **options,
        )
        self._contexts.append(context)
        if self.traced:
            context.tracing.start(snapshots=True)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._note_console)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))
        context.on("request", lambda request: self._note_request(request, site.url))
        if signed_in:
            site.sign_in(context, person or site.person())
        page = context.new_page()
        if address is not None:
            page.goto(address)
        return page

    def allow(self, *pieces: str) -> None:
        """Let complaints pass that contain one of `pieces`, from now on and for this test."""
        self._allowed.extend(pieces)

    def check(self) -> None:
        """Fail if a page has complained of something that is not allowed."""
        self._listen()
        left = [complaint for complaint in self.complaints if not any(piece in complaint for piece in self._allowed)]
        assert not left, "the browser complained:\n" + "\n".join(left)

    def shot(self, page: Page, name: str) -> Path:
        """Take a picture of the whole page; `BAILIWICK_TEST_SHOTS` names the folder where it is kept."""
        folder = Path(os.environ.get(SHOTS) or self.folder)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        page.screenshot(path=path, full_page=True)
        return path

    def keep(self) -> None:
        """Leave pictures of all pages, and traces if there are any, for whoever looks into a failure."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, context in enumerate(self._contexts):
            if self.traced:
                context.tracing.stop(path=self.folder / f"trace-{number}.zip")
            for at, page in enumerate(context.pages):
                page.screenshot(path=self.folder / f"page-{number}-{at}.png")

    def close(self) -> None:
        """Close everything that was opened."""
        for context in self._contexts:
            context.close()

    def _listen(self) -> None:
        # What pages said is only heard while something is asked of them.
        for context in self._contexts:
            for page in context.pages:
                page.title()

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _note_request(self, request: Request, url: str) -> None:
        asked, own = urlsplit(request.url), urlsplit(url)
        if asked.scheme not in ("data", "blob") and asked[:2] != own[:2]:
            self.complaints.append(f"request to another origin: {request.url}")


def resize(page: Page, width: int, height: int = PHONE[1], *, dark: bool = False) -> None:
    """Give a page another width and look, and wait until it has taken them: cheaper than another browser."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.wait_for_function(
        "([width, look]) => document.documentElement.clientWidth === width"
        " && document.documentElement.dataset.theme === look",
        arg=[width, "dark" if dark else "light"],
    )


def go(page: Page, address: str) -> None:
    """Go to another address as a link of the app does, without loading the app anew, and wait until it is there."""
    # What is returned is a promise, which Playwright waits for; the page that was there before stays until its end.
    page.evaluate("href => self.__TSR_ROUTER__.navigate({ href })", address)
    page.wait_for_function(
        """href => {
          const { status, location, resolvedLocation } = self.__TSR_ROUTER__.state
          const asked = new URL(href, self.location)
          return status === 'idle' && location.pathname === asked.pathname && location.href === resolvedLocation?.href
            && [...asked.searchParams].every(([name, value]) => String(location.search[name]) === value)
        }""",
        arg=address,
    )
