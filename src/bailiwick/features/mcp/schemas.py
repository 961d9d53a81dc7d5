"""A stranger's JSON schema made harmless, and arguments checked by it.

A cleaned schema is a finite tree: references inside it are written out, remote ones accept anything, regular
expressions are left out (the server checks them itself), and only keywords that models understand remain.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.kernel.reasons import Reason, ReasonCode, Value
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.toolbox import no_such_argument

DEEPEST = 24
MOST_NODES = 4_000
LONGEST_TEXT = 2_000
MOST_CHOICES = 500
MAX_ARGUMENTS = 1_000_000
"""Longest accepted arguments of one call, in characters of JSON."""

PLAIN = frozenset(
    "type format title description default examples const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"
    " minLength maxLength minItems maxItems uniqueItems minProperties maxProperties required enum nullable deprecated"
    " readOnly writeOnly".split()
)
ONE_SCHEMA = frozenset({"items", "additionalProperties", "not"})
SCHEMA_LISTS = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}


class TooLarge(ValueError):
    """A schema is deeper or larger than is ever needed: `why`."""

    def __init__(self, code: McpReason, **values: Value) -> None:
        self.why = Reason.of(code, **values)
        super().__init__(self.why.text())


def cleaned_schema(schema: Any) -> dict[str, Any]:
    """Return the schema of an object of arguments. Raises `TooLarge`, `ValueError` when it is none."""
    if not isinstance(schema, Mapping):
        raise ValueError("its schema of arguments is no object")
    root = cast("Mapping[str, Any]", schema)
    cleaned = _Cleaning(root).node(root, 0, ())
    if cleaned.get("type", "object") != "object":
        raise ValueError("its arguments are no object")
    properties = cleaned.get("properties")
    return {**cleaned, "type": "object", "properties": properties if isinstance(properties, dict) else {}}


class _Cleaning:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes = 0

    def node(self, schema: Any, depth: int, following: tuple[str, ...]) -> dict[str, Any]:
        self._nodes += 1
        if depth > DEEPEST:
            raise TooLarge(McpReason.MCP_SCHEMA_DEEP, most=DEEPEST)
        if self._nodes > MOST_NODES:
            raise TooLarge(McpReason.MCP_SCHEMA_PARTS, most=MOST_NODES)
        if not isinstance(schema, Mapping):
            return {}
        given = cast("Mapping[str, Any]", schema)
        reference = given.get("$ref")
        if isinstance(reference, str):
            target = self._target(reference)
            if target is None or reference in following:
                return {}  # remote, broken or round in a circle: anything goes, the server judges
            return self.node(target, depth + 1, (*following, reference))
        cleaned: dict[str, Any] = {}
        for keyword, value in given.items():
            kept = self._kept(keyword, value, depth, following)
            if kept is not None:
                cleaned[keyword] = kept
        return cleaned

    def _kept(self, keyword: str, value: Any, depth: int, following: tuple[str, ...]) -> Any:
        if keyword in PLAIN:
            return self._plain(keyword, value)
        if keyword in ONE_SCHEMA:
            return value if isinstance(value, bool) else self.node(value, depth + 1, following)
        if keyword in SCHEMA_LISTS and isinstance(value, list):
            return [self.node(each, depth + 1, following) for each in cast("list[Any]", value)]
        if keyword == "properties" and isinstance(value, Mapping):
            named = cast("Mapping[str, Any]", value)
            return {str(name): self.node(each, depth + 1, following) for name, each in named.items()}
        return None

    def _plain(self, keyword: str, value: Any) -> Any:
        if isinstance(value, str):
            return printable(value)[:LONGEST_TEXT]
        if isinstance(value, list):
            every = cast("list[Any]", value)
            self._nodes += len(every)
            if len(every) > MOST_CHOICES:
                raise TooLarge(McpReason.MCP_SCHEMA_CHOICES, most=MOST_CHOICES)
        elif isinstance(value, Mapping):
            if keyword not in ("default", "const"):
                return None
        elif not (value is None or isinstance(value, bool | int | float)):
            return None
        if len(json.dumps(value, ensure_ascii=False)) > LONGEST_TEXT * 10:
            raise TooLarge(McpReason.MCP_SCHEMA_VALUE)
        return value

    def _target(self, reference: str) -> Any:
        if not reference.startswith("#"):
            return None
        found: Any = self._root
        for step in reference[1:].strip("/").split("/") if len(reference) > 1 else ():
            name = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, Mapping) or name not in found:
                return None
            found = cast("Mapping[str, Any]", found)[name]
        return found


def printable(text: str) -> str:
    """Return `text` without characters that hide or reorder what is read: controls, direction marks, Unicode tags."""
    return "".join(character for character in text if not _hidden(character))


def _hidden(character: str) -> bool:
    point = ord(character)
    if point < 0x20 or 0x7F <= point < 0xA0:
        return character not in "\n\t"
    return (
        0x200B <= point <= 0x200F
        or 0x2028 <= point <= 0x202E
        or 0x2060 <= point <= 0x206F
        or 0xD800 <= point <= 0xDFFF
        or point in (0x061C, 0xFEFF)
        or 0xE0000 <= point <= 0xE007F
    )


def check_arguments(name: str, schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments as plain JSON. Raises `CallFailed` (validation) naming at most three faults.

    Checks what needs no stranger's code or pattern: presence, unknown names, types, choices and bounds.
    """
    try:
        text = json.dumps(dict(arguments), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.ARGUMENTS_UNWRITABLE, tool=name)) from None
    if len(text) > MAX_ARGUMENTS:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.ARGUMENTS_TOO_LONG, tool=name, most=MAX_ARGUMENTS))
    plain = json.loads(text)
    faults = _faults(schema, plain, "")[:3]
    if faults:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.ARGUMENTS_UNUSABLE, *faults, tool=name))
    return plain


