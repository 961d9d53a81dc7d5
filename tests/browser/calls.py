"""Calls to the product while somebody looks at it in a browser: those of programs, and the page's own held back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Page, Route

from browser.live import LiveSite
from support.site import Person, finished, in_main_thread


@contextmanager
def calling(site: LiveSite, person: Person) -> Iterator[httpx.Client]:
    """Yield a client that calls as `person`."""
    with site.site.client(person) as client:
        yield client


def submit(site: LiveSite, person: Person, message: str, **more: Any) -> dict[str, Any]:
    """Send a message and return its execution, which has only just begun."""
    with calling(site, person) as client:
        answer = client.post("/api/agents/execute", json=in_main_thread(client, message, **more))
        assert answer.status_code == 202, answer.text
        return answer.json()


def ask(site: LiveSite, person: Person, message: str, **more: Any) -> dict[str, Any]:
    """Have a message answered and return its execution."""
    execution = submit(site, person, message, **more)
    with calling(site, person) as client:
        return finished(client, execution["id"])


def change(site: LiveSite, person: Person, method: str, address: str, **more: Any) -> dict[str, Any]:
    """Make one call that has to succeed and return its body, empty where there is none."""
    with calling(site, person) as client:
        answer = client.request(method, address, **more)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else {}


def hold_first(page: Page, address: str, method: str) -> list[Route]:
    """Hold the page's first request of a method to an address; `held[0].continue_()` lets it through."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == method and not held:
            held.append(route)
        else:
            route.continue_()

    page.route(address, hold)
    return held
