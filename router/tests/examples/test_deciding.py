"""The examples stage in the pipeline: it decides, leaves to the tags, refuses, and never starves anybody."""

from dataclasses import replace

import pytest

from bailiwick_router import Agent, AgentStatus, Roster, Router, RoutingContext, RoutingSettings, Stage
from bailiwick_router.examples import from_bytes, train
from bailiwick_router.learning_versions import LEARNING
from bailiwick_router.release_content import agents_of, content_of, settings_with

TRAVEL = [
    "book a flight to rome",
    "find me a cheap flight",
    "i want to fly to lisbon in may",
    "reserve a seat on a plane",
    "are there flights to oslo on friday",
    "change my flight to monday",
]
COOKING = [
    "how long do i boil eggs",
    "give me a recipe for pancakes",
    "what can i cook with rice",
    "how do i bake bread",
    "suggest a dinner with tomatoes",
    "what goes well with salmon",
]
MONEY = [
    "what is my account balance",
    "transfer fifty dollars to ana",
    "how much did i spend last week",
    "pay my rent",
    "show my last transactions",
    "freeze my credit card",
]


def agent(name, examples=(), **fields):
    return Agent(id=name, name=name, examples=examples, **fields)


def routed(*agents, **named):
    roster = Roster(agents)
    return Router(roster, classifier=train(roster), **named)


def strict(*agents):
    """A router that holds whatever is not nearly an example to be no agent's business."""
    roster = Roster(agents)
    learned = train(roster)
    return Router(roster, classifier=replace(learned, calibration=replace(learned.calibration, least=(1.2,) * 3)))


@pytest.fixture(scope="module")
def three():
    return agent("travel", TRAVEL), agent("cooking", COOKING), agent("money", MONEY)


def report(decision, stage=Stage.EXAMPLES):
    return next(each for each in decision.stages if each.stage is stage)


def test_examples_teach_a_router_a_new_intent(three):
    message = "are there any planes to rome"
    before = Router(Roster([each.evolve(examples=()) for each in three])).decide(message)
    assert (before.agent, before.stage, before.learned) == (None, Stage.FINALIZE, None)
    after = routed(*three).decide(message)
    assert (after.agent, after.stage) == ("travel", Stage.EXAMPLES)
    assert after.learned is not None
    assert after.learned.examples[0].agent == "travel"
    assert after.confidence == after.learned.confidence


def test_a_correction_moves_a_message_to_its_agent(three):
    roster = Roster(three)
    router = Router(roster, classifier=train(roster))
    assert router.decide("what is the price of a flight").agent == "travel"
    router.learn(train(roster, [("what is the price of a flight", "money")]))
    moved = router.decide("What is the price of a flight?")
    assert (moved.agent, moved.stage) == ("money", Stage.EXAMPLES)
    assert "word for word" in moved.reason


def test_the_release_names_what_was_learned(three):
    roster = Roster(three)
    router = Router(roster, classifier=None)
    plain = router.release
    router.learn(train(roster))
    learned = router.release
    assert learned != plain
    assert Router(roster, classifier=train(roster)).release == learned
    router.learn(None)
    assert router.release == plain
    assert router.decide("book a flight").learned is None


def test_the_classic_profile_learns_nothing(three):
    roster = Roster(three)
    classic = Router(roster, "classic")
    release = classic.release
    classic.learn(train(roster))
    assert (classic.release, classic.decide("book a flight").learned) == (release, None)


def test_a_message_like_nobodys_examples_is_not_guessed_by_words_of_a_description(three):
    travel = three[0].evolve(description="Finds the capital of every country")
    message = "the capital of lithuania"
    assert Router(Roster([travel, *three[1:]]), classifier=None).decide(message).agent == "travel"
    decision = strict(travel, *three[1:]).decide(message)
    assert (decision.agent, decision.stage) == (None, Stage.FINALIZE)
    assert decision.learned is not None
    assert decision.learned.refused
    assert "like nobody's examples" in report(decision).reason


