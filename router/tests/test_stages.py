"""Each stage on its own, in English and Spanish."""

import pytest

from bailiwick_router import (
    Agent,
    AgentStatus,
    AgentUnavailable,
    Role,
    Roster,
    Router,
    RoutingContext,
    RoutingSettings,
    Stage,
    UnknownAgent,
)
from bailiwick_router.core.decisions import StageOutcome
from bailiwick_router.core.reasons import Reason, RoutingReason

SUPERVISOR = Agent(id="boss", name="Cleo", role=Role.SUPERVISOR, tags=["snow", "recipe"])
SKI = Agent(
    id="ski",
    name="Ski",
    tags=["ski", "snow", "esquí", "nieve"],
    keywords=["ski", "snow", "lifts", "nieve"],
    patterns=[r"\b(ski|snow|nieve).*\b(conditions|report|estacion)\b"],
)
CHEF = Agent(
    id="chef",
    name="Chef",
    tags=["recipe", "receta", "slow cooker"],
    keywords=["recipe", "receta", "bake", "new year"],
    patterns=[r"\bhow (do|to).*\b(bake|cook)\b", r"\bcocina"],
)
HELPER = Agent(id="coder", name="Coder", role=Role.HELPER, tags=["python"])


def router(*more: Agent, **options) -> Router:
    return Router(Roster([SUPERVISOR, SKI, CHEF, HELPER, *more]), **options)


# explicit


def test_a_requested_agent_is_honoured_whatever_the_message_says():
    decision = router().decide("snow report for skiing", agent_id="chef")
    assert (decision.agent, decision.stage, decision.confidence) == ("chef", Stage.EXPLICIT, 1.0)
    assert len(decision.stages) == 1


def test_a_helper_may_be_requested_but_is_not_routed_to():
    assert router().decide("hi", agent_id="coder").agent == "coder"
    assert router().decide("python").agent is None


def test_an_unknown_agent_is_an_error_that_names_close_ones():
    with pytest.raises(UnknownAgent, match="chef"):
        router().decide("hi", agent_id="cheff")
    with pytest.raises(UnknownAgent):
        router().decide("hi", agent_id="\x1b[31m\r\n" + "x" * 10_000)


@pytest.mark.parametrize("status", [AgentStatus.PAUSED, AgentStatus.ARCHIVED])
def test_a_requested_agent_that_rests_is_an_error(status):
    with pytest.raises(AgentUnavailable, match=str(status)):
        router(Agent(id="idle", name="Idle", status=status)).decide("hi", agent_id="idle")


def test_a_requested_agent_that_is_excluded_is_an_error_with_the_cause():
    with pytest.raises(AgentUnavailable, match="unhealthy"):
        router().decide("hi", RoutingContext(requested_agent="ski", excluded=[("ski", "unhealthy")]))


def test_requesting_the_supervisor_routes_as_usual():
    decision = router().decide("a recipe please", agent_id="boss")
    assert decision.agent == "chef"
    assert "supervisor" in decision.stages[0].reason


def test_the_supervisor_is_never_routed_to():
    assert Router(Roster([SUPERVISOR])).decide("snow recipe").agent is None


# follow-up


@pytest.mark.parametrize(
    "message",
    [
        "what about Sunday?",
        "How about the other one",
        "tell me more",
        "also the lifts",
        "and tomorrow?",
        "And you?",
        "is it open?",
        "why is that?",
        "ok, and tomorrow?",
        "can you explain that again please",
        "one more",
        "y mañana?",
        "¿Y mañana?",
        "¿qué tal el domingo?",
        "cuéntame más",
        "también los precios",
        "y eso por qué",
        "¿y en Granada?",
        "explícalo",
        "¿Qué más?",
        "and Paris?",
        "yes",
        "Yes, please.",
        "sí",
        "¡Sí, bórrala!",
        "no",
        "No, thanks",
    ],
)
def test_a_follow_up_stays_with_the_last_agent(message):
    decision = router().decide(message, last_agent="ski")
    assert (decision.agent, decision.stage) == ("ski", Stage.FOLLOW_UP)


@pytest.mark.parametrize("message", ["what about a recipe for bread?", "y una receta?", "also a slow cooker recipe"])
def test_a_follow_up_goes_to_another_agent_that_clearly_wins(message):
    decision = router().decide(message, last_agent="ski")
    assert (decision.agent, decision.stage) == ("chef", Stage.TAGS)


def test_a_follow_up_goes_to_another_agent_that_decides_by_intents():
    decision = router().decide("and how do I bake a recipe for it?", last_agent="ski")
    assert (decision.agent, decision.stage) == ("chef", Stage.INTENTS)


def test_a_small_lead_does_not_take_a_follow_up_away():
    weak = Agent(id="weak", name="Weak", description="knows about sunday")
    assert router(weak).decide("what about sunday?", last_agent="ski").agent == "ski"


