"""Requests to change and search notes are recognised in both languages, also typed badly, and others are left alone."""

import time
from collections.abc import Mapping
from typing import Any

import pytest

from bailiwick.tools.records import PastCall, Request
from bailiwick_router.core.language import detect_language
from bailiwick_skills.notes.edits import meant
from bailiwick_skills.notes.tools import note_tools

READERS = {tool.spec.name: tool.recogniser for tool in note_tools(None)}  # type: ignore[arg-type]
LIST, TITLE, COMPRA = {"title": "Shopping list"}, "Shopping list", "Lista de la compra"
AFTER_READING = (PastCall(name="readNote", arguments=LIST, result={**LIST, "lines": ["milk", "12 eggs", "bread"]}),)
TRAS_LEER = (
    PastCall(
        name="readNote",
        arguments={"title": COMPRA},
        result={"title": COMPRA, "lines": ["leche", "huevos", "pan"]},
    ),
)


def best(text: str, *past: PastCall) -> tuple[str, Mapping[str, Any]] | None:
    """Return the tool and the arguments of the surest reading."""
    request = Request(
        text=text, language=detect_language(text), past_calls=past, just_called=past[-1] if past else None
    )
    found = [(name, read) for name, reader in READERS.items() if reader and (read := reader.read(request))]
    name, reading = max(found, key=lambda pair: pair[1].confidence, default=("", None))
    return (name, dict(reading.arguments)) if reading else None


@pytest.mark.parametrize(
    ("text", "tool", "more"),
    [
        ("remove the eggs", "removeFromNote", {"entries": ["the eggs"]}),
        ("remove eggs please", "removeFromNote", {"entries": ["eggs"]}),
        ("take the milk off", "removeFromNote", {"entries": ["the milk"]}),
        ("delete the second one", "removeFromNote", {"entries": ["12 eggs"]}),
        ("we dont need bread anymore", "removeFromNote", {"entries": ["bread"]}),
        ("remove the cheese", "removeFromNote", {"entries": ["cheese"]}),
        ("I bought the eggs", "tickNote", {"entries": ["the eggs"], "done": True}),
        ("i've got the milk", "tickNote", {"entries": ["the milk"], "done": True}),
        ("ive bought milk", "tickNote", {"entries": ["milk"], "done": True}),
        ("mark milk as done", "tickNote", {"entries": ["milk"], "done": True}),
        ("tick off bread", "tickNote", {"entries": ["bread"], "done": True}),
        ("cross bred off", "tickNote", {"entries": ["bred"], "done": True}),
        ("the milk is done", "tickNote", {"entries": ["the milk"], "done": True}),
        ("milk is bought", "tickNote", {"entries": ["milk"], "done": True}),
        ("the eggs are not bought yet", "tickNote", {"entries": ["the eggs"], "done": False}),
        ("milk isnt bought", "tickNote", {"entries": ["milk"], "done": False}),
        ("untick the bread", "tickNote", {"entries": ["the bread"], "done": False}),
        ("mark milk as not done", "tickNote", {"entries": ["milk"], "done": False}),
        ("i havent bought the milk yet", "tickNote", {"entries": ["the milk"], "done": False}),
        ("change milk to oat milk", "changeNote", {"entry": "milk", "text": "oat milk"}),
        ("replace the bread with rolls", "changeNote", {"entry": "the bread", "text": "rolls"}),
        ("rename it to food", "renameNote", {"new_title": "Food"}),
        ("clear it", "clearNote", {}),
        ("remove everything", "clearNote", {}),
        ("remove the done ones", "clearNote", {"done_only": True}),
    ],
)
def test_what_is_said_of_a_list_that_was_just_read_is_about_it(text: str, tool: str, more: dict[str, Any]) -> None:
    assert best(text, *AFTER_READING) == (tool, {"title": TITLE, **more})
    assert best(text) is None or best(text) != (tool, {"title": TITLE, **more})


