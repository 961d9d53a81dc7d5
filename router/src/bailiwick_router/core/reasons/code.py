"""What is common to all enumerations of codes, those of this library and those of whatever is built on it."""

import inspect
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from typing import Any

from bailiwick_router.core.language import Language


class Code(StrEnum):
    """What a reason says; behind each the values that come with it."""

    def sentence(self, language: Language, values: Mapping[str, Any]) -> str:
        """Return the sentence of a reason of this code in a language.

        The module `sentences` beside the one with the enumeration makes it, imported when one is first asked for:
        a code travels without its sentences, and they are built on the codes.
        """
        beside = f"{type(self).__module__.rpartition('.')[0]}.sentences"
        return import_module(beside).sentence(language, self, values)

    @classmethod
    def enumerations(cls) -> "Iterator[type[Code]]":
        """Yield the enumerations that are loaded, by the names of their modules; what has no members is none."""
        found = [cls] if cls.__members__ else [each for other in cls.__subclasses__() for each in other.enumerations()]
        yield from sorted(found, key=lambda each: each.__module__)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Let pydantic take every code for a `Code`, those too that are loaded later."""
        if cls.__members__:
            return handler(source)
        from pydantic_core import core_schema  # only an edge that has pydantic gets here

        return core_schema.no_info_plain_validator_function(
            _read, ref="ReasonCode", serialization=core_schema.simple_ser_schema("str")
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        """Describe all codes that are loaded when the description is made."""
        if cls.__members__:
            return handler(schema)
        return {
            "title": "ReasonCode",
            "description": inspect.cleandoc(cls.__doc__ or ""),
            "type": "string",
            "enum": [code.value for each in cls.enumerations() for code in each],
        }


def _read(name: Any) -> Code:
    """Return the code of a name. Raises `ValueError` for one that is not known."""
    code = name if isinstance(name, Code) else code_of(name)
    if code is None:
        raise ValueError(f"There is no code {name!r}")
    return code


def code_of(name: Any) -> Code | None:
    """Return the code of a name on the wire, of whichever enumeration is loaded; None for one that is not known."""
    for each in Code.enumerations():
        try:
            return each(name)
        except ValueError:
            continue
    return None
