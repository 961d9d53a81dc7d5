"""What the rules leave open a model may settle, where an operator wants that; what it settled becomes a rule."""

import asyncio

from bailiwick.features.budgets.actions import Budgets, LimitDraft
from bailiwick.features.budgets.records import LimitPeriod, LimitScope
from bailiwick.features.routing.advice import Advice
from bailiwick.features.routing.releases import Releases
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.models.connection_actions import Connections
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.people.store import AccessStore
from bailiwick.runs.records import StepKind
from bailiwick_router.core.agents import Role
from bailiwick_router.core.decisions import Stage, StageOutcome
from support.running import person, running, script

CHOOSES = """
[[rule]]
instructions = "You decide which agent"
[[rule.turn]]
text = '''%s'''
usage = { input_tokens = 50, output_tokens = 10 }

[[turn]]
text = "An answer."
"""


def told(own_database, tmp_path, answer, story, *, routing_model="default"):
    """Run a story of one person who has a potter, with a model that answers so when it is asked who gets a message."""

    async def tell():
        model = script(tmp_path, CHOOSES % answer)
        options = {"model": model, "routing_model": routing_model, "routing_examples": False}
        async with running(own_database.owner, tmp_path, **options) as platform:
            someone = await person(platform)
            await someone.has("potter", role=Role.SPECIALIST, description="Throws pots.", tags=["clay"])
            await story(someone)

    asyncio.run(tell())


def calls(execution):
    return [step.key for step in execution.steps if step.kind is StepKind.MODEL]


def stage(decision):
    return next((each.outcome, each.reason) for each in decision.stages if each.stage is Stage.MODEL)


def test_a_model_settles_what_the_rules_leave_open_and_a_rule_then_spares_the_call(own_database, tmp_path):
    async def story(someone):
        platform, user = someone.platform, someone.id
        clear = await someone.ask("clay for a bowl")
        assert (clear.agent_id, clear.decision.model_calls, calls(clear)) == ("potter", 0, ["model:1"])
        for message in ("glaze my bowl", "will you glaze a bowl"):
            asked = await someone.ask(message)
            assert (asked.status, asked.agent_id) == (ExecutionStatus.COMPLETED, "potter")
            decision = asked.decision
            assert (decision.stage, decision.confidence, decision.model_calls) == (Stage.MODEL, 0.9, 1)
            assert stage(decision) == (StageOutcome.DECIDED, "A model chose potter: Bowls are glazed.")
            assert calls(asked) == ["route-model", "model:1"]
            assert asked.usage.input_tokens >= 50
        savings = await platform[Advice].savings(user)
        assert (savings.messages, savings.model_calls) == (3, 2)
        rule = savings.proposals[0]
        assert (rule.saves, {edit.agent for edit in rule.edits}) == (2, {"potter"})
        candidate = await platform[Releases].create(user, rule.reason, rule.edits)
        await platform[Releases].publish(user, candidate.number)
        spared = await someone.ask("glaze her bowl")
        assert (spared.agent_id, spared.decision.stage, spared.decision.model_calls) == ("potter", Stage.TAGS, 0)

    told(own_database, tmp_path, '{"agent": "potter", "confidence": 0.9, "reason": "Bowls are glazed."}', story)


def test_an_answer_that_names_nobody_to_choose_settles_nothing(own_database, tmp_path):
    async def story(someone):
        asked = await someone.ask("glaze my bowl")
        assert (asked.status, asked.agent_id, asked.decision.stage) == (
            ExecutionStatus.COMPLETED,
            None,
            Stage.FINALIZE,
        )
        assert asked.decision.model_calls == 1
        assert stage(asked.decision)[0] is StageOutcome.PASSED

    told(own_database, tmp_path, '{"agent": "somebody-else"}', story)