@pytest.mark.parametrize(
    ("text", "tool", "more"),
    [
        ("quita la leche", "removeFromNote", {"entries": ["la leche"]}),
        ("borra el último", "removeFromNote", {"entries": ["pan"]}),
        ("ya no hace falta pan", "removeFromNote", {"entries": ["pan"]}),
        ("ya he comprado los huevos", "tickNote", {"entries": ["los huevos"], "done": True}),
        ("he comprado el pan", "tickNote", {"entries": ["el pan"], "done": True}),
        ("tacha la leche", "tickNote", {"entries": ["la leche"], "done": True}),
        ("marca el pan como hecho", "tickNote", {"entries": ["el pan"], "done": True}),
        ("desmarca el pan", "tickNote", {"entries": ["el pan"], "done": False}),
        ("todavía no he comprado la leche", "tickNote", {"entries": ["la leche"], "done": False}),
        ("cambia la leche por leche de avena", "changeNote", {"entry": "la leche", "text": "leche de avena"}),
        ("cámbiale el nombre a comida", "renameNote", {"new_title": "Comida"}),
        ("llámala comida", "renameNote", {"new_title": "Comida"}),
        ("quita todo", "clearNote", {}),
        ("quita lo comprado", "clearNote", {"done_only": True}),
    ],
)
def test_lo_que_se_dice_de_la_lista_que_se_acaba_de_leer_trata_de_ella(
    text: str, tool: str, more: dict[str, Any]
) -> None:
    assert best(text, *TRAS_LEER) == (tool, {"title": COMPRA, **more})


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("remove milk from my shopping list", "removeFromNote", {"title": TITLE, "entries": ["milk"]}),
        ("take milk off my shoping list", "removeFromNote", {"title": "Shoping list", "entries": ["milk"]}),
        ("cross rice off the grocery list", "tickNote", {"title": "Grocery list", "entries": ["rice"], "done": True}),
        ("mark milk as done on my shopping list", "tickNote", {"title": TITLE, "entries": ["milk"], "done": True}),
        ("change milk to oat milk on my list", "changeNote", {"title": "List", "entry": "milk", "text": "oat milk"}),
        ("rename my shopping list to food", "renameNote", {"title": TITLE, "new_title": "Food"}),
        ("merge my packing list and the todo list", "mergeNotes", {"into": "Packing list", "source": "Todo list"}),
        ("merge the todo list into my packing list", "mergeNotes", {"source": "Todo list", "into": "Packing list"}),
        ("clear my shopping list", "clearNote", {"title": TITLE}),
        ("clear out the shopping list", "clearNote", {"title": TITLE}),
        ("quita la leche de la lista de la compra", "removeFromNote", {"title": COMPRA, "entries": ["la leche"]}),
        ("tacha el pan de mi lista", "tickNote", {"title": "Lista", "entries": ["el pan"], "done": True}),
        ("renombra la lista de la compra a comida", "renameNote", {"title": COMPRA, "new_title": "Comida"}),
        ("cambia el nombre de la lista de la compra a comida", "renameNote", {"title": COMPRA, "new_title": "Comida"}),
        ("junta la lista viaje y la lista de la compra", "mergeNotes", {"source": COMPRA, "into": "Lista viaje"}),
        ("vacia la lista de la compra", "clearNote", {"title": COMPRA}),
        ("buy milk", "appendNote", {"lines": ["milk"]}),
        ("we need eggs and some bread", "appendNote", {"lines": ["eggs", "bread"]}),
        ("we're out of coffee", "appendNote", {"lines": ["coffee"]}),
        ("i need to buy milk", "appendNote", {"lines": ["milk"]}),
        ("compra leche", "appendNote", {"lines": ["leche"]}),
        ("hay que comprar leche y huevos", "appendNote", {"lines": ["leche", "huevos"]}),
        ("nos faltan tomates", "appendNote", {"lines": ["tomates"]}),
        ("shopping list", "readNote", {"title": TITLE}),
        ("lista de la compra", "readNote", {"title": COMPRA}),
        ("whats on my shoping list", "readNote", {"title": "Shoping list"}),
        ("find my note about the paint colour", "searchNotes", {"query": "the paint colour"}),
        ("what do my notes say about the plumber?", "searchNotes", {"query": "the plumber"}),
        ("is coffee on my shopping list?", "searchNotes", {"query": "coffee", "title": TITLE}),
        ("busca mi nota sobre el color de la pintura", "searchNotes", {"query": "el color de la pintura"}),
        ("esta el cafe en mi lista", "searchNotes", {"query": "el cafe", "title": "Lista"}),
    ],
)
def test_requests_that_name_a_list_or_things_to_buy_stand_alone(
    text: str, tool: str, arguments: dict[str, Any]
) -> None:
    assert best(text) == (tool, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "remove the eggs",
        "i bought a house",
        "change the price to 5",
        "rename the file to x",
        "merge the two branches",
        "combine like terms",
        "clear the cache",
        "we need help",
        "we need to talk",
        "buy 10 shares of apple",
        "necesitamos ayuda",
        "when does the plumber come?",
        "¿cuál es la contraseña del wifi?",
        "mark my words",
        "tick tock",
        "find my keys",
        "undo that",
    ],
)
def test_what_is_not_about_a_note_is_left_alone(text: str) -> None:
    assert best(text) is None