def test_a_tag_that_leads_to_the_agents_own_examples_may_win_what_is_like_none(three):
    money = three[2].evolve(tags=["credit card", "transactions", "ledger"])
    decision = strict(three[0], three[1], money).decide("the ledger of the medici")
    assert decision.learned is not None
    assert decision.learned.refused
    assert (decision.agent, decision.stage) == ("money", Stage.TAGS)


def test_an_agent_without_examples_keeps_the_messages_that_its_words_win(three):
    weather = agent("weather", description="Forecast of rain and wind", tags=["umbrella"])
    message = "how much is it going to rain in the wind of next week"
    router = routed(*three, weather)
    assert router.classifier is not None
    assert router.classifier.judge(message, lambda agent: agent == "weather").agent == "money"
    assert router.decide(message).agent == "weather"
    # What its words do not win goes to those who have examples.
    assert router.decide("how much did i spend last night").agent == "money"


def test_no_tag_of_an_agent_whose_examples_all_have_one_is_a_sign_against_it(three):
    travel = agent("travel", TRAVEL, tags=["flight", "fly", "plane", "flights"])
    decision = routed(travel, *three[1:]).decide("reserve a seat at the opera in lisbon")
    assert decision.learned is not None
    assert decision.learned.agent == "travel"
    assert decision.agent is None
    assert "have one of its tags" in report(decision).reason or decision.learned.refused


def test_an_example_of_two_agents_is_left_to_the_tags_and_the_trace_says_so(three):
    first = three[0].evolve(examples=[*TRAVEL, "cancel it now"])
    second = three[2].evolve(examples=[*MONEY, "cancel it now"])
    decision = routed(first, three[1], second).decide("cancel it now")
    assert decision.agent is None
    assert report(decision).reason == "This message is an example of money, travel: the examples do not tell."


def test_agents_that_are_paused_excluded_or_gone_are_passed_over(three):
    message = "find me a cheap flight to lisbon"
    roster = Roster(three)
    router = Router(roster, classifier=train(roster))
    assert router.decide(message).agent == "travel"
    assert router.decide(message, RoutingContext(excluded=[("travel", "unhealthy")])).agent != "travel"
    roster.replace(three[0].evolve(status=AgentStatus.PAUSED))
    assert router.decide(message).agent is None
    roster.remove("travel")
    assert router.decide(message).agent is None
    learned = router.decide(message).learned
    assert learned is not None
    assert learned.confidence < 0.5


def test_an_agent_that_was_added_after_the_training_is_routed_by_its_words(three):
    roster = Roster(three)
    router = Router(roster, classifier=train(roster))
    roster.add(agent("garden", tags=["roses", "pruning"], description="Roses and their pruning"))
    assert router.decide("when is the time for pruning roses").agent == "garden"


def test_thanks_belong_to_the_supervisor_unless_an_agent_has_such_examples(three):
    assert routed(*three).decide("thank you").stage is Stage.SMALL_TALK
    polite = agent("polite", ["thanks a lot", "thank you very much", "thank you for the help", "many thanks"])
    decision = routed(*three, polite).decide("thank you so much")
    assert (decision.agent, decision.stage) == ("polite", Stage.EXAMPLES)


def test_an_example_is_one_request_also_where_it_looks_like_two():
    write = agent("write", tags=["poem"], description="Write a poem")
    count = agent("count", ["count the words and write a poem about them"], tags=["count"], description="Count words")
    message = "Count the words and write a poem about them"
    assert Router(Roster([write, count]), classifier=None).decide(message).parts
    decision = routed(write, count).decide(message)
    assert not decision.parts
    assert "word for word" in report(decision, Stage.SPLIT).reason


