"""What the stories about documents share: bringing them, and finding things on their pages."""

import time
from collections.abc import Sequence
from typing import Any

import httpx
from playwright.sync_api import Locator, Page

from browser.calls import calling
from browser.live import LiveSite
from support.site import Person

LEASE = """# Lease of the flat at Calle Mayor 5

Between the landlord, Mr Ortega, and the tenant.

## Rent

The rent is **1,150 €** a month, due on the fifth of each month.

## Notice period

The tenant may end this contract with two months' notice in writing.

## Pets

A cat or a small dog is allowed.
"""
READ_WITHIN = 30
"""Seconds that reading a short text may take on a machine that is busy with other tests."""


def bring(
    site: LiveSite, person: Person, name: str, content: str | bytes, *, tags: Sequence[str] = ()
) -> dict[str, Any]:
    """Upload a file and return its document once its text has been read, or could not be."""
    body = content.encode() if isinstance(content, str) else content
    with calling(site, person) as client:
        answer = client.post("/api/documents", files={"file": (name, body)}, data={"tags": list(tags)})
        assert answer.status_code == 201, answer.text
        return _read(client, answer.json()["id"])


def written(site: LiveSite, person: Person, title: str, content: str) -> dict[str, Any]:
    """Write a text down as a document and return it once it has been read."""
    with calling(site, person) as client:
        answer = client.post("/api/documents/text", json={"title": title, "content": content})
        assert answer.status_code == 201, answer.text
        return _read(client, answer.json()["id"])


def _read(client: httpx.Client, document_id: str) -> dict[str, Any]:
    until = time.monotonic() + READ_WITHIN
    # The job that reads has no other sign for programs than the document itself.
    while (document := client.get(f"/api/documents/{document_id}").json())["status"] == "indexing":
        assert time.monotonic() < until, "the document was not read"
    return document


def rows(page: Page, text: str = "") -> Locator:
    """Documents of the list that hold `text`."""
    return page.get_by_role("list", name="Documents").get_by_role("listitem").filter(has_text=text)


def queued(page: Page, name: str) -> Locator:
    """A file on its way."""
    return page.get_by_role("list", name="Adding files").get_by_role("listitem").filter(has_text=name)


def choose(page: Page, *files: tuple[str, str | bytes]) -> None:
    """Choose files to add: names with contents."""
    chosen: list[Any] = [
        {"name": name, "mimeType": "", "buffer": content.encode() if isinstance(content, str) else content}
        for name, content in files
    ]
    page.get_by_label("Add documents").last.set_input_files(chosen)


DROP = """([name, content]) => {
  const page = document.querySelector('main h1').closest('main').firstElementChild
  const data = new DataTransfer()
  data.items.add(new File([content], name))
  const tell = kind => page.querySelector('h1').dispatchEvent(
    new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}))
  return [tell, data] && (window.drag = tell)(name && 'dragover')
}"""


def drag(page: Page, name: str, content: str) -> None:
    """Carry a file over the page, without letting it go."""
    page.evaluate(DROP, [name, content])


def let_go(page: Page) -> None:
    """Drop what is carried."""
    page.evaluate("() => window.drag('drop')")