@pytest.mark.parametrize("text", ["what is the weather in Paris?", "solve 3x = 9", "check my email", "who are you?"])
def test_other_requests_are_left_alone_also_after_a_list_was_read(text: str) -> None:
    assert best(text, *AFTER_READING) is None


def noted(line: str) -> PastCall:
    return PastCall(
        name="appendNote", arguments={}, result={"title": "Notes", "lines": [line], "added": [line], "created": True}
    )


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("The plumber comes friday at ten", "when does the plumber come?"),
        ("The plumber comes friday at ten", "whens the plumber coming"),
        ("Contraseña del wifi es hunter2", "¿cuál es la contraseña del wifi?"),
        ("Contraseña del wifi es hunter2", "cual es la contrasena del wifi"),
    ],
)
def test_a_question_about_what_the_thread_has_noted_is_looked_up(line: str, question: str) -> None:
    assert best(question, noted(line)) == ("searchNotes", {"query": question.strip("¿?")})
    assert best(question, noted("Call Ana")) is None


def test_a_change_is_undone_right_after_it() -> None:
    changed = PastCall(name="removeFromNote", arguments={}, result={"title": TITLE, "lines": [], "change": "c1"})
    for text in ("undo that", "undo", "deshazlo"):
        assert best(text, changed) == ("undoNoteChange", {"change": "c1"})
    nothing = PastCall(name="removeFromNote", arguments={}, result={"title": TITLE, "lines": []})
    assert best("undo that", nothing) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("packing", "Packing list"),
        ("on the packing list", "Packing list"),
        ("the second one", "Todo list"),
        ("todo", "Todo list"),
        ("put them on the todo list", "Todo list"),
        ("la primera", "Packing list"),
    ],
)
def test_the_question_which_list_is_answered(text: str, title: str) -> None:
    question = {"found": False, "asked": "", "near": ["Packing list", "Todo list"], "which": True}
    call = PastCall(name="appendNote", arguments={"lines": ["eggs"]}, result=question)
    assert best(text, call) == ("appendNote", {"lines": ["eggs"], "title": title})
    assert best("what is 2 + 2?", call) is None


@pytest.mark.parametrize(
    ("entry", "places", "missing"),
    [
        ("milk", (0,), ()),
        ("the MILK", (0,), ()),
        ("lemon", (1,), ()),
        ("bred", (2,), ()),
        ("mac and cheese", (3,), ()),
        ("milk and bread", (0, 2), ()),
        ("milk and tea", (0,), ("tea",)),
        ("room 3", (), ("room 3",)),
        ("task", (), ("task",)),
        ("jam", (), ("jam",)),
    ],
)
def test_an_entry_means_a_line_in_spite_of_endings_parts_and_slips(
    entry: str, places: tuple[int, ...], missing: tuple[str, ...]
) -> None:
    lines = ["milk", "two lemons", "bread", "mac and cheese", "room 2", "task one", "task two"]
    found = meant(lines, [entry])
    assert (found.places, found.missing) == (places, missing)
    assert found.near == (("task one", "task two") if entry == "task" else ())


def test_many_entries_of_a_long_note_are_found_at_once() -> None:
    lines = [f"call the plumber number {n} about the kitchen sink" for n in range(500)]
    begun = time.process_time()
    found = meant(lines, [f"plumber number {n} kitchen" for n in range(100)])
    assert len(found.places) == 100
    assert time.process_time() - begun < 2
