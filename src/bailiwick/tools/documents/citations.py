"""Citations in answers: markers that name a passage of a document."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_MARKER = re.compile(rf"\[\[doc:(?P<document>{_UUID})#(?P<passage>{_UUID})\]\]")


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage that an answer names."""

    document_id: str
    passage_id: str


def citations_in(text: str) -> Sequence[Citation]:
    """Return what an answer cites, each once, in the order of the text."""
    return list(dict.fromkeys(Citation(found["document"], found["passage"]) for found in _MARKER.finditer(text)))


def with_citations(text: str, written: Callable[[Citation], str | None]) -> str:
    """Return `text` with each marker written as `written` says; one of which it knows nothing stays as it is."""

    def replaced(found: "re.Match[str]") -> str:
        return written(Citation(found["document"], found["passage"])) or found[0]

    return _MARKER.sub(replaced, text)
