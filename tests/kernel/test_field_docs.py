"""What the fields of a record mean reaches its JSON schema, and costs nothing where none is asked for."""

from dataclasses import dataclass
from typing import Annotated
from unittest.mock import patch

from pydantic import Field, TypeAdapter

from bailiwick.kernel.usage import Usage
from bailiwick_router.core.field_docs import field_docs
from bailiwick_router.core.record import Record


@dataclass(frozen=True)
class Burrow(Record):
    """Where a wombat lives."""

    entrance_width: int
    """Centimetres, measured
    at its narrowest."""
    owner: str
    depth: Annotated[int, Field(description="Said elsewhere.")] = 0
    """Not this."""
    within: Usage | None = None
    """Refers to another record."""

    @dataclass(frozen=True)
    class Chamber(Record):
        """A part of a burrow."""

        warm: bool
        """Whether one sleeps in it."""

    def width(self) -> int:
        """Return no field."""
        return self.entrance_width


@dataclass(frozen=True)
class Den(Burrow):
    """A burrow with cubs."""

    cubs: int = 0
    """How many."""


def test_the_string_below_a_field_says_what_it_means() -> None:
    assert field_docs(Burrow) == {
        "entrance_width": "Centimetres, measured\nat its narrowest.",
        "depth": "Not this.",
        "within": "Refers to another record.",
    }
    assert field_docs(Burrow.Chamber) == {"warm": "Whether one sleeps in it."}
    assert field_docs(Den) == {"cubs": "How many."}


def test_a_class_without_a_source_says_nothing() -> None:
    assert field_docs(type("Made", (), {"__module__": "nowhere"})) == {}
    assert field_docs(int) == {}


def test_a_json_schema_tells_it_under_either_name_of_a_field() -> None:
    for by_alias, name in ((True, "entranceWidth"), (False, "entrance_width")):
        properties = TypeAdapter(Burrow).json_schema(by_alias=by_alias)["properties"]
        assert properties[name]["description"] == "Centimetres, measured\nat its narrowest."
        assert "description" not in properties["owner"]
        assert properties["depth"]["description"] == "Said elsewhere."
        assert properties["within"]["description"] == "Refers to another record."


def test_no_source_is_read_to_check_and_to_write_a_record() -> None:
    with (
        patch("inspect.getsource", side_effect=AssertionError),
        patch("inspect.getsourcelines", side_effect=AssertionError),
    ):
        adapter = TypeAdapter(Den)
        den = adapter.validate_python({"entranceWidth": 40, "owner": "Wim", "cubs": 2})
        assert b'"entranceWidth":40' in adapter.dump_json(den)
