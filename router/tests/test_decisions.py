"""The record: pure, complete and the same again."""

import hashlib
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick_router import (
    Agent,
    AgentStatus,
    InvalidInput,
    Passed,
    Roster,
    Router,
    RoutingContext,
    RoutingSettings,
    Stage,
    Verdict,
)
from bailiwick_router.core.decisions import Mode

WORDS = "recipe cook snow ski mail inbox list war second guitar the help".split()
agents = st.lists(
    st.builds(
        lambda tags, text, priority: {"tags": tags, "description": text, "priority": priority},
        st.lists(st.sampled_from(WORDS), max_size=3),
        st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
        st.integers(0, 1),
    ),
    max_size=8,
).map(lambda bodies: [Agent(id=f"a{at}", name="x", **body) for at, body in enumerate(bodies)])
messages = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def lasting(decision):
    return {
        name: getattr(decision, name)
        for name in decision.__dataclass_fields__
        if name not in ("id", "microseconds", "created_at")
    }


@given(agents, messages)
def test_the_same_input_gives_the_same_record(agents, message):
    first = Router(Roster(agents)).decide(message)
    assert lasting(first) == lasting(Router(Roster(agents)).decide(message))


@given(agents, messages, st.integers(0, 5))
def test_an_agent_that_scores_nothing_changes_nothing_but_the_release(agents, message, priority):
    roster = Roster(agents)
    router = Router(roster)
    before = router.decide(message)
    roster.add(Agent(id="stranger", name="zzz", tags=["unheard"], priority=priority, keywords=["unsaid"]))
    after = router.decide(message)
    assert (after.agent, after.stage, after.candidates, after.confidence, after.margin, after.candidate_count) == (
        before.agent,
        before.stage,
        before.candidates,
        before.confidence,
        before.margin,
        before.candidate_count,
    )
    assert after.release != before.release


@given(agents, messages, st.randoms(use_true_random=False))
def test_the_order_of_registration_decides_only_ties_that_the_trace_admits(agents, message, shuffle):
    first = Router(Roster(agents)).decide(message)
    other = list(agents)
    shuffle.shuffle(other)
    second = Router(Roster(other)).decide(message)
    assert first.agent == second.agent or "registered first" in first.reason


@settings(max_examples=300)
@given(st.text(st.characters(codec=None, categories=None)), st.sampled_from([None, "a", "gone"]))
def test_no_text_makes_a_decision_fail(text, last_agent):
    router = Router(Roster([Agent(id="a", name="A", tags=["snow"], patterns=["[0-9]+", "snow"])]))
    decision = router.decide(text, last_agent=last_agent)
    assert decision.message == text


@pytest.mark.parametrize(
    "text",
    ["\x00", "\ud800 snow \udfff", "\u0301" * 100_000, " " * 50_000, "\ufeffsnow", "\u202esnow", "snow " * 2_000_000],
    ids=["nul", "surrogates", "marks", "spaces", "bom", "rtl", "10MB"],
)
def test_a_bad_text_is_decided_like_any_other(text):
    decision = Router(Roster([Agent(id="a", name="A", tags=["snow"], patterns=["snow"])])).decide(text)
    assert decision.agent == ("a" if "snow" in text else None)
    assert decision.microseconds < 1_000_000


def test_only_the_first_ten_thousand_characters_count_and_the_record_says_so():
    router = Router(Roster([Agent(id="a", name="A", tags=["snow"])]))
    decision = router.decide("x " * 5_000 + "snow")
    assert decision.agent is None
    assert "10,000" in decision.reason
    assert len(decision.message) == 10_004
    assert "10,000" not in router.decide("snow").reason


def test_the_record_is_complete():
    roster = Roster([Agent(id="a", name="A", tags=["nieve"]), Agent(id="b", name="B", description="la nieve blanca")])
    decision = Router(roster).decide("¿Hay nieve?", RoutingContext(mode=Mode.DIRECT))
    assert decision.language == "es"
    assert decision.mode is Mode.DIRECT
    assert decision.message_hash == hashlib.sha256("¿Hay nieve?".encode()).hexdigest()
    assert [each.stage for each in decision.stages] == [
        Stage.EXPLICIT,
        Stage.ADDRESSED,
        Stage.FOLLOW_UP,
        Stage.CONTINUED,
        Stage.SMALL_TALK,
        Stage.SPLIT,
        Stage.INTENTS,
        Stage.TOOLS,
        Stage.EXAMPLES,
        Stage.TAGS,
    ]
    assert (decision.margin, decision.candidate_count, decision.model_calls) == (2, 2, 0)
    assert decision.microseconds > 0


def test_at_most_twenty_candidates_are_listed_and_the_rest_counted():
    roster = Roster(Agent(id=f"a{at}", name="A", tags=["snow"]) for at in range(500))
    decision = Router(roster).decide("snow")
    assert [each.agent for each in decision.candidates] == [f"a{at}" for at in range(20)]
    assert decision.candidate_count == 500


