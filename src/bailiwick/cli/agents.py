"""`bailiwick agents …`: the roster."""

import json as json_module
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.builtin_agents import parse
from bailiwick.cli.output import Home, Json, as_json, console, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.agents import Agent, Origin
from bailiwick.core.errors import InvalidInput

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform
    from bailiwick.runtime.roster import Registered

app = typer.Typer(help="List and change the agents on the roster.", invoke_without_command=True)
AgentArgument = Annotated[str, typer.Argument(help="The agent's id.")]


@app.callback()
def agents(context: typer.Context, json: Json = False, home: Home = None) -> None:
    """List the roster; a command changes it."""
    if context.invoked_subcommand is None:
        list_agents(json=json, home=home)


@app.command("list")
def list_agents(json: Json = False, home: Home = None) -> None:
    """List the roster."""

    async def work(platform: "Platform", owner: User) -> list[Agent]:
        return list(await platform.rosters.all(owner.id))

    roster = with_platform(work, home)
    if json:
        print_json(roster)
        return
    table(
        ("id", "name", "role", "status", "origin", "for"),
        [(a.id, a.name, a.role, a.status, a.origin, a.description) for a in roster],
        empty="The roster is empty.",
    )


@app.command()
def show(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    """Show one agent and whether it could answer now."""

    async def work(platform: "Platform", owner: User) -> dict[str, Any]:
        agent = await platform.rosters.get(owner.id, agent_id)
        return {
            "agent": agent,
            "health": await platform.health.one(owner.id, agent_id),
            "warnings": await platform.rosters.lint(owner.id, agent),
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
    console().print(f"[bold]health[/bold]: {'ready' if health.healthy else health.detail}")
    for warning in found["warnings"]:
        console().print(f"[yellow]warning[/yellow]: {warning.message}")


@app.command()
def add(
    file: Annotated[Path, typer.Argument(help="A TOML file as in the documentation; - reads standard input.")],
    json: Json = False,
    home: Home = None,
) -> None:
    """Add an agent from a TOML file."""
    text = sys.stdin.read() if str(file) == "-" else _read(file)
    agent = parse(text, name=str(file), origin=Origin.USER)

    async def work(platform: "Platform", owner: User) -> "Registered":
        return await platform.rosters.create(owner.id, agent)

    _tell(with_platform(work, home), json, "is on the roster")


@app.command()
def pause(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    """Take an agent out of routing until it is resumed."""
    _set_status(agent_id, "paused", json, home)


@app.command()
def resume(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    """Put a paused or archived agent back into routing."""
    _set_status(agent_id, "active", json, home)


@app.command()
def archive(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    """Keep an agent for its history only."""
    _set_status(agent_id, "archived", json, home)


def _set_status(agent_id: str, status: str, json: bool, home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> "Registered":
        return await platform.rosters.update(owner.id, agent_id, {"status": status})

    _tell(with_platform(work, home), json, f"is {status}")


@app.command()
def duplicate(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    """Add a copy of an agent."""

    async def work(platform: "Platform", owner: User) -> "Registered":
        return await platform.rosters.duplicate(owner.id, agent_id)

    _tell(with_platform(work, home), json, "is on the roster")


@app.command()
def keep(agent_id: AgentArgument, json: Json = False, home: Home = None) -> None:
    """Turn a runtime agent into a lasting one."""

    async def work(platform: "Platform", owner: User) -> "Registered":
        return await platform.rosters.keep(owner.id, agent_id)

    _tell(with_platform(work, home), json, "is kept")


@app.command()
def delete(agent_id: AgentArgument, home: Home = None) -> None:
    """Delete one of your agents."""

    async def work(platform: "Platform", owner: User) -> None:
        await platform.rosters.delete(owner.id, agent_id)

    with_platform(work, home)
    console().print(f"{agent_id} is deleted.")


@app.command()
def reset(agent_id: AgentArgument, home: Home = None) -> None:
    """Undo your changes to a built-in agent."""

    async def work(platform: "Platform", owner: User) -> Agent:
        return await platform.rosters.reset(owner.id, agent_id)

    console().print(f"{with_platform(work, home).name} is as it was shipped.")


@app.command()
def cleanup(json: Json = False, home: Home = None) -> None:
    """Remove all runtime agents, and no others."""

    async def work(platform: "Platform", owner: User) -> list[str]:
        return list(await platform.rosters.cleanup(owner.id))

    removed = with_platform(work, home)
    if json:
        print_json({"removed": removed})
    else:
        console().print(f"Removed {len(removed)} runtime agents.")


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument(help="Where to write; nothing for standard output.")] = None,
    home: Home = None,
) -> None:
    """Write your own agents and your changes to built-in ones as JSON."""

    async def work(platform: "Platform", owner: User) -> list[Agent]:
        return list(await platform.rosters.export(owner.id))

    text = json_module.dumps({"agents": as_json(with_platform(work, home))}, ensure_ascii=False, indent=2)
    if file is None:
        sys.stdout.write(text + "\n")
    else:
        file.write_text(text + "\n", encoding="utf-8")


@app.command("import")
def import_agents(
    file: Annotated[Path, typer.Argument(help="JSON that `export` wrote.")], json: Json = False, home: Home = None
) -> None:
    """Add or replace agents from an export, all or none."""
    from pydantic import TypeAdapter, ValidationError  # not on the path of the help page

    try:
        imported = TypeAdapter(dict[str, list[Agent]]).validate_json(_read(file))["agents"]
    except (ValidationError, KeyError) as error:
        raise InvalidInput(f"{file} is no export of agents: {error}") from None

    async def work(platform: "Platform", owner: User) -> Any:
        return await platform.rosters.import_agents(owner.id, imported)

    report = with_platform(work, home)
    if json:
        print_json(report)
    else:
        console().print(f"Added {len(report.added)}, replaced {len(report.replaced)}.")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{file} cannot be read: {error}") from None


def _tell(registered: "Registered", json: bool, what: str) -> None:
    if json:
        print_json(registered)
        return
    console().print(f"{registered.agent.id} {what}.")
    for warning in registered.warnings:
        console(error=True).print(f"[yellow]warning[/yellow]: {warning.message}")
