"""Memory through the whole product, without a language model."""

import asyncio
from pathlib import Path

import pytest

from bailiwick.features.memory.records import WrittenBy
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.events.store import EventStore
from support.running import person, running

TALKS = {
    "en": [
        ("Remember that my favourite colour is green", "remember", "I will remember: my favourite colour is green."),
        ("What do you remember about my favourite colour?", "recall", "Your favourite colour is green."),
        ("Store this in the knowledge graph: Ana works at Acme", "remember", "I will remember: Ana works at Acme."),
        ("What do you remember about Ana?", "recall", "- Ana: works at Acme"),
        ("What's in the knowledge graph?", "summarize_graph", "3 entities, 2 facts and 1 relation."),
        ("Keep in mind that I am vegetarian", "remember", "I will remember: I am vegetarian."),
        ("What do you remember about me?", "recall", "- my favourite colour is green\n- I am vegetarian"),
        ("Undo the last change of the memory", "undo_memory", "The last change of the memory is undone (you)."),
        ("Forget what I told you about my favourite colour", "forget", 'do you mean "my favourite colour is green"?'),
        ("yes", "forget", "Forgotten for good: my favourite colour is green."),
        ("What do you remember about me?", "recall", "I remember nothing about you."),
        ("Forget what I told you about my address", "forget", "I remembered nothing about my address."),
    ],
    "es": [
        ("Recuerda que mi color favorito es el verde", "remember", "Lo recordaré: mi color favorito es el verde."),
        ("¿Qué recuerdas de mi color favorito?", "recall", "Tu color favorito es el verde."),
        (
            "Guarda esto en el grafo de conocimiento: Ana trabaja en Acme",
            "remember",
            "Lo recordaré: Ana trabaja en Acme.",
        ),
        ("¿Qué recuerdas de Ana?", "recall", "- Ana: trabaja en Acme"),
        ("¿Qué hay en el grafo de conocimiento?", "summarize_graph", "3 entidades, 2 hechos y 1 relación."),
        ("Ten en cuenta que soy vegetariana", "remember", "Lo recordaré: soy vegetariana."),
        ("¿Qué sabes de mí?", "recall", "- mi color favorito es el verde\n- soy vegetariana"),
        ("Deshaz el último cambio de la memoria", "undo_memory", "He deshecho el último cambio de la memoria (tú)."),
        ("Olvida lo que te dije sobre mi color favorito", "forget", "¿quieres decir «mi color favorito es el verde»?"),
        ("sí", "forget", "Olvidado para siempre: mi color favorito es el verde."),
        ("¿Qué sabes de mí?", "recall", "No recuerdo nada sobre ti."),
        ("Olvida lo que te dije sobre mi dirección", "forget", "No recordaba nada sobre mi dirección."),
    ],
}


@pytest.mark.parametrize("language", TALKS)
def test_the_coordinator_remembers_recalls_and_forgets(
    own_database: DatabaseUrls, tmp_path: Path, language: str
) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            someone, other = await person(platform), await person(platform)
            for message, tool, answer in TALKS[language]:
                execution = await someone.ask(message)
                used = [step.name for step in execution.steps if step.kind == "tool"]
                assert (execution.agent_id, used) == ("main", [tool]), message
                assert answer in (execution.answer or ""), message
            assert (await platform.stores[KnowledgeStore].read(other.id)).entities == ()

    asyncio.run(story())


def test_what_an_agent_writes_down_names_the_agent_and_the_execution(
    own_database: DatabaseUrls, tmp_path: Path
) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            execution = await someone.ask("Remember that my favourite colour is green")
            views = platform.stores[KnowledgeViews]
            (entity,) = (await views.entities(someone.id)).entities
            [observation] = (await views.entity(someone.id, entity.id)).observations
            by = observation.provenance
            assert (by.author, by.agent_id, by.execution_id) == (WrittenBy.AGENT, "main", execution.id)
            assert by.call_id is not None
            facts = await platform.stores[EventStore].recent(someone.id, kinds=["knowledge.changed"])
            assert [fact.data["entities"] for fact in facts] == [["default_user"]]

    asyncio.run(story())
