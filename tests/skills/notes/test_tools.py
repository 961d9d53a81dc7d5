import time
from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.records import PastCall, Recognition, Request, Tool, ToolContext, Toolset
from bailiwick.tools.toolbox import Toolbox
from bailiwick_router.core.language import Language, detect_language
from bailiwick_skills.notes.records import Note
from bailiwick_skills.notes.store import NoteStore
from bailiwick_skills.notes.titles import Titles
from bailiwick_skills.notes.tools import note_tools

Story = Callable[[Callable[[Stores], Awaitable[Any]]], Any]
AFTER_APPEND = (
    PastCall(
        name="appendNote",
        arguments={"title": "Shopping list", "lines": ["milk"]},
        result={"title": "Shopping list", "lines": ["milk"], "added": ["milk"], "created": True},
    ),
)
# The recognisers never touch a store, so reading needs none.
READERS = {tool.spec.name: tool for tool in note_tools(None)}  # type: ignore[arg-type]


def best(
    text: str, past: tuple[PastCall, ...] = (), just_called: PastCall | None = None
) -> tuple[str, Recognition] | None:
    """Return the tool and reading that the offline model would choose among the notes tools."""
    request = Request(text=text, language=detect_language(text), past_calls=past, just_called=just_called)
    found = [
        (name, reading)
        for name, tool in READERS.items()
        if tool.recogniser is not None and (reading := tool.recogniser.read(request)) is not None
    ]
    return max(found, key=lambda pair: pair[1].confidence, default=None)


def check(text: str, past: tuple[PastCall, ...], name: str, arguments: dict[str, Any]) -> None:
    found = best(text, past)
    assert found is not None, text
    assert (found[0], dict(found[1].arguments)) == (name, arguments)
    assert 0.5 <= found[1].confidence <= 1


@pytest.mark.parametrize(
    ("text", "title", "lines"),
    [
        ("add milk to my shopping list", "Shopping list", ["milk"]),
        ("add milk, eggs and bread to the shopping list", "Shopping list", ["milk", "eggs", "bread"]),
        ("put batteries on my list", "List", ["batteries"]),
        ("Please add some butter to the grocery list.", "Grocery list", ["butter"]),
        ("could you put milk & eggs on my shopping list, please?", "Shopping list", ["milk", "eggs"]),
        ("add to my shopping list: milk; eggs", "Shopping list", ["milk", "eggs"]),
        ('add "mac and cheese" to my shopping list', "Shopping list", ["mac and cheese"]),
        ("add call mom to my to-do list", "To-do list", ["call mom"]),
        ("add clean bathroom to my to do list", "To do list", ["clean bathroom"]),
        ("add Dune to my list of books", "List of books", ["Dune"]),
        ("write 'hello' in my notes", "Notes", ["hello"]),
        ("add milk to the list called Trip", "Trip", ["milk"]),
        ("añade leche a la lista de la compra", "Lista de la compra", ["leche"]),
        (
            "Añade leche, huevos y pan a mi lista de la compra, por favor",
            "Lista de la compra",
            ["leche", "huevos", "pan"],
        ),
        ("apunta en la lista de la compra: leche y huevos", "Lista de la compra", ["leche", "huevos"]),
        ("apunta leche en la lista de la compra", "Lista de la compra", ["leche"]),
        ("a la lista de la compra añade jabón", "Lista de la compra", ["jabón"]),
        ("¿puedes agregar arroz a mi lista?", "Lista", ["arroz"]),
        ("make a note: call Ana tomorrow", "Notes", ["Call Ana tomorrow"]),
        ("note that the meeting is at 5", "Notes", ["The meeting is at 5"]),
        ("Note to self: buy flowers", "Notes", ["Buy flowers"]),
        ("remember that my shoe size is 42", "Notes", ["My shoe size is 42"]),
        ("anota que Ana llega mañana", "Notas", ["Ana llega mañana"]),
        ("recuerda que mi talla es la 42", "Notas", ["Mi talla es la 42"]),
        ("apunta: comprar flores", "Notas", ["Comprar flores"]),
    ],
)
def test_requests_to_write_something_down_are_recognised(text: str, title: str, lines: list[str]):
    check(text, (), "appendNote", {"title": title, "lines": lines})


