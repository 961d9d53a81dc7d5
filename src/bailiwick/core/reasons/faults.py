"""What pydantic finds wrong with a value, as reasons."""

from collections.abc import Mapping
from typing import Any, Literal

from bailiwick.core.reasons import Reason, ReasonCode

Bound = Literal["ge", "gt", "le", "lt", "min_length", "max_length", "expected", "pattern"]


class WrongValue(ValueError):
    """A value that a check of ours refuses, told by a reason; pydantic takes it for what is wrong with a field."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.text())
        self.why = why


PLAIN: Mapping[str, ReasonCode] = {
    "missing": ReasonCode.VALUE_MISSING,
    "extra_forbidden": ReasonCode.FIELD_UNKNOWN,
    "string_type": ReasonCode.WRITE_TEXT,
    "bool_type": ReasonCode.WRITE_BOOLEAN,
    "bool_parsing": ReasonCode.WRITE_BOOLEAN,
    "int_type": ReasonCode.WRITE_INTEGER,
    "int_parsing": ReasonCode.WRITE_INTEGER,
    "int_from_float": ReasonCode.WRITE_INTEGER,
    "int_parsing_size": ReasonCode.WRITE_INTEGER,
    "float_type": ReasonCode.WRITE_NUMBER,
    "float_parsing": ReasonCode.WRITE_NUMBER,
    "finite_number": ReasonCode.WRITE_NUMBER,
    "list_type": ReasonCode.WRITE_LIST,
    "tuple_type": ReasonCode.WRITE_LIST,
    "dict_type": ReasonCode.WRITE_OBJECT,
    "model_type": ReasonCode.WRITE_OBJECT,
    "model_attributes_type": ReasonCode.WRITE_OBJECT,
    "mapping_type": ReasonCode.WRITE_OBJECT,
    "timezone_aware": ReasonCode.WRITE_OFFSET,
    "datetime_type": ReasonCode.WRITE_TIME,
    "datetime_parsing": ReasonCode.WRITE_TIME,
    "datetime_from_date_parsing": ReasonCode.WRITE_TIME,
    "datetime_object_invalid": ReasonCode.WRITE_TIME,
}
"""What pydantic finds wrong, by its own names."""
BOUNDED: Mapping[str, tuple[ReasonCode, Bound]] = {
    "string_too_short": (ReasonCode.TEXT_TOO_SHORT, "min_length"),
    "string_too_long": (ReasonCode.TEXT_TOO_LONG, "max_length"),
    "too_short": (ReasonCode.TOO_FEW_ITEMS, "min_length"),
    "too_long": (ReasonCode.TOO_MANY_ITEMS, "max_length"),
    "greater_than_equal": (ReasonCode.NUMBER_TOO_SMALL, "ge"),
    "greater_than": (ReasonCode.NUMBER_NOT_ABOVE, "gt"),
    "less_than_equal": (ReasonCode.NUMBER_TOO_LARGE, "le"),
    "less_than": (ReasonCode.NUMBER_NOT_BELOW, "lt"),
    "enum": (ReasonCode.CHOOSE_ONE_OF, "expected"),
    "literal_error": (ReasonCode.CHOOSE_ONE_OF, "expected"),
    "string_pattern_mismatch": (ReasonCode.WRITE_IN_FORM, "pattern"),
}
"""The same of what has a bound, with the bound's name there."""


def said_of(error: Mapping[str, Any]) -> Reason:
    """Return what is wrong with a value, and what to do, of one error as pydantic lists them with their context."""
    kind = error["type"]
    if kind in PLAIN:
        return Reason.of(PLAIN[kind])
    if kind in BOUNDED:
        code, bound = BOUNDED[kind]
        return Reason.of(code, count=error["ctx"][bound])
    if kind == "value_error" and isinstance(wrong := error["ctx"]["error"], WrongValue):
        return wrong.why
    return Reason.of(ReasonCode.VALUE_UNFIT, problem=str(error["msg"]).removesuffix("."))
