"""What is common to all enumerations of codes, those of this library and those of whatever is built on it."""

import inspect
from collections.abc import Mapping
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
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Let pydantic take every code for a `Code`, and describe all of them."""
        if cls is not Code:
            return handler(source)
        from pydantic_core import core_schema  # only an edge that has pydantic gets here

        own, *others = Code.__subclasses__()
        return core_schema.enum_schema(
            own,  # what has no members is no enumeration to pydantic
            [*own, *(code for each in others for code in each)],
            sub_type="str",
            ref="ReasonCode",
            metadata={
                "pydantic_js_updates": {"title": "ReasonCode", "description": inspect.cleandoc(cls.__doc__ or "")}
            },
            serialization=core_schema.simple_ser_schema("str"),
        )


def code_of(name: Any) -> Code | None:
    """Return the code of a name on the wire, of whichever enumeration is loaded; None for one that is not known."""
    for each in Code.__subclasses__():
        try:
            return each(name)
        except ValueError:
            continue
    return None
