"""A name that is not there, through the whole product without a language model: it asks, and goes on with a yes."""

import asyncio
from pathlib import Path

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick_skills.notes.store import NoteStore
from support.running import person, running

TALKS = {
    "en": [
        ("Make a list called Budget 2026 with rent and food", "Created your note"),
        ("Delete my note Budget 2025", 'There is no note "Budget 2025". Did you mean "Budget 2026"?'),
        ("thanks!", "You're welcome."),
        ("Show my note Budget 2026", "- rent"),
        ("Delete my note Budget 2025", 'Did you mean "Budget 2026"?'),
        ("yes", 'Deleted your note "Budget 2026".'),
        ("undo that", 'Your note "Budget 2026" is back: rent, food.'),
    ],
    "es": [
        ("Crea una lista llamada Presupuesto 2026 con alquiler", "He creado tu nota"),
        ("Borra mi nota Presupuesto 2025", "¿Querías decir «Presupuesto 2026»?"),
        ("sí", "He borrado tu nota «Presupuesto 2026»."),
        ("deshazlo", "Tu nota «Presupuesto 2026» está de vuelta: alquiler."),
    ],
}


@pytest.mark.parametrize("language", TALKS)
def test_what_is_not_there_is_asked_for_and_a_yes_goes_on(
    own_database: DatabaseUrls, tmp_path: Path, language: str
) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            for message, answer in TALKS[language]:
                assert answer in ((await someone.ask(message)).answer or ""), message

    asyncio.run(story())


def test_the_turn_names_the_note_that_a_call_deleted(own_database: DatabaseUrls, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            await someone.ask("add milk to my shopping list")
            gone = await someone.ask("delete my shopping list")
            none = await someone.ask("delete my note Budget 2025")
            [first, second] = await platform.stores[TurnStore].of(someone.id, [gone.id, none.id])
            [note] = await platform.stores[NoteStore].deleted(someone.id)
            assert [use.undo for use in (*first.tools, *second.tools)] == [f"/api/notes/{note.id}/restore", None]

    asyncio.run(story())
