"""What a model is told of a tool has all that it needs to call it, and no word twice."""

from typing import Any

from bailiwick.models.told_tools import told_description, told_schema
from bailiwick.tools.records import ToolSpec


def schema(**properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": [], "additionalProperties": False}
    return told_schema(ToolSpec(name="note", description="", parameters=parameters))["properties"]


def test_titles_and_lengths_are_left_out_and_an_argument_called_title_stays() -> None:
    told = schema(
        title={"title": "Title", "type": "string", "minLength": 1, "maxLength": 200, "description": "Of the note."}
    )
    assert told == {"title": {"type": "string", "description": "Of the note."}}


def test_what_may_be_left_out_or_null_is_told_as_what_may_be_left_out() -> None:
    choices = [{"type": "string", "maxLength": 9, "description": "A place."}, {"type": "null"}]
    assert schema(place={"anyOf": choices, "default": None, "description": "Else here."}) == {
        "place": {"type": "string", "description": "Else here. A place."}
    }
    kept = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert schema(place=kept) == {"place": kept}, "null is a value of its own where something else is the default"


def test_choices_and_defaults_and_near_bounds_stay() -> None:
    unit = {"enum": ["day", "title"], "default": "day", "type": "string"}
    limit = {"type": "integer", "minimum": 1, "maximum": 50, "default": 5}
    amount = {"type": "number", "minimum": 0, "maximum": 1e15}
    assert schema(unit=unit, limit=limit, amount=amount) == {
        "unit": unit,
        "limit": {"type": "integer", "maximum": 50, "default": 5},
        "amount": {"type": "number"},
    }


def test_what_lies_deeper_is_told_as_shortly_and_open_objects_stay_open() -> None:
    item = {
        "type": "object",
        "title": "Item",
        "properties": {"n": {"title": "N", "type": "integer"}},
        "required": ["n"],
    }
    told = schema(items={"type": "array", "items": item}, more={"type": "object", "additionalProperties": True})
    assert told["items"]["items"] == {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    assert told["more"] == {"type": "object", "additionalProperties": True}


def test_a_description_is_told_without_its_line_ends() -> None:
    spec = ToolSpec(name="note", description="Write\na note.\n\nReturns\n  its id.", parameters={})
    assert told_description(spec) == "Write a note.\nReturns its id."
    assert told_schema(spec) == {"type": "object", "properties": {}}
