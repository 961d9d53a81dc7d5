"""The index gives exactly what going through all agents gives, under any edits."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, Roster, Router, RoutingSettings
from bailiwick_router import index as index_module
from bailiwick_router import postings as postings_module
from drawn import WORDS, edit, edits, messages
from plain import Plain


def assert_same(router: Router, message: str, *, classic: bool = False) -> None:
    plain = Plain(list(router.roster), message, classic=classic).ranking()
    decision = router.decide(message)
    assert [(each.agent, each.score) for each in decision.candidates] == plain[:20]
    assert decision.candidate_count == len(plain)
    query = router.query(message)
    assert query.leaders == query.by_tags[:2]
    for each in decision.candidates:
        assert each.score == sum(item.weight for item in each.evidence)
        agent = router.roster.get(each.agent)
        for item in each.evidence:
            held = " ".join(agent.tags) if item.field == "tags" else getattr(agent, item.field)
            assert item.text in held
            # Words that do not score may stand between those of a tag: "new the mail" has the tag "new mail".
            assert set(item.matched.split()) <= set(message.split())


@pytest.mark.parametrize("profile", ["standard", "classic"])
@pytest.mark.parametrize("long", [1, 3, 128])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=edits, messages=messages)
def test_ranking_equals_the_plain_loop_after_any_edits(monkeypatch, long, profile, edits, messages):
    monkeypatch.setattr(postings_module, "LONG", long)
    monkeypatch.setattr(index_module, "_SLACK", 2)
    roster = Roster()
    router = Router(roster, profile)
    for kind, number, body in edits:
        edit(roster, kind, number, body)
    for message in messages:
        assert_same(router, message, classic=profile == "classic")


@pytest.mark.parametrize("profile", ["standard", "classic"])
def test_a_large_roster_with_common_words_ranks_as_the_plain_loop(profile):
    draw = random.Random(7)
    roster = Roster()
    router = Router(roster, profile)
    for number in range(700):
        body = " ".join(draw.choices(WORDS, weights=range(len(WORDS), 0, -1), k=6))
        roster.add(
            Agent(
                id=f"a{number}",
                name=f"n{number}",
                description=body,
                priority=draw.choice([0, 0, 1]),
                tags=draw.sample(WORDS, 2),
                languages=draw.choice([("en", "es"), ("es",)]),
            )
        )
    for number in draw.sample(range(700), 300):
        roster.remove(f"a{number}")
    for _ in range(25):
        assert_same(
            router, " ".join(draw.choices([*WORDS, "what"], k=draw.randint(1, 9))), classic=profile == "classic"
        )


@pytest.mark.parametrize("long", [1, 128])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    bodies=st.lists(
        st.tuples(
            st.lists(st.sampled_from(["mail", "inbox", "new mail", "snow", "correo", "lista"]), max_size=4),
            st.lists(st.sampled_from([r"\bcheck\b.*mail", "snow|inbox", r"[0-9]+", "new (mail|snow)"]), max_size=4),
        ),
        max_size=12,
    ),
    message=st.lists(st.sampled_from("check new mail inbox snow correo lista 42".split()), max_size=6).map(" ".join),
)
def test_confidence_equals_the_formula_for_every_agent(monkeypatch, long, bodies, message):
    monkeypatch.setattr(postings_module, "LONG", long)
    agents = [
        Agent(id=f"a{at}", name="!", keywords=keywords, patterns=patterns)
        for at, (keywords, patterns) in enumerate(bodies)
    ]
    decision = Router(Roster(agents), settings=RoutingSettings(candidates=50)).decide(message)
    expected = {}
    for agent in agents:
        keywords = sum(f" {word} " in f" {message} " for word in set(agent.keywords))
        patterns = sum(matches(pattern, message) for pattern in set(agent.patterns))
        confidence = round(min(0.6, 0.2 * keywords) + min(0.6, 0.3 * patterns), 6)
        if confidence:
            expected[agent.id] = min(1.0, confidence)
    assert {each.agent: each.confidence for each in decision.candidates} == expected
    assert decision.candidate_count == len(expected)


def matches(pattern: str, message: str) -> bool:
    words = message.split()
    return {
        r"\bcheck\b.*mail": "check" in words and "mail" in words[words.index("check") :],
        "snow|inbox": "snow" in words or "inbox" in words,
        r"[0-9]+": "42" in words,
        "new (mail|snow)": "new mail" in message or "new snow" in message,
    }[pattern]
