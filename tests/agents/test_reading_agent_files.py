"""Agent files: what is accepted, and what a person is told about a bad one."""

from pathlib import Path

import pytest

from bailiwick.agents.builtin import load, parse
from bailiwick.kernel.errors import InvalidInput
from bailiwick_router.core.agents import AGENT_FIELDS, Agent, AgentStatus, Origin, ReviewPolicy, Role
from bailiwick_router.core.budgets import Budget

SMALLEST = 'id = "gardener"\nname = "Gardener"\n'

FULL = """
id = "gardener-2_b"
name = "Ñandú 🌱"
description = "Knows plants."
role = "custom"
objective = "Keep plants alive."
instructions = \"\"\"
Water them.
\"\"\"
kind = "model"
model = "openai:some-model"
fallbacks = ["ollama:another", "offline"]
temperature = 1
max_tokens = 200
tags = ["plants", "jardín"]
keywords = ["plant"]
patterns = ['\\bwater\\b']
examples = ["Water my ficus"]
languages = ["en", "es"]
tools = ["getCurrentDateTime"]
helpers = ["research"]
needs = ["mcp:gmail", "sandbox:shell"]
context_window = -1
silence_minutes = 5
recall = false
remember = false
max_iterations = 3
announcement = "Digging. "
priority = -2
color = "#0aF09b"
icon = "plant"
status = "paused"
review = "always"
budget = { steps = 5, seconds = 2.5, tokens = 100 }
"""

BAD_FILES: list[tuple[str, str, str | None, str]] = [
    ("broken TOML", 'id = "a\n', None, "not valid TOML"),
    ("a key given twice", 'id = "a"\nid = "b"\nname = "A"', None, "not valid TOML"),
    ("lists nested without end", f'id = "a"\nname = "A"\ntags = {"[" * 100_000}', None, "not valid TOML"),
    ("an empty file", "", "id", "is missing"),
    ("no id", 'name = "A"', "id", "is missing"),
    ("no name", 'id = "a"', "name", "is missing"),
    ("an unknown key", SMALLEST + 'colour = "#ffffff"', "colour", "is not a field of an agent"),
    ("a key in camelCase", SMALLEST + "maxTokens = 5", "maxTokens", "is not a field of an agent"),
    ("an origin of its own", SMALLEST + 'origin = "user"', "origin", "set by the roster"),
    ("a date of its own", SMALLEST + "created_at = 2026-01-01T00:00:00Z", "created_at", "set by the roster"),
    ("a number as id", 'id = 7\nname = "A"', "id", "write a text"),
    ("an empty id", 'id = ""\nname = "A"', "id", "write at least 1 character"),
    ("an id with capitals", 'id = "Gardener"\nname = "A"', "id", "lower-case letters"),
    ("an id with a slash", 'id = "../x"\nname = "A"', "id", "lower-case letters"),
    ("an id with a foreign letter", 'id = "ñandú"\nname = "A"', "id", "lower-case letters"),
    ("only spaces as name", 'id = "a"\nname = "  "', "name", "write at least 1 character"),
    ("a NUL character", 'id = "a"\nname = "A\\u0000B"', "name", "NUL"),
    (
        "a list as instructions",
        SMALLEST + 'instructions = ["x"]',
        "instructions",
        "write a text",
    ),
    ("a text as tags", SMALLEST + 'tags = "plants"', "tags", "write a list"),
    ("a number among the tags", SMALLEST + 'tags = ["a plant", 3]', "tags", "item 2: write a text"),
    ("an empty example", SMALLEST + 'examples = [" "]', "examples", "item 1: write at least 1 character"),
    ("a table as tools", SMALLEST + "[tools]\nall = true", "tools", "write a list"),
    ("an unknown role", SMALLEST + 'role = "boss"', "role", "choose supervisor, specialist"),
    ("an unknown status", SMALLEST + 'status = "asleep"', "status", "choose active, paused"),
    ("an unknown review", SMALLEST + 'review = "maybe"', "review", "choose never"),
    ("an unknown kind", SMALLEST + 'kind = "magic"', "kind", "choose model"),
    (
        "a text as temperature",
        SMALLEST + 'temperature = "hot"',
        "temperature",
        "write a number",
    ),
    ("too high a temperature", SMALLEST + "temperature = 2.1", "temperature", "from 0 to 2"),
    ("no number as temperature", SMALLEST + "temperature = nan", "temperature", "from 0 to 2"),
    ("true as a number", SMALLEST + "temperature = true", "temperature", "write a number"),
    (
        "a fraction of a token",
        SMALLEST + "max_tokens = 1.5",
        "max_tokens",
        "write a whole number",
    ),
    ("no tokens", SMALLEST + "max_tokens = 0", "max_tokens", "from 1"),
    ("true as a count", SMALLEST + "max_iterations = true", "max_iterations", "write a whole number"),
    ("a window before the start", SMALLEST + "context_window = -2", "context_window", "from -1"),
    ("a number no column holds", SMALLEST + "priority = 9223372036854775808", "priority", "from -2147483647"),
    ("a date as priority", SMALLEST + "priority = 2026-01-01", "priority", "write a whole number"),
    ("a colour by name", SMALLEST + 'color = "red"', "color", "in the form #6B7280"),
    ("a colour with a wrong digit", SMALLEST + 'color = "#GGGGGG"', "color", "in the form #6B7280"),
    ("a number as budget", SMALLEST + "budget = 5", "budget", "write an object"),
    ("an unknown cap", SMALLEST + "budget = { dollars = 5 }", "budget", "dollars is not one of its caps"),
    ("a cap of nothing", SMALLEST + "budget = { steps = 0 }", "budget", "steps: choose a number from 1"),
]


