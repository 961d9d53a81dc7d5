import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from pydantic import Field, PydanticUserError

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import ToolContext
from bailiwick.tools.toolbox import MAX_ARGUMENTS, Toolbox, tool

CONTEXT = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c")


@dataclass(frozen=True)
class Point:
    x: int
    y: int


@tool(read_only=True, timeout=7.0)
async def greet(
    context: ToolContext,
    name: Annotated[str, Field(description="Whom to greet.", max_length=20)],
    times: int = 1,
    tags: list[str] | None = None,
) -> str:
    """Greet somebody.

    Politely.
    """
    return f"{context.agent_id} greets {name} {times} times {tags}"


@tool(name="corner", destructive=True, idempotent=True)
async def renamed(context: ToolContext) -> Point:
    """Return a point."""
    del context
    return Point(1, 2)


BOX = Toolbox([greet, renamed])


def call(name: str, arguments: Any) -> Any:
    return asyncio.run(BOX.call(name, CONTEXT, arguments))


def refusal(arguments: Any, name: str = "greet") -> str:
    with pytest.raises(CallFailed) as caught:
        call(name, arguments)
    assert caught.value.error_class is ErrorClass.VALIDATION
    assert "Traceback" not in str(caught.value)
    assert len(str(caught.value)) < 600
    return str(caught.value)


def test_a_spec_is_read_from_the_function():
    spec = greet.spec
    assert (spec.name, spec.description) == ("greet", "Greet somebody.\n\nPolitely.")
    assert spec.parameters["required"] == ["name"]
    assert spec.parameters["additionalProperties"] is False
    assert spec.parameters["properties"]["name"]["description"] == "Whom to greet."
    assert "context" not in spec.parameters["properties"]
    assert (spec.read_only, spec.destructive, spec.timeout) == (True, False, 7.0)


def test_hints_and_another_name_are_kept():
    spec = renamed.spec
    assert (spec.name, spec.destructive, spec.idempotent, spec.read_only) == ("corner", True, True, False)
    assert spec.repeatable


def test_a_call_gets_its_arguments_and_defaults():
    assert call("greet", {"name": "Ana"}) == "a greets Ana 1 times None"
    assert call("greet", {"name": "Ana", "times": 2, "tags": ["x"]}) == "a greets Ana 2 times ['x']"


def test_a_tool_that_is_owned_works_for_the_one_it_is_bound_to_with_the_same_checks():
    @tool(owned=True)
    async def ring(bells: list[str], context: ToolContext, name: str, times: int = 1) -> int:
        """Ring for somebody."""
        bells.extend([f"{context.agent_id} for {name}"] * times)
        return len(bells)

    mine: list[str] = []
    yours: list[str] = []
    for_me, for_you = ring.bound_to(mine, None), ring.bound_to(yours, None)
    assert for_me.spec == for_you.spec == ring.spec
    assert list(ring.spec.parameters["properties"]) == ["name", "times"]
    assert asyncio.run(for_me.run(CONTEXT, {"name": "Ana", "times": 2})) == 2
    assert asyncio.run(for_you.run(CONTEXT, {"name": "Ben"})) == 1
    assert (mine, yours) == (["a for Ana", "a for Ana"], ["a for Ben"])
    with pytest.raises(CallFailed, match="name is missing"):
        asyncio.run(for_me.run(CONTEXT, {}))


def test_a_result_becomes_a_json_value():
    assert call("corner", {}) == {"x": 1, "y": 2}


@pytest.mark.parametrize("garbage", ["text", None, 3, ["name"], True, 1.5])
def test_arguments_that_are_no_object_are_refused(garbage: Any):
    assert "must be one JSON object" in refusal(garbage)


def test_a_missing_argument_is_named():
    assert "name is missing" in refusal({})


def test_an_unknown_argument_is_refused_with_the_known_ones():
    message = refusal({"name": "Ana", "__proto__": 1})
    assert "__proto__" in message
    assert "name, times, tags" in message


@pytest.mark.parametrize("value", ["3", True, 1.5, None, [1]])
def test_types_are_not_guessed(value: Any):
    assert "times" in refusal({"name": "Ana", "times": value})


def test_a_wrong_value_is_never_repeated():
    assert "hunter2" not in refusal({"name": {"secret": "hunter2"}})


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_unknown_to_json_are_refused(number: float):
    assert "not valid JSON" in refusal({"name": number})


def test_nul_and_lone_surrogates_are_refused_but_their_spelling_is_not():
    assert "NUL" in refusal({"name": "a\0b"})
    assert "Unicode" in refusal({"name": "\ud800"})
    assert call("greet", {"name": "\\u0000"}).startswith("a greets \\u0000")


def test_endless_nesting_and_endless_text_are_refused():
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    assert "not valid JSON" in refusal({"name": nested})
    assert "longer than" in refusal({"name": "x" * (MAX_ARGUMENTS + 1)})


def test_a_tool_that_does_not_exist_is_refused_with_those_that_do():
    message = refusal({}, name="fly" * 100)
    assert "greet, corner" in message


def test_two_tools_of_one_name_are_refused():
    with pytest.raises(ValueError, match="greet"):
        Toolbox([greet, renamed, greet])


def test_tools_keep_their_order_and_cannot_be_changed():
    tools: Mapping[str, Any] = BOX.tools()
    assert list(tools) == ["greet", "corner"]
    with pytest.raises(TypeError):
        tools["other"] = greet  # type: ignore[index]


class Anything:
    """A class that no schema has a word for."""


async def lonely(context: ToolContext, thing: Anything) -> None:
    """Take what no model can give."""
    del context, thing


def test_what_cannot_be_described_is_refused_where_it_is_written_unless_that_is_left_for_later():
    made = tool(later=True)(lonely)
    assert made.name == "lonely"
    with pytest.raises(PydanticUserError):
        _ = made.spec
    with pytest.raises(PydanticUserError):
        tool()(lonely)