def _faults(schema: Mapping[str, Any], value: Any, where: str) -> list[Reason]:
    faults: list[Reason] = []
    place = where or "the arguments"
    kinds = schema.get("type")
    expected = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    if expected and value is not None and not any(_is(value, str(kind)) for kind in cast("list[Any]", expected)):
        listed = " | ".join(str(kind) for kind in cast("list[Any]", expected))
        return [Reason.of(McpReason.ARGUMENT_MUST_BE, name=place, kinds=listed)]
    choices = schema.get("enum")
    if isinstance(choices, list) and value is not None and value not in choices:
        shown = ", ".join(str(choice) for choice in cast("list[Any]", choices)[:10])
        return [Reason.of(McpReason.ARGUMENT_ONE_OF, name=place, choices=shown)]
    if isinstance(value, dict):
        faults += _object_faults(schema, cast("dict[str, Any]", value), where)
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, Mapping):
        for number, each in enumerate(cast("list[Any]", value)):
            faults += _faults(cast("Mapping[str, Any]", items), each, f"{where}[{number}]")
            if len(faults) >= 3:
                break
    return faults


def _object_faults(schema: Mapping[str, Any], value: Mapping[str, Any], where: str) -> list[Reason]:
    prefix = f"{where}." if where else ""
    named = schema.get("properties")
    properties = cast("Mapping[str, Any]", named) if isinstance(named, Mapping) else {}
    required = schema.get("required")
    needed = cast("list[Any]", required) if isinstance(required, list) else []
    faults = [
        Reason.of(ReasonCode.ARGUMENT_MISSING, name=f"{prefix}{name}")
        for name in needed
        if isinstance(name, str) and name not in value
    ]
    if schema.get("additionalProperties") is False:
        faults += [no_such_argument(f"{prefix}{each}", properties) for each in value if each not in properties]
    for name, each in value.items():
        if isinstance(properties.get(name), Mapping):
            faults += _faults(properties[name], each, f"{prefix}{name[:60]}")
    return faults


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, KINDS.get(kind, (object,)))
