"""Files of messages and of agents: read back as written, and what is wrong is said with its line."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bailiwick_router import Agent, InvalidInput, ReplayQuery, Role, read_queries, read_roster
from bailiwick_router.replay_files import LineProblem, QueryLine, query_lines, write_csv, write_jsonl

ODD = ["half \ud800", "=1+1", "+1", "-1", "@SUM(A1)", "'=x", "''@y", "\tz", "'quoted'", "＝1"]
texts = st.one_of(st.text(min_size=1), st.sampled_from(ODD)).filter(str.strip)
names = st.none() | st.sampled_from(["cook", "0_chef-2"])


@st.composite
def query_line(draw, always_labelled: bool = False):
    label = always_labelled or draw(st.booleans())
    query = ReplayQuery(text=draw(texts), labelled=label, agent=draw(names) if label else None, last_agent=draw(names))
    return QueryLine(line=1, query=query, note=draw(st.sampled_from(["", "why, \n so", "=1"])))


def plain(found) -> list[tuple[ReplayQuery, str]]:
    return [(each.query, each.note) for each in found]


@given(st.lists(query_line(), max_size=4))
def test_lines_of_json_are_read_back_as_they_were(lines):
    assert plain(query_lines("".join(write_jsonl(lines)))) == plain(lines)


@given(st.lists(query_line(always_labelled=True), max_size=4))
def test_csv_is_read_back_as_it_was(lines):
    assert plain(query_lines("".join(write_csv(lines)), "csv")) == plain(lines)


@pytest.mark.parametrize("text", ODD)
def test_no_cell_that_is_written_is_a_formula(text):
    line = QueryLine(line=1, query=ReplayQuery(text=text, labelled=True))
    cell = list(write_csv([line]))[1]
    assert cell.lstrip('"')[0] not in "=+-@\t＝"


def test_null_means_nobody_and_a_missing_agent_means_not_labelled():
    found = read_queries(
        '{"text": "a", "agent": null}\n{"text": "b"}\r\n\n{"text": "c", "agent": "x", "lastAgent": "y", "domain": 1}\n'
    )
    assert [(each.labelled, each.agent, each.last_agent) for each in found] == [
        (True, None, None),
        (False, None, None),
        (True, "x", "y"),
    ]


def test_an_empty_cell_means_nobody_and_a_missing_column_means_not_labelled():
    (found,) = read_queries("text,agent\nhello,\n")
    assert (found.labelled, found.agent) == (True, None)
    (found,) = read_queries("\ufeffText,lastAgent\n\nhello,cook\n")
    assert (found.labelled, found.last_agent) == (False, "cook")


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ('{"text": "a"}\n\n{"text": "b"', 3, "no JSON"),
        ('{"text": "a"}\n["b"]', 2, "no JSON object"),
        ('{"text": "a"}\n{"text": " "}', 2, "`text`"),
        ('{"query": "a"}', 1, "`text`"),
        ('{"text": 7}', 1, "`text`"),
        (json.dumps({"text": "a" * 100_001}), 1, "longer"),
        ('{"text": "a", "agent": 7}', 1, "`agent`"),
        ('{"text": "a", "agent": ""}', 1, "`agent`"),
        ('{"text": "a", "last_agent": true}', 1, "`last_agent`"),
        ('{"text": "a", "note": 1}', 1, "`note`"),
        ('{"text": ' + "[" * 100_000, 1, "no JSON"),
        ('{"text": ' + "9" * 10_000 + "}", 1, "no JSON"),
        ("message,agent\nhello,\n", 1, "neither JSON nor"),
        ('text,agent\n"two\nlines",\n,cook\n', 4, "`text`"),
        ("text,agent\nhello,cook,more\n", 2, "3 cells"),
        ('text,agent\n"hello" there,\n', 2, "no CSV"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(content, line, said):
    (problem,) = [each for each in query_lines(content) if isinstance(each, LineProblem)]
    assert (problem.line, said in problem.message) == (line, True), problem
    with pytest.raises(InvalidInput, match=rf"^Line {line}: "):
        read_queries(content)


def test_an_agent_that_is_not_on_the_roster_is_an_error_with_its_line():
    lines = '{"text": "a", "agent": "cook"}\n{"text": "b", "agent": "gone"}\n'
    assert len(read_queries(lines)) == 2
    with pytest.raises(InvalidInput, match="Line 2: there is no agent 'gone'"):
        read_queries(lines, {"cook"})


@pytest.mark.parametrize("content", ["", "\n \n", "text,agent\n"])
def test_a_file_without_messages_is_an_error(content):
    with pytest.raises(InvalidInput, match="no message"):
        read_queries(content)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "agent", "lastAgent", "id", "name", "agents", "tags", "x"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(values, st.text())
def test_whatever_is_in_a_file_is_taken_or_refused_in_a_sentence(value, text):
    for content in (json.dumps(value), text, f"text,agent\n{text}"):
        for read in (read_queries, read_roster):
            with contextlib.suppress(InvalidInput):
                read(content)


COOK = Agent(id="cook", name="Cook", role=Role.SPECIALIST, tags=["recipe"], examples=["Bake bread"], max_tokens=7)


@pytest.mark.parametrize("wrapped", [True, False])
def test_agents_are_read_as_they_are_exported(wrapped):
    exported = TypeAdapter(Agent).dump_python
    agents = [exported(each, mode="json") for each in (COOK, COOK.evolve(id="chef", priority=3))]
    found = read_roster(json.dumps({"agents": agents} if wrapped else agents))
    assert list(found.agents) == [COOK, COOK.evolve(id="chef", priority=3)]
    assert found.ignored == ()


def test_an_agent_needs_only_its_id_and_what_is_no_field_is_named():
    found = read_roster('[{"id": "cook", "max_tokens": 9, "exmaples": ["x"]}, {"id": "chef", "exmaples": []}]')
    assert [(each.id, each.name, each.max_tokens) for each in found.agents] == [
        ("cook", "cook", 9),
        ("chef", "chef", 4000),
    ]
    assert found.ignored == ("exmaples",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"agents": [\n{"id": "a"', "no JSON: .* in line 2"),
        ('{"agents": {}}', "a list of agents"),
        ('"cook"', "a list of agents"),
        ("[" * 100_000, "too deep"),
        ('[{"id": "a"}, {"name": "b"}]', "Agent 2 .* no object with an `id`"),
        ('[{"id": "a"}, {"id": "a"}]', "Agent 2 .* as one before"),
        ('[{"id": "a", "examples": "bake"}]', "Agent 1 .*“a”.*, examples: "),
        ('[{"id": "a", "tags": ["x", 7]}]', r"Agent 1 .*tags.1: "),
        ('[{"id": "a", "status": "asleep"}]', "Agent 1 .*status: "),
        ('[{"id": "A b"}]', "Agent id 'A b' must be"),
        ('[{"id": "a", "patterns": ["(?=x)"]}]', "lookaround"),
    ],
)
def test_a_roster_that_cannot_be_taken_says_which_agent_and_why(content, said):
    with pytest.raises(InvalidInput, match=said):
        read_roster(content)
