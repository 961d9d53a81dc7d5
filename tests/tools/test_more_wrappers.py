"""Toolsets around toolsets that join, rename, restrict, ask and slow down."""

import asyncio
from typing import Any

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.admission import Admission, Admitted, Refused, Waits
from bailiwick.tools.records import MissingTool, ToolContext, ToolSpec
from bailiwick.tools.toolbox import FunctionTool, Toolbox, tool
from bailiwick.tools.wrappers import Approved, Filtered, RateLimited, ReadOnly, Together

CONTEXT = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="e:c")


def named(name: str, **hints: Any) -> FunctionTool:
    @tool(name=name, **hints)
    async def say(context: ToolContext) -> str:
        """Say the tool's own name."""
        del context
        return name

    return say


def call(toolset: Any, name: str) -> Any:
    return asyncio.run(toolset.call(name, CONTEXT, {}))


def test_toolsets_are_joined_and_the_first_wins():
    joined = Together(Toolbox([named("a"), named("b")]), Toolbox([named("a")]), Toolbox([named("c")]))
    assert list(joined.tools()) == ["a", "b", "c"]
    assert [call(joined, name) for name in "abc"] == ["a", "b", "c"]
    with pytest.raises(CallFailed) as refused:
        call(joined, "d")
    assert refused.value.error_class is ErrorClass.VALIDATION


def test_read_only_leaves_nothing_that_changes():
    restricted = ReadOnly(Toolbox([named("look", read_only=True), named("write")]))
    assert list(restricted.tools()) == ["look"]
    assert call(restricted, "look") == "look"
    with pytest.raises(CallFailed, match="no tool called 'write'"):
        call(restricted, "write")


def test_a_missing_tool_says_why_it_is_missing():
    box = Toolbox([named("a"), MissingTool(name="bash", origin="builtin", reason="bubblewrap was not found.")])
    assert list(box.tools()) == ["a"]
    with pytest.raises(CallFailed, match="bash is unavailable: bubblewrap was not found") as refused:
        call(box, "bash")
    assert refused.value.error_class is ErrorClass.TOOL
    with pytest.raises(ValueError, match="Two tools"):
        Toolbox([named("a"), MissingTool(name="a", origin="builtin", reason="twice")])


class Says:
    """A gate that always says the same, and notes what it was asked."""

    def __init__(self, admission: Admission) -> None:
        self.admission = admission
        self.asked: list[str] = []

    async def admit(self, spec: ToolSpec, context: ToolContext, arguments: Any) -> Admission:
        del context, arguments
        self.asked.append(spec.name)
        return self.admission


@pytest.mark.parametrize("admission", [Admitted(), Waits("1", asked_now=True), Refused("No.")])
def test_a_gate_decides_whether_a_call_may_begin(admission):
    gate = Says(admission)
    asking = Approved(Filtered(Toolbox([named("a"), named("b")]), ["a"]), gate)
    assert asyncio.run(asking.admit("a", CONTEXT, {})) == admission
    assert asyncio.run(asking.admit("b", CONTEXT, {})) == Admitted(), "a tool that is not there is refused by the call"
    assert gate.asked == ["a"]


class Counts:
    """Rates in memory: after so many hits the next has to wait."""

    def __init__(self) -> None:
        self.hits: dict[tuple[str, str], int] = {}

    async def hit(self, user_id: str, subject: str, limit: int, window_seconds: float) -> float | None:
        assert window_seconds == 60.0
        self.hits[user_id, subject] = self.hits.get((user_id, subject), 0) + 1
        return None if self.hits[user_id, subject] <= limit else 12.0


def test_a_call_beyond_the_rate_is_refused_with_the_wait():
    rates = Counts()
    limited = RateLimited(Toolbox([named("search", per_minute=2), named("free")]), rates)
    assert [call(limited, "search") for _ in range(2)] == ["search", "search"]
    with pytest.raises(CallFailed, match="2 times a minute; try again in 12 seconds") as refused:
        call(limited, "search")
    assert (refused.value.error_class, refused.value.retry_after) == (ErrorClass.RATE_LIMIT, 12.0)
    assert call(limited, "free") == "free"
    assert rates.hits == {("u", "tool:search"): 3}
