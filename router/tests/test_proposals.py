"""Proposals: what edits do is told exactly, though only messages that they can touch are decided again."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, Roster, Router
from bailiwick_router.comparison import outcomes
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.edits import adding, edited, removing, setting
from bailiwick_router.examples import train
from bailiwick_router.model_proposals import model_proposals
from bailiwick_router.proposals import propose
from bailiwick_router.relearning import corrections_of, relearned
from bailiwick_router.touching import Touched
from bailiwick_router.trials import Trials
from drawn import WORDS
from test_counterfactual import BAND, GARDEN, PATTERNS, Draw


def said(text: str, agent: str | None = None, *, pinned: bool = False, last_agent: str | None = None) -> ReplayQuery:
    return ReplayQuery(text=text, agent=agent, labelled=True, pinned=pinned, last_agent=last_agent)


def seen(*texts: str) -> list[ReplayQuery]:
    return [ReplayQuery(text=text) for text in texts]


def any_edit(draw: random.Random, roster: list[Agent]) -> Edit:
    agent = draw.choice(roster)
    text = " ".join(draw.choices(WORDS, k=draw.randint(1, 3)))
    field = draw.choice(["tags", "tags", "keywords", "patterns", "priority", "name", "description", "objective"])
    if field == "priority":
        return setting(agent.id, field, draw.randint(0, 6))
    if field in ("name", "description", "objective"):
        return setting(agent.id, field, text)
    held = getattr(agent, field)
    if held and draw.random() < 0.5:
        return removing(agent.id, field, draw.choice(held))
    return adding(agent.id, field, draw.choice([*PATTERNS, "^show", "list$", "^el "]) if field == "patterns" else text)


@settings(max_examples=80)
@given(seed=st.integers(0, 10**9), profile=st.sampled_from(["standard", "standard", "classic"]))
def test_trials_tell_what_deciding_every_message_again_tells(seed, profile):
    draw, rest = Draw(seed, WORDS), random.Random(seed)
    roster = draw.roster(6)
    router = Router(Roster(roster), profile)
    release = router.release
    queries = [
        ReplayQuery(
            text=draw.message(2, 4),
            agent=rest.choice(["a0", "a1", None]),
            labelled=rest.random() < 0.5,
            last_agent=rest.choice([None, "a0", "a2"]),
        )
        for _ in range(12)
    ]
    model = rest.random() < 0.5
    trials = Trials(router, queries, model_available=model)
    for _ in range(4):
        edits = [any_edit(rest, roster) for _ in range(rest.randint(1, 2))]
        before = outcomes(router, queries, model_available=model)
        try:
            with edited(router.roster, edits):
                after = outcomes(router, queries, model_available=model)
        except InvalidInput:
            continue
        tried = trials.tried(edits)
        known = [each for each in zip(queries, before, after, strict=True)]
        labelled = [
            (query, one.agent == query.agent, two.agent == query.agent) for query, one, two in known if query.labelled
        ]
        assert list(tried.fixed) == [query for query, was, now in labelled if now and not was]
        assert list(tried.broken) == [query for query, was, now in labelled if was and not now]
        assert list(tried.flipped) == [
            query for query, one, two in known if not query.labelled and one.agent != two.agent
        ]
        assert [query for query, _ in tried.settled] == [
            query for query, one, two in known if one.stage == "model" and two.stage != "model"
        ]
        assert router.release == release


@settings(max_examples=60)
@given(seed=st.integers(0, 10**9), profile=st.sampled_from(["standard", "standard", "classic"]))
def test_agents_cut_down_to_what_can_matter_to_a_message_are_decided_as_whole_ones(seed, profile):
    draw = Draw(seed, WORDS)
    roster, message, context = draw.roster(6), draw.message(3, 4), draw.context()
    touched = Touched(message, Router(Roster(), profile).index.profile)
    whole = Router(Roster(roster), profile).choose(message, context)
    cut = Router(Roster([touched.trimmed(agent) for agent in roster]), profile).choose(message, context)
    assert (cut[0].agent, cut[0].margin, cut[1]) == (whole[0].agent, whole[0].margin, whole[1])


def test_only_messages_that_share_something_with_an_edit_are_decided_again():
    agents = [Agent(id=f"a{n}", name=f"N{n}", tags=[f"field{n}"], keywords=[f"word{n}"]) for n in range(20)]
    router = Router(Roster(agents))
    trials = Trials(router, seen(*(f"of field{n % 20} beside thing{n}" for n in range(200))))
    assert len(trials.touching([removing("a3", "tags", "field3")])) == 10
    assert len(trials.touching([adding("a3", "tags", "field4 things")])) == 10
    assert len(trials.touching([adding("a3", "keywords", "thing7")])) == 1
    assert len(trials.touching([adding("a3", "patterns", r"thing1\d\b")])) == 10
    assert len(trials.touching([adding("a3", "examples", "tell me of field3")])) == 0
    assert len(trials.touching([setting("a3", "priority", 2)])) == 10
    assert len(trials.touching([setting("a3", "description", "Knows field5.")])) == 10


LORE = Agent(id="lore", name="Lore", tags=["warcraft", "lore"])
HISTORY = Agent(id="history", name="History", tags=["war", "century", "second war"])
COOK = Agent(id="cook", name="Cook", tags=["recipe"])


def test_a_misroute_gets_edits_that_put_it_right_and_say_what_they_break():
    router = Router(Roster([LORE, HISTORY, COOK]))
    labelled = [
        said("what started the second war", "history", pinned=True),
        said("a war of the last century", "history"),
        said("lore of warcraft", "lore", pinned=True),
    ]
    recent = seen(
        "who fought in the second war of the orcs",
        "which war was the longest",
        "the second war in europe",
        "a recipe",
        "orcs",
    )
    pair = said("who fought in the second war of the orcs", "lore")
    found = propose(router, labelled, recent, pair)
    assert 1 < len(found) <= 5
    for proposal in found:
        assert pair in proposal.fixes
        assert (proposal.kind, proposal.messages) == ("misroute", 8)
        with edited(router.roster, proposal.edits):
            assert router.decide(pair.text).agent == "lore"
            broken = [query for query in labelled if router.decide(query.text).agent != query.agent]
        assert list(proposal.breaks) == broken
        assert proposal.breaks_golden == sum(query.pinned for query in broken)
    gains = [len(proposal.fixes) - len(proposal.breaks) for proposal in found]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] == 1
    assert min(len(proposal.edits) for proposal in found) == 1


def test_a_golden_case_that_a_proposal_breaks_is_counted():
    router = Router(Roster([LORE, Agent(id="war", name="War", tags=["war"])]))
    found = propose(router, [said("war", "war", pinned=True)], (), said("war", "lore"))
    assert found
    assert all((proposal.breaks_golden, len(proposal.fixes)) == (1, 1) for proposal in found)


def test_a_message_that_nobody_should_get_is_taken_from_who_has_it():
    router = Router(Roster([LORE, Agent(id="war", name="War", tags=["war"], description="Of peace.")]))
    found = propose(router, (), seen("the war"), said("a trade war at work", None))
    assert [[(edit.kind.value, edit.agent, edit.value) for edit in each.edits] for each in found] == []
    wars = Agent(id="wars", name="Fights", tags=["war"])
    found = propose(Router(Roster([LORE, wars])), (), seen("the war"), said("a trade war at work", None))
    assert [(edit.kind.value, edit.agent, edit.value) for edit in found[0].edits] == [("remove", "wars", "war")]
    assert found[0].flips == 1


def test_a_message_that_goes_right_by_now_needs_no_proposal():
    assert propose(Router(Roster([LORE])), (), (), said("lore", "lore")) == ()


def test_the_message_as_an_example_is_tried_by_learning_it():
    router = Router(Roster([GARDEN, BAND, COOK]))
    router.learn(train(router.roster))
    learned, release = router.classifier, router.release
    message = "prune the guitar tree in the garden"
    assert router.decide(message).agent == "garden"
    found = propose(router, (), seen("water the roses in the garden"), said(message, "band"))
    assert (router.classifier, router.release) == (learned, release)
    proposal = next(each for each in found if any(edit.field == "examples" for edit in each.edits))
    assert [(edit.agent, edit.value) for edit in proposal.edits] == [("band", message)]
    with edited(router.roster, proposal.edits):
        router.learn(train(router.roster))
        assert router.decide(message).agent == "band"
        assert proposal.flips == (router.decide("water the roses in the garden").agent != "garden")


def test_what_was_corrected_before_is_learned_again():
    router = Router(Roster([GARDEN, BAND]))
    corrections = [("a tulip in c minor", "band"), ("the loud hedge", "garden"), ("nobody's", "gone")]
    classifier = train(router.roster, corrections)
    assert set(corrections_of(classifier)) == set(corrections[:2])
    message = "a loud tulip hedge in c minor"
    assert relearned(classifier, router.roster).judge(message).confidence == classifier.judge(message).confidence


def test_the_roster_is_as_before_after_proposals():
    router = Router(Roster([LORE, HISTORY, COOK]))
    release = router.release
    propose(router, (), seen("a war", "orcs"), said("who are the orcs", "lore"))
    model_proposals(router, (), [said("x y", "lore")])
    assert router.release == release


def test_what_a_model_settles_again_and_again_becomes_a_rule():
    router = Router(Roster([LORE, HISTORY, COOK]))
    settled = [
        ReplayQuery(text=text, agent="cook")
        for text in ("bake me a cake", "the best cake with nuts", "which cake for a birthday")
    ] + [ReplayQuery(text="orcs of the north", agent="lore"), ReplayQuery(text="a war", agent="cook")]
    labelled = [said("cake walk of the century", "history")]
    found = model_proposals(router, labelled, settled, seen("a cake", "recipe"))
    assert [(each.kind, each.saves, [edit.value for edit in each.edits]) for each in found] == [("model", 3, ["cake"])]
    # A tie with the other agent goes to a model again.
    assert ([query.text for query in found[0].breaks], found[0].flips) == ([labelled[0].text], 1)
    assert "cook" in found[0].reason
    with edited(router.roster, found[0].edits):
        assert router.decide("the best cake with nuts").agent == "cook"


def test_a_rule_that_would_choose_another_agent_than_the_model_did_breaks_that_message():
    router = Router(Roster([LORE, COOK]))
    to_cook = [ReplayQuery(text=text, agent="cook") for text in ("green apples", "green soup", "green beans")]
    odd = ReplayQuery(text="green orcs", agent="lore")
    found = model_proposals(router, (), [*to_cook, odd])
    assert (found[0].saves, [query.text for query in found[0].breaks]) == (3, ["green orcs"])


@pytest.mark.parametrize("settled", [(), (ReplayQuery(text="orcs", agent="gone"),), (ReplayQuery(text="orcs"),)])
def test_where_a_model_settled_nothing_that_can_be_a_rule_none_is_proposed(settled):
    assert model_proposals(Router(Roster([LORE])), (), settled) == ()