def test_a_release_says_which_model_is_asked(own_database, tmp_path):
    async def story(someone):
        releases = someone.platform[Releases]
        candidate = await releases.create(someone.id, "Ask one.", [], {"model": "default"})
        assert (await someone.ask("glaze my bowl")).decision.model_calls == 0
        await releases.publish(someone.id, candidate.number)
        asked = await someone.ask("glaze her bowl")
        assert (asked.agent_id, asked.decision.stage, asked.decision.model_calls) == ("potter", Stage.MODEL, 1)
        off = await releases.create(someone.id, "Ask none.", [], {"model": ""})
        await releases.publish(someone.id, off.number)
        assert (await someone.ask("glaze his bowl")).decision.model_calls == 0

    told(own_database, tmp_path, '{"agent": "potter", "reason": "Bowls."}', story, routing_model="")


def test_what_a_model_finds_to_be_nobodys_goes_to_the_agent_that_gets_it(own_database, tmp_path):
    async def story(someone):
        nobody = await someone.ask("glaze my bowl")
        assert (nobody.agent_id, nobody.decision.stage, nobody.decision.model_calls) == (None, Stage.MODEL, 1)
        releases = someone.platform[Releases]
        candidate = await releases.create(someone.id, "The potter has the rest.", [], {"default_agent": "potter"})
        await releases.publish(someone.id, candidate.number)
        asked = await someone.ask("glaze her bowl")
        decision = asked.decision
        assert (asked.agent_id, decision.stage, decision.model_calls) == ("potter", Stage.FINALIZE, 1)
        assert stage(decision) == (StageOutcome.PASSED, "Bowls are bought.")

    told(own_database, tmp_path, '{"agent": null, "reason": "Bowls are bought."}', story)


def test_at_a_limit_on_spending_no_model_is_asked_where_a_message_goes(own_database, tmp_path):
    async def story(someone):
        user = await someone.platform.stores[AccessStore].user(someone.id)
        draft = LimitDraft(scope=LimitScope.PERSON, period=LimitPeriod.DAY, model_calls=0, name="Nothing today")
        await someone.platform[Budgets].set(user, draft)
        asked = await someone.ask("glaze my bowl")
        assert asked.decision.stage is Stage.FINALIZE
        outcome, reason = stage(asked.decision)
        assert outcome is StageOutcome.PASSED
        assert "“Nothing today”" in reason

    told(own_database, tmp_path, '{"agent": "potter"}', story)


def test_administrators_choose_the_model_that_is_asked_and_its_step_says_why(own_database, tmp_path):
    async def story(someone):
        platform = someone.platform
        user = await platform.stores[AccessStore].user(FIRST_OWNER_ID)
        assert (await someone.ask("glaze my bowl")).decision.model_calls == 0
        await platform[Connections].choose_routing(user, "default")
        asked = await someone.ask("glaze her bowl")
        assert (asked.agent_id, asked.decision.stage) == ("potter", Stage.MODEL)
        step = next(each for each in asked.steps if each.key == "route-model")
        assert step.input["model_why"]["code"] == "model-set", "it is the default"
        await platform[Connections].choose_routing(user, "scripted:" + str(tmp_path / "script.toml"))
        chosen = await someone.ask("glaze his bowl")
        step = next(each for each in chosen.steps if each.key == "route-model")
        assert step.input["model_why"]["code"] == "routing-model-chosen"
        await platform[Connections].choose_routing(user, None)
        assert (await someone.ask("glaze our bowl")).decision.model_calls == 0

    told(own_database, tmp_path, '{"agent": "potter", "reason": "Bowls."}', story, routing_model=None)


def test_no_model_is_asked_unless_an_operator_wants_it(own_database, tmp_path):
    async def story(someone):
        asked = await someone.ask("glaze my bowl")
        assert (asked.decision.stage, asked.decision.model_calls) == (Stage.FINALIZE, 0)
        assert "route-model" not in calls(asked)

    told(own_database, tmp_path, '{"agent": "potter"}', story, routing_model="")
