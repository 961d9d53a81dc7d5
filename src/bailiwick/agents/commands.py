"""`bailiwick agents …`: the roster."""

import json as json_module
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.agents.builtin import described, parse
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.health import Health
from bailiwick.kernel.terminal.files import read_text
from bailiwick.kernel.terminal.output import Home, Json, as_json, console, print_json, table
from bailiwick.kernel.terminal.texts import language, phrase, word
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick_router.core.agents import Agent, Origin

if TYPE_CHECKING:
    from bailiwick.agents.rosters import Registered
    from bailiwick.kernel.platform import Platform

app = typer.Typer(invoke_without_command=True)

STATUS_TEXTS = {"paused": "agents.is-paused", "active": "agents.is-active", "archived": "agents.is-archived"}
"""What is said of an agent that has another status."""
AgentArgument = Annotated[str, typer.Argument()]


@app.callback()
def agents(context: typer.Context, json: Json = False, home: Home = None) -> None:
    if context.invoked_subcommand is None:
        list_agents(json=json, home=home)


@app.command("list")
def list_agents(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[Agent]:
        from bailiwick.agents.rosters import Rosters

        return list(await platform[Rosters].all(owner.id))

    roster = with_platform(work, home)
    if json:
        print_json(roster)
        return
    table(
        ("id", "name", "role", "status", "origin", "for"),
        [(a.id, a.name, word(a.role), word(a.status), word(a.origin), described(a, language())) for a in roster],
        empty=phrase("agents.the-roster-is-empty"),
    )


def _lacking(health: Health) -> str:
    return " ".join(lack.text(language()) for lack in health.lacks) or health.detail


@app.command()
def show(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> dict[str, Any]:
        from bailiwick.agents.health_checks import HealthChecks
        from bailiwick.agents.rosters import Rosters

        agent = await platform[Rosters].get(owner.id, agent_id)
        return {
            "agent": agent,
            "health": await platform[HealthChecks].one(owner.id, agent_id),
            "warnings": await platform[Rosters].lint(owner.id, agent),
        }

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    for name, value in as_json(found["agent"]).items():
        if value not in (None, "", []):
            console().print(f"[bold]{name}[/bold]: ", end="")
            console().print(str(value), markup=False, soft_wrap=True)
    health = found["health"]
    console().print(phrase("agents.health", health=phrase("agents.ready") if health.healthy else _lacking(health)))
    if health.model and health.model_why:
        why = health.model_why.text(language())
        console().print(phrase("agents.model", model=health.model, why=why), soft_wrap=True)
    for want in health.wants:
        console().print(phrase("agents.warning", message=want.text(language())))
    for warning in found["warnings"]:
        console().print(phrase("agents.warning", message=warning.why.text(language())))


@app.command()
def add(
    file: Annotated[Path, typer.Argument()],
    json: Json = False,
    home: Home = None,
) -> None:
    text = read_text(file)
    agent = parse(text, name=str(file), origin=Origin.USER)

    async def work(platform: "Platform", owner: User) -> "Registered":
        from bailiwick.agents.rosters import Rosters

        return await platform[Rosters].create(owner.id, agent)

    _tell(with_platform(work, home), json, "agents.is-on-the-roster")


@app.command()
def pause(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    _set_status(agent_id, "paused", json, home)


@app.command()
def resume(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    _set_status(agent_id, "active", json, home)


@app.command()
def archive(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    _set_status(agent_id, "archived", json, home)


def _set_status(agent_id: str, status: str, json: bool, home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> "Registered":
        from bailiwick.agents.rosters import Rosters

        return await platform[Rosters].update(owner.id, agent_id, {"status": status})

    _tell(with_platform(work, home), json, STATUS_TEXTS[status])


@app.command()
def duplicate(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> "Registered":
        from bailiwick.agents.rosters import Rosters

        return await platform[Rosters].duplicate(owner.id, agent_id)

    _tell(with_platform(work, home), json, "agents.is-on-the-roster")


@app.command()
def keep(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> "Registered":
        from bailiwick.agents.rosters import Rosters

        return await platform[Rosters].keep(owner.id, agent_id)

    _tell(with_platform(work, home), json, "agents.is-kept")


@app.command()
def delete(agent_id: AgentArgument, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.agents.rosters import Rosters

        await platform[Rosters].delete(owner.id, agent_id)

    with_platform(work, home)
    console().print(phrase("agents.is-deleted", agent_id=agent_id))


@app.command()
def reset(agent_id: AgentArgument, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Agent:
        from bailiwick.agents.rosters import Rosters

        return await platform[Rosters].reset(owner.id, agent_id)

    console().print(phrase("agents.is-as-it-was-shipped", name=with_platform(work, home).name))


@app.command()
def cleanup(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[str]:
        from bailiwick.agents.rosters import Rosters

        return list(await platform[Rosters].cleanup(owner.id))

    removed = with_platform(work, home)
    if json:
        print_json({"removed": removed})
    else:
        console().print(phrase("agents.removed-runtime-agents", removed=len(removed)))


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument()] = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> list[Agent]:
        from bailiwick.agents.rosters import Rosters

        return list(await platform[Rosters].export(owner.id))

    text = json_module.dumps({"agents": as_json(with_platform(work, home))}, ensure_ascii=False, indent=2)
    if file is None:
        sys.stdout.write(text + "\n")
    else:
        file.write_text(text + "\n", encoding="utf-8")


@app.command("import")
def import_agents(file: Annotated[Path, typer.Argument()], json: Json = False, home: Home = None) -> None:
    from pydantic import TypeAdapter, ValidationError  # not on the path of the help page

    try:
        imported = TypeAdapter(dict[str, list[Agent]]).validate_json(read_text(file))["agents"]
    except (ValidationError, KeyError) as error:
        raise InvalidInput(phrase("agents.is-no-export-of-agents", file=file, error=error)) from None

    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.agents.rosters import Rosters

        return await platform[Rosters].import_agents(owner.id, imported)

    report = with_platform(work, home)
    if json:
        print_json(report)
    else:
        console().print(phrase("agents.added-replaced", added=len(report.added), replaced=len(report.replaced)))


def _tell(registered: "Registered", json: bool, what: str) -> None:
    if json:
        print_json(registered)
        return
    console().print(phrase(what, agent=registered.agent.id))
    for warning in registered.warnings:
        console(error=True).print(phrase("agents.warning", message=warning.why.text(language())))
