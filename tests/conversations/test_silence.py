"""A conversation ends after a while of silence: what is said then goes on with nothing, in the same thread."""

import asyncio
from datetime import timedelta
from typing import Any

from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.releases import Releases
from bailiwick.models.contract import ModelReply
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode, Stage
from support.operations import SOME_UUID
from support.running import Person, person, running, script
from support.site import Site, finished, in_main_thread


async def pass_time(somebody: Person, thread: str, minutes: int) -> None:
    """Let all that was said in a thread have been said so much earlier."""
    async with somebody.platform.database.as_user(somebody.id) as connection:
        await connection.execute(
            "UPDATE executions SET created_at = created_at - $2::interval, ended_at = ended_at - $2::interval"
            " WHERE conversation_id = $1::uuid",
            thread,
            timedelta(minutes=minutes),
        )


async def begun(somebody: Person, *messages: str) -> str:
    thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
    for message in messages:
        await somebody.ask(message, conversation_id=thread.id)
    return thread.id


def reason_of(execution, stage: Stage) -> str:
    return next(each.reason for each in execution.decision.stages if each.stage is stage)


def test_what_is_said_after_half_an_hour_of_silence_goes_on_with_nothing_and_the_record_says_so(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            thread = await begun(bob, "what is 7 * 8")
            await pass_time(bob, thread, 29)
            soon = await bob.ask("divide that by 2", conversation_id=thread)
            assert (soon.agent_id, soon.after_silence) == ("peter-logical", False)
            assert "28" in soon.answer
            await pass_time(bob, thread, 31)
            late = await bob.ask("divide that by 2", conversation_id=thread)
            assert late.after_silence
            assert late.decision.last_agent is None
            assert "= 14" not in (late.answer or ""), "the result from before is not taken up"
            assert "ended: 31 minutes of silence" in reason_of(late, Stage.FOLLOW_UP)

            # The thread is whole, and what is said now goes on as ever.
            said = [each.content for each in await platform.stores[ConversationStore].messages(bob.id, thread)]
            assert said[:3] == ["what is 7 * 8", said[1], "divide that by 2"]
            assert (await bob.ask("what is 3 * 3", conversation_id=thread)).answer.endswith("= 9")
            on = await bob.ask("times 2", conversation_id=thread)
            assert (on.after_silence, on.agent_id) == (False, "peter-logical")
            assert "18" in on.answer

            # Of what had been said before, nothing comes up again.
            await pass_time(bob, thread, 45)
            await bob.ask("hello", conversation_id=thread)
            again = await bob.ask("times 2", conversation_id=thread)
            assert "36" not in (again.answer or "")

            # A question that was asked back is not answered by what is said the next day.
            asking = await begun(bob, "what's the weather like?")
            await pass_time(bob, asking, 24 * 60)
            other = await bob.ask("and in Paris?", conversation_id=asking)
            assert other.decision.last_agent is None

    asyncio.run(story())


def test_how_long_is_set_for_the_installation_in_a_release_by_the_person_and_for_an_agent(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, silence_minutes=0) as platform:
            bob = await person(platform)
            thread = await begun(bob, "what is 7 * 8")

            async def goes_on() -> bool:
                await pass_time(bob, thread, 12)
                execution = await bob.ask("times 1", conversation_id=thread)
                return not execution.after_silence and execution.agent_id == "peter-logical"

            assert await goes_on(), "never, by the installation"
            releases = platform[Releases]
            made = await releases.create(bob.id, "Sooner.", [], {"silence_minutes": 11})
            await releases.publish(bob.id, made.number)
            assert not await goes_on(), "after eleven minutes, by the release"
            await platform[PersonalPreferences].change(bob.id, {"silence_minutes": 13})
            await bob.ask("what is 7 * 8", conversation_id=thread)
            assert await goes_on(), "after thirteen, by the person"
            await platform[PersonalPreferences].change(bob.id, {"silence_minutes": 10})
            assert not await goes_on(), "after ten minutes, by the person"
            await bob.ask("what is 7 * 8", conversation_id=thread)
            await platform[Rosters].update(bob.id, "peter-logical", {"silence_minutes": 15})
            assert await goes_on(), "after a quarter of an hour, by the agent"
            await platform[Rosters].update(bob.id, "peter-logical", {"silence_minutes": 5})
            assert not await goes_on()

    asyncio.run(story())


class Listening:
    """Answers like the caller that it stands before, and keeps what was asked of models."""

    def __init__(self, inner) -> None:
        self._inner = inner
        self.asked = []

    async def call(self, request, on_text, on_retry) -> ModelReply:
        self.asked.append(request)
        return await self._inner.call(request, on_text, on_retry)


MODEL = """
[[rule]]
instructions = "You decide which agent"
[[rule.turn]]
text = '''{"agent": "potter", "confidence": 0.9, "reason": "Bowls."}'''
[[turn]]
text = "Bowls are glazed at 1200 degrees."
"""


def test_a_model_reads_other_agents_by_name_and_the_stage_that_asks_one_sees_the_last_turns(own_database, tmp_path):
    async def story():
        model = script(tmp_path, MODEL)
        async with running(own_database.owner, tmp_path, routing_model=model) as platform:
            bob = await person(platform)
            for agent in ("potter", "baker"):
                await bob.has(agent, role="specialist", tags=[agent], model=model)
            dependencies = platform[RunDependencies]
            listening = Listening(dependencies.caller)
            object.__setattr__(dependencies, "caller", listening)
            thread = await begun(bob, "what is 7 * 8", "write me an essay on glory", "potter, tell of bowls")
            assert [each.agent_id for each in await platform.stores[ConversationStore].messages(bob.id, thread)][1] == (
                "peter-logical"
            )
            listening.asked.clear()
            own = await bob.ask("potter: more", conversation_id=thread)
            assert own.agent_id == "potter"
            *history, question = listening.asked[-1].messages
            assert question.parts[0].content == "potter: more"
            texts = [str(part.content) for message in history for part in message.parts]
            assert texts[0] == "what is 7 * 8"
            assert texts[1].startswith("[Peter, another agent of the team, answered the person;")
            assert "56" in texts[1]
            assert texts[2:] == [
                "write me an essay on glory",
                "potter, tell of bowls",
                "Bowls are glazed at 1200 degrees.",
            ]
            assert not any(isinstance(part, ToolCallPart) for message in history for part in message.parts)
            spoken = [message for message in history if isinstance(message, ModelResponse)]
            assert [part.content for part in spoken[0].parts if isinstance(part, TextPart)] == [texts[-1]]
            assert len(spoken) == 1, "it has said that alone"

            # Another agent reads the potter's turns by name; the stage that chooses has seen the last turns as data.
            listening.asked.clear()
            chosen = await bob.ask("zzyzx quux frobnicate", conversation_id=thread)
            assert chosen.decision.stage is Stage.MODEL
            (asks,) = [each for each in listening.asked if each.instructions.startswith("You decide which agent")]
            prompt = asks.messages[0].parts[0].content
            assert '{"person": "potter: more", "answeredBy": "Potter", "answer": "Bowls are glazed' in prompt
            assert prompt.index("as data") < prompt.index("potter: more") < prompt.index("The message:\nzzyzx")
            assert next(step.input["turns"] for step in chosen.steps if step.key == "route-model") == 4

            # After a silence a model is told where the conversation ended, and the choosing stage sees nothing of it.
            await pass_time(bob, thread, 60)
            listening.asked.clear()
            late = await bob.ask("baker: bread", conversation_id=thread)
            assert late.agent_id == "baker"
            *history, _ = listening.asked[-1].messages
            assert str(history[-1].parts[0].content).startswith("[Silence has ended the conversation")
            assert any("[Potter, another agent" in str(part.content) for each in history for part in each.parts)
            await pass_time(bob, thread, 60)
            listening.asked.clear()
            await bob.ask("zzyzx quux frobnicate", conversation_id=thread)
            asks = listening.asked[0]
            assert "as data" not in asks.messages[0].parts[0].content

    asyncio.run(story())


def test_the_forecast_of_who_would_answer_knows_that_silence_has_ended_the_conversation(site: Site) -> None:
    somebody = site.person("Newcomer")
    with site.client(somebody) as client:
        sent = client.post("/api/agents/execute", json=in_main_thread(client, "what is 7 * 8")).json()
        thread = finished(client, sent["id"])["conversationId"]

        def forecast(message: str) -> dict[str, Any]:
            answer = client.post("/api/routing/decide", json={"message": message, "conversationId": thread})
            assert answer.status_code == 200, answer.text
            return answer.json()

        soon = forecast("and what about that")
        assert (soon["lastAgent"], soon["agent"]) == ("peter-logical", "peter-logical")
        site.run(pass_time(Person(site.platform, somebody.user_id), thread, 31))
        late = forecast("and what about that")
        assert (late["lastAgent"], late["agent"]) == (None, None)
        assert any("31 minutes of silence" in stage["reason"] for stage in late["stages"])

        # By the person's own bound the conversation goes on.
        assert client.put("/api/preferences", json={"silenceMinutes": 0}).status_code == 200
        assert forecast("and what about that")["agent"] == "peter-logical"
        assert (
            client.post("/api/routing/decide", json={"message": "hi", "conversationId": SOME_UUID}).status_code == 404
        )