def test_a_follow_up_leaves_the_last_agent_when_the_examples_of_another_are_very_sure(three):
    router = routed(*three)
    stays = router.decide("and for how long", last_agent="cooking")
    assert (stays.agent, stays.stage) == ("cooking", Stage.FOLLOW_UP)
    sure = Router(router.roster, settings=RoutingSettings(examples_sure=0.5), classifier=router.classifier)
    leaves = sure.decide("and is there a cheap flight to oslo on friday", last_agent="cooking")
    assert (leaves.agent, leaves.stage) == ("travel", Stage.EXAMPLES)
    assert "by examples" in report(leaves, Stage.FOLLOW_UP).reason


def test_switched_off_the_stage_changes_nothing(three):
    router = routed(*three, settings=RoutingSettings().without(Stage.EXAMPLES))
    plain = Router(Roster(three), settings=RoutingSettings().without(Stage.EXAMPLES))
    for message in (*TRAVEL, "hello", "quantum"):
        assert (router.decide(message).agent, router.decide(message).learned) == (plain.decide(message).agent, None)


def test_a_tag_that_several_examples_hold_says_nothing_beside_them_but_with_the_first_rules_of_learning():
    tagged = agent("travel", TRAVEL, tags=["flight"]), agent("money", MONEY), agent("cooking", COOKING)
    asked = "how much did i spend on my flight last week"
    first = Router(Roster(tagged), settings=RoutingSettings(learning=1))
    assert first.classifier.tags_held == frozenset()
    latest = routed(*tagged)
    assert latest.classifier.tags_held
    assert latest.decide(asked).agent == "money"
    assert latest.decide(asked).stage is Stage.EXAMPLES
    new = routed(agent("travel", TRAVEL, tags=["flight", "zeppelin"]), agent("money", MONEY))
    assert new.decide("the zeppelin").agent == "travel", "what hardly any example holds counts as ever"
    assert first.release != latest.release


def test_what_was_learned_keeps_its_rules_in_its_bytes():
    for version in LEARNING:
        made = train((agent("travel", TRAVEL, tags=["flight"]), agent("money", MONEY)), learning=version)
        again = from_bytes(made.to_bytes())
        assert (again.learning, again.tags_held, again.digest) == (version, made.tags_held, made.digest)
        assert again.judge("fly to rome") == made.judge("fly to rome")


def test_a_release_that_was_made_before_there_were_versions_decides_as_it_did_then():
    paid = [
        f"{verb} {whom} {count} dollars"
        for verb in ("pay", "send", "transfer", "charge")
        for whom in ("ana", "ben", "eva")
        for count in range(7)
    ]
    then = content_of(
        [
            agent("travel", TRAVEL, tags=["flight", "zeppelin"]),
            agent("cooking", COOKING, tags=["rice"]),
            agent("money", [*paid, *MONEY], tags=["dollars"], patterns=["pay my .+"]),
        ]
    )
    then = replace(then, rules={})
    router = Router(Roster(agents_of(then)), settings=settings_with(then.rules, RoutingSettings()))
    assert router.release == "19fd891815110cc8c3274b4a61646c68"
    found = {
        "how much did i spend on my flight last week": ("travel", Stage.TAGS, 0.75),
        "the zeppelin": ("travel", Stage.EXAMPLES, 0.9571),
        "send ben the money for the rice": ("cooking", Stage.TAGS, 0.5625),
        "fly to oslo": ("travel", Stage.EXAMPLES, 0.9543),
        "quantum": (None, Stage.FINALIZE, 0.0),
        "boil rice on the plane": ("cooking", Stage.EXAMPLES, 0.4802),
        "transfer funds to eva": (None, Stage.FINALIZE, 0.0),
        "spend on dinner": (None, Stage.FINALIZE, 0.0),
    }
    for message, (chosen, stage, confidence) in found.items():
        decision = router.decide(message)
        assert (decision.agent, decision.stage) == (chosen, stage), message
        assert decision.confidence == pytest.approx(confidence, abs=0.001), message
    latest = Router(Roster(agents_of(then)))
    assert [latest.decide(each).agent for each in list(found)[-2:]] == ["money", "money"]
