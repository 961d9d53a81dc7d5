"""The roster: changes are seen at once, cost the same at any size, and leave equal rosters equal."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import drawn
from bailiwick_router import Agent, AgentStatus, Conflict, InvalidInput, NotFound, Role, Roster, Router
from bailiwick_router import index as index_module
from bailiwick_router.core.agents import ROUTING_FIELDS


def agent(agent_id: str, **fields) -> Agent:
    return Agent(id=agent_id, name=fields.pop("name", agent_id), **fields)


def test_changes_are_routable_at_once():
    roster = Roster([agent("lore", tags=["warcraft"])])
    router = Router(roster)
    assert router.decide("a recipe").agent is None
    roster.add(agent("chef", tags=["recipe"]))
    assert router.decide("a recipe").agent == "chef"
    roster.replace(agent("chef", tags=["garden"]))
    assert router.decide("a recipe").agent is None
    assert router.decide("my garden").agent == "chef"
    roster.remove("chef")
    assert router.decide("my garden").agent is None


def test_agents_come_in_order_of_registration_and_keep_their_place_when_replaced():
    roster = Roster([agent("a"), agent("b"), agent("c")])
    roster.replace(agent("a", name="new"))
    assert [each.id for each in roster] == ["a", "b", "c"]
    assert (len(roster), "b" in roster, "x" in roster, roster.get("x")) == (3, True, False, None)
    roster.remove("a")
    roster.add(agent("a"))
    assert [each.id for each in roster] == ["b", "c", "a"]


def test_an_agent_that_rested_keeps_its_place_in_ties():
    roster = Roster([agent("a", tags=["snow"], status=AgentStatus.PAUSED), agent("b", tags=["snow"])])
    router = Router(roster)
    roster.replace(agent("a", tags=["snow"]))
    assert router.decide("snow").agent == "a"


def test_what_is_not_there_cannot_be_changed_and_what_is_there_cannot_be_added():
    roster = Roster([agent("a")])
    with pytest.raises(Conflict):
        roster.add(agent("a"))
    with pytest.raises(NotFound):
        roster.replace(agent("b"))
    with pytest.raises(NotFound):
        roster.remove("b")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": ""}, "id"),
        ({"id": "Upper"}, "id"),
        ({"id": "-a"}, "id"),
        ({"id": "a" * 65}, "id"),
        ({"id": "a\n"}, "id"),
        ({"id": "a\u202e"}, "id"),
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"tags": ["t"] * 10_000}, "tags"),
        ({"tags": ["t" * 101]}, "tags"),
        ({"keywords": ["k"] * 201}, "keywords"),
        ({"patterns": ["p"] * 51}, "patterns"),
        ({"patterns": ["(?=x)"]}, "patterns"),
        ({"languages": ["english"]}, "languages"),
        ({"priority": 10**9}, "priority"),
    ],
)
def test_fields_that_routing_cannot_take_are_refused_by_name(fields, field):
    with pytest.raises(InvalidInput) as caught:
        Roster([Agent(**{"id": "a", "name": "A", **fields})])
    assert caught.value.field == field


ids = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(ids, st.randoms(use_true_random=False))
def test_equal_rosters_have_equal_digests_whatever_their_history(edits, draw):
    roster = Roster()
    for each in edits:
        if each in roster and draw.random() < 0.6:
            roster.remove(each)
        elif each in roster:
            roster.replace(agent(each, tags=[str(draw.randrange(3))]))
        else:
            roster.add(agent(each))
    assert Roster(list(roster)).digest == roster.digest


def test_the_digest_follows_order_and_every_routing_field():
    assert Roster([agent("a"), agent("b")]).digest != Roster([agent("b"), agent("a")]).digest
    base = agent("a")
    changes = {
        "id": "b",
        "name": "x",
        "description": "x",
        "objective": "x",
        "role": Role.SPECIALIST,
        "status": AgentStatus.PAUSED,
        "tags": ["x"],
        "keywords": ["x"],
        "patterns": ["x"],
        "examples": ["x"],
        "languages": ["en"],
        "priority": 1,
    }
    assert set(changes) == set(ROUTING_FIELDS)
    digests = {Roster([base.evolve(**{name: value})]).digest for name, value in changes.items()}
    assert len(digests | {Roster([base]).digest}) == len(changes) + 1
    assert Roster([base.evolve(instructions="x", icon="x")]).digest == Roster([base]).digest


def test_routers_of_one_roster_share_an_index():
    roster = Roster([agent("a", tags=["snow"])])
    assert Router(roster).index is Router(roster).index
    assert Router(roster).index is not Router(roster, "classic").index


def test_slots_of_removed_agents_are_closed_up_a_few_at_a_time(monkeypatch):
    monkeypatch.setattr(index_module, "_SLACK", 16)
    draw = random.Random(11)
    roster = Roster()
    router = Router(roster)
    for number in range(3_000):
        roster.add(agent(f"a{number}", tags=["snow", f"t{number % 7}"]))
        if len(roster) > 40:
            roster.remove(draw.choice([each.id for each in roster]))
        assert router.index.slot_count <= 4 * 40 + 2 * 16
    best = router.decide("snow")
    assert [each.agent for each in best.candidates] == [each.id for each in roster][:20]
    assert best.candidate_count == len(roster)


def test_removing_everybody_leaves_nothing_in_the_index():
    roster = Roster(
        agent(f"a{at}", tags=["snow", "second war"], keywords=["k"], patterns=["snow"]) for at in range(300)
    )
    router = Router(roster)
    for each in list(roster):
        roster.remove(each.id)
    side = router.index.active
    assert [len(each) for each in (*side.words.values(), *side.tags.values(), *side.spellings.values())] == [0] * 6
    assert (len(side.keywords), len(side.patterns), side.priorities, side.size) == (0, 0, {}, 0)


@given(drawn.edits, st.lists(drawn.bodies, max_size=6), drawn.messages)
def test_agents_that_are_taken_in_together_are_found_as_those_that_came_one_by_one(edits, late, messages):
    early = Roster()
    router = Router(early, classifier=None)
    for kind, number, body in edits:
        drawn.edit(early, kind, number, body)
    for number, body in enumerate(late):
        early.add(Agent(id=f"b{number}", **body))
    together = Router(Roster(early), classifier=None)
    for message in messages:
        first, second = (replace(each.decide(message), microseconds=0) for each in (router, together))
        assert first == second