def test_without_an_earlier_agent_nothing_is_a_follow_up():
    assert router().decide("tell me more").stage is Stage.FINALIZE
    assert router().decide("tell me more", last_agent="gone").stage is Stage.FINALIZE
    assert router().decide("tell me more", last_agent="boss").stage is Stage.FINALIZE


def test_a_follow_up_leaves_an_agent_that_cannot_be_chosen():
    idle = Agent(id="idle", name="Idle", status=AgentStatus.PAUSED)
    assert router(idle).decide("tell me more", last_agent="idle").agent is None
    context = RoutingContext(last_agent="ski", excluded=[("ski", "over budget")])
    assert router().decide("tell me more", context).agent is None


GOES_ON = RoutingContext(last_agent="ski", continues="snowReport")


def test_a_message_that_goes_on_with_a_result_stays_with_the_last_agent():
    decision = router().decide("on saturday", GOES_ON)
    assert (decision.agent, decision.stage, decision.confidence) == ("ski", Stage.CONTINUED, 1.0)
    assert decision.reason == "ski answered last, and its tool snowReport reads the message as going on with that."
    assert router().decide("on saturday", last_agent="ski").agent is None, "its words alone say nothing"


def test_a_longer_message_that_another_agent_decides_by_intents_does_not_go_on():
    decision = router().decide("how do I bake a recipe", GOES_ON)
    assert (decision.agent, decision.stage) == ("chef", Stage.INTENTS)
    assert "chef decides by its intents" in " ".join(stage.reason for stage in decision.stages)
    assert router().decide("bake: how do cook", GOES_ON).agent == "ski", "a short one does"


def test_nothing_goes_on_with_an_agent_that_cannot_be_chosen():
    assert router().decide("on saturday", RoutingContext(last_agent="gone", continues="x")).agent is None
    excluded = RoutingContext(last_agent="ski", continues="x", excluded=[("ski", "over budget")])
    assert router().decide("on saturday", excluded).agent is None


def test_what_is_known_to_be_for_the_team_is_nobodys_whatever_went_before():
    why = Reason.of(RoutingReason.TEAM_ASKED)
    context = RoutingContext(last_agent="ski", continues="snowReport", for_team=why)
    decision = router().decide("what did that cost?", context)
    assert (decision.agent, decision.stage, decision.why) == (None, Stage.SMALL_TALK, why)
    assert router().decide("Ski, what did that cost?", context).agent == "ski", "who is addressed answers"


def test_an_agent_that_was_just_asked_for_has_the_next_message_unless_another_clearly_wins():
    context = RoutingContext(last_agent="ski", asked_for_last=True)
    decision = router().decide("well then", context)
    assert (decision.agent, decision.stage) == ("ski", Stage.FOLLOW_UP)
    assert decision.reason == "A follow-up (asked for by name just before): ski answered last."
    assert router().decide("hello", context).agent == "ski"
    assert router().decide("how do I bake a recipe", context).agent == "chef"


def test_a_helper_that_was_requested_before_keeps_the_turn():
    assert router().decide("tell me more", last_agent="coder").agent == "coder"


def test_a_pronoun_in_a_long_message_is_no_follow_up():
    message = "I wrote a long letter to my aunt and it was about nothing much at all"
    assert router().decide(message, last_agent="ski").stage is Stage.FINALIZE


def test_thanks_are_no_follow_up():
    assert router().decide("thanks, that helps!", last_agent="ski").stage is Stage.SMALL_TALK


# small talk


@pytest.mark.parametrize(
    "message",
    [
        "hello",
        "Hi!",
        "hey there",
        "Hello, Cleo!",
        "good morning 🌞",
        "thank you",
        "Thanks a lot!",
        "thanks so much 🙏🙏",
        "Great, thanks!",
        "great",
        "bye",
        "Hiii",
        "how are you?",
        "what's up",
        "hola",
        "¡Hola, buenos días!",
        "buenas tardes",
        "gracias",
        "muchas gracias!!!",
        "Hola ¿qué tal?",
        "holaaaa",
        "mil gracias por todo",
        "adiós",
        "¡Genial, gracias!",
    ],
)
def test_a_greeting_or_thanks_goes_to_nobody(message):
    decision = router().decide(message)
    assert (decision.agent, decision.stage) == (None, Stage.SMALL_TALK)


@pytest.mark.parametrize(
    "message",
    [
        "Great, now check my mail",
        "hello world program",
        "thanks for the recipe, now another",
        "hola, una receta",
        "good snow",
        "",
        "   ",
        "👍",
        "there",
        "Cleo",
        "gracias a la nieve",
    ],
)
def test_more_than_small_talk_is_routed(message):
    assert router().decide(message).stage is not Stage.SMALL_TALK


