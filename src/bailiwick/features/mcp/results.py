"""What a tool returned, as a JSON value for a model."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bailiwick.features.mcp.schemas import printable

if TYPE_CHECKING:
    from mcp_types import CallToolResult

LONGEST = 200_000
"""Characters of text that are kept of one result."""
MOST_BLOCKS = 1_000


def as_value(result: "CallToolResult") -> Any:
    """Return the structured result where there is one and no picture or file beside it, else the text."""
    plain = all(getattr(block, "type", "") == "text" for block in result.content[:MOST_BLOCKS])
    if plain and isinstance(result.structured_content, dict):
        return result.structured_content
    return as_text(result.content)


def as_text(content: Sequence[Any]) -> str:
    """Return the blocks of a result as text; what is no text becomes a note in square brackets."""
    texts: list[str] = []
    room = LONGEST
    for number, block in enumerate(content):
        if room <= 0 or number >= MOST_BLOCKS:
            texts.append(f"[cut here: {len(content) - number} more parts]")
            break
        text = _block(block)
        texts.append(text if len(text) <= room else f"{text[:room]}\n[cut here: {len(text) - room} more characters]")
        room -= len(text)
    return "\n\n".join(texts)


def _block(block: Any) -> str:
    match getattr(block, "type", ""):
        case "text":
            return block.text
        case "image" | "audio" as kind:
            return f"[{kind}, {_name(block.mime_type)}, {_bytes(block.data)}: not shown]"
        case "resource_link":
            return f"[link to {_name(block.name)}: {_name(str(block.uri))}]"
        case "resource":
            return _resource(block.resource)
        case other:
            return f"[{_name(str(other)) or 'something'}: not shown]"


def _resource(resource: Any) -> str:
    text = getattr(resource, "text", None)
    if isinstance(text, str):
        return text
    kind = _name(resource.mime_type or "unknown type")
    return f"[file {_name(str(resource.uri))}, {kind}, {_bytes(resource.blob)}: not shown]"


def _bytes(encoded: str) -> str:
    return f"{len(encoded) * 3 // 4:,} bytes"


def _name(text: str) -> str:
    return printable(text).replace("\n", " ")[:300]