@pytest.mark.parametrize(
    ("text", "title", "lines"),
    [
        ("create a list called Trip with tent, map and water", "Trip", ["tent", "map", "water"]),
        ("create a shopping list with milk and eggs", "Shopping list", ["milk", "eggs"]),
        ("crea una lista llamada Viaje con tienda y mapa", "Viaje", ["tienda", "mapa"]),
        ("make a new note titled Ideas: paint the door", "Ideas", ["paint the door"]),
    ],
)
def test_requests_for_a_new_note_are_recognised(text: str, title: str, lines: list[str]):
    check(text, (), "addNote", {"title": title, "lines": lines})


@pytest.mark.parametrize(
    ("text", "name", "title"),
    [
        ("what's on my shopping list?", "readNote", "Shopping list"),
        ("What is in my grocery list", "readNote", "Grocery list"),
        ("¿qué hay en mi lista de la compra?", "readNote", "Lista de la compra"),
        ("read my note Ideas", "readNote", "Ideas"),
        ("show my shopping list", "readNote", "Shopping list"),
        ("my shopping list", "readNote", "Shopping list"),
        ("muéstrame la lista de la compra", "readNote", "Lista de la compra"),
        ("show my notes", "listNotes", None),
        ("show me my lists", "listNotes", None),
        ("what notes do I have?", "listNotes", None),
        ("mis notas", "listNotes", None),
        ("¿qué listas tengo?", "listNotes", None),
        ("muéstrame mis notas", "listNotes", None),
        ("delete my shopping list note", "deleteNote", "Shopping list"),
        ("delete the shopping list", "deleteNote", "Shopping list"),
        ("borra la lista de la compra", "deleteNote", "Lista de la compra"),
        ("elimina mi nota Ideas", "deleteNote", "Ideas"),
    ],
)
def test_requests_to_read_and_delete_are_recognised(text: str, name: str, title: str | None):
    check(text, (), name, {"title": title} if title else {})


@pytest.mark.parametrize(
    "text",
    [
        "remove the salt from the soup",
        "add salt to the soup",
        "add 5 to 10",
        "what is on TV tonight?",
        "read me a story",
        "write a list of the ten best films",
        "delete my account",
        "put the kettle on",
        "what notes are in a C major chord?",
        "I will note the changes",
        "make a list of ideas for my blog",
        "eggs",
        "and eggs",
        "what about eggs?",
        "también pan",
        "¿y huevos?",
        "hello",
        "",
        "   ",
        "what is the capital of Peru?",
        "show me the money",
        "I have a list of problems with her",
        "the list goes on",
        "¿qué hora es?",
        "borra todo",
        "\ud800",
        "\0",
        "add to my list",
        "add , , , to my list",
    ],
)
def test_other_requests_are_left_alone(text: str):
    assert best(text) is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("what about eggs?", ["eggs"]),
        ("and eggs", ["eggs"]),
        ("And eggs?", ["eggs"]),
        ("also bread", ["bread"]),
        ("add butter too", ["butter"]),
        ("bread as well", ["bread"]),
        ("¿y huevos?", ["huevos"]),
        ("también pan", ["pan"]),
        ("y pan también", ["pan"]),
        ("and apples, pears & plums", ["apples", "pears", "plums"]),
        ("add rice", ["rice"]),
        ("add milk to it", ["milk"]),
        ("add sugar to the list", ["sugar"]),
        ("y queso y jamón", ["queso", "jamón"]),
    ],
)
def test_more_things_follow_up_on_a_list(text: str, lines: list[str]):
    check(text, AFTER_APPEND, "appendNote", {"title": "Shopping list", "lines": lines})


def test_a_bare_list_is_the_last_one():
    check("what's on the list?", AFTER_APPEND, "readNote", {"title": "Shopping list"})
    check("delete the list", AFTER_APPEND, "deleteNote", {"title": "Shopping list"})


