"""The router as a node of a real LangGraph graph."""

import subprocess
import sys
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

from bailiwick import Agent, Role, Roster, Router, shipped_agents
from bailiwick.integrations.langgraph import NOBODY, Routed, RouterNode


class State(MessagesState, Routed):
    """Messages, with what the router keeps."""


def agent(agent_id: str, *tags: str) -> Agent:
    return Agent(id=agent_id, name=agent_id.title(), role=Role.SPECIALIST, tags=tags)


def router() -> Router:
    return Router(Roster([agent("cook", "recipe", "oven"), agent("garage", "car", "tyre")]))


def answering(name: str):
    def answer(state: Any) -> dict[str, Any]:
        return {"messages": [AIMessage(f"{name}: {state['messages'][-1].content}")]}

    return answer


def graph_of(node: RouterNode, state: Any = State, **settings: Any) -> Any:
    graph = StateGraph(state)
    graph.add_node("router", node, destinations=node.destinations)
    for name in node.destinations:
        if name != END:
            graph.add_node(name, answering(name))
    graph.add_edge(START, "router")
    return graph.compile(**settings)


def said(result: dict[str, Any]) -> list[str]:
    return [message.content for message in result["messages"]]


def test_a_message_goes_to_the_node_of_its_agent_and_the_state_says_why():
    app = graph_of(RouterNode(router()))
    result = app.invoke({"messages": [("user", "My car has a flat tyre")]})
    assert said(result)[1:] == ["garage: My car has a flat tyre"]
    assert result["decision"]["agent"] == result["last_agent"] == "garage"
    assert result["decision"]["stage"] == "tags"
    assert {each["text"] for each in result["decision"]["candidates"][0]["evidence"]} == {"car", "tyre"}


def test_a_thread_is_followed_up_by_the_agent_that_answered_last():
    app = graph_of(RouterNode(router()), checkpointer=InMemorySaver())
    thread = {"configurable": {"thread_id": "1"}}
    app.invoke({"messages": [("user", "A recipe, please")]}, thread)
    result = app.invoke({"messages": [("user", "And without eggs?")]}, thread)
    assert said(result)[-1] == "cook: And without eggs?"
    assert result["decision"]["stage"] == "follow_up"
    alone = app.invoke({"messages": [("user", "And without eggs?")]}, {"configurable": {"thread_id": "2"}})
    assert alone["decision"]["agent"] is None
    assert alone.get("last_agent") is None


def test_what_nobody_gets_ends_the_graph_or_goes_to_the_node_that_is_named():
    assert NOBODY == END
    assert said(graph_of(RouterNode(router())).invoke({"messages": [("user", "hello")]})) == ["hello"]
    lobby = RouterNode(router(), {"cook": "kitchen"}, nobody="lobby")
    assert lobby.destinations == ("kitchen", "lobby")
    app = graph_of(lobby)
    assert said(app.invoke({"messages": [("user", "oven")]}))[-1] == "kitchen: oven"
    assert said(app.invoke({"messages": [("user", "tyre")]}))[-1] == "lobby: tyre"
    assert said(app.invoke({"messages": [("user", "hello")]}))[-1] == "lobby: hello"


def test_it_chooses_a_conditional_edge_in_a_state_of_messages_alone():
    node = RouterNode(router(), nobody="lobby")
    graph = StateGraph(MessagesState)
    for name in node.destinations:
        graph.add_node(name, answering(name))
    graph.add_conditional_edges(START, node.next_node, list(node.destinations))
    app = graph.compile()
    assert said(app.invoke({"messages": [("user", "oven")]}))[-1] == "cook: oven"
    assert said(app.invoke({"messages": [("user", "hello")]}))[-1] == "lobby: hello"


def test_two_requests_go_to_two_nodes_at_once_each_with_its_part():
    node = RouterNode(Router(Roster(shipped_agents())))
    result = graph_of(node).invoke({"messages": [("user", "What is bitcoin worth and write me a haiku about the sea")]})
    assert sorted(said(result)[1:]) == [
        "ami-creative: write me a haiku about the sea",
        "peter-logical: What is bitcoin worth",
    ]
    assert [part["agent"] for part in result["decision"]["parts"]] == ["peter-logical", "ami-creative"]


def test_a_request_that_needs_the_answer_before_it_stays_whole():
    node = RouterNode(Router(Roster(shipped_agents())))
    message = "What is bitcoin worth and write me a haiku about it"
    result = graph_of(node).invoke({"messages": [("user", message)]})
    assert said(result)[1:] == [f"peter-logical: {message}"]
    assert [part["leans"] for part in result["decision"]["parts"]] == [False, True]


@pytest.mark.parametrize(
    "messages",
    [
        [HumanMessage("the oven"), AIMessage("a car?")],
        [HumanMessage([{"type": "text", "text": "the"}, {"type": "image", "url": "x"}, "oven"])],
        [{"role": "user", "content": "the oven"}, {"role": "assistant", "content": "a car?"}],
        [("human", "the oven"), ("ai", "a car?")],
        ["my car", "the oven"],
    ],
    ids=["objects", "blocks", "dictionaries", "pairs", "texts"],
)
def test_the_persons_last_message_counts_in_whatever_form_it_is(messages: list[Any]):
    node = RouterNode(router())
    assert node.decide({"messages": messages}).agent == "cook"


def test_a_state_without_a_message_of_a_person_reaches_nobody():
    node = RouterNode(router(), nobody="lobby", messages="chat")
    for state in ({}, {"chat": []}, {"chat": [AIMessage("oven")]}):
        assert node.next_node(state) == "lobby"


def test_the_router_answers_many_threads_at_once():
    app = graph_of(RouterNode(router()))
    asked = [{"messages": [("user", "oven" if n % 2 else "tyre")]} for n in range(40)]
    found = [each["last_agent"] for each in app.batch(asked)]
    assert found == ["cook" if n % 2 else "garage" for n in range(40)]


def test_without_langgraph_it_says_what_to_install():
    script = """
import sys
sys.modules["langgraph"] = None
from bailiwick import Roster, Router, shipped_agents
from bailiwick.integrations.langgraph import LangGraphMissing, RouterNode
node = RouterNode(Router(Roster(shipped_agents())))
print(node.next_node({"messages": ["Solve 2x + 6 = 10"]}))
try:
    node({"messages": ["Solve 2x + 6 = 10"]})
except LangGraphMissing as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "peter-logical\nThis needs LangGraph: install bailiwick-agents[langgraph].\n"