# intents


def test_keywords_and_a_pattern_decide():
    decision = router().decide("ski and snow conditions today")
    assert (decision.agent, decision.stage, decision.confidence) == ("ski", Stage.INTENTS, 0.7)
    decision = router().decide("¿Cómo está la nieve y el ski en la estación?")
    assert (decision.agent, decision.stage) == ("ski", Stage.INTENTS)


def test_keywords_alone_do_not_reach_the_threshold():
    decision = router().decide("ski snow lifts nieve")
    assert decision.stage is Stage.TAGS
    assert decision.candidates[0].confidence == 0.6


def test_a_keyword_is_a_whole_word():
    decision = router().decide("Should I skip lunch or skipper skills")
    assert decision.candidate_count == 0
    assert decision.agent is None


def test_a_keyword_may_be_a_phrase():
    assert router().decide("new year dinner").candidates[0].confidence == 0.2
    assert router().decide("a new dinner this year").candidate_count == 0


def test_keywords_ignore_diacritics_on_both_sides():
    agent = Agent(id="mail", name="Mail", keywords=["buzón", "manana"])
    found = router(agent).decide("buzon mañana").candidates
    assert [(each.agent, each.confidence) for each in found] == [("mail", 0.4)]


def test_two_close_intents_are_ambiguous():
    twin = Agent(id="twin", name="Twin", keywords=["ski", "snow"], patterns=["conditions"])
    decision = router(twin).decide("ski and snow conditions today")
    passed = next(report for report in decision.stages if report.stage is Stage.INTENTS)
    assert passed.outcome is StageOutcome.PASSED
    assert "too close" in passed.reason
    assert decision.stage is Stage.TAGS


def test_an_intent_that_leads_by_exactly_the_margin_is_ambiguous():
    near = Agent(id="near", name="Near", keywords=["ski"], patterns=["snow", "conditions"])
    far = Agent(id="far", name="Far", keywords=["ski", "snow"], patterns=["conditions"])
    decision = Router(Roster([near, far])).decide("ski snow conditions")
    assert decision.stage is not Stage.INTENTS
    assert {each.confidence for each in decision.candidates} == {0.8, 0.7}


def test_intent_evidence_names_keywords_and_patterns_as_written():
    evidence = router().decide("¿Qué tal la NIEVE en la estación?").candidates[0].evidence
    assert {(each.kind, each.field, each.text, each.matched) for each in evidence} >= {
        ("keyword", "keywords", "nieve", "nieve"),
        ("pattern", "patterns", SKI.patterns[0], "nieve en la estacion"),
    }


# tags


def test_the_second_war_goes_to_the_lore_agent_rather_than_the_generic_one():
    generic = Agent(
        id="toby", name="Toby", description="Explains technical things and history", tags=["historia", "war"]
    )
    lore = Agent(id="custom_1", name="Lore", tags=["warcraft", "wow", "lore", "second war"])
    decision = router(generic, lore).decide("Explain the Second War in Warcraft")
    assert (decision.agent, decision.stage) == ("custom_1", Stage.TAGS)
    assert decision.candidates[0].score == 7
    assert ("tag", "second war", "second war", 2) in [
        (each.kind, each.text, each.matched, each.weight) for each in decision.candidates[0].evidence
    ]


def test_a_phrase_tag_needs_its_words_side_by_side():
    agent = Agent(id="lore", name="Lore", tags=["second war"])
    assert router(agent).decide("the second time the war came").candidates[0].score == 2
    assert router(agent).decide("the second wars").candidates[0].score == 4


def test_stop_words_do_not_score():
    agent = Agent(id="a", name="Anything", description="what would you like to have with them", tags=["the", "para"])
    assert router(agent).decide("what would you have for them, para que").candidate_count == 0


@pytest.mark.parametrize(
    ("tag", "message"),
    [("recipe", "show recipes"), ("cocinar", "quiero cocinando"), ("guerras", "la guerra"), ("snow", "snowing")],
)
def test_words_of_one_stem_match(tag, message):
    assert Router(Roster([Agent(id="a", name="A", tags=[tag])])).decide(message).candidates[0].score == 3


def test_a_word_is_not_stemmed_in_a_language_the_message_is_not_in():
    agent = Agent(id="nurse", name="Nurse", tags=["care"])
    assert Router(Roster([agent])).decide("my car is broken").agent is None


def test_a_word_counts_once_however_often_it_is_said():
    assert router().decide("snow snow SNOW").candidates[0].score == 3