@pytest.mark.parametrize(
    "text",
    ["and what time is it in London?", "thanks!", "how about we go out", "and delete it", "y qué hora es", "ok", "yes"],
)
def test_questions_and_other_orders_are_not_written_on_the_list(text: str):
    assert best(text, AFTER_APPEND) is None


def test_only_the_last_call_is_followed_up():
    other = PastCall(name="getCurrentDateTime", arguments={}, result={})
    assert best("and eggs", (*AFTER_APPEND, other)) is None


def test_recognising_is_fast_also_for_long_requests():
    begun = time.perf_counter()
    best("add " + "milk and " * 500 + "eggs to my shopping list", AFTER_APPEND)
    best("add " * 1_200, AFTER_APPEND)
    best("x" * 1_000_000, AFTER_APPEND)
    assert time.perf_counter() - begun < 20


# Titles ------------------------------------------------------------------------------------------------

TITLES = Titles(["Shopping list", "Work", "Birthday party ideas", "Café"])


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("shopping list", "Shopping list"),
        ("shoping list", "Shopping list"),
        ("SHOPPING", "Shopping list"),
        ("my shopping note", "Shopping list"),
        ("cafe", "Café"),
        ("work list", "Work"),
        ("list", "Shopping list"),
        ("party", "Birthday party ideas"),
        ("zebra", None),
        ("", None),
    ],
)
def test_a_title_is_found_for_reading_in_spite_of_slips(wanted: str, found: str | None):
    assert TITLES.readable(wanted) == found


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("shopping list", "Shopping list"),
        ("  SHOPPING   list", "Shopping list"),
        ("cafe", "Café"),
        ("shoping list", None),
        ("shopping", None),
        ("my shopping list", None),
        ("list", None),
        ("", None),
    ],
)
def test_what_is_changed_is_found_by_its_exact_title(wanted: str, found: str | None):
    assert TITLES.exact(wanted) == found


def test_groceries_and_a_grocery_list_are_one_for_reading():
    assert Titles(["Groceries"]).readable("grocery list") == "Groceries"
    assert Titles(["Lista de la compra"]).readable("lista de compras") == "Lista de la compra"


NUMBERED = st.tuples(st.sampled_from(["Budget {}", "List {}", "{} plans", "Trip {} to Rome"]), st.integers(0, 10**6))


@given(NUMBERED, st.integers(0, 10**6))
def test_numbers_are_never_slips(title: tuple[str, int], other: int):
    form, number = title
    assume(number != other)
    titles = Titles([form.format(number)])
    assert titles.readable(form.format(other)) is None
    assert titles.alike(form.format(other)) == []
    assert titles.near(form.format(other)) in ([], [form.format(number)])


def test_letters_that_stand_alone_are_never_slips():
    assert Titles(["Team A list"]).readable("Team B list") is None


def test_several_fitting_titles_are_told_and_none_is_taken():
    titles = Titles(["Trip to Rome", "Trip to Rome 2", "Work list", "Home list"])
    assert titles.readable("my list") is None
    assert set(titles.near("my list")) == {"Work list", "Home list"}
    assert titles.readable("trip to rome") == "Trip to Rome"


# With the database -------------------------------------------------------------------------------------


class Person:
    """A person who talks to the notes tools as the offline model lets them."""

    def __init__(self, stores: Stores, user_id: str) -> None:
        self.user_id = user_id
        self._tools: dict[str, Tool] = {tool.spec.name: tool for tool in note_tools(stores[NoteStore])}
        self._box: Toolset = Toolbox(self._tools.values())
        self._calls = 0
        self.past: tuple[PastCall, ...] = ()

    async def call(
        self, tool: str, call_id: str | None = None, shown: Sequence[FoundThing] | None = None, **arguments: Any
    ) -> Any:
        self._calls += 1
        context = ToolContext(
            user_id=self.user_id,
            execution_id="e",
            agent_id="notes",
            call_id=call_id or f"{self.user_id}:{self._calls}",
            found=shown,
        )
        return await self._box.call(tool, context, arguments)

    async def say(self, text: str) -> str:
        found = best(text, self.past, self.past[-1] if self.past else None)
        assert found is not None, text
        name, reading = found
        result = await self.call(name, **reading.arguments)
        self.past = (*self.past, PastCall(name=name, arguments=reading.arguments, result=result))
        recogniser = self._tools[name].recogniser
        assert recogniser is not None
        language: Language = detect_language(text)
        return recogniser.say(reading.arguments, result, language)


