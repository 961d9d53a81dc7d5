"""What pydantic finds wrong with a value, as reasons."""

from collections.abc import Mapping
from typing import Any, Literal

from bailiwick_router.core.reasons import Reason, RoutingReason

Bound = Literal["ge", "gt", "le", "lt", "min_length", "max_length", "expected", "pattern"]


class WrongValue(ValueError):
    """A value that a check of ours refuses, told by a reason; pydantic takes it for what is wrong with a field."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.text())
        self.why = why


PLAIN: Mapping[str, RoutingReason] = {
    "missing": RoutingReason.VALUE_MISSING,
    "extra_forbidden": RoutingReason.FIELD_UNKNOWN,
    "string_type": RoutingReason.WRITE_TEXT,
    "bool_type": RoutingReason.WRITE_BOOLEAN,
    "bool_parsing": RoutingReason.WRITE_BOOLEAN,
    "int_type": RoutingReason.WRITE_INTEGER,
    "int_parsing": RoutingReason.WRITE_INTEGER,
    "int_from_float": RoutingReason.WRITE_INTEGER,
    "int_parsing_size": RoutingReason.WRITE_INTEGER,
    "float_type": RoutingReason.WRITE_NUMBER,
    "float_parsing": RoutingReason.WRITE_NUMBER,
    "finite_number": RoutingReason.WRITE_NUMBER,
    "list_type": RoutingReason.WRITE_LIST,
    "tuple_type": RoutingReason.WRITE_LIST,
    "dict_type": RoutingReason.WRITE_OBJECT,
    "model_type": RoutingReason.WRITE_OBJECT,
    "model_attributes_type": RoutingReason.WRITE_OBJECT,
    "mapping_type": RoutingReason.WRITE_OBJECT,
    "timezone_aware": RoutingReason.WRITE_OFFSET,
    "datetime_type": RoutingReason.WRITE_TIME,
    "datetime_parsing": RoutingReason.WRITE_TIME,
    "datetime_from_date_parsing": RoutingReason.WRITE_TIME,
    "datetime_object_invalid": RoutingReason.WRITE_TIME,
}
"""What pydantic finds wrong, by its own names."""
BOUNDED: Mapping[str, tuple[RoutingReason, Bound]] = {
    "string_too_short": (RoutingReason.TEXT_TOO_SHORT, "min_length"),
    "string_too_long": (RoutingReason.TEXT_TOO_LONG, "max_length"),
    "too_short": (RoutingReason.TOO_FEW_ITEMS, "min_length"),
    "too_long": (RoutingReason.TOO_MANY_ITEMS, "max_length"),
    "greater_than_equal": (RoutingReason.NUMBER_TOO_SMALL, "ge"),
    "greater_than": (RoutingReason.NUMBER_NOT_ABOVE, "gt"),
    "less_than_equal": (RoutingReason.NUMBER_TOO_LARGE, "le"),
    "less_than": (RoutingReason.NUMBER_NOT_BELOW, "lt"),
    "enum": (RoutingReason.CHOOSE_ONE_OF, "expected"),
    "literal_error": (RoutingReason.CHOOSE_ONE_OF, "expected"),
    "string_pattern_mismatch": (RoutingReason.WRITE_IN_FORM, "pattern"),
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
    return Reason.of(RoutingReason.VALUE_UNFIT, problem=str(error["msg"]).removesuffix("."))
