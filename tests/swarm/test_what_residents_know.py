"""Residents tell what their person has noted and what is remembered, without a model."""

import asyncio

from support.running import person, running
from support.swarms import swarm_of


def test_a_resident_without_tools_tells_what_was_noted_and_what_is_remembered(own_database, tmp_path):
    asked = [
        ("when does the plumber come?", 'From your notes: "The plumber comes on Friday at ten"'),
        ("hi Ben, when does the plumber come?", 'From your notes: "The plumber comes on Friday at ten"'),
        ("Ben, where does Ana work?", "Ana works at Initech."),
        ("hola Ben, ¿dónde trabaja Ana?", "Ana works at Initech."),
        ("oye, ¿cuándo viene el fontanero?", "En tus notas: «El fontanero viene el lunes»"),
    ]

    async def story() -> list[str]:
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            for message in (
                "take a note: the plumber comes on Friday at ten",
                "apunta que el fontanero viene el lunes",
                "remember that Ana works at Initech",
            ):
                await bob.ask(message)
            swarm = await swarm_of(bob)
            await swarm.has("Ben", tools=())
            for message, _ in asked:
                await swarm.write(message, to="Ben")
                await swarm.sleeps()
            return await swarm.said("Ben")

    assert asyncio.run(story()) == [answer for _, answer in asked]
