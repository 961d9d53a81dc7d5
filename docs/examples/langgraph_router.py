"""The router as a node of a LangGraph graph: no model is asked where a message goes."""

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from bailiwick import Agent, Role, Roster, Router
from bailiwick.integrations.langgraph import Routed, RouterNode


class State(MessagesState, Routed):
    """Messages, and what the router keeps: the decision and the agent that answered last."""


def kitchen(state: State):
    return {"messages": [("ai", "Kitchen: let it rest for an hour.")]}


def garage(state: State):
    return {"messages": [("ai", "Garage: bring it in on Monday.")]}


def lobby(state: State):
    return {"messages": [("ai", f"Nobody's: {state['decision']['reason']}")]}


agents = [
    Agent(id="kitchen", name="Kitchen", role=Role.SPECIALIST, tags=["dough", "oven", "recipe"]),
    Agent(id="garage", name="Garage", role=Role.SPECIALIST, tags=["car", "tyre", "brakes"]),
]
router = RouterNode(Router(Roster(agents)), nobody="lobby")

graph = StateGraph(State)
graph.add_node("router", router, destinations=router.destinations)
graph.add_node("kitchen", kitchen)
graph.add_node("garage", garage)
graph.add_node("lobby", lobby)
graph.add_edge(START, "router")
app = graph.compile(checkpointer=InMemorySaver())

thread = {"configurable": {"thread_id": "1"}}
for message in ("My car has a flat tyre", "And tomorrow?", "How long does dough rest?", "Hello"):
    state = app.invoke({"messages": [("user", message)]}, thread)
    print(f"{message} → {state['messages'][-1].content} ({state['decision']['stage']})")
