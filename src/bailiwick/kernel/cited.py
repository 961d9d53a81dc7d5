"""Pages on the web that an answer cites, as the provider of its model says."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from bailiwick.kernel.invisible import without_invisible
from bailiwick_router.core.record import Record

MOST_CITED = 20
"""Pages that are kept of one answer."""
LONGEST_URL = 2_000
"""Characters; a longer address is left out, since half of it leads elsewhere."""
LONGEST_TITLE = 200
"""Characters; a longer title is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPage(Record):
    """A page that an answer cites. It was written by strangers, its title too."""

    url: str
    """An address that begins with http or https."""
    title: str
    """Empty where the provider gave none."""


def cited_pages(found: Iterable[tuple[str, str | None]]) -> tuple[CitedPage, ...]:
    """Return the pages of these addresses and titles that can be shown as links, each once, the first `MOST_CITED`."""
    pages: dict[str, CitedPage] = {}
    for url, title in found:
        if len(pages) == MOST_CITED:
            break
        if url not in pages and _is_link(url):
            words = " ".join(without_invisible(title or "").split())
            pages[url] = CitedPage(url=url, title=words[:LONGEST_TITLE])
    return tuple(pages.values())


def _is_link(url: str) -> bool:
    """Whether an address leads to a page on the web and shows where that is."""
    if len(url) > LONGEST_URL or any(each.isspace() or not each.isprintable() for each in url):
        return False
    try:
        parts = urlsplit(url)
        # A user before the host would let one site look like another.
        return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return False