@pytest.mark.parametrize(("text", "field", "says"), [case[1:] for case in BAD_FILES], ids=[c[0] for c in BAD_FILES])
def test_a_bad_file_is_refused_by_file_and_field(text: str, field: str | None, says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse(text, name="gardener.toml", origin=Origin.USER)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"gardener.toml: {field + ': ' if field else ''}")
    assert says in str(caught.value)


def test_a_file_needs_only_an_id_and_a_name() -> None:
    assert parse(SMALLEST, name="g", origin=Origin.PLUGIN) == Agent(
        id="gardener", name="Gardener", origin=Origin.PLUGIN
    )


def test_every_field_a_file_may_set_is_read() -> None:
    agent = parse(FULL, name="g", origin=Origin.USER)
    assert agent == Agent(
        id="gardener-2_b",
        name="Ñandú 🌱",
        description="Knows plants.",
        role=Role.CUSTOM,
        objective="Keep plants alive.",
        instructions="Water them.\n",
        kind="model",
        model="openai:some-model",
        fallbacks=("ollama:another", "offline"),
        temperature=1.0,
        max_tokens=200,
        tags=("plants", "jardín"),
        keywords=("plant",),
        patterns=(r"\bwater\b",),
        examples=("Water my ficus",),
        languages=("en", "es"),
        tools=("getCurrentDateTime",),
        helpers=("research",),
        needs=("mcp:gmail", "sandbox:shell"),
        context_window=-1,
        silence_minutes=5,
        recall=False,
        remember=False,
        max_iterations=3,
        announcement="Digging. ",
        priority=-2,
        color="#0aF09b",
        icon="plant",
        status=AgentStatus.PAUSED,
        review=ReviewPolicy.ALWAYS,
        budget=Budget(steps=5, seconds=2.5, tokens=100),
        origin=Origin.USER,
    )
    plain = Agent(id="x", name="X")
    set_by_roster = {"origin", "created_at", "updated_at", "last_used_at", "expires_at"}
    same = {field for field in AGENT_FIELDS if getattr(agent, field) == getattr(plain, field)}
    # Everything else differs from the default, so a field that was not read would show.
    assert same - set_by_roster == {"role", "kind", "languages", "context_window"}
    assert isinstance(agent.temperature, float)


def test_a_directory_is_read_in_the_order_of_its_file_names(tmp_path: Path) -> None:
    for file in ("b.toml", "a.toml", "C.toml"):
        (tmp_path / file).write_text(f'id = "{file[0].lower()}1"\nname = "{file}"\n', encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not an agent", encoding="utf-8")
    agents = load(tmp_path)
    assert [agent.name for agent in agents] == ["C.toml", "a.toml", "b.toml"]
    assert {agent.origin for agent in agents} == {Origin.BUILTIN}


def test_a_file_saved_with_a_byte_order_mark_and_carriage_returns_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbf" + 'id = "a"\r\nname = "Ñ"\r\n'.encode())
    assert load(tmp_path)[0].name == "Ñ"


def test_every_bad_file_of_a_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(SMALLEST, encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes('id = "a"\nname = "Ñ"\n'.encode("latin-1"))
    (tmp_path / "typo.toml").write_text(SMALLEST + "max_token = 5", encoding="utf-8")
    (tmp_path / "untitled.toml").write_text('id = "b"', encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["latin.toml", "typo.toml", "untitled.toml"]
    assert "is not UTF-8" in lines[0]
    assert "max_token" in lines[1]
    assert "name: is missing" in lines[2]


def test_two_files_with_one_id_are_refused_and_both_are_named(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(SMALLEST, encoding="utf-8")
    (tmp_path / "second.toml").write_text(SMALLEST, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"second\.toml: id: “gardener” is already taken by first\.toml") as caught:
        load(tmp_path)
    assert caught.value.field == "id"


@pytest.mark.parametrize("missing", ["nowhere", "empty"])
def test_a_directory_without_agent_files_is_an_error_and_not_an_empty_roster(tmp_path: Path, missing: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match=missing) as caught:
        load(tmp_path / missing)
    assert caught.value.field == "directory"
