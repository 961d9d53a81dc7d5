"""The trace of a decision: made when it is read, from the roster as it was at the decision."""

import dataclasses
import pickle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, AgentStatus, Candidate, Roster, Router, RoutingSettings, Stage
from bailiwick_router import index as index_module
from bailiwick_router import pipeline as pipeline_module

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
def test_an_old_router_decides_like_a_new_one_after_any_edits(monkeypatch, edits, asked):
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


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=edits, asked=st.lists(messages, min_size=1, max_size=3))
def test_a_trace_that_is_read_late_is_the_one_that_is_read_at_once(monkeypatch, edits, asked):
    monkeypatch.setattr(index_module, "_SLACK", 1)
    roster = Roster()
    router = Router(roster)
    unread, at_once = [], []
    for kind, number, body in edits:
        agent = Agent(id=f"a{number}", **body)
        if kind == "remove" and agent.id in roster:
            roster.remove(agent.id)
        elif kind == "put":
            (roster.replace if agent.id in roster else roster.add)(agent)
        for message in (*asked, " and then show ".join(["show", *asked])):
            at_once.append(record(router, message))
            unread.append(router.decide(message))
    assert [repr(dataclasses.replace(each, microseconds=0)) for each in unread] == at_once


def test_a_trace_that_nobody_reads_is_not_made(monkeypatch):
    made = []
    monkeypatch.setattr(pipeline_module, "candidates", lambda *given, **named: made.append(given) or [])
    roster = Roster([Agent(id="a", name="A", tags=["snow"])])
    router = Router(roster)
    decision = router.decide("snow")
    assert (decision.agent, decision.stage, decision.parts, decision.canary) == ("a", Stage.TAGS, (), False)
    del decision
    roster.add(Agent(id="b", name="B", tags=["snow"]))
    assert made == []
    assert router.decide("snow").candidates == []
    assert len(made) == 1


def test_a_decision_is_copied_compared_and_sent_as_a_whole():
    router = Router(Roster([Agent(id="a", name="A", tags=["snow"])]))
    decision = router.decide("snow")
    again = pickle.loads(pickle.dumps(decision))
    assert again == decision
    assert again.candidates == router.decide("snow").candidates
    assert dataclasses.asdict(decision)["candidates"][0]["agent"] == "a"
    with pytest.raises(AttributeError, match="nothing_of_this_name"):
        decision.nothing_of_this_name  # noqa: B018  (the access is what is tested)
