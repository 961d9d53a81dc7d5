"""The base of every record: a frozen dataclass that travels as camelCase JSON."""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any, ClassVar

from bailiwick_router.core.field_docs import field_docs


def camel(name: str) -> str:
    """Return `name` (snake_case) as camelCase, the spelling used on the wire."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


@cache
def names_of(record: type) -> Sequence[tuple[str, str]]:
    """Return the names of a record's fields, each with its spelling on the wire, in order."""
    return tuple((field.name, camel(field.name)) for field in fields(record))


def values_of(record: "Record") -> dict[str, Any]:
    """Return the fields of a record by name; what they hold is not copied."""
    return {name: getattr(record, name) for name, _ in names_of(type(record))}


def describe_fields(schema: dict[str, Any], record: type) -> None:
    """Put what the fields of `record` mean into its JSON schema, as pydantic's `json_schema_extra`: None is null."""
    properties: dict[str, Any] = schema.get("properties", {})
    for name, text in field_docs(record).items():
        for spelled in {name, camel(name)} & properties.keys():
            properties[spelled].setdefault("description", text.replace("None", "null"))


class Record:
    """Base of the frozen records of the core.

    Records are standard-library dataclasses, so that importing them is cheap. The configuration below
    is a plain dictionary that pydantic reads when an edge (API, storage, events) builds a schema or
    serialises a record; the core itself does not import pydantic.
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "alias_generator": camel,
        "populate_by_name": True,
        "serialize_by_alias": True,
        "json_schema_extra": describe_fields,
    }
