"""The tools by which a resident reaches others: it writes to one or to a group, opens groups, and creates residents.

They are described here once; the actions of each turn carry them out.
"""

from typing import Annotated, Any

from pydantic import Field

from bailiwick.features.swarm.creating import LONGEST_NAME, LONGEST_ROLE, MOST_PATTERNS
from bailiwick.features.swarm.names import LONGEST_NAME as LONGEST_GROUP
from bailiwick.features.swarm.records import LONGEST_GUIDANCE, LONGEST_MAIL
from bailiwick.features.swarm.requests import (
    CreateGroupRecogniser,
    CreateRecogniser,
    GroupRecogniser,
    InviteRecogniser,
    Passing,
    SendRecogniser,
)
from bailiwick.features.swarm.resident_tools import TurnActions
from bailiwick.people.records import PERSON
from bailiwick.tools.records import Tool, ToolContext, ToolSpec
from bailiwick.tools.toolbox import tool

ORIGIN = "swarm"
MOST_INVITED = 50
"""Members that one call names."""
Content = Annotated[str, Field(min_length=1, max_length=LONGEST_MAIL, description="What to say, complete in itself.")]
Expects = Annotated[
    bool | None,
    Field(description="Whether you need an answer. Without it one is expected of a resident whom you do not answer."),
]
Members = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=200)]],
    Field(min_length=1, max_length=MOST_INVITED, description="Names of residents, or `person`."),
]
ExpectsOfGroup = Annotated[bool, Field(description="Whether you need an answer; say so whenever you ask something.")]


@tool(origin=ORIGIN, owned=True, later=True, idempotent=True)
async def send(
    actions: TurnActions,
    context: ToolContext,
    to: Annotated[str, Field(min_length=1, max_length=200, description="A resident's name, or `person`.")],
    content: Content,
    expects_reply: Expects = None,
) -> dict[str, Any]:
    """Write mail to one member of the swarm: another resident, or the person whose swarm it is.

    It wakes the reader, who answers by mail in a later turn of yours: do not wait for it in this one. Returns the
    number of the mail.
    """
    return await actions.send(context, to, content, expects_reply)


@tool(origin=ORIGIN, owned=True, later=True, idempotent=True)
async def send_group_message(
    actions: TurnActions,
    context: ToolContext,
    group: Annotated[str, Field(min_length=1, max_length=200, description="The name of a group that you are in.")],
    content: Content,
    expects_reply: ExpectsOfGroup = False,
) -> dict[str, Any]:
    """Write mail to everyone in a group that you are in.

    It wakes all of them; with @name in the content only those who are named, and the others read it along later.
    Returns the number of the mail and whom it wakes.
    """
    return await actions.send_to_group(context, group, content, expects_reply)


@tool(origin=ORIGIN, owned=True, later=True, idempotent=True, instructs=True)
async def create_group(
    actions: TurnActions,
    context: ToolContext,
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_GROUP, description="What the group is called.")],
    members: Members,
) -> dict[str, Any]:
    """Open a group that you and others are in; what is written there reaches all of them.

    A group of that name that you are in already is taken, and the members join it. Nobody is woken until somebody
    writes. Returns the name of the group and who is in it.
    """
    return await actions.create_group(context, name, members)


@tool(origin=ORIGIN, owned=True, later=True, idempotent=True)
async def invite(
    actions: TurnActions,
    context: ToolContext,
    group: Annotated[str, Field(min_length=1, max_length=200, description="The name of a group that you are in.")],
    members: Members,
) -> dict[str, Any]:
    """Add members to a group that you are in; they get its mail from now on, and can read what was written before.

    Returns the name of the group and who is in it.
    """
    return await actions.invite(context, group, members)


@tool(origin=ORIGIN, owned=True, later=True, idempotent=True, instructs=True)
async def create(
    actions: TurnActions,
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
    return await actions.create(context, role, guidance, name, tools)


OWN = {each.name: each for each in (create, send, send_group_message, create_group, invite)}
"""What every resident has, by name, as it is described to anybody."""


def swarm_tools(actions: TurnActions) -> list[Tool]:
    """Return a resident's own tools, carried out by the actions of its turn; `create` only while its depth allows."""
    start = actions.start
    depth, passed_question, passing = start.claim.swarm.limits.depth, start.passed_question, None
    if passed_question is not None:
        to = PERSON if passed_question.asker == PERSON else start.name(passed_question.asker)
        passing = Passing(to, passed_question.answer.content)
    names, groups = [one.name for one in start.others()], [room.name for room in start.groups]
    return [
        *([create.bound_to(actions, CreateRecogniser())] if depth is None or start.me.depth < depth else []),
        send.bound_to(actions, SendRecogniser(names, passing)),
        send_group_message.bound_to(actions, GroupRecogniser(groups)),
        create_group.bound_to(actions, CreateGroupRecogniser(names)),
        invite.bound_to(actions, InviteRecogniser(names, groups)),
    ]


def swarm_specs() -> list[ToolSpec]:
    """Return what is told about the tools that every resident has."""
    return [each.spec for each in OWN.values()]
