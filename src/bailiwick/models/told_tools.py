"""What a model is told of a tool: all that it needs to call it, and no word twice.

A spec has more: bounds and defaults by which arguments are checked and forms are made. A call that breaks them is
refused with the reason, so a model need not be told of each beforehand.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from bailiwick.tools.records import ToolSpec

UNTOLD = frozenset(("title", "minLength", "maxLength", "minItems", "maxItems", "exclusiveMinimum", "exclusiveMaximum"))
"""Keywords of a schema that are left out: names that are there already, and bounds that hardly a call comes near."""
SCHEMAS = frozenset(("properties", "$defs", "definitions", "patternProperties"))
"""Keywords whose values are schemas by name."""
LARGEST_TOLD = 1_000
"""A bound above it is no help to a model."""


def told_description(tool: "ToolSpec") -> str:
    """Return what it does, a line for each paragraph."""
    return _unwrapped(tool.description)


def told_schema(tool: "ToolSpec") -> dict[str, Any]:
    """Return the schema of its arguments."""
    schema = _told(tool.parameters)
    return {"type": "object", "properties": {}, **schema}


@lru_cache(maxsize=2_000)
def _unwrapped(description: str) -> str:
    paragraphs = (" ".join(each.split()) for each in description.split("\n\n"))
    return "\n".join(each for each in paragraphs if each)


def _told(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema without what says nothing; a value that may be left out or null is told as one that may be left
    out."""
    schema = _without_null(schema)
    told: dict[str, Any] = {}
    for key, value in schema.items():
        if key in UNTOLD or (key == "additionalProperties" and value is False) or (key == "default" and value is None):
            continue
        if key in ("minimum", "maximum") and _says_nothing(key, value):
            continue
        if key in SCHEMAS and isinstance(value, Mapping):
            named = cast("Mapping[str, Any]", value)
            told[key] = {name: _any(each) for name, each in named.items()}
        elif key in ("default", "enum", "const", "examples"):
            told[key] = value
        else:
            told[key] = _any(value)
    return told


def _any(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _told(cast("Mapping[str, Any]", value))
    if isinstance(value, list):
        return [_any(each) for each in cast("list[Any]", value)]
    return value


def _without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema of something that may be null without that, where null is what it is when it is left out."""
    choices = schema.get("anyOf")
    if "default" not in schema or schema["default"] is not None or not isinstance(choices, list):
        return schema
    left = [each for each in cast("list[Any]", choices) if each != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(left) != 1 or not isinstance(left[0], Mapping):
        return {**rest, "anyOf": left}
    only = cast("Mapping[str, Any]", left[0])
    said = dict.fromkeys(each["description"] for each in (rest, only) if each.get("description"))
    return {**only, **rest, **({"description": " ".join(said)} if said else {})}


def _says_nothing(key: str, value: Any) -> bool:
    if not isinstance(value, int | float):
        return False
    return abs(value) > LARGEST_TOLD or (key == "minimum" and value in (0, 1))
