"""The agents that ship: complete, harmless in routing, and with the tools they are meant to have."""

import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
import re2

import bailiwick
import bailiwick_router
import bailiwick_skills
from bailiwick import Agent, Role, Roster, Router, lint
from bailiwick.agents.builtin import load
from bailiwick.agents.helpers import helpers_of
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick_router.core.agents import SUPERVISOR_ID, Origin
from bailiwick_router.core.language import detect_language

SHIPPED = {agent.id: agent for agent in load()}
ROUTABLE = [agent for agent in SHIPPED.values() if agent.routable]
TOOLS = (
    "getCurrentDateTime",
    "compareTimes",
    "findDate",
    "countDays",
    "countTime",
    "findTime",
    "calculator",
    "convertCurrency",
    "weatherInfo",
    "cryptoPrices",
    "randomFact",
    "webSearch",
    "fetch",
    "search_npm_packages",
    "createDocument",
    "complete_task",
    "addNote",
    "appendNote",
    "listNotes",
    "readNote",
    "deleteNote",
    "restoreNote",
    "searchNotes",
    "removeFromNote",
    "tickNote",
    "changeNote",
    "renameNote",
    "mergeNotes",
    "clearNote",
    "undoNoteChange",
    "create_entities",
    "create_relations",
    "add_observations",
    "delete_entities",
    "delete_observations",
    "delete_relations",
    "read_graph",
    "search_nodes",
    "open_nodes",
    "shopifyGetProducts",
    "shopifyGetOrders",
    "shopifyGetAnalytics",
    "shopifyGetCustomers",
    "shopifySearchProducts",
    "shopifyUpdateProductPrice",
    "shopifyChangeAllPrices",
    "shopifyUpdateStock",
    "shopifySegmentCustomers",
    "shopifyForecastSales",
    "run_js",
    "run_js_ephemeral",
    "sandbox_initialize",
    "sandbox_exec",
    "sandbox_stop",
    "get_dependency_types",
    "bash",
    "skiConditions",
    "mailboxStatus",
    "searchDocuments",
    "readDocument",
    "downloadDocument",
    "listDocuments",
    "listWorkspaceFiles",
    "readWorkspaceFile",
    "grant_package",
    "createTask",
    "listTasks",
    "changeTask",
    "deleteTask",
    "restoreTask",
    "gmail__search_emails",
    "gmail__read_email",
    "gmail__send_email",
    "gmail__delete_email",
    "gmail__modify_email",
    "gmail__gmail_search_messages",
    "gmail__get_or_create_label",
    "search_emails",
    "call_research_agent",
)
MEMORY = {"create_entities", "create_relations", "add_observations", "read_graph", "search_nodes"}
DOCUMENTS = {"searchDocuments", "readDocument"}
FILES = {"listWorkspaceFiles", "readWorkspaceFile"}
DAYS_AND_MONEY = {"compareTimes", "findDate", "countDays", "countTime", "findTime", "convertCurrency"}
MAY_USE = {
    "cleo-supervisor": {
        "getCurrentDateTime",
        "weatherInfo",
        "randomFact",
        "listDocuments",
        "downloadDocument",
        "listTasks",
    }
    | DOCUMENTS
    | FILES,
    "toby-technical": {"webSearch", "fetch", "calculator", "getCurrentDateTime", "cryptoPrices", "complete_task"}
    | DAYS_AND_MONEY
    | {"listDocuments", "downloadDocument"}
    | FILES
    | DOCUMENTS,
    "ami-creative": {"webSearch", "randomFact", "createDocument", "getCurrentDateTime", "complete_task"}
    | {"listDocuments", "downloadDocument"}
    | DOCUMENTS,
    "peter-logical": {
        "calculator",
        "webSearch",
        "getCurrentDateTime",
        "cryptoPrices",
        "createDocument",
        "complete_task",
    }
    | DAYS_AND_MONEY
    | DOCUMENTS,
    "emma-ecommerce": {tool for tool in TOOLS if tool.startswith("shopify")}
    | {"calculator", "getCurrentDateTime", "complete_task"}
    | DOCUMENTS,
    "main": set(TOOLS),
    "research": {"fetch", "webSearch", "search_npm_packages", "getCurrentDateTime", "open_nodes"} | MEMORY | DOCUMENTS,
    "code": {"run_js", "run_js_ephemeral", "sandbox_initialize", "sandbox_exec", "sandbox_stop", "get_dependency_types"}
    | {"grant_package"}
    | FILES
    | MEMORY,
    "gmail": {
        "gmail__search_emails",
        "gmail__read_email",
        "gmail__gmail_search_messages",
        "getCurrentDateTime",
        "mailboxStatus",
    },
    "ski": {"skiConditions", "weatherInfo", "getCurrentDateTime", "fetch"},
    "notes": {tool for tool in TOOLS if "Note" in tool} | {"getCurrentDateTime"},
}


