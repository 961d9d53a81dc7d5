"""The nine memory tools answer as the MCP reference server for memory does, whatever is called in whatever order."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from bailiwick.kernel.database.urls import DatabaseUrls
from support.memory import Call, InProcess, in_process, ours, reference, speaking
from support.postgres import TestServer

# The pool of connections draws random numbers (for its pauses) in a thread of its own while strategies do.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
NAMES = [
    "Ana",
    "ana",
    "ANA",
    "Acme",
    "",
    " ",
    "İstanbul",
    "istanbul",
    "ΟΔΟΣ",
    "οδος",
    "ẞ",
    "ß",
    "straße",
    "日本語",
    "本",
    "😀",
    "é",
    "e\u0301",
    "a\nb",
    "\u2028",
    "'; drop table x; --",
    "%",
    "_",
    "\\",
    "\uffff",
    "\U00010d50",
    "ǅ",
]
texts = st.sampled_from(NAMES) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
names = st.sampled_from(NAMES[:4]) | st.sampled_from(NAMES[:4]) | texts
queries = st.sampled_from(["", "a", "AN", "ana", "ACME", "i", "σ", "ς", "ss", "ß", "本", "日本", "e", "\u0301"]) | texts
entities = st.fixed_dictionaries({"name": names, "entityType": texts, "observations": st.lists(texts, max_size=4)})
relations = st.fixed_dictionaries({"from": names, "to": names, "relationType": texts})
added = st.fixed_dictionaries({"entityName": names, "contents": st.lists(texts, max_size=4)})
deleted = st.fixed_dictionaries({"entityName": names, "observations": st.lists(texts, max_size=4)})


def call(name: str, **arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(name), st.fixed_dictionaries(arguments))


calls = st.one_of(
    call("create_entities", entities=st.lists(entities, max_size=4)),
    call("create_entities", entities=st.lists(entities, min_size=1, max_size=2)),
    call("create_relations", relations=st.lists(relations, max_size=4)),
    call("add_observations", observations=st.lists(added, max_size=3)),
    call("delete_entities", entityNames=st.lists(names, max_size=2)),
    call("delete_observations", deletions=st.lists(deleted, max_size=2)),
    call("delete_relations", relations=st.lists(relations, max_size=2)),
    call("add_observations", observations=st.lists(added, min_size=1, max_size=1)),
    call("search_nodes", query=queries),
    call("search_nodes", query=queries),
    call("open_nodes", names=st.lists(names, min_size=1, max_size=3)),
    call("read_graph"),
)
rich = st.fixed_dictionaries(
    {"name": names, "entityType": texts, "observations": st.lists(texts, min_size=1, max_size=4)}
)
opening = call("create_entities", entities=st.lists(rich, min_size=2, max_size=5))


def sequences(most: int) -> st.SearchStrategy[list[tuple[str, dict[str, Any]]]]:
    """Return calls of which the first leaves something to work with."""
    return st.builds(lambda first, rest: [first, *rest], opening, st.lists(calls, min_size=1, max_size=most))


patient = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture(scope="module")
def memory_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reference") / "memory.jsonl"


@pytest.fixture(scope="module")
def theirs(memory_file: Path) -> Iterator[Call]:
    with speaking(reference(memory_file)) as call:
        yield call


@pytest.fixture(scope="module")
def ours_in_process(database_urls: DatabaseUrls) -> Iterator[InProcess]:
    with in_process(database_urls.app) as tools:
        yield tools


@pytest.fixture(scope="module")
def in_small_blocks(database_urls: DatabaseUrls) -> Iterator[InProcess]:
    with in_process(database_urls.app, block=3) as tools:
        yield tools


def compare(theirs: Call, ours: Call, sequence: list[tuple[str, dict[str, Any]]]) -> None:
    for name, arguments in [*sequence, ("read_graph", {})]:
        expected, found = theirs(name, arguments), ours(name, arguments)
        assert found == expected, (name, arguments)
        found_some = not expected.error and any(expected.structured.values())
        event(f"{name}: {'refused' if expected.error else 'something' if found_some else 'nothing'}")


@settings(patient, max_examples=120)
@given(sequences(14))
def test_any_sequence_of_calls_gives_what_the_reference_server_gives(
    memory_file: Path,
    theirs: Call,
    ours_in_process: InProcess,
    new_user_id: Callable[..., str],
    sequence: list[tuple[str, dict[str, Any]]],
) -> None:
    memory_file.unlink(missing_ok=True)
    compare(theirs, ours_in_process.call_as(new_user_id()), sequence)


@settings(patient, max_examples=30)
@given(sequences(16))
def test_texts_found_through_postings_are_those_the_reference_server_finds(
    memory_file: Path,
    theirs: Call,
    in_small_blocks: InProcess,
    new_user_id: Callable[..., str],
    sequence: list[tuple[str, dict[str, Any]]],
) -> None:
    memory_file.unlink(missing_ok=True)
    call = in_small_blocks.call_as(new_user_id())
    compare(theirs, call, sequence)
    graph = theirs("read_graph", {}).structured
    for query in {
        text[at : at + 3]
        for each in graph["entities"]
        for text in (each["name"], *each["observations"])
        for at in range(len(text))
    }:
        assert call("search_nodes", {"query": query}) == theirs("search_nodes", {"query": query}), query


@pytest.fixture(scope="module")
def over_stdio(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Call]:
    name = "memory_over_stdio"
    urls = postgres.create(name, template=database_template)
    with speaking(ours(tmp_path_factory.mktemp("home"), urls.owner)) as call:
        yield call
    postgres.drop(name)


@settings(patient, max_examples=25)
@given(sequences(10))
def test_our_server_can_stand_in_for_the_reference_server(
    memory_file: Path, theirs: Call, over_stdio: Call, sequence: list[tuple[str, dict[str, Any]]]
) -> None:
    memory_file.unlink(missing_ok=True)
    graph = over_stdio("read_graph", {}).structured
    over_stdio("delete_entities", {"entityNames": [entity["name"] for entity in graph["entities"]]})
    over_stdio("delete_relations", {"relations": graph["relations"]})
    compare(theirs, over_stdio, sequence)