def test_a_shopping_list_grows_in_a_conversation(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        assert await person.say("add milk to my shopping list") == "Created your shopping list with milk."
        assert await person.say("what about eggs?") == "Added eggs to your shopping list. It now has: milk, eggs."
        assert await person.say("¿y huevos?") == (
            "He añadido huevos a tu shopping list. Ahora tiene: milk, eggs, huevos."
        )
        assert await person.say("add bread and jam to the Shópping List") == (
            "Added bread and jam to your shopping list. It now has: milk, eggs, huevos, bread, jam."
        )
        assert await person.say("what's on my shopping list?") == (
            "Your shopping list:\n- milk\n- eggs\n- huevos\n- bread\n- jam"
        )
        assert await person.say("what's on my shoping list?") == (
            'There is no note "Shoping list". The nearest is "Shopping list":\n- milk\n- eggs\n- huevos\n- bread\n- jam'
        )
        assert await person.say("show my notes") == "You have 1 note:\n- Shopping list (5 lines)"
        assert await person.say("delete my shopping list") == "Deleted your shopping list."
        assert await person.say("mis notas") == "Todavía no tienes notas."

    stores_run(story)


def test_a_note_is_deleted_only_if_it_is_the_one_that_was_shown(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        await person.call("addNote", title="Plan", lines=["one"])
        (was,) = await stores[NoteStore].list(person.user_id)
        shown = FoundThing.of("note", was.id, "Plan", "one")
        for other in ([], [FoundThing.of("note", was.id, "Plan", "two")]):
            with pytest.raises(CallFailed, match="has changed since") as refused:
                await person.call("deleteNote", title="plan", shown=other)
            assert refused.value.code == "changed"
        now = await stores[NoteStore].append(person.user_id, "Plan", ["two"], call_id="more")
        assert await stores[NoteStore].delete(person.user_id, "Plan", only=was) is None, "it has another line"
        assert (await person.call("deleteNote", title="plan", shown=[shown, _found(now)]))["deleted"] is True

    stores_run(story)


def _found(note: Note) -> FoundThing:
    return FoundThing.of("note", note.id, note.title, "\n".join(note.lines))


def test_a_note_that_is_not_there_is_never_taken_for_another(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        await person.call("addNote", title="Budget 2026", lines=["rent"])
        missing = await person.call("deleteNote", title="Budget 2025")
        assert (missing["found"], missing["near"]) == (False, ["Budget 2026"])
        assert await person.say("delete my note Budget 2025") == (
            'There is no note "Budget 2025". Did you mean "Budget 2026"?'
        )
        assert await person.say("read my note Budget 2025") == (
            'There is no note "Budget 2025". Did you mean "Budget 2026"?'
        )
        assert await person.say("yes") == 'Your note "Budget 2026":\n- rent'
        assert [note["title"] for note in (await person.call("listNotes"))["notes"]] == ["Budget 2026"]
        assert await person.say("borra la nota Budget 2025") == (
            "No hay ninguna nota «Budget 2025». ¿Querías decir «Budget 2026»?"
        )
        assert await person.say("sí, bórrala") == "He borrado tu nota «Budget 2026»."

    stores_run(story)


def test_the_near_name_itself_goes_on(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        for year in ("2024", "2026"):
            await person.call("addNote", title=f"Budget {year}", lines=["rent"])
        assert "Did you mean" in await person.say("delete my note Budget 2025")
        assert best("yes", (), person.past[-1]) is None, "of two, none is chosen by a yes"
        assert await person.say("Budget 2024") == 'Deleted your note "Budget 2024".'

    stores_run(story)


@pytest.mark.parametrize("text", ["yes", "sí", "Budget 2026"])
def test_a_yes_means_nothing_once_something_else_was_said(text: str):
    asked = PastCall(
        name="deleteNote",
        arguments={"title": "Budget 2025"},
        result={"found": False, "asked": "Budget 2025", "near": ["Budget 2026"], "notes": ["Budget 2026"], "total": 1},
    )
    found = best(text, (), asked)
    assert found is not None
    assert (found[0], found[1].arguments) == ("deleteNote", {"title": "Budget 2026"})
    assert best(text, (asked,)) is None
    assert best("yes, delete Budget 2024", (), asked) is None


def test_a_deletion_is_undone(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        await person.say("add milk, eggs and bread to my shopping list")
        assert await person.say("delete my shopping list") == "Deleted your shopping list."
        assert await person.say("undo that") == "Your shopping list is back: milk, eggs, bread."
        assert await person.say("delete my shopping list") == "Deleted your shopping list."
        assert await person.say("deshaz el borrado") == "Tu shopping list está de vuelta: milk, eggs, bread."
        assert best("undo that", person.past) is None, "only right after the deletion"
        await person.say("delete my shopping list")
        await person.say("show my notes")
        assert await person.say("bring back my shoping list") == (
            'No note "Shoping list" was deleted. Did you mean "Shopping list"?'
        )
        assert await person.say("yes") == "Your shopping list is back: milk, eggs, bread."

    stores_run(story)


def test_a_deleted_note_does_not_come_back_over_a_new_one(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        await person.say("add milk to my shopping list")
        await person.say("delete my shopping list")
        assert await person.say("add tea to my shopping list") == "Created your shopping list with tea."
        with pytest.raises(CallFailed, match="a note of that title again"):
            await person.call("restoreNote")
        assert await person.say("show my shopping list") == "Your shopping list:\n- tea"

    stores_run(story)


def test_lists_with_numbers_are_kept_apart(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        for number in range(1, 11):
            said = await person.call("appendNote", title=f"List {number}", lines=[f"apple {number}"])
            assert (said["created"], said["near"]) == (True, [])
        notes = (await person.call("listNotes"))["notes"]
        assert sorted((note["title"], note["lines"]) for note in notes) == sorted(
            (f"List {number}", 1) for number in range(1, 11)
        )
        slip = await person.call("appendNote", title="Shoping", lines=["x"])
        assert slip["created"]
        assert (await person.call("appendNote", title="Shopping", lines=["x"]))["near"] == ["Shoping"]

    stores_run(story)


def test_a_conversation_in_spanish(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        said = await person.say("añade leche y pan a la lista de la compra")
        assert said == "He creado tu lista de la compra con leche y pan."
        assert await person.say("también queso") == (
            "He añadido queso a tu lista de la compra. Ahora tiene: leche, pan, queso."
        )
        assert await person.say("anota que Ana llega mañana") == "He creado tus notas con Ana llega mañana."
        assert await person.say("¿qué hay en mi lista de la compra?") == (
            "Tu lista de la compra:\n- leche\n- pan\n- queso"
        )

    stores_run(story)


def test_a_repeated_call_adds_nothing(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        user = new_user_id()
        person = Person(stores, user)
        for tool, arguments in (
            ("addNote", {"title": "Trip", "lines": ["tent"]}),
            ("appendNote", {"title": "trip", "text": "map\nwater\n\n"}),
        ):
            first = await person.call(tool, call_id=f"{user}:{tool}", **arguments)
            again = await person.call(tool, call_id=f"{user}:{tool}", **arguments)
            assert first == again
        assert (await person.call("readNote", title="Trip"))["lines"] == ["tent", "map", "water"]

    stores_run(story)


def test_a_new_note_overwrites_nothing(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        await person.call("addNote", title="Café", lines=["one"])
        second = await person.call("addNote", title="CAFE", lines=["two"])
        assert {**second, "change": ""} == {
            "title": "Café",
            "lines": ["one", "two"],
            "done": [],
            "added": ["two"],
            "created": False,
            "change": "",
        }
        third = await person.call("addNote", title="Cafes", lines=["three"])
        assert third["created"]

    stores_run(story)


def test_people_never_see_each_others_notes(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        one, other = Person(stores, new_user_id()), Person(stores, new_user_id())
        await one.call("addNote", title="Secrets", lines=["a"])
        assert await other.call("listNotes") == {"notes": []}
        nothing = {"found": False, "asked": "Secrets", "near": [], "notes": [], "total": 0}
        assert await other.call("readNote", title="Secrets") == nothing
        assert await other.call("deleteNote", title="Secrets") == nothing
        assert await other.say("read my note Secrets") == 'There is no note "Secrets". You have no notes yet.'

    stores_run(story)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("appendNote", {"title": " ", "lines": ["x"]}),
        ("appendNote", {"title": "List"}),
        ("appendNote", {"title": "List", "lines": [" ", ""]}),
        ("addNote", {"title": "List", "lines": "milk"}),
        ("addNote", {"title": "x" * 201, "lines": ["y"]}),
        ("addNote", {"title": "List", "lines": ["x" * 2_001]}),
        ("deleteNote", {}),
    ],
)
def test_calls_that_make_no_sense_are_refused_and_change_nothing(
    stores_run: Story, new_user_id: Callable[[], str], tool: str, arguments: dict[str, Any]
):
    async def story(stores: Stores) -> None:
        person = Person(stores, new_user_id())
        with pytest.raises(CallFailed) as caught:
            await person.call(tool, **arguments)
        assert caught.value.error_class is ErrorClass.VALIDATION
        assert await person.call("listNotes") == {"notes": []}

    stores_run(story)


def test_the_hints_say_what_may_be_repeated():
    hints = {name: (tool.spec.read_only, tool.spec.idempotent, tool.spec.destructive) for name, tool in READERS.items()}
    assert hints == {
        "addNote": (False, True, False),
        "appendNote": (False, True, False),
        "listNotes": (True, False, False),
        "readNote": (True, False, False),
        "searchNotes": (True, False, False),
        "removeFromNote": (False, True, True),
        "tickNote": (False, True, False),
        "changeNote": (False, True, True),
        "renameNote": (False, True, False),
        "mergeNotes": (False, True, True),
        "clearNote": (False, True, True),
        "undoNoteChange": (False, True, False),
        "deleteNote": (False, False, True),
        "restoreNote": (False, True, False),
    }


def test_what_strangers_had_a_hand_in_is_marked_also_for_one_note_and_for_a_repeated_call(
    stores_run: Story, new_user_id: Callable[[], str]
):
    async def story(stores: Stores) -> None:
        user, notes = new_user_id(), stores[NoteStore]
        tools = {tool.spec.name: tool for tool in note_tools(notes)}
        box = Toolbox(tools.values())
        await notes.append(user, "Mail", ["milk", "eggs"], call_id="1", tainted=True)

        async def marked(tool: str, call_id: str, **arguments: Any) -> bool:
            context = ToolContext(user_id=user, execution_id="e", agent_id="notes", call_id=call_id)
            await box.call(tool, context, arguments)
            return context.reading.outside

        assert await marked("searchNotes", "2", query="milk", title="Mail")
        assert await marked("searchNotes", "3", query="bread", title="Mail"), "all its lines are told"
        for _ in range(2):
            assert await marked("tickNote", "4", title="Mail", entries=["milk"])
        await notes.append(user, "Own", ["milk"], call_id="5")
        for _ in range(2):
            assert not await marked("tickNote", "6", title="Own", entries=["milk"])

    stores_run(story)


def test_the_page_reads_the_notes_anew_after_the_calls_that_write_them_and_no_others():
    script = (files("bailiwick_skills.notes") / "page" / "page.js").read_text()
    listed = script.partition("const WRITES = new Set([")[2].partition("])")[0].replace("'", " ").replace(",", " ")
    assert set(listed.split()) == {name for name, tool in READERS.items() if not tool.spec.read_only}
