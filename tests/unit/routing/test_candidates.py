"""Candidates: what a router keeps of them is never out of date, never mixed up, and bounded."""

import dataclasses
import gc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick import Agent, AgentStatus, Candidate, Roster, Router, RoutingSettings
from bailiwick.routing import index as index_module
from bailiwick.routing import kept as kept_module

WORDS = "snow snows snowing ski receta recetas".split()
texts = st.lists(st.sampled_from(WORDS), max_size=2)
bodies = st.fixed_dictionaries(
    {
        "name": texts.map(lambda words: f"x {' '.join(words)}"),
        "description": texts.map(" ".join),
        "tags": st.lists(st.sampled_from([*WORDS, "Snow", "ski snow"]), max_size=2),
        "keywords": st.lists(st.sampled_from(["snow", "Snow", "ski"]), max_size=2),
        "patterns": st.lists(st.sampled_from(["sno+w", "s(ki|nowing)"]), max_size=1),
        "priority": st.sampled_from([0, 0, 1, -1]),
        "languages": st.sampled_from([("en", "es"), ("en",), ("fr",)]),
        "status": st.sampled_from([AgentStatus.ACTIVE] * 5 + [AgentStatus.PAUSED]),
    }
)
edits = st.lists(
    st.tuples(st.sampled_from(["put", "put", "remove"]), st.integers(0, 3), bodies), min_size=2, max_size=30
)
messages = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


def record(router: Router, message: str) -> str:
    return repr(dataclasses.replace(router.decide(message), microseconds=0))


def evidence(router: Router, message: str) -> list[tuple[str, str, str]]:
    return [(each.agent, item.field, item.text) for each in router.decide(message).candidates for item in each.evidence]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=edits, asked=st.lists(messages, min_size=1, max_size=3))
@pytest.mark.parametrize("most", [3, 20_000])
def test_an_old_router_decides_like_a_new_one_after_any_edits(monkeypatch, most, edits, asked):
    monkeypatch.setattr(kept_module, "MOST_KEPT", most)
    monkeypatch.setattr(index_module, "_SLACK", 1)
    roster = Roster()
    old = Router(roster)
    for kind, number, body in edits:
        agent = Agent(id=f"a{number}", **body)
        if kind == "remove" and agent.id in roster:
            roster.remove(agent.id)
        elif kind == "put":
            (roster.replace if agent.id in roster else roster.add)(agent)
        for message in asked:
            assert record(old, message) == record(Router(Roster(list(roster))), message)


def test_evidence_does_not_survive_a_change_of_its_agent():
    roster = Roster([Agent(id="a", name="A", tags=["snow"]), Agent(id="b", name="B", description="snow")])
    router = Router(roster)
    assert evidence(router, "snow") == [("a", "tags", "snow"), ("a", "tags", "snow"), ("b", "description", "snow")]
    roster.replace(Agent(id="a", name="Snow", tags=["SNOW"]))
    roster.replace(Agent(id="b", name="Snow"))
    assert evidence(router, "snow") == [("a", "tags", "snow"), ("a", "tags", "SNOW"), ("b", "name", "snow")]


def test_a_word_of_the_same_stem_is_told_as_a_new_router_tells_it():
    roster = Roster([Agent(id="a", name="A", tags=["snowing", "snows"])])
    router = Router(roster)
    router.decide("snow")
    roster.add(Agent(id="b", name="B", tags=["snowing"]))
    assert record(router, "snow") == record(Router(Roster(list(roster))), "snow")


def test_evidence_does_not_pass_to_the_agent_that_takes_a_slot_over(monkeypatch):
    monkeypatch.setattr(index_module, "_SLACK", 1)
    roster = Roster(Agent(id=f"a{at}", name="A", tags=["snow"]) for at in range(20))
    router = Router(roster)
    assert len(router.decide("snow").candidates) == 20
    for at in range(18):
        roster.remove(f"a{at}")
    assert router.index.slot_count < 20
    roster.add(Agent(id="b", name="B", tags=["Snow"]))
    assert [each.agent for each in router.decide("snow").candidates] == ["a18", "a19", "b"]
    assert evidence(router, "snow")[-1] == ("b", "tags", "Snow")


def test_a_kept_candidate_is_the_very_object_of_the_decision_before():
    router = Router(Roster([Agent(id="a", name="A", tags=["snow"])]))
    first, again = router.decide("the snow"), router.decide("about that snow")
    assert first.candidates[0] is again.candidates[0]


def test_a_candidate_is_whole():
    candidate = Router(Roster([Agent(id="a", name="A", tags=["snow"])])).decide("snow").candidates[0]
    fields = {each.name: getattr(candidate, each.name) for each in dataclasses.fields(Candidate)}
    assert candidate == Candidate(**fields)
    assert hash(candidate) == hash(Candidate(**fields))
    with pytest.raises(dataclasses.FrozenInstanceError):
        candidate.score = 1.0


def test_routers_of_one_roster_do_not_share_what_depends_on_their_settings():
    roster = Roster([Agent(id="a", name="A", tags=["snow"])])
    plain, heavy = Router(roster), Router(roster, settings=RoutingSettings(tag_weight=5))
    for _ in range(2):
        assert plain.decide("snow").candidates[0].score == 3
        assert heavy.decide("snow").candidates[0].score == 6


def test_what_a_router_keeps_is_bounded(monkeypatch):
    monkeypatch.setattr(kept_module, "MOST_KEPT", 50)
    router = Router(Roster(Agent(id=f"a{at}", name="A", tags=[f"tag{at % 40}"]) for at in range(400)))
    sizes = []
    for at in range(40):
        router.decide(f"tag{at} and tag{at + 1}")
        sizes.append(len(router.kept))
    assert 0 < max(sizes) <= 50


def test_long_quotes_of_a_message_are_not_kept():
    router = Router(Roster([Agent(id="a", name="A", patterns=["snow.*"])]))
    assert router.decide("snow " * 100).candidates[0].evidence[0].matched == ("snow " * 100)
    assert len(router.kept) == 0
    router.decide("snow today")
    assert len(router.kept) == 1


def test_what_a_router_keeps_goes_with_the_router():
    roster = Roster([Agent(id="a", name="A", tags=["snow"])])
    index = Router(roster).index
    gc.collect()
    assert len(index.kept) == 0
