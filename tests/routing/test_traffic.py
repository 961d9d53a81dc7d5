"""Past messages are read as they were routed, and reports of wrong decisions say what followed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.releases.traffic import AgentFlow, ModelShare
from bailiwick.agents.releases.traffic_store import TrafficStore
from bailiwick.features.routing.misroute_store import MisrouteStore
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode, Stage
from bailiwick_router.core.replays import ReplayQuery
from support.populate import DECISION

PLAIN = replace(DECISION, model_calls=0)


async def decided(
    stores, user, message, agent, stage=Stage.TAGS, *, last_agent=None, model_calls=0, execution=None, why=None
):
    """Store a decision; return its id."""
    made = replace(PLAIN, message=message, agent=agent, stage=stage, last_agent=last_agent, model_calls=model_calls)
    made = made if why is None else replace(made, why=why)
    return (await stores[DecisionStore].add(user, made, execution_id=execution)).id


def test_the_latest_messages_come_with_who_got_them_but_not_those_that_rules_did_not_decide(new_user_id, stores_run):
    async def story(stores):
        user, traffic = new_user_id(), stores[TrafficStore]
        first = await decided(stores, user, "one", "ski")
        await decided(stores, user, "chosen", "notes", Stage.EXPLICIT)
        await decided(stores, user, "in Paris", "ski", Stage.CONTINUED, last_agent="ski")
        await decided(stores, user, "stop", None, Stage.SMALL_TALK, why=Reason.of(RoutingReason.TEAM_ASKED))
        asked_for = Reason.of(RoutingReason.FOLLOW_UP, Reason.of(RoutingReason.ASKED_FOR), agent="ski")
        await decided(stores, user, "well then", "ski", Stage.FOLLOW_UP, last_agent="ski", why=asked_for)
        second = await decided(stores, user, "and two?", "ski", Stage.FOLLOW_UP, last_agent="ski")
        third = await decided(stores, user, "three", "notes", Stage.MODEL, model_calls=1)
        await decided(stores, new_user_id(), "somebody else's", "ski")
        expected = [
            ReplayQuery(text="three", agent="notes", id=third),
            ReplayQuery(text="and two?", agent="ski", last_agent="ski", id=second),
            ReplayQuery(text="one", agent="ski", id=first),
        ]
        assert await traffic.recent(user, 10) == expected
        assert await traffic.recent(user, 2) == expected[:2]
        assert await traffic.recent(user, 10, by_model=True) == expected[:1]
        assert await traffic.model_share(user, 10) == ModelShare(messages=5, model_calls=1, model_messages=1)
        assert await traffic.model_share(user, 1) == ModelShare(messages=1, model_calls=1, model_messages=1)
        assert await traffic.model_share(new_user_id(), 10) == ModelShare(messages=0, model_calls=0, model_messages=0)

    stores_run(story)


def test_flows_count_every_message_of_a_time_by_stage_and_agent(new_user_id, stores_run):
    async def story(stores):
        user, traffic = new_user_id(), stores[TrafficStore]
        since = datetime.now(UTC) - timedelta(days=1)
        nothing = await traffic.flows(user, since)
        assert (nothing.messages, nothing.flows) == (0, [])
        for agent, stage, times in (("ski", Stage.TAGS, 3), (None, Stage.FINALIZE, 2), ("ski", Stage.EXPLICIT, 1)):
            for n in range(times):
                await decided(stores, user, f"{n}", agent, stage)
        found = await traffic.flows(user, since)
        assert found.messages == 6
        assert found.flows == [
            AgentFlow(stage=Stage.TAGS, agent="ski", count=3),
            AgentFlow(stage=Stage.FINALIZE, agent=None, count=2),
            AgentFlow(stage=Stage.EXPLICIT, agent="ski", count=1),
        ]
        assert (await traffic.flows(user, datetime.now(UTC) + timedelta(days=1))).messages == 0

    stores_run(story)


def test_corrections_are_the_reports_that_name_an_agent_latest_report_first(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        made = [await decided(stores, user, text, "ski", last_agent="main") for text in ("a", "b", "c")]
        for decision, correct in zip(made, ("notes", None, "gmail"), strict=True):
            await stores[MisrouteStore].report(user, decision, correct, "")
        corrections = [
            ReplayQuery(text="c", agent="gmail", labelled=True, last_agent="main", id=made[2]),
            ReplayQuery(text="a", agent="notes", labelled=True, last_agent="main", id=made[0]),
        ]
        assert await stores[TrafficStore].corrections(user, 10) == corrections
        assert await stores[TrafficStore].corrections(user, 1) == corrections[:1]

    stores_run(story)


async def run_of(stores, user):
    thread = await stores[ConversationStore].open(user, "cleo-supervisor", Mode.SUPERVISED, title="t")
    return (await stores[ExecutionStore].create(user, thread.id, "m", Mode.SUPERVISED, None)).id


def test_a_report_names_the_run_that_followed_and_a_second_thought_corrects_the_first(new_user_id, stores_run):
    async def story(stores):
        user, misroutes = new_user_id(), stores[MisrouteStore]
        runs = [await run_of(stores, user) for _ in range(4)]
        wrong = await decided(stores, user, "m", "ski", execution=runs[0])
        report = await misroutes.report(user, wrong, "notes", "no snow", execution_id=runs[1])
        assert (report.correct, report.execution_id) == ("notes", runs[1])
        assert await misroutes.get(user, report.id) == report
        assert await stores[DecisionStore].execution_of(user, wrong) == runs[0]
        assert (await misroutes.report(user, wrong, "notes", "again")).execution_id == runs[1]
        second = await decided(stores, user, "m", "notes", Stage.EXPLICIT, execution=runs[1])
        await misroutes.report(user, second, "gmail", "", execution_id=runs[2])
        assert [(each.chosen, each.correct) for each in await misroutes.list(user)] == [
            ("notes", "gmail"),
            ("ski", "gmail"),
        ]
        assert {each.agent for each in await stores[TrafficStore].corrections(user, 10)} == {"gmail"}
        third = await decided(stores, user, "m", "gmail", Stage.EXPLICIT, execution=runs[2])
        await misroutes.report(user, third, "ski", "It was right after all.", execution_id=runs[3])
        # The first report was right about nothing: its decision had been for the right agent.
        assert [(each.chosen, each.correct) for each in await misroutes.list(user)] == [
            ("gmail", "ski"),
            ("notes", "ski"),
        ]
        for missing in (uuid7(), "x"):
            with pytest.raises(NotFound):
                await misroutes.get(user, missing)
            with pytest.raises(NotFound):
                await stores[DecisionStore].execution_of(user, missing)

    stores_run(story)
