"""Documents that are uploaded to a site, and read there."""

from typing import Any

import httpx

from support.site import read_events


def uploaded(client: httpx.Client, name: str, content: bytes, **fields: Any) -> dict[str, Any]:
    """Upload a file, wait until it has been read, and return it as it is then."""
    answer = client.post("/api/documents", files={"file": (name, content)}, data=fields)
    assert answer.status_code == 201, answer.text
    return settled(client, answer.json())


def settled(client: httpx.Client, document: dict[str, Any]) -> dict[str, Any]:
    """Wait until a document has been read, as the live stream tells, and return it."""
    path = f"/api/documents/{document['id']}"
    with client.stream("GET", "/api/events") as stream:
        events = read_events(stream.iter_lines())
        next(events)
        while (now := client.get(path).json())["status"] == "indexing":
            while next(events).kind not in ("document.indexed", "document.failed"):
                pass
    return now
