"""What a release holds is what routing reads, can be decided with later, and is compared change by change."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_router import Agent, Router
from bailiwick_router.core.agents import ROUTING_FIELDS, AgentStatus, Origin
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.learning_versions import FIRST, LATEST
from bailiwick_router.release_content import agents_of, content_of, deciding, plain_rules, same, settings_with
from bailiwick_router.release_diff import diff
from bailiwick_router.roster import Roster
from bailiwick_router.rules import RoutingSettings
from drawn import bodies, messages


@st.composite
def rosters(draw):
    ids = draw(st.lists(st.sampled_from([f"a{number}" for number in range(8)]), unique=True, max_size=6))
    return [Agent(id=agent_id, **draw(bodies)) for agent_id in ids]


corrections = st.lists(st.tuples(st.sampled_from(["soup", "snow"]), st.sampled_from(["a1", "a2"])), max_size=3)
contents = st.builds(
    content_of, rosters(), corrections, st.dictionaries(st.sampled_from(["tag_weight", "pronoun_words"]), st.just(4))
)


def stored(content):
    """Return a content as it comes back from a database."""
    read = json.loads(json.dumps([content.agents, content.corrections, content.rules]))
    return ReleaseContent(agents=tuple(read[0]), corrections=tuple(map(tuple, read[1])), rules=read[2])


@given(rosters(), messages)
def test_a_release_that_was_stored_decides_as_the_agents_did(roster, asked):
    content = stored(content_of(roster))
    now = {agent.id: agent for agent in roster}
    before, after = Router(Roster(roster)), Router(Roster(deciding(content, now)))
    assert before.release == after.release == Router(Roster(agents_of(content))).release
    for message in asked:
        assert before.decide(message).candidates == after.decide(message).candidates
        assert before.decide(message).agent == after.decide(message).agent


@given(rosters())
def test_agents_are_as_the_release_says_but_there_and_active_as_they_are_now(roster):
    content = content_of(roster)
    now = {agent.id: agent.evolve(name="Other", tags=("other",), status=AgentStatus.PAUSED) for agent in roster[1:]}
    found = deciding(content, now)
    assert [agent.id for agent in found] == [agent.id for agent in roster[1:]]
    for agent, before in zip(found, roster[1:], strict=True):
        assert (agent.name, agent.tags, agent.status) == (before.name, before.tags, AgentStatus.PAUSED)


def test_runtime_agents_are_in_no_release():
    passing = Agent(id="custom_1", name="Passing", origin=Origin.RUNTIME)
    assert content_of([passing]).agents == ()
    lasting = content_of([passing.evolve(origin=Origin.USER)])
    assert deciding(lasting, {"custom_1": passing}) == []


@given(contents, contents)
def test_releases_that_differ_in_nothing_have_no_changes_and_others_have(one, other):
    assert diff(one, one) == []
    equal = (one.agents, sorted(one.corrections), one.rules) == (other.agents, sorted(other.corrections), other.rules)
    assert (diff(one, other) == []) == equal
    assert same(one, stored(one))


@given(contents, contents)
def test_making_the_changes_of_a_difference_gives_the_other_release(one, other):
    agents = {held["id"]: dict(held) for held in one.agents}
    rules, lessons = dict(one.rules), list(one.corrections)
    there = {held["id"]: held for held in other.agents}
    for change in diff(one, other):
        match change.subject, change.kind:
            case "rule", "removed":
                del rules[change.name]
            case "rule", _:
                rules[change.name] = change.after
            case "example", "removed":
                lessons.remove((change.before, change.name))
            case "example", _:
                lessons.append((change.after, change.name))
            case _, "removed":
                del agents[change.name]
            case _, "added":
                agents[change.name] = there[change.name]
            case _, _ if change.field != "order":
                assert agents[change.name][change.field] == change.before
                agents[change.name][change.field] = change.after
    assert agents == there
    assert rules == other.rules
    assert sorted(lessons) == sorted(other.corrections)


def test_agents_in_another_order_are_another_release():
    one, other = Agent(id="a", name="A"), Agent(id="b", name="B")
    changes = diff(content_of([one, other]), content_of([other, one]))
    assert [(each.name, each.field, each.before, each.after) for each in changes] == [
        ("b", "order", 2, 1),
        ("a", "order", 1, 2),
    ]


def test_whether_an_agent_is_active_is_no_matter_of_the_release():
    agent = Agent(id="a", name="A")
    for field in ROUTING_FIELDS:
        assert field in content_of([agent]).agents[0]
    assert same(content_of([agent]), content_of([agent.evolve(status=AgentStatus.PAUSED)]))
    assert not same(content_of([agent]), content_of([agent.evolve(priority=1)]))


def test_rules_stand_in_for_settings_of_their_kind():
    base = RoutingSettings()
    assert settings_with({"learning": LATEST}, base) == base
    assert settings_with(plain_rules(base), RoutingSettings(tag_weight=9)) == base
    assert settings_with({"tag_weight": 3, "stages": ["tags", "finalize"]}, base).stages == (Stage.TAGS, Stage.FINALIZE)
    for rules in (
        {"tags": 1},
        {"tag_weight": "2"},
        {"tag_weight": True},
        {"tag_weight": -1},
        {"tag_weight": 1e9},
        {"tag_weight": float("nan")},
        {"pronoun_words": 1.5},
        {"stages": []},
        {"stages": "tags"},
        {"stages": ["tags", "tags"]},
        {"stages": [{}]},
        {"stages": None},
        {"learning": 0},
        {"learning": LATEST + 1},
    ):
        with pytest.raises(InvalidInput):
            settings_with(rules, base)


def test_a_release_that_does_not_say_how_it_was_learned_has_the_first_version_and_keeps_its_name():
    agent = Agent(id="cook", name="Cook", tags=["soup"], examples=["how do I make onion soup"])
    new = content_of([agent])
    assert new.rules == {"learning": LATEST}
    old = replace(new, rules={})
    assert settings_with(old.rules, RoutingSettings()).learning == FIRST
    router = Router(Roster([agent]), settings=settings_with(old.rules, RoutingSettings()))
    assert router.classifier is not None
    assert router.classifier.learning == FIRST
    assert router.release == "e4e93808ce6573d692be62ef180db4d8"
    assert diff(old, replace(old, rules={"learning": FIRST})) == []
    assert same(old, replace(old, rules={"learning": FIRST}))
