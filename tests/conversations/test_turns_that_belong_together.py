"""Whole conversations without a model: what is asked of whom, and turns that go on with the last one."""

import asyncio

from bailiwick.runs.records import Execution
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode, Stage
from support.running import Person, person, running

TALKS = {
    "an agent that is addressed is asked the rest": [
        ("@peter what is 12% of 340?", "peter-logical", "40.8"),
        ("great, now ask Peter to solve 3x=9", "peter-logical", "x = 3"),
        ("Can Peter solve 4x=8?", "peter-logical", "x = 2"),
        ("¿puede Peter resolver 5x=10?", "peter-logical", "x = 2"),
    ],
    "a calculation goes on": [
        ("what's 2 to the power of 10", "peter-logical", "1024"),
        ("divide that by 4", "peter-logical", "256"),
        ("times 2", "peter-logical", "512"),
    ],
    "a conversion goes on": [
        ("convert 5 miles to km", "peter-logical", "8.04672 km"),
        ("and 10?", "peter-logical", "16.09344 km"),
        ("to meters", "peter-logical", "16093.44 m"),
    ],
    "an equation is worked on": [
        ("solve x^2 - 4x + 3 = 0", "peter-logical", "x = 1 or x = 3"),
        ("derive it", "peter-logical", "2x - 4"),
        ("now integrate it", "peter-logical", "x^3/3"),
    ],
    "los pasos de lo último": [
        ("resuelve 3x - 7 = 11", "peter-logical", "x = 6"),
        ("explica los pasos", "peter-logical", "Pasos:"),
    ],
    "a time elsewhere": [
        ("what time is it", "peter-logical", "UTC"),
        ("in Paris", "peter-logical", "Europe/Paris"),
        ("and in Tokyo?", "peter-logical", "Asia/Tokyo"),
    ],
    "another subject is another agent's": [
        ("what is 7 * 8", "peter-logical", "56"),
        ("add milk to my shopping list", "notes", "milk"),
        ("and eggs", "notes", "eggs"),
        ("what is 2 + 2", "peter-logical", "4"),
        ("divide that by 2", "peter-logical", "= 2"),
    ],
}


async def talk(somebody: Person, turns: list[tuple[str, str, str]]) -> list[Execution]:
    thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
    return [await somebody.ask(message, conversation_id=thread.id) for message, _, _ in turns]


def test_every_turn_is_answered_by_the_right_agent_and_the_decision_says_why(own_database, tmp_path):
    async def story() -> dict[str, list[Execution]]:
        async with running(own_database.owner, tmp_path) as platform:
            return {title: await talk(await person(platform), turns) for title, turns in TALKS.items()}

    told = asyncio.run(story())
    wrong = [
        f"{title}: {message!r} was answered by {execution.agent_id}: {execution.answer}"
        for title, turns in TALKS.items()
        for (message, agent, part), execution in zip(turns, told[title], strict=True)
        if execution.agent_id != agent or part not in (execution.answer or "")
    ]
    assert not wrong, "\n".join(wrong)
    first = told["an agent that is addressed is asked the rest"][0].decision
    assert (first.stage, first.asked) == (Stage.ADDRESSED, "what is 12% of 340?")
    second, third = (each.decision for each in told["a calculation goes on"][1:])
    assert second.stage is Stage.FOLLOW_UP, "its words say so"
    assert third.stage is Stage.CONTINUED
    assert (
        third.reason == "peter-logical answered last, and its tool calculator reads the message as going on with that."
    )
