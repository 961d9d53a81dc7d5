"""`bailiwick why-not`: why an agent does not get a message, and the smallest edit after which it would."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from bailiwick import RoutingContext
from bailiwick.features.routing.offline_routers import (
    AgentFiles,
    LastAgent,
    NoExamples,
    Profile,
    RosterFile,
    WithBuiltin,
    offline_router,
)
from bailiwick.kernel.terminal.output import Json, console, print_json, said
from bailiwick.kernel.terminal.texts import named, phrase
from bailiwick_router.core.edits import Edit, EditKind, WhyNot
from bailiwick_router.counterfactual import why_not as asked_why


def why_not(
    message: Annotated[str, typer.Argument()],
    agent: Annotated[str, typer.Argument()],
    roster: RosterFile = None,
    with_builtin: WithBuiltin = False,
    agents: AgentFiles = None,
    profile: Profile = "standard",
    last_agent: LastAgent = None,
    no_examples: NoExamples = False,
    json: Json = False,
) -> None:
    text = sys.stdin.read() if message == "-" else message
    router = offline_router(
        roster, agents=agents or (), with_builtin=with_builtin, profile=profile, examples=not no_examples
    )
    found = asked_why(router, text, agent, RoutingContext(last_agent=last_agent))
    print_json(found) if json else show(found)


def show(found: WhyNot) -> None:
    """Print why an agent does not get a message."""
    out = console()
    out.print(said(found.why, found.reason), markup=False, soft_wrap=True)
    if not found.edits:
        return
    out.print(
        phrase("why-not.gets-it-after", agent=found.agent) if found.proven else phrase("why-not.it-may-after"),
        style="bold",
        markup=False,
    )
    _show_edits(found.edits)
    for other in found.alternatives:
        out.print(phrase("why-not.or"), style="dim")
        _show_edits(other)


def _show_edits(edits: Sequence[Edit]) -> None:
    for edit in edits:
        console().print(f"  {sentence(edit)}", markup=False, soft_wrap=True)


def sentence(edit: Edit) -> str:
    """Return an edit in words."""
    if edit.kind is EditKind.SET:
        return phrase("why-not.set", field=named("AgentField", edit.field), agent=edit.agent, value=edit.value)
    what = f"“{edit.value}”"
    if edit.kind is EditKind.ADD:
        return phrase("why-not.add", value=what, field=named("AgentField", edit.field), agent=edit.agent)
    return phrase("why-not.remove", value=what, field=named("AgentField", edit.field), agent=edit.agent)
