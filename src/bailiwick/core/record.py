"""The base of every record: a frozen dataclass that travels as camelCase JSON."""

from typing import Any, ClassVar


def camel(name: str) -> str:
    """Return `name` (snake_case) as camelCase, the spelling used on the wire."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


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
        "use_attribute_docstrings": True,
    }
