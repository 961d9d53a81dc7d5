"""The tools by which a resident reaches others: it writes to one or to a group, and creates residents below it.

They are described here once; it is a `Desk` that carries them out.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Protocol

from pydantic import Field

from bailiwick.core.swarm import LONGEST_GUIDANCE, LONGEST_MAIL
from bailiwick.core.tools import Tool, ToolContext, ToolSpec
from bailiwick.runtime.swarm.creating import LONGEST_NAME, LONGEST_ROLE, MOST_PATTERNS
from bailiwick.runtime.swarm.requests import CreateRecogniser, GroupRecogniser, Passing, SendRecogniser
from bailiwick.tools.toolbox import tool

ORIGIN = "swarm"
Content = Annotated[str, Field(min_length=1, max_length=LONGEST_MAIL, description="What to say, complete in itself.")]
Expects = Annotated[
    bool | None,
    Field(description="Whether you need an answer; without it, whether the content holds a question mark."),
]


class Desk(Protocol):
    """From where a resident's mail and creations go out."""

    async def send(self, context: ToolContext, to: str, content: str, expects_reply: bool | None) -> dict[str, Any]:
        """Write to one member. Raises `CallFailed`, `NotFound`, `InvalidInput`."""
        ...

    async def send_to_group(
        self, context: ToolContext, group: str, content: str, expects_reply: bool | None
    ) -> dict[str, Any]:
        """Write to a group. Raises `CallFailed`, `NotFound`, `InvalidInput`."""
        ...

    async def create(
        self, context: ToolContext, role: str, guidance: str, name: str, tools: Sequence[str] | None
    ) -> dict[str, Any]:
        """Create a resident below this one. Raises `CallFailed`, `Conflict`, `InvalidInput`."""
        ...


@tool(origin=ORIGIN, idempotent=True)
async def send(
    context: ToolContext,
    to: Annotated[str, Field(min_length=1, max_length=200, description="A resident's name, or `person`.")],
    content: Content,
    expects_reply: Expects = None,
) -> dict[str, Any]:
    """Write mail to one member of the swarm: another resident, or the person whose swarm it is.

    It wakes the reader, who answers by mail in a later turn of yours: do not wait for it in this one. Returns the
    number of the mail.
    """
    raise NotImplementedError


@tool(origin=ORIGIN, idempotent=True)
async def send_group_message(
    context: ToolContext,
    group: Annotated[str, Field(min_length=1, max_length=200, description="The name of a group that you are in.")],
    content: Content,
    expects_reply: Expects = None,
) -> dict[str, Any]:
    """Write mail to everyone in a group that you are in.

    It wakes all of them; with @name in the content only those who are named, and the others read it along later.
    Returns the number of the mail and whom it wakes.
    """
    raise NotImplementedError


@tool(origin=ORIGIN, idempotent=True, instructs=True)
async def create(
    context: ToolContext,
    role: Annotated[str, Field(min_length=1, max_length=LONGEST_ROLE, description="A few words, e.g. researcher.")],
    guidance: Annotated[
        str, Field(max_length=LONGEST_GUIDANCE, description="What it is to do and how, as you would tell a person.")
    ],
    name: Annotated[
        str, Field(max_length=LONGEST_NAME, description="What the others call it; one is made up without.")
    ] = "",
    tools: Annotated[
        list[Annotated[str, Field(max_length=500)]] | None,
        Field(
            max_length=MOST_PATTERNS,
            description="Patterns over names of tools that it may use; yours without. Never more than yours.",
        ),
    ] = None,
) -> dict[str, Any]:
    """Create another resident below you, which lives on and has a mailbox of its own.

    It knows its role, its guidance, the goal of the swarm and who is there, but nothing that was said. It sleeps
    until somebody writes to it. Create one only where work can be given away for good. Returns its name.
    """
    raise NotImplementedError


def swarm_tools(
    desk: Desk, *, names: Sequence[str] = (), groups: Sequence[str] = (), passing: Passing | None = None,
    creates: bool = True,
) -> list[Tool]:  # fmt: skip
    """Return a resident's own tools, carried out at its desk; `names` and `groups` are those it can write to."""
    creating = [create.done_by(desk.create, CreateRecogniser())] if creates else []
    return [
        *creating,
        send.done_by(desk.send, SendRecogniser(names, passing)),
        send_group_message.done_by(desk.send_to_group, GroupRecogniser(groups)),
    ]


def swarm_specs() -> list[ToolSpec]:
    """Return what is told about the tools that every resident has."""
    return [create.spec, send.spec, send_group_message.spec]
