"""What a tool returned: a JSON value for a model, and beside it the pictures and files that are kept for the person."""

import binascii
from collections.abc import Sequence
from mimetypes import guess_extension
from typing import TYPE_CHECKING, Any

from bailiwick.features.mcp.schemas import printable
from bailiwick.tools.records import LeftFile

if TYPE_CHECKING:
    from mcp_types import CallToolResult

LONGEST = 200_000
"""Characters of text that are kept of one result."""
MOST_BLOCKS = 1_000
MOST_FILES = 8
"""Pictures and files that are kept of one result."""
MOST_FILE_BYTES = 20 << 20
"""Of all of them together."""


class ReturnedFiles:
    """The pictures and files of one result."""

    def __init__(self) -> None:
        self.files: list[LeftFile] = []
        self._room = MOST_FILE_BYTES

    def take(self, kind: str, media_type: str, encoded: str) -> LeftFile | None:
        """Return a file of base64 that is kept under a name of ours; None where it is none, or there is no room."""
        if len(self.files) >= MOST_FILES or len(encoded) * 3 // 4 > self._room:
            return None
        try:
            content = binascii.a2b_base64(encoded, strict_mode=True)
        except ValueError:
            return None
        if not content:
            return None
        self._room -= len(content)
        name = f"{kind}-{len(self.files) + 1}{guess_extension(media_type.partition(';')[0].strip()) or ''}"
        self.files.append(LeftFile(name=name, size=len(content), content=content))
        return self.files[-1]


def as_value(result: "CallToolResult", returned: ReturnedFiles | None = None) -> Any:
    """Return the structured result where there is one and no picture or file beside it, else the text."""
    plain = all(getattr(block, "type", "") == "text" for block in result.content[:MOST_BLOCKS])
    if plain and isinstance(result.structured_content, dict):
        return result.structured_content
    return as_text(result.content, returned)


def as_text(content: Sequence[Any], returned: ReturnedFiles | None = None) -> str:
    """Return the blocks of a result as text; what is no text becomes a note in square brackets, and is `returned`."""
    texts: list[str] = []
    room = LONGEST
    for number, block in enumerate(content):
        if room <= 0 or number >= MOST_BLOCKS:
            texts.append(f"[cut here: {len(content) - number} more parts]")
            break
        text = _block(block, returned)
        texts.append(text if len(text) <= room else f"{text[:room]}\n[cut here: {len(text) - room} more characters]")
        room -= len(text)
    return "\n\n".join(texts)


def _block(block: Any, returned: ReturnedFiles | None) -> str:
    match getattr(block, "type", ""):
        case "text":
            return block.text
        case "image" | "audio" as kind:
            return _noted(returned, kind, kind, block.mime_type, block.data)
        case "resource_link":
            return f"[link to {_name(block.name)}: {_name(str(block.uri))}]"
        case "resource":
            return _resource(block.resource, returned)
        case other:
            return f"[{_name(str(other)) or 'something'}: not shown]"


def _resource(resource: Any, returned: ReturnedFiles | None) -> str:
    text = getattr(resource, "text", None)
    if isinstance(text, str):
        return text
    what = f"file {_name(str(resource.uri))}"
    return _noted(returned, "file", what, resource.mime_type or "unknown type", resource.blob)


def _noted(returned: ReturnedFiles | None, kind: str, what: str, media_type: str, encoded: str) -> str:
    """Return what is said in the text about a file that is beside it, and keep that."""
    file = None if returned is None else returned.take(kind, media_type, encoded)
    about = f"{_name(media_type)}, {len(encoded) * 3 // 4:,} bytes"
    return f"[{what}, {about}: not shown]" if file is None else f"[{what}, {about}: {file.name}]"


def _name(text: str) -> str:
    return printable(text).replace("\n", " ")[:300]
