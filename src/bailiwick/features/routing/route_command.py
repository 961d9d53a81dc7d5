"""`bailiwick route`: explain a routing decision, with no server and no database."""

import sys
from typing import Annotated

import typer

from bailiwick import RoutingContext
from bailiwick.agents.decision_lines import show
from bailiwick.features.routing.offline_routers import (
    AgentFiles,
    LastAgent,
    NoExamples,
    Profile,
    RosterFile,
    WithBuiltin,
    offline_router,
)
from bailiwick.kernel.terminal.output import Json, print_json


def route(
    text: Annotated[str, typer.Argument()],
    agent: Annotated[str | None, typer.Option()] = None,
    last_agent: LastAgent = None,
    roster: RosterFile = None,
    with_builtin: WithBuiltin = False,
    agents: AgentFiles = None,
    profile: Profile = "standard",
    no_examples: NoExamples = False,
    json: Json = False,
) -> None:
    message = sys.stdin.read() if text == "-" else text
    router = offline_router(
        roster, agents=agents or (), with_builtin=with_builtin, profile=profile, examples=not no_examples
    )
    decision = router.decide(message, RoutingContext(requested_agent=agent, last_agent=last_agent))
    print_json(decision) if json else show(decision)
