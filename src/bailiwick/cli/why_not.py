"""`bailiwick why-not`: why an agent does not get a message, and the smallest edit after which it would."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from bailiwick import RoutingContext
from bailiwick.cli.offline import AgentFiles, LastAgent, NoExamples, Profile, RosterFile, WithBuiltin, offline_router
from bailiwick.cli.output import Json, console, print_json
from bailiwick.core.edits import Edit, EditKind, WhyNot
from bailiwick.routing.why_not import why_not as asked_why


def why_not(
    message: Annotated[str, typer.Argument(help="The message; - reads it from standard input.")],
    agent: Annotated[str, typer.Argument(help="Id of the agent that should have it.")],
    roster: RosterFile = None,
    with_builtin: WithBuiltin = False,
    agents: AgentFiles = None,
    profile: Profile = "standard",
    last_agent: LastAgent = None,
    no_examples: NoExamples = False,
    json: Json = False,
) -> None:
    """Say why an agent does not get a message, and what to change so that it does. Needs neither server nor database.

    The change is the smallest there is, and was tried: the message was decided again with it.
    """
    text = sys.stdin.read() if message == "-" else message
    router = offline_router(
        roster, agents=agents or (), with_builtin=with_builtin, profile=profile, examples=not no_examples
    )
    found = asked_why(router, text, agent, RoutingContext(last_agent=last_agent))
    print_json(found) if json else show(found)


def show(found: WhyNot) -> None:
    """Print why an agent does not get a message."""
    out = console()
    out.print(found.reason, markup=False, soft_wrap=True)
    if not found.edits:
        return
    out.print(f"\n{found.agent} gets it after:" if found.proven else "\nIt may after:", style="bold", markup=False)
    _show_edits(found.edits)
    for other in found.alternatives:
        out.print("or:", style="dim")
        _show_edits(other)


def _show_edits(edits: Sequence[Edit]) -> None:
    for edit in edits:
        console().print(f"  {sentence(edit)}", markup=False, soft_wrap=True)


def sentence(edit: Edit) -> str:
    """Return an edit in words."""
    if edit.kind is EditKind.SET:
        return f"set {edit.field} of {edit.agent} to {edit.value}"
    what = f"“{edit.value}”"
    if edit.kind is EditKind.ADD:
        return f"add {what} to the {edit.field} of {edit.agent}"
    return f"remove {what} from the {edit.field} of {edit.agent}"
