"""Whole conversations about notes without a model, as a person has them with the team."""

import asyncio

import pytest

from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import person, running

ENGLISH = {
    "a shopping list from the first entry to the last": [
        ("add milk, eggs, bread and rice to my shopping list", "Created your shopping list"),
        ("whats on my shoping list", 'There is no note "Shoping list". The nearest is "Shopping list":\n- milk'),
        ("remove the eggs", "Removed eggs from your shopping list. Left: milk, bread, rice."),
        ("undo that", "Undone. Your shopping list: milk, eggs, bread, rice."),
        ("i bought the bread", "Ticked off bread on your shopping list. Still open: milk, eggs, rice."),
        ("undo that", "Undone. Your shopping list: milk, eggs, bread, rice."),
        ("tick off bred", "Ticked off bread"),
        ("untick it", "Opened again bread"),
        ("mark milk as done", "Ticked off milk on your shopping list. Still open: eggs, bread, rice."),
        ("what's on my shopping list?", "Your shopping list:\n- milk (done)\n- eggs"),
        ("remove the done ones", "Removed milk from your shopping list. Left: eggs, bread, rice."),
        ("change rice to brown rice", 'Changed "rice" to "brown rice" on your shopping list.'),
        ("undo that", "Undone. Your shopping list: eggs, bread, rice."),
        ("remove the cheese", 'There is no "cheese" on your shopping list. It has: eggs, bread, rice.'),
        ("rename my shopping list to food", 'Renamed your shopping list to "Food".'),
        ("undo that", "Undone. Your shopping list: eggs, bread, rice."),
        ("clear my shopping list", 'Cleared your shopping list. Say "undo that"'),
        ("undo that", "Undone. Your shopping list: eggs, bread, rice."),
        ("take bread off my shopping list", "Removed bread from your shopping list. Left: eggs, rice."),
    ],
    "which of two lists": [
        ("add tent to my packing list", "Created your packing list"),
        ("add nails to my todo list", "Created your todo list"),
        ("what is 2 + 2", "4"),
        ("add eggs to my list", 'Which list: "Todo list" or "Packing list"?'),
        ("packing", "Added eggs to your packing list. It now has: tent, eggs."),
        ("undo that", "Undone. Your packing list: tent."),
        ("merge my packing list and my todo list", "Merged your todo list into your packing list."),
        ("undo that", "Undone. Your packing list: tent. Your todo list: nails."),
    ],
    "a note that answers": [
        ("take a note: the plumber comes friday at ten", "The plumber comes friday at ten"),
        ("when does the plumber come?", 'From your notes: "The plumber comes friday at ten"'),
        ("what do my notes say about the plumber", "The plumber comes friday at ten"),
        ("find my note about the paint colour", 'None of your notes says anything about "paint colour".'),
        ("undo that", ""),
        ("add milk to my shopping list", "Created"),
        ("is milk on my shopping list?", 'Yes, on your shopping list: "milk".'),
        ("is tea on my shopping list?", 'No, "tea" is not on your shopping list.'),
    ],
}
SPANISH = {
    "la lista de la compra": [
        ("añade leche, huevos y pan a la lista de la compra", "He creado tu lista de la compra"),
        ("¿qué hay en mi lista?", "- leche\n- huevos\n- pan"),
        ("quita la leche", "He quitado leche de tu lista de la compra. Queda: huevos, pan."),
        ("deshazlo", "Deshecho. Tu lista de la compra: leche, huevos, pan."),
        ("ya tengo el pan", "He tachado pan en tu lista de la compra. Queda por hacer: leche, huevos."),
        ("marca el pan como pendiente", "He vuelto a abrir pan en tu lista de la compra."),
        ("cambia la leche por leche de avena", "He cambiado «leche» por «leche de avena»"),
        ("vacia la lista de la compra", "He vaciado tu lista de la compra. Di «deshazlo»"),
        ("deshazlo", "Deshecho. Tu lista de la compra: leche de avena, huevos, pan."),
        ("renombra la lista de la compra a comida", "He cambiado el nombre de tu lista de la compra a «Comida»."),
        ("deshaz eso", "Deshecho. Tu lista de la compra: leche de avena, huevos, pan."),
    ],
    "una nota que contesta": [
        ("toma nota: contraseña del wifi es hunter2", "Contraseña del wifi es hunter2"),
        ("¿cuál es la contraseña del wifi?", "En tus notas: «Contraseña del wifi es hunter2»"),
        ("cual es la contrasena del wifi", "hunter2"),
        ("busca en mis notas el wifi", "hunter2"),
    ],
}
BOUGHT = [
    ("buy milk", 'Which list: "Todo list" or "Packing list"?'),
    ("the second one", "Added milk to your packing list."),
    ("we need eggs", "Which list"),
    ("put them on the todo list", "Added eggs to your todo list."),
    ("add bread to my shopping list", "Created your shopping list with bread."),
    ("compra leche", "He añadido leche a tu shopping list. Ahora tiene: bread, leche."),
    ("shopping list", "Your shopping list:\n- bread\n- leche"),
]


@pytest.mark.parametrize("talks", [ENGLISH, SPANISH], ids=["English", "Spanish"])
def test_every_turn_is_understood_and_answered_in_its_language(own_database, tmp_path, talks) -> None:
    async def story() -> list[str]:
        wrong = list[str]()
        async with running(own_database.owner, tmp_path) as platform:
            for title, turns in talks.items():
                someone = await person(platform)
                thread = await someone.main(SUPERVISOR_ID, Mode.SUPERVISED)
                for message, part in turns:
                    execution = await someone.ask(message, conversation_id=thread.id)
                    if part not in (execution.answer or ""):
                        wrong.append(f"{title}: {message!r} was answered by {execution.agent_id}: {execution.answer}")
        return wrong

    assert asyncio.run(story()) == []


def test_what_is_to_be_bought_goes_on_the_shopping_list_or_it_is_asked_which(own_database, tmp_path) -> None:
    async def story() -> list[str]:
        wrong = list[str]()
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            thread = await someone.main("notes", Mode.DIRECT)
            for title in ("packing", "todo"):
                await someone.ask(f"make a list called {title} list: one", agent_id="notes")
            for message, part in BOUGHT:
                execution = await someone.ask(message, conversation_id=thread.id, agent_id="notes")
                if part not in (execution.answer or ""):
                    wrong.append(f"{message!r} was answered: {execution.answer}")
        return wrong

    assert asyncio.run(story()) == []
