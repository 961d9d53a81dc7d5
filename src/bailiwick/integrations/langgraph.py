"""The router as a node of a LangGraph graph: it reads the last message and says which node is next.

LangGraph is an extra: `pip install bailiwick-agents[langgraph]`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from threading import Lock
from typing import TYPE_CHECKING, Any

# LangGraph takes it from there, and classes of both kinds cannot be joined.
from typing_extensions import TypedDict

from bailiwick.kernel.errors import BailiwickError
from bailiwick_router.core.decisions import Decision, RoutingContext
from bailiwick_router.pipeline import Router

if TYPE_CHECKING:
    from langgraph.types import Command

NOBODY = "__end__"
"""Where messages go that no agent gets, unless another node is named: the end of the graph (LangGraph's `END`)."""


class LangGraphMissing(BailiwickError):
    """LangGraph is not installed."""

    code = "langgraph-missing"


class Routed(TypedDict, total=False):
    """What a state needs beside its messages, to be inherited: `class State(MessagesState, Routed)`."""

    decision: dict[str, Any]
    """The latest decision with its full trace, as plain data that every checkpointer keeps."""
    last_agent: str | None
    """The agent that answered last, so that follow-ups stay with it."""


class RouterNode:
    """Chooses by the last message of the person which node is next. Safe to be used by several threads.

    As a node: `graph.add_node("router", node, destinations=node.destinations)`. It puts `decision` and `last_agent`
    into the state, where the state has these keys, and goes to the node of the agent.
    A message with several requests goes to several nodes at once, each with its own part, unless a part needs the
    answers of those before it: then the first agent has the whole.
    As an edge: `graph.add_conditional_edges(START, node.next_node, node.destinations)`. It only says where to go.
    """

    def __init__(
        self,
        router: Router,
        nodes: Mapping[str, str] | None = None,
        *,
        nobody: str = NOBODY,
        messages: str = "messages",
    ) -> None:
        """`nodes` says which node an agent is, by the agent's id; without it, nodes are called like their agents.

        `nobody` is the node for messages that no agent gets, and for agents without a node. `messages` is the key
        of the state that has the messages.
        """
        self._router = router
        self._nodes = None if nodes is None else dict(nodes)
        self._nobody = nobody
        self._messages = messages
        self._lock = Lock()

    @property
    def destinations(self) -> tuple[str, ...]:
        """Every node it may go to, for a graph that is drawn or checked."""
        named = self._nodes.values() if self._nodes is not None else self._routable()
        return tuple(dict.fromkeys([*named, self._nobody]))

    def _routable(self) -> list[str]:
        with self._lock:
            return [agent.id for agent in self._router.roster if agent.role.routable]

    def __call__(self, state: Any) -> "Command[Any]":
        """Decide, write the decision down, and go on. Raises `LangGraphMissing`."""
        try:
            from langgraph.types import Command  # an extra, loaded when it is used
        except ImportError:
            raise LangGraphMissing("This needs LangGraph: install bailiwick-agents[langgraph].") from None
        decision = self.decide(state)
        with self._lock:
            # The trace is made as it is read, from the roster.
            update: dict[str, Any] = {"decision": plain(decision)}
        if decision.agent is not None:
            update["last_agent"] = decision.agent
        goto = self._goto(decision, state)
        return Command(update=update, goto=goto)

    def next_node(self, state: Any) -> str | list[Any]:
        """Return the node that is next, or what to send (`Send`) to several at once."""
        return self._goto(self.decide(state), state)

    def decide(self, state: Any) -> Decision:
        """Return the decision on the last message of the person in the state."""
        context = RoutingContext(last_agent=_of(state, "last_agent") or None)
        with self._lock:
            return self._router.decide(_text(_asked(self._said(state))), context)

    def _said(self, state: Any) -> list[Any]:
        return list(_of(state, self._messages) or ())

    def _goto(self, decision: Decision, state: Any) -> str | list[Any]:
        if decision.parts and not any(part.leans for part in decision.parts):
            from langgraph.types import Send  # an extra, loaded when it is used

            said = self._said(state)
            asked = _asked(said)
            before = [each for each in said if each is not asked]
            return [
                Send(self._node(part.agent), {**_entries(state), self._messages: [*before, _saying(asked, part.text)]})
                for part in decision.parts
            ]
        return self._node(decision.agent)

    def _node(self, agent: str | None) -> str:
        if agent is None:
            return self._nobody
        return agent if self._nodes is None else self._nodes.get(agent, self._nobody)


def plain(value: Any) -> Any:
    """Return records as dictionaries with their fields' names, and enums as their values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


def _of(state: Any, key: str) -> Any:
    return state.get(key) if isinstance(state, Mapping) else getattr(state, key, None)


def _entries(state: Any) -> dict[str, Any]:
    return dict(state) if isinstance(state, Mapping) else dict(vars(state))


def _asked(messages: Sequence[Any]) -> Any:
    """Return the last message of the person; an empty text when there is none."""
    return next((each for each in reversed(messages) if _is_persons(each)), "")


def _is_persons(message: Any) -> bool:
    """Whether a message is a person's: an object of LangChain, a dictionary with a role, a pair, or a text."""
    if isinstance(message, str):
        return True
    if isinstance(message, tuple):
        return bool(message) and message[0] in ("user", "human")
    if isinstance(message, Mapping):
        return message.get("role", message.get("type")) in ("user", "human")
    return getattr(message, "type", None) == "human"


def _text(message: Any) -> str:
    """Return what a message says; of one in several blocks, its texts."""
    if isinstance(message, str):
        return message
    if isinstance(message, tuple):
        return _text(message[-1])
    content = message.get("content") if isinstance(message, Mapping) else message.content
    if isinstance(content, str):
        return content
    blocks: Sequence[Any] = content or ()
    texts = [block if isinstance(block, str) else block.get("text", "") for block in blocks]
    return "\n".join(text for text in texts if text)


def _saying(message: Any, text: str) -> Any:
    """Return a message of the same kind that says something else; it has no id, so that it replaces nothing."""
    if isinstance(message, str):
        return text
    if isinstance(message, tuple):
        return (message[0], text)
    if isinstance(message, Mapping):
        return {**message, "content": text, "id": None}
    return message.model_copy(update={"content": text, "id": None})
