"""Strangers' schemas are made harmless, and arguments are checked by what remains of them."""

import time

import pytest

from bailiwick.features.mcp.definitions import RawTool, definitions
from bailiwick.features.mcp.names import tool_name
from bailiwick.features.mcp.schemas import MAX_ARGUMENTS, TooLarge, check_arguments, cleaned_schema, printable
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import definition_digest

SCHEMA = cleaned_schema(
    {
        "type": "object",
        "properties": {
            "query": {"type": "string", "pattern": "^(a+)+$", "description": "What\u202eever"},
            "count": {"type": "integer"},
            "kind": {"enum": ["a", "b"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "inner": {"type": "object", "properties": {"x": {"type": ["number", "null"]}}, "required": ["x"]},
        },
        "required": ["query"],
        "additionalProperties": False,
    }
)


def raw(name="look", description="Looks.", parameters=None, annotations=None):
    return RawTool(name, description, "", parameters or {"type": "object"}, annotations or {})


def test_good_arguments_pass_as_they_are():
    given = {"query": "x", "count": 2.0, "kind": "a", "tags": ["t"], "inner": {"x": None}}
    assert check_arguments("t", SCHEMA, given) == given


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "query is missing"),
        ({"query": 1}, "query must be string"),
        ({"query": "x", "count": 1.5}, "count must be integer"),
        ({"query": "x", "count": True}, "count must be integer"),
        ({"query": "x", "kind": "c"}, "kind must be one of: a, b"),
        ({"query": "x", "tags": ["a", 1]}, r"tags\[1\] must be string"),
        ({"query": "x", "inner": {}}, r"inner\.x is missing"),
        ({"query": "x", "more": 1}, "there is no argument more"),
        ({"query": float("nan")}, "not valid JSON"),
        ({"query": "x" * MAX_ARGUMENTS}, "longer than"),
    ],
)
def test_bad_arguments_are_refused_with_what_is_wrong(arguments, said):
    with pytest.raises(CallFailed, match=said):
        check_arguments("t", SCHEMA, arguments)


def test_a_hostile_pattern_is_never_evaluated():
    began = time.monotonic()
    check_arguments("t", SCHEMA, {"query": "a" * 100_000 + "!"})
    assert time.monotonic() - began < 20


def test_references_are_written_out_and_circles_are_cut():
    cleaned = cleaned_schema(
        {
            "type": "object",
            "$defs": {"t": {"type": "object", "properties": {"next": {"$ref": "#/$defs/t"}}}},
            "properties": {"a": {"$ref": "#/$defs/t"}, "b": {"$ref": "https://example.com/x"}, "c": {"$ref": "#/no"}},
        }
    )
    assert cleaned["properties"]["a"] == {"type": "object", "properties": {"next": {}}}
    assert cleaned["properties"]["b"] == cleaned["properties"]["c"] == {}
    assert "$defs" not in cleaned


def test_a_schema_whose_references_multiply_is_too_large():
    names = {f"l{n}": {"allOf": [{"$ref": f"#/$defs/l{n + 1}"}] * 10} for n in range(10)}
    with pytest.raises(TooLarge):
        cleaned_schema({"type": "object", "$defs": names, "properties": {"x": {"$ref": "#/$defs/l0"}}})


def test_hidden_characters_are_taken_out_and_line_breaks_stay():
    assert printable("a\u200bb\x00c\x1bd\u2066e\U000e0041f\ng\ufeff") == "abcdef\ng"


def test_the_digest_sees_every_change_and_no_order():
    first = definition_digest("n", "d", {"a": 1, "b": {"c": 2, "d": 3}}, {"x": True, "y": False})
    assert first == definition_digest("n", "d", {"b": {"d": 3, "c": 2}, "a": 1}, {"y": False, "x": True})
    others = {
        definition_digest("m", "d", {"a": 1}, {}),
        definition_digest("n", "d ", {"a": 1}, {}),
        definition_digest("n", "d", {"a": 2}, {}),
        definition_digest("n", "d", {"a": 1}, {"x": True}),
    }
    assert len(others) == 4
    assert first not in others


def test_the_order_in_which_tools_are_listed_decides_nothing():
    every = [raw(f"t{number:03}") for number in range(400)]
    forwards, _ = definitions(every, 400)
    backwards, _ = definitions(reversed(every), 400)
    assert forwards == backwards


def test_hints_that_are_missing_mean_effects_that_may_destroy():
    [unknown], _ = definitions([raw()], 1)
    assert (unknown.read_only, unknown.destructive, unknown.idempotent) == (False, True, False)
    [reads], _ = definitions([raw(annotations={"readOnlyHint": True})], 1)
    assert (reads.read_only, reads.destructive, reads.idempotent) == (True, False, True)
    [careful], _ = definitions([raw(annotations={"destructiveHint": False, "idempotentHint": True})], 1)
    assert (careful.read_only, careful.destructive, careful.idempotent) == (False, False, True)


def test_a_number_too_long_to_write_does_not_stop_the_other_tools():
    tools, _ = definitions([raw(parameters={"type": "object", "maxProperties": 10**5000}), raw("fine")], 2)
    assert {tool.name: bool(tool.refused) for tool in tools} == {"look": True, "fine": False}


def test_names_of_servers_and_tools_never_meet():
    assert tool_name("a", "_b") == "a___b"
    assert tool_name("gmail", "search_emails") == "gmail__search_emails"
    assert len({tool_name("s", "x" * 100), tool_name("s", "x" * 101), tool_name("s", "x" * 100 + "/")}) == 3