def test_ties_go_to_priority_then_rarity_then_registration_and_the_trace_says_which():
    one = Agent(id="one", name="1st", tags=["piano", "common"])
    two = Agent(id="two", name="2nd", tags=["violin", "common"])
    other = Agent(id="other", name="3rd", tags=["piano"])
    assert Router(Roster([one, two])).decide("piano violin").agent == "one"
    first = Router(Roster([one, two])).decide("piano violin")
    assert "registered first" in first.reason
    rare = Router(Roster([one, two, other])).decide("piano violin")
    assert (rare.agent, rare.margin) == ("two", 0)
    assert "rarer" in rare.reason
    prior = Router(Roster([one.evolve(priority=2), two, other])).decide("piano violin")
    assert prior.agent == "one"
    assert "higher priority (2 over 0)" in prior.reason


def test_tag_confidence_rises_with_the_score_and_falls_with_the_second():
    alone = router().decide("snow").confidence
    contested = router(Agent(id="x", name="X", description="snow")).decide("snow").confidence
    more = router().decide("snow skiing").confidence
    assert 0 < contested < alone < more < 1


def test_classic_has_no_stop_words_stems_or_phrases():
    agents = [
        Agent(id="a", name="Any", description="the best of all", tags=["second war", "Música"]),
        Agent(id="b", name="Bee", tags=["recipes"]),
    ]
    classic = Router(Roster(agents), "classic")
    assert classic.decide("the second war").candidates[0].score == 3
    assert classic.decide("musica").candidates[0].score == 3
    assert classic.decide("recipe").agent is None


# model and finalize


def test_stages_that_need_more_than_rules_say_why_they_are_skipped():
    reports = {each.stage: each for each in router().decide("gibberish").stages}
    assert reports[Stage.EXAMPLES].outcome is StageOutcome.SKIPPED
    assert reports[Stage.MODEL].outcome is StageOutcome.SKIPPED
    assert "model" in reports[Stage.MODEL].reason


def test_nobody_fits_is_an_answer_and_says_what_the_roster_can_do():
    decision = router().decide("quantum chromodynamics")
    assert (decision.agent, decision.stage, decision.confidence) == (None, Stage.FINALIZE, 0.0)
    assert "Ski (ski, snow, esquí)" in decision.reason
    assert Router(Roster()).decide("anything").stage is Stage.FINALIZE


def test_what_nobody_fits_goes_to_the_agent_that_the_settings_name_where_it_can_be_chosen():
    named = RoutingSettings(default_agent="chef")
    decision = router(settings=named).decide("quantum chromodynamics")
    assert (decision.agent, decision.stage, decision.confidence) == ("chef", Stage.FINALIZE, 0.0)
    assert decision.reason == "No specialist fits, and chef gets what nobody fits."
    assert router(settings=named).decide("snow").agent == "ski"
    without = RoutingContext(excluded=[("chef", "unhealthy")])
    assert router(settings=named).decide("quantum", without).agent is None
    gone = router(settings=RoutingSettings(default_agent="gone")).decide("quantum")
    assert (gone.agent, gone.stage, gone.why.code) == (None, Stage.FINALIZE, "rest-unavailable")
    assert router(settings=named).decide("quantum", RoutingContext(model_available=True)).stage is Stage.MODEL
    assert router(settings=named).release != router().release
    elsewhere = RoutingSettings(model="default", silence_minutes=5)
    assert router(settings=elsewhere).release == router().release, "these say in which context a message is decided"


def test_with_a_model_an_open_choice_comes_back_with_a_shortlist():
    context = RoutingContext(model_available=True)
    twin = Agent(id="twin", name="Twin", tags=["recipe"])
    decision = router(twin).decide("recipe", context)
    assert (decision.agent, decision.stage, set(decision.shortlist)) == (None, Stage.MODEL, {"chef", "twin"})
    nobody = router().decide("quantum", RoutingContext(model_available=True, excluded=[("ski", "unhealthy")]))
    assert (nobody.stage, tuple(nobody.shortlist)) == (Stage.MODEL, ("chef",))
    assert router().decide("recipe", context).agent == "chef"


def test_a_stage_can_be_switched_off_by_the_settings():
    settings = RoutingSettings(stages=tuple(stage for stage in Stage if stage is not Stage.INTENTS))
    decision = router(settings=settings).decide("ski and snow conditions today")
    assert decision.stage is Stage.TAGS


def test_weights_and_thresholds_are_settings():
    settings = RoutingSettings(tag_weight=5, intent_threshold=0.3)
    assert router(settings=settings).decide("slow cooker").candidates[0].score == 7
    assert router(settings=settings).decide("cocina").stage is Stage.INTENTS


def test_where_words_and_tags_count_nothing_the_tags_stage_passes():
    settings = RoutingSettings(tag_weight=0.0, word_weight=0.0)
    decision = Router(Roster([Agent(id="ski", name="Ski", tags=["snow"])]), settings=settings).decide("snow")
    assert (decision.agent, decision.stage) == (None, Stage.FINALIZE)
