"""The base of every record: a frozen dataclass that travels as camelCase JSON."""

from typing import Any, ClassVar

from bailiwick_router.core.field_docs import field_docs


def camel(name: str) -> str:
    """Return `name` (snake_case) as camelCase, the spelling used on the wire."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def describe_fields(schema: dict[str, Any], record: type) -> None:
    """Put what the fields of `record` mean into its JSON schema, as pydantic's `json_schema_extra`."""
    properties: dict[str, Any] = schema.get("properties", {})
    for name, text in field_docs(record).items():
        for spelled in {name, camel(name)} & properties.keys():
            properties[spelled].setdefault("description", text)


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
