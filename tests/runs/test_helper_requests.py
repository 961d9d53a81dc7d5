"""Which requests name a helper, and what is the task in them."""

import pytest

from bailiwick.agents.builtin import load
from bailiwick.agents.helpers import helpers_of
from bailiwick.runs.helper_requests import HelperRecogniser
from bailiwick.tools.records import Request
from bailiwick_router.core.agents import Agent, AgentStatus, Role
from bailiwick_router.core.language import detect_language

SHIPPED = {agent.id: agent for agent in load()}


def read(helper: str, text: str) -> str | None:
    """Return the task that the helper reads in a text."""
    found = HelperRecogniser(SHIPPED[helper]).read(Request(text=text, language=detect_language(text)))
    return None if found is None else found.arguments["task"]


@pytest.mark.parametrize(
    ("text", "helper", "task"),
    [
        ("use the research helper to search npm for express", "research", "search npm for express"),
        ("Please ask your research helper: who wrote Don Quixote?", "research", "who wrote Don Quixote?"),
        ("Let the code helper run\nconsole.log(1)", "code", "run\nconsole.log(1)"),
        ("use the code agent to run 1 + 1", "code", "run 1 + 1"),
        ("Usa el ayudante de investigación para buscar express en npm", "research", "buscar express en npm"),
        ("Pide al ayudante de código que ejecute esto", "code", "ejecute esto"),
    ],
)
def test_a_request_that_names_a_helper_holds_its_task(text, helper, task):
    assert read(helper, text) == task
    other = "code" if helper == "research" else "research"
    assert read(other, text) is None


@pytest.mark.parametrize(
    "text", ["search npm for express", "what is a helper?", "use the helper", "research helper", "usa el ayudante", ""]
)
def test_a_request_that_names_no_helper_is_for_none(text):
    assert read("research", text) is None
    assert read("code", text) is None


def test_a_star_stands_for_every_active_helper_and_nobody_else():
    roster = [
        Agent(id="lead", name="Lead", helpers=("*",)),
        Agent(id="one", name="One", role=Role.HELPER),
        Agent(id="off", name="Off", role=Role.HELPER, status=AgentStatus.PAUSED),
        Agent(id="peter", name="Peter"),
        Agent(id="boss", name="Boss", role=Role.SUPERVISOR),
    ]
    assert [agent.id for agent in helpers_of(roster[0], roster)] == ["one"]
    named = roster[0].evolve(helpers=("peter", "boss", "lead", "off", "nobody"))
    assert [agent.id for agent in helpers_of(named, roster)] == ["peter"]
    assert helpers_of(roster[1], roster) == []