def test_the_shipped_roster_is_the_promised_one() -> None:
    assert set(SHIPPED) == set(MAY_USE)
    assert [agent.id for agent in SHIPPED.values() if agent.role is Role.SUPERVISOR] == [SUPERVISOR_ID]
    assert {agent.id for agent in SHIPPED.values() if agent.role is Role.HELPER} == {"research", "code"}
    assert {agent.origin for agent in SHIPPED.values()} == {Origin.BUILTIN}
    assert {agent.model for agent in SHIPPED.values()} == {None}, "a model that may not be configured is named"


@pytest.mark.parametrize("agent", SHIPPED.values(), ids=SHIPPED)
def test_an_agent_has_the_tools_it_is_meant_to_have_and_no_other(agent: Agent) -> None:
    patterns = [re2.compile(pattern) for pattern in agent.tools]
    allowed = {tool for tool in TOOLS if any(pattern.fullmatch(tool) for pattern in patterns)}
    assert allowed == MAY_USE[agent.id]


def test_the_coordinator_and_its_helpers_have_the_promised_limits() -> None:
    limits = {
        agent: (SHIPPED[agent].max_iterations, SHIPPED[agent].context_window) for agent in ("main", "research", "code")
    }
    assert limits == {"main": (5, -1), "research": (4, 6), "code": (5, 8)}
    assert {agent.id for agent in helpers_of(SHIPPED["main"], SHIPPED.values())} == {"research", "code"}
    assert not any(agent.helpers for agent in SHIPPED.values() if agent.id != "main")


@pytest.mark.parametrize("agent", SHIPPED.values(), ids=SHIPPED)
def test_an_agent_tells_people_and_models_what_it_is(agent: Agent) -> None:
    assert agent.description
    assert agent.objective
    assert agent.icon != "robot", "the icon of agents without one"
    assert agent.color != "#6B7280", "the colour of agents without one"
    assert len(agent.instructions.split()) > 200
    assert "language" in agent.instructions, "it does not say which language to answer in"
    assert detect_language(agent.instructions) == "en"


@pytest.mark.parametrize("agent", SHIPPED.values(), ids=SHIPPED)
def test_an_agent_is_described_in_both_languages(agent: Agent) -> None:
    assert agent.languages == ("en", "es")
    accented = [tag for tag in agent.tags if not tag.isascii()]
    assert accented, "no tag looks Spanish"
    assert any(example[0] in "¿¡" or detect_language(example) == "es" for example in agent.examples)


@pytest.mark.parametrize("agent", ROUTABLE, ids=[agent.id for agent in ROUTABLE])
def test_a_routable_agent_has_ten_examples_in_each_language(agent: Agent) -> None:
    half = len(agent.examples) // 2
    english, spanish = agent.examples[:half], agent.examples[half:]
    assert len(english) >= 10
    assert len(spanish) >= 10
    assert sum(detect_language(example) == "en" for example in english) >= 0.9 * half
    assert sum(detect_language(example) == "es" for example in spanish) >= 0.75 * half
    assert len(set(agent.examples)) == len(agent.examples)
    assert agent.keywords
    assert agent.patterns
    assert agent.announcement.endswith(". "), "a voice says the announcement before the answer"


@pytest.mark.parametrize("agent", SHIPPED.values(), ids=SHIPPED)
def test_nothing_about_an_agent_surprises_the_linter(agent: Agent) -> None:
    assert [(warning.code, warning.value) for warning in lint(agent, Roster(SHIPPED.values()))] == []


def test_an_added_agent_wins_a_tie_against_the_shipped_ones() -> None:
    assert max(agent.priority for agent in ROUTABLE) < Agent(id="x", name="X").priority


@pytest.mark.parametrize("gone", [agent.id for agent in ROUTABLE])
def test_removing_a_file_removes_the_agent_and_nothing_else_misses_it(gone: str, tmp_path: Path) -> None:
    source = Path(bailiwick.__file__).parents[1]
    for file in (*source.glob("bailiwick/agents/builtin/*.toml"), *source.glob("bailiwick_skills/*/agents/*.toml")):
        if file.name != f"{gone}.toml":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    roster = Roster(load(tmp_path))
    assert gone not in roster
    assert len(roster) == len(SHIPPED) - 1
    router = Router(roster)
    for example in SHIPPED[gone].examples:
        assert router.decide(example).agent != gone


def test_the_agents_are_found_inside_a_zipped_package(tmp_path: Path) -> None:
    places = [Path(package.__file__).parent for package in (bailiwick, bailiwick_skills, bailiwick_router)]
    archive = tmp_path / "bailiwick.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for place in places:
            for file in place.rglob("*"):
                if file.suffix in (".py", ".toml"):
                    zipped.write(file, file.relative_to(place.parent))
        for name in ("METADATA", "entry_points.txt"):
            zipped.writestr(f"bailiwick_agents-0.dist-info/{name}", distribution(DISTRIBUTION).read_text(name) or "")
    # -S leaves out site-packages: the loader and the core need the standard library alone.
    script = (
        "import sys, types; sys.path.insert(0, sys.argv[1]); package = types.ModuleType('bailiwick');"
        "package.__path__ = [sys.argv[1] + '/bailiwick']; sys.modules['bailiwick'] = package;"
        "from bailiwick.agents.builtin import load; print(*[agent.id for agent in load()])"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, str(archive)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.stderr == ""
    assert run.stdout.split() == list(SHIPPED)
