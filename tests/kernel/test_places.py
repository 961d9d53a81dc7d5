"""Places: each has a key of its own, and is the same after it was written."""

from dataclasses import asdict

from bailiwick.kernel.events.facts import ModelCalled
from bailiwick.kernel.places import Phase, Place, read_place

ROUND = Place(round=1)
CALL = ROUND.of_call(0)
HELPED = CALL.below(CALL.tool_key)


def test_keys_are_what_journals_of_before_have() -> None:
    assert (ROUND.model_key, CALL.tool_key, ROUND.function_key, ROUND.part_key) == (
        "model:1",
        "tool:1:0",
        "callable:1",
        "part:1",
    )
    assert HELPED.in_round(2).of_call(3).tool_key == "tool:1:0/tool:2:3"
    prefixed = [Place(phase=phase, round=1).model_key for phase in Phase]
    assert prefixed == [
        "model:1",
        "model:handed-over-1",
        "model:handed-on-1",
        "model:join-1",
        "model:revision-1",
        "model:join-again-1",
    ]


def test_a_place_below_a_call_knows_all_calls_above_it() -> None:
    inner = HELPED.in_round(2).of_call(3)
    assert inner.below(inner.tool_key).path == ("tool:1:0", "tool:1:0/tool:2:3")
    assert (ROUND.caller, HELPED.caller) == ("", "tool:1:0")


def test_a_place_is_read_as_it_was_written_with_a_step_or_an_event() -> None:
    place = Place(path=("a", "b"), phase=Phase.REVISION, round=2, index=1)
    event = ModelCalled(agent="a", model="m", call="c", step="s", place=place)
    assert read_place(asdict(place)) == read_place(event.data()["place"]) == place
    assert read_place(None) == read_place({}) == Place()
