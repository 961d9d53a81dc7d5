"""Citations in a terminal: where a passage is, in words."""

import re  # noqa: TID251  (own fixed pattern)
from typing import TYPE_CHECKING

from bailiwick.kernel.terminal.texts import phrase
from bailiwick.tools.documents.citations import Citation, citations_in, with_citations

if TYPE_CHECKING:
    from bailiwick.tools.documents.library import Library

LONGEST = 100
"""Characters that a marker has at most: two UUIDs and what is around them."""
_BEGUN = re.compile(r"\[(?:\[[^\[\]\s]{0,90}\]?)?\Z")


async def readable(library: "Library", user_id: str, text: str) -> str:
    """Return `text` with `[title, p. 3]` for each marker of a passage that there is; other markers stay."""
    cited = citations_in(text)
    if not cited:
        return text
    known = await library.cited(user_id, [each.passage_id for each in cited])

    def written(citation: Citation) -> str | None:
        found = known.get(citation.passage_id)
        if found is None or found[0].id != citation.document_id:
            return None
        document, passage = found
        page = "" if passage.page is None else f", {phrase('documents.place', page=passage.page)}"
        return f"[{document.title}{page}]"

    return with_citations(text, written)


def complete(text: str) -> int:
    """Return how much of a text that still grows can be shown: what may be the beginning of a marker waits."""
    found = _BEGUN.search(text, max(len(text) - LONGEST, 0))
    return found.start() if found else len(text)