def test_agents_that_rest_are_listed_only_when_they_would_have_scored():
    roster = Roster(
        [
            Agent(id="on", name="On", tags=["snow"]),
            Agent(id="paused", name="P", tags=["snow"], status=AgentStatus.PAUSED),
            Agent(id="archived", name="Q", keywords=["snow"], status=AgentStatus.ARCHIVED),
            Agent(id="unrelated", name="R", tags=["sun"], status=AgentStatus.PAUSED),
        ]
    )
    decision = Router(roster).decide("snow")
    assert decision.agent == "on"
    assert {(each.agent, each.cause) for each in decision.excluded} == {("paused", "paused"), ("archived", "archived")}
    roster.replace(Agent(id="paused", name="P", tags=["snow", "snowy"]))
    assert {each.agent for each in Router(roster).decide("snow").excluded} == {"archived"}


def test_excluded_agents_are_left_out_with_their_cause():
    roster = Roster([Agent(id=f"a{at}", name="A", tags=["snow"]) for at in range(300)])
    context = RoutingContext(excluded=[("a0", "unhealthy"), ("a2", "over budget"), ("gone", "x")])
    decision = Router(roster).decide("snow", context)
    assert decision.agent == "a1"
    assert decision.candidate_count == 298
    assert [(each.agent, each.cause) for each in decision.excluded] == [("a0", "unhealthy"), ("a2", "over budget")]
    assert Router(roster).decide("rain", context).excluded == []


def test_a_paused_agent_is_never_routed():
    roster = Roster([Agent(id="a", name="A", tags=["snow"], status=AgentStatus.PAUSED)])
    assert Router(roster).decide("snow").agent is None
    roster.replace(Agent(id="a", name="A", tags=["snow"]))
    assert Router(roster).decide("snow").agent == "a"


class Loud:
    stage = Stage.PLUGIN

    def __init__(self, answer):
        self.answer = answer

    def decide(self, query, context):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def verdict(agent):
    return Verdict(agent=agent, confidence=0.5, reason="Because.")


def test_a_plugged_in_stage_decides_before_the_tags():
    roster = Roster([Agent(id="a", name="A", tags=["snow"]), Agent(id="b", name="B")])
    decision = Router(roster, stages=[Loud(verdict("b"))]).decide("snow")
    assert (decision.agent, decision.stage, decision.confidence) == ("b", Stage.PLUGIN, 0.5)
    assert decision.release != Router(roster).decide("snow").release


@pytest.mark.parametrize("answer", [ValueError("at 0x7f"), verdict("gone"), verdict("rests"), None, Passed("No."), 42])
def test_a_broken_stage_is_survived(answer):
    roster = Roster([Agent(id="a", name="A", tags=["snow"]), Agent(id="rests", name="R", status=AgentStatus.PAUSED)])
    decision = Router(roster, stages=[Loud(answer)]).decide("snow")
    assert decision.agent == "a"
    report = next(each for each in decision.stages if each.stage is Stage.PLUGIN)
    assert report.outcome == "passed"
    assert "0x7f" not in report.reason


def test_the_release_follows_profile_settings_and_roster():
    roster = Roster([Agent(id="a", name="A")])
    releases = {
        Router(roster).release,
        Router(roster, "classic").release,
        Router(roster, settings=RoutingSettings(tag_weight=3)).release,
    }
    assert len(releases) == 3
    assert Router(roster, settings=RoutingSettings()).release == Router(roster).release


def test_an_unknown_profile_is_refused():
    with pytest.raises(InvalidInput, match="standard or classic"):
        Router(Roster(), "fancy")


def test_the_work_of_a_decision_does_not_grow_with_the_roster():
    draw = random.Random(3)
    touched = []
    for size in (1_000, 8_000):
        roster = Roster(
            Agent(
                id=f"a{at}",
                name="helpful agent",
                description="an agent that helps people with questions",
                tags=[f"topic{draw.randrange(size // 10)}"],
            )
            for at in range(size)
        )
        router = Router(roster)
        scores = []
        for at in range(50):
            query = router.query(f"can the agent help people with topic{at} questions")
            assert len(query.by_tags) == 20
            scores.append(query.scores.touched)
        touched.append(sum(scores) / len(scores))
    assert touched[1] < 2 * touched[0]
    assert touched[1] < 1_000


def test_importing_the_library_is_light():
    script = (
        "import sys; from bailiwick_router import Agent, Roster; Roster([Agent(id='a', name='A', tags=['snow'])]);"
        " heavy = {'pydantic', 'pydantic_ai', 'fastapi', 'sympy', 'psycopg', 'rapidfuzz', 're2', 'asyncio'};"
        " print(sorted(heavy & set(sys.modules)), sys.modules['bailiwick_router'].__version__)"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60).stdout
    assert out.startswith("[] 0.")


def test_every_exported_name_exists():
    import bailiwick_router

    for name in bailiwick_router.__all__:
        assert getattr(bailiwick_router, name) is not None
    with pytest.raises(AttributeError):
        bailiwick_router.nothing_of_this_name  # noqa: B018  (the access is what is tested)
