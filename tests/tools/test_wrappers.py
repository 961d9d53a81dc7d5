import asyncio
import errno
import json
import logging
from typing import Any

import pytest

from bailiwick.kernel.errors import ExecutionCancelled, InvalidInput, LostClaim, NotFound, Unavailable
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import ToolContext, Toolset
from bailiwick.tools.toolbox import FunctionTool, Toolbox, tool
from bailiwick.tools.wrappers import Classified, Filtered, OutputCapped, TimeLimited

CONTEXT = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c")


def giving(value: Any, name: str = "give") -> FunctionTool:
    @tool(name=name)
    async def give(context: ToolContext) -> Any:
        """Return a value."""
        del context
        return value

    return give


def raising(error: BaseException) -> Toolbox:
    @tool()
    async def fail(context: ToolContext) -> None:
        """Raise an error."""
        del context
        raise error

    return Toolbox([fail])


def call(toolset: Toolset, name: str) -> Any:
    return asyncio.run(toolset.call(name, CONTEXT, {}))


NAMES = ["addNote", "readNote", "calculator", "bash"]


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        ([], []),
        ([".*"], NAMES),
        (["(add|read)Note"], ["addNote", "readNote"]),
        (["Note"], []),
        (["calc.*", "bash"], ["calculator", "bash"]),
        ([""], []),
        (["BASH"], []),
    ],
)
def test_only_tools_whose_whole_name_matches_are_there(patterns: list[str], left: list[str]):
    filtered = Filtered(Toolbox([giving(1, name) for name in NAMES]), patterns)
    assert list(filtered.tools()) == left


def test_a_tool_outside_the_patterns_does_not_exist():
    filtered = Filtered(Toolbox([giving(1, name) for name in NAMES]), ["calc.*"])
    assert call(filtered, "calculator") == 1
    with pytest.raises(CallFailed, match="no tool called 'bash'") as caught:
        call(filtered, "bash")
    assert "addNote" not in str(caught.value)


@pytest.mark.parametrize("pattern", ["(", "(?=x)", r"(a)\1", "((a{1,100}){1,100}){1,100}"])
def test_a_pattern_that_cannot_be_used_is_refused_naming_the_field(pattern: str):
    with pytest.raises(InvalidInput) as caught:
        Filtered(Toolbox([]), [pattern])
    assert caught.value.field == "tools"


def test_a_call_is_given_up_after_its_timeout():
    async def story() -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        @tool(timeout=0.05)
        async def wait(context: ToolContext) -> None:
            """Wait for ever."""
            del context
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        with pytest.raises(CallFailed, match=r"0\.05 seconds") as caught:
            await TimeLimited(Toolbox([wait])).call("wait", CONTEXT, {})
        assert caught.value.error_class is ErrorClass.TIMEOUT
        assert begun.is_set()
        assert ended.is_set()

    asyncio.run(story())


def test_a_tools_own_timeout_is_not_taken_for_ours():
    with pytest.raises(TimeoutError):
        call(TimeLimited(raising(TimeoutError())), "fail")


@pytest.mark.parametrize(
    ("error", "error_class"),
    [
        (ValueError("secret=hunter2"), ErrorClass.TOOL),
        (RecursionError(), ErrorClass.TOOL),
        (TimeoutError(), ErrorClass.TIMEOUT),
        (ConnectionResetError(), ErrorClass.NETWORK),
        (OSError(errno.ENOSPC, "No space left on device"), ErrorClass.TOOL),
        (InvalidInput("Too long.", field="title"), ErrorClass.VALIDATION),
        (NotFound("No such note."), ErrorClass.TOOL),
        (CallFailed(ErrorClass.RATE_LIMIT, "Slow down."), ErrorClass.RATE_LIMIT),
    ],
)
def test_every_error_gets_its_class_and_a_plain_sentence(
    error: Exception, error_class: ErrorClass, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.CRITICAL), pytest.raises(CallFailed) as caught:
        call(Classified(raising(error)), "fail")
    assert caught.value.error_class is error_class
    assert str(caught.value).endswith(".")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "error", [LostClaim("gone"), ExecutionCancelled("stop"), Unavailable("away"), asyncio.CancelledError()]
)
def test_what_concerns_the_execution_passes_through(error: BaseException):
    with pytest.raises(type(error)):
        call(Classified(raising(error)), "fail")


def test_an_unforeseen_error_is_logged_with_its_cause(caplog: pytest.LogCaptureFixture):
    with pytest.raises(CallFailed):
        call(Classified(raising(ValueError("the cause"))), "fail")
    assert "the cause" in caplog.text


def test_a_tool_that_finds_the_disk_full_says_so(caplog: pytest.LogCaptureFixture):
    full = OSError(errno.ENOSPC, "No space left on device: /srv/secret")
    with caplog.at_level(logging.CRITICAL), pytest.raises(CallFailed, match="the disk of the server is full"):
        call(Classified(raising(full)), "fail")


def test_short_results_are_left_alone():
    result = {"a": ["b", 1, None, {"c": True}], "d": "e" * 50}
    assert call(OutputCapped(Toolbox([giving(result)]), max_chars=100), "give") == result


def test_text_over_the_cap_is_cut_with_a_note():
    cut = call(OutputCapped(Toolbox([giving("x" * 1_000)]), max_chars=100), "give")
    assert cut.startswith("x" * 100 + "\n")
    assert "900 more characters" in cut


@pytest.mark.parametrize(
    "result",
    [
        {"pages": ["y" * 80, "z" * 80, "w" * 80], "title": "t"},
        ["a"] * 100_000,
        {"deep": {"deeper": {"text": "v" * 5_000}}},
    ],
)
def test_results_of_any_shape_keep_their_shape_and_come_near_the_cap(result: Any):
    cut = call(OutputCapped(Toolbox([giving(result)]), max_chars=100), "give")
    assert type(cut) is type(result)
    assert "cut here" in json.dumps(cut)
    assert len(json.dumps(cut)) < 1_000
