"""Documents that agents write."""

from collections.abc import Mapping
from typing import Annotated, Any

import re2
from pydantic import Field

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.documents.library import Library
from bailiwick.tools.phrases import fold, read
from bailiwick.tools.records import LeftFile, Recognition, Request, Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick_router.core.language import Language

MAX_CONTENT = 500_000
"""Longest document, in characters."""
MAX_REQUEST = 100_000
"""Longest request read as one for a document, in characters."""
MAX_TITLE = 200
TITLE_WORDS = 8
"""How many words of a document without a title become its title."""

GIVEN = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:create|make|write|save|start|add)(?: me)? (?:an?|the)?(?: new)? ?(?:document|doc|file)"
        r" (?:called|titled|named|entitled) (?P<title>[^\n]{1,200}?)[\"'”»]?"
        r"(?: with(?: the)?(?: content| text| following)*:?| saying:?| containing:?| that says:?| ?:|,? and content:?)"
        r"\s+(?P<content>(?s:.+))",
        r"(?:crea|crear|creame|haz|hazme|escribe|guarda)(?: un| el)?(?: nuevo)?"
        r" (?:documento|archivo|fichero)(?: nuevo)?"
        r" (?:titulado|llamado|con (?:el )?titulo)"
        r" (?P<title>[^\n]{1,200}?)[\"'”»]?"
        r"(?: con(?: el| la)?(?: contenido| texto| siguiente)*:?| que diga:?| diciendo:?| ?:|,? y (?:el )?contenido:?)"
        r"\s+(?P<content>(?s:.+))",
        r"(?:save|store|keep|put)(?: this| the following| it)?(?: text)?(?: as| in| into)(?: a| my)?(?: new)?"
        r" (?:document|doc)(?: (?:called|titled|named|entitled) (?P<title>[^:\n]{1,200}))? ?:\s*(?P<content>(?s:.+))",
        r"(?:guarda|guardar|guardame|pon)(?: esto| lo siguiente| este texto)?"
        r"(?: como| en)(?: un)?(?: nuevo)? documento"
        r"(?: (?:titulado|llamado|con (?:el )?titulo) (?P<title>[^:\n]{1,200}))? ?:\s*(?P<content>(?s:.+))",
        r"(?:create|make|write|new)(?: me)?(?: a)?(?: new)? (?:document|doc) ?:\s*(?P<content>(?s:.+))",
        r"(?:crea|haz|escribe|nuevo)(?: un)?(?: nuevo)? documento ?:\s*(?P<content>(?s:.+))",
    )
)
SAYS_DOCUMENT = re2.compile(r"\b(?:document|doc|file|documento|archivo|fichero)\b")
"""Spares long messages about other things the closer look."""
QUOTES = "\"'“”«»‘’ "


def document_tools(library: Library) -> list[Tool]:
    """Return `createDocument`."""

    @skill_tool(idempotent=True, recogniser=DocumentRecogniser())
    async def createDocument(
        context: ToolContext,
        title: Annotated[str, Field(min_length=1, max_length=MAX_TITLE, description="A short title.")],
        content: Annotated[
            str, Field(min_length=1, max_length=MAX_CONTENT, description="The whole text, in Markdown.")
        ],
    ) -> dict[str, Any]:
        """Save a text as a document the person can open, read and keep.

        Use it for anything longer than a chat answer that the person asked to have written. `content` is the
        complete, finished text. Returns the document's id, title and length in characters.
        """
        name = " ".join(title.split())
        if not name or not content.strip():
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.TITLE_AND_TEXT))
        document = await library.write(
            context.user_id,
            name,
            content,
            call_id=context.call_id,
            execution_id=context.execution_id,
            tainted=context.tainted,
        )
        context.reading.files.append(
            LeftFile(
                name=f"{document.title}.md",
                size=document.bytes,
                download=f"/api/documents/{document.id}/file",
                page=f"/memory/documents/{document.id}",
                command=f"bailiwick documents download {document.id}",
            )
        )
        return {"id": document.id, "title": document.title, "length": document.characters}

    return [createDocument]


class DocumentRecogniser:
    """Reads requests that bring the text along; without a model no user can write one."""

    def read(self, request: Request) -> Recognition | None:
        """Return title and text; None if the request is about something else or brings no text."""
        if len(request.text) > MAX_REQUEST or not SAYS_DOCUMENT.search(fold(request.text[:150])):
            return None
        found = read(GIVEN, request.core)
        content = found["content"].strip() if found else ""
        if not found or not content.strip(QUOTES):
            return None
        if content[0] in QUOTES and content[-1] in QUOTES:
            content = content.strip(QUOTES)
        title = found.get("title", "").strip(QUOTES) or _title_from(content)
        return Recognition(arguments={"title": title, "content": content}, confidence=0.95)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that the document is there."""
        if language == "es":
            return f"He creado el documento «{result['title']}» ({result['length']} caracteres)."
        return f'Created the document "{result["title"]}" ({result["length"]} characters).'


def _title_from(content: str) -> str:
    """Return the first words of the first line."""
    line = content.strip().splitlines()[0].lstrip("# ").strip()
    words = line.split()
    title = " ".join(words[:TITLE_WORDS])[: MAX_TITLE - 1].strip() or "Document"
    return f"{title}…" if len(words) > TITLE_WORDS else title
