"""Programs that misbehave as MCP servers do no harm."""

import asyncio
import contextlib
import sys
from pathlib import Path

import psutil
import pytest

from bailiwick.features.mcp.definitions import LONGEST_DESCRIPTION, MOST_TOOLS, definitions
from bailiwick.features.mcp.names import LONGEST, tool_name
from bailiwick.features.mcp.session import open_session
from bailiwick.features.mcp.stdio import StdioTarget
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from support import hostile_server

SCRIPT = Path(hostile_server.__file__)


def target(mode, *arguments, **environment):
    return StdioTarget((sys.executable, str(SCRIPT), mode, *map(str, arguments)), environment)


def use(mode, work, *arguments):
    async def story():
        async with open_session(target(mode, *arguments), lambda: None) as session:
            return await work(session)

    return asyncio.run(story())


def offer(mode):
    async def work(session):
        tools, notes = definitions(*await session.offer())
        return {tool.name: tool for tool in tools}, notes

    return use(mode, work)


def call(mode, *arguments, seconds=5.0):
    return use(mode, lambda session: session.call("plain", {"text": "x"}, seconds), *arguments)


@pytest.mark.parametrize("mode", ["noise", "noise-between", "unknown-ids", "progress", "asks"])
def test_noise_unknown_ids_progress_and_questions_do_not_disturb_a_call(mode):
    assert call(mode) == "done"


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("exits", "exit code 7; it last wrote: I need a token"),
        ("endless-noise", "no messages of the protocol"),
    ],
)
def test_a_program_that_cannot_be_talked_to_says_why(mode, said):
    with pytest.raises(CallFailed, match=said) as failure:
        call(mode)
    assert failure.value.error_class is ErrorClass.NETWORK


def test_a_program_that_does_not_exist_says_so():
    async def story():
        async with open_session(StdioTarget(("/nowhere/at/all",), {}), lambda: None):
            pass

    with pytest.raises(CallFailed, match="cannot be started"):
        asyncio.run(story())


def test_of_more_tools_than_anybody_needs_only_the_first_are_kept_and_it_is_said():
    tools, notes = offer("some-many")
    assert len(tools) == MOST_TOOLS
    assert any("20,000 tools or more" in note for note in notes)


def test_a_list_of_a_hundred_thousand_tools_is_not_read():
    with pytest.raises(CallFailed, match="more than 4 MiB"):
        offer("many")


def test_pages_without_end_are_not_followed_for_ever():
    tools, _ = offer("endless-pages")
    assert list(tools) == ["plain"]


def test_two_tools_of_one_name_are_both_refused():
    tools, _ = offer("twice")
    assert {name for name, tool in tools.items() if tool.refused} == {"plain"}


def test_names_become_names_that_models_take_and_stay_different():
    tools, _ = offer("names")
    usable = {name for name, tool in tools.items() if not tool.refused}
    assert usable == {"../../etc/passwd", "a/b", "a b", "é", "fine"}
    names = {tool_name("web", name) for name in usable}
    assert len(names) == len(usable)
    assert "web__fine" in names
    for name in names:
        assert len(name) <= LONGEST
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def test_descriptions_lose_what_hides_and_are_cut():
    tools, _ = offer("descriptions")
    assert tools["hidden"].description == "Fine.[31m end"
    assert tools["long"].refused
    assert len(tools["long"].description) <= LONGEST_DESCRIPTION + 1


def test_schemas_that_would_hurt_are_refused_or_made_harmless():
    tools, _ = offer("schemas")
    assert {name for name, tool in tools.items() if tool.refused} == {"deep", "laughs"}
    assert all(tool.why for tool in tools.values() if tool.refused)
    assert tools["deep"].refused == tools["deep"].why.text()
    assert tools["loop"].parameters["properties"]["x"]["properties"]["again"] == {}
    assert tools["remote"].parameters["properties"]["x"] == {}
    assert tools["pattern"].parameters["properties"]["x"] == {"type": "string"}
    assert tools["fine"].parameters["required"] == ["x"]


def test_a_list_of_things_that_are_no_tools_is_refused_whole():
    with pytest.raises(CallFailed, match="list of tools that is none"):
        offer("malformed")


def test_a_result_of_a_gigabyte_is_not_read():
    process = psutil.Process()
    before = process.memory_info().rss
    with pytest.raises(CallFailed, match="more than 4 MiB"):
        call("huge", seconds=30.0)
    assert process.memory_info().rss - before < 100 * 1024 * 1024


def test_a_flood_of_messages_ends_the_connection():
    with pytest.raises(CallFailed, match="floods"):
        call("flood")


def test_a_call_without_an_answer_times_out_and_the_next_one_works(tmp_path):
    async def work(session):
        with pytest.raises(CallFailed) as failure:
            await session.call("plain", {}, 0.3)
        tools, _ = await session.offer()
        return failure.value.error_class, len(tools)

    assert use("silent-call", work) == (ErrorClass.TIMEOUT, 1)


def test_an_answer_after_the_time_is_up_is_not_taken_for_the_next_call(tmp_path):
    async def work(session):
        with pytest.raises(CallFailed):
            await session.call("plain", {}, 0.2)
        return await session.call("plain", {}, 30)

    assert use("late", work) == "done"


def test_a_cancelled_call_is_cancelled_at_the_server(tmp_path):
    told = tmp_path / "told"

    async def work(session):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await session.call("plain", {}, 30)
        await session.offer()  # an answer to a later request: the cancellation was read before it

    use("silent-call", work, told)
    assert told.read_text() == "cancelled\n"


def test_a_program_that_dies_in_a_call_leaves_the_outcome_open():
    async def work(session):
        await session.call("plain", {}, 30)

    with pytest.raises(CallFailed, match=r"not known|exit code 3"):
        use("dies", work)


def test_pictures_and_links_become_notes_and_text_stays_text():
    assert call("rich") == (
        "see\n\n[image, image/png, 300 bytes: not shown]\n\n[link to a file: file:///etc/passwd]\n\ninside\n\n"
        "[file x://z, a/b, 3 bytes: not shown]"
    )


def test_a_structured_result_is_returned_as_it_is():
    assert call("structured") == {"x": [1, 2]}


@pytest.mark.parametrize(("mode", "said"), [("fails", "it reports: no such page"), ("nonsense", "result that is none")])
def test_a_failing_or_garbled_result_is_a_failed_call(mode, said):
    with pytest.raises(CallFailed, match=said):
        call(mode)


def test_a_program_sees_no_variable_of_ours(monkeypatch):
    monkeypatch.setenv("SECRET_OF_OURS", "canary")

    async def story():
        async with open_session(target("env", GIVEN="yes"), lambda: None) as session:
            return await session.call("plain", {}, 30)

    told = asyncio.run(story())
    assert '"GIVEN": "yes"' in told
    assert "canary" not in told


def test_what_does_not_end_by_itself_is_ended():
    async def story():
        async with open_session(target("stays"), lambda: None):
            [child] = [each for each in psutil.Process().children() if str(SCRIPT) in " ".join(each.cmdline())]
            return child.pid

    pid = asyncio.run(story())
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
