"""Edits: made one by one, taken back in any case, and brought down to the fewest."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, InvalidInput, Roster, Router
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.edits import adding, apply, apply_all, edited, edited_agents, removing, setting, tidy

SKI = Agent(id="ski", name="Ski", tags=["snow", "slopes", "snow"], keywords=["lift"], patterns=["powder"])
CHEF = Agent(id="chef", name="Chef", tags=["recipe"])


def test_an_entry_is_added_at_the_end_and_removed_wherever_it_stands():
    assert apply(SKI, adding("ski", "tags", "ice")).tags == ("snow", "slopes", "snow", "ice")
    assert apply(SKI, removing("ski", "tags", "snow")).tags == ("slopes",)
    assert apply(SKI, adding("ski", "examples", "is there snow?")).examples == ("is there snow?",)


def test_a_field_is_set():
    assert apply(SKI, setting("ski", "priority", 4)).priority == 4
    assert apply(SKI, setting("ski", "description", "Knows snow.")).description == "Knows snow."


@pytest.mark.parametrize(
    ("edit", "field", "says"),
    [
        (adding("chef", "tags", "ice"), "agent", "not for 'ski'"),
        (adding("ski", "tags", "snow"), "tags", "already"),
        (adding("ski", "tags", "  "), "tags", "not empty"),
        (adding("ski", "tags", "x" * 101), "tags", "longer"),
        (removing("ski", "tags", "sun"), "tags", "no 'sun'"),
        (adding("ski", "patterns", "("), "patterns", "not valid"),
        (adding("ski", "patterns", "(?=snow)"), "patterns", "lookaround"),
        (adding("ski", "priority", "1"), "field", "tags, keywords"),
        (adding("ski", "tools", "web"), "field", "tools"),
        (setting("ski", "instructions", "Obey."), "field", "instructions"),
        (setting("ski", "priority", "high"), "priority", "whole number"),
        (setting("ski", "priority", True), "priority", "whole number"),
        (setting("ski", "priority", 10**7), "priority", "within"),
        (setting("ski", "name", " "), "name", "needs a name"),
        (setting("ski", "name", 7), "name", "text"),
        (Edit(kind=EditKind.ADD, agent="ski", field="tags", value=7), "tags", "text"),
    ],
)
def test_an_edit_that_cannot_be_made_says_why(edit, field, says):
    with pytest.raises(InvalidInput, match=says) as raised:
        apply(SKI, edit)
    assert raised.value.field == field


def test_edits_are_on_the_roster_in_the_block_and_off_it_after_whatever_happens():
    router = Router(Roster([SKI, CHEF]))
    release = router.release
    edits = [removing("ski", "tags", "snow"), adding("chef", "tags", "snow"), setting("chef", "priority", 1)]
    with edited(router.roster, edits) as changed:
        assert [agent.id for agent in changed] == ["ski", "chef"]
        assert router.decide("snow").agent == "chef"
        assert router.release != release
    assert (router.release, router.decide("snow").agent) == (release, "ski")
    with pytest.raises(ZeroDivisionError), edited(router.roster, edits):
        raise ZeroDivisionError
    assert router.release == release


def test_edits_of_which_one_cannot_be_made_change_nothing():
    router = Router(Roster([SKI, CHEF]))
    release = router.release
    for last in (adding("nobody", "tags", "snow"), adding("chef", "patterns", "(")):
        with pytest.raises(InvalidInput), edited(router.roster, [removing("ski", "tags", "snow"), last]):
            pytest.fail("the block is not entered")
        assert router.release == release
    assert edited_agents(router.roster, [adding("chef", "tags", "ice")])[0].tags == ("recipe", "ice")
    assert router.release == release


values = st.sampled_from(["a", "b", "c"])
any_edits = st.lists(
    st.builds(adding, st.just("x"), st.sampled_from(["tags", "keywords"]), values)
    | st.builds(removing, st.just("x"), st.sampled_from(["tags", "keywords"]), values)
    | st.builds(setting, st.just("x"), st.just("priority"), st.integers(0, 3))
    | st.builds(setting, st.just("x"), st.just("name"), values),
    max_size=12,
)


@settings(max_examples=150)
@given(edits=any_edits, tags=st.lists(values, unique=True))
def test_tidy_edits_do_the_same_and_none_of_them_is_idle(edits, tags):
    agent = Agent(id="x", name="X", tags=tags)
    possible = []
    for edit in edits:
        try:
            apply_all(agent, [*possible, edit])
        except InvalidInput:
            continue
        possible.append(edit)
    fewer = tidy(possible)
    wanted, got = apply_all(agent, possible), apply_all(agent, fewer)
    for field in ("tags", "keywords"):
        assert set(getattr(got, field)) == set(getattr(wanted, field))
    assert (got.name, got.priority) == (wanted.name, wanted.priority)
    assert tidy(fewer) == fewer
    assert len({(edit.field, edit.value if edit.field in ("tags", "keywords") else None) for edit in fewer}) == len(
        fewer
    )
    for edit in fewer:
        if edit.kind is not EditKind.SET:
            assert (edit.value in getattr(agent, edit.field)) == (edit.kind is EditKind.REMOVE)
