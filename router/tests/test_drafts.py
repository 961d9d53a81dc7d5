"""Deciding with a draft is saving it and deciding, and leaves nothing behind."""

import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, AgentStatus, AgentUnavailable, InvalidInput, Roster, Router, UnknownAgent
from bailiwick_router import index as index_module
from bailiwick_router import postings as postings_module
from bailiwick_router.core.decisions import RoutingContext
from bailiwick_router.drafts import decide_with
from drawn import WORDS, bodies, edit, edits, messages

NO_CONTEXT = RoutingContext()
ids = st.integers(0, 13).map(lambda number: f"a{number}")
drafts = st.builds(
    lambda agent_id, body, keywords, patterns: Agent(id=agent_id, keywords=keywords, patterns=patterns, **body),
    ids,
    bodies,
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.lists(st.sampled_from(["recip", r"\bski.*snow", "guerra|war", "no(che|che)s?"]), max_size=3),
)
contexts = st.builds(
    RoutingContext,
    requested_agent=st.none() | st.none() | ids,
    last_agent=st.none() | ids,
    excluded=st.lists(ids.map(lambda agent_id: (agent_id, "unhealthy")), max_size=2),
    model_available=st.booleans(),
)


def outcome(decide, *arguments):
    """Return the decision without the time it took, or what was raised instead."""
    try:
        return replace(decide(*arguments), microseconds=0.0)
    except (UnknownAgent, AgentUnavailable) as error:
        return (type(error), str(error))


def rosters_after(some_edits):
    """Return two equal rosters with the same history."""
    twins = Roster(), Roster()
    routers = tuple(Router(roster) for roster in twins)
    for kind, number, body in some_edits:
        for roster in twins:
            edit(roster, kind, number, body)
    return routers


@pytest.mark.parametrize("long", [1, 128])
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=edits, trials=st.lists(st.tuples(drafts, messages, contexts), min_size=1, max_size=4))
def test_deciding_with_a_draft_equals_saving_it_and_deciding(monkeypatch, long, edits, trials):
    monkeypatch.setattr(postings_module, "LONG", long)
    monkeypatch.setattr(index_module, "_SLACK", 2)
    scratch, real = rosters_after(edits)
    for draft, some_messages, context in trials:
        saved = Router(Roster(real.roster))
        (saved.roster.replace if draft.id in saved.roster else saved.roster.add)(draft)
        for message in some_messages:
            tried = outcome(decide_with, scratch, draft, message, context)
            assert tried == outcome(saved.decide, message, context)
            assert (list(scratch.roster), scratch.release) == (list(real.roster), real.release)
            assert outcome(scratch.decide, message, context) == outcome(real.decide, message, context)


@given(edits=edits, draft=drafts, more=edits, messages=messages)
def test_a_roster_goes_on_after_a_draft_as_if_there_had_been_none(edits, draft, more, messages):
    scratch, real = rosters_after(edits)
    for message in messages:
        decide_with(scratch, draft, message, NO_CONTEXT)
    for kind, number, body in more:
        for router in (scratch, real):
            edit(router.roster, kind, number, body)
    for message in messages:
        assert outcome(scratch.decide, message) == outcome(real.decide, message)


def test_a_draft_that_is_not_on_the_roster_comes_last_and_one_that_is_keeps_its_place():
    router = Router(Roster([Agent(id="a", name="A"), Agent(id="b", name="B", tags=["snow"])]))
    assert decide_with(router, Agent(id="c", name="C", tags=["snow"]), "snow", NO_CONTEXT).agent == "b"
    assert decide_with(router, Agent(id="a", name="A", tags=["snow"]), "snow", NO_CONTEXT).agent == "a"
    assert router.decide("snow").agent == "b"


def test_a_refused_draft_or_choice_leaves_the_roster_as_it_was():
    router = Router(Roster([Agent(id="a", name="A", tags=["snow"])]))
    release = router.release
    with pytest.raises(InvalidInput):
        decide_with(router, Agent(id="b", name="B", patterns=["("]), "snow", NO_CONTEXT)
    with pytest.raises(UnknownAgent):
        decide_with(router, Agent(id="b", name="B"), "snow", RoutingContext(requested_agent="nobody"))
    paused = Agent(id="a", name="A", status=AgentStatus.PAUSED)
    with pytest.raises(AgentUnavailable):
        decide_with(router, paused, "snow", RoutingContext(requested_agent="a"))
    assert (router.release, router.decide("snow").agent) == (release, "a")


def test_work_with_a_draft_does_not_grow_with_the_roster():
    new, known = Agent(id="new", name="New", tags=["okapi", "tapir"]), Agent(id="a3", name="Changed", tags=["okapi"])

    def calls(size):
        router = Router(Roster(Agent(id=f"a{n}", name=f"word{n}", tags=[f"tag{n}", "common"]) for n in range(size)))
        for draft in (new, known):  # what is made once, such as stems
            decide_with(router, draft, "the okapi and the tapir", NO_CONTEXT)
        counts = []
        for draft in (new, known):
            with counting() as made:
                decide_with(router, draft, "the okapi and the tapir", NO_CONTEXT)
            counts.append(made.total())
        return counts

    few, many = calls(300), calls(6_000)
    assert min(few) > 100
    assert all(abs(more - fewer) < 20 for fewer, more in zip(few, many, strict=True))


class counting:
    """Count the calls of functions, Python's own and built-in ones, in a block."""

    def __enter__(self):
        self.made = Counter()
        sys.setprofile(lambda frame, event, argument: self.made.update([event]) if "call" in event else None)
        return self.made

    def __exit__(self, *exception):
        sys.setprofile(None)
