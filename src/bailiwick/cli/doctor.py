"""`bailiwick doctor`: what is wrong with this installation, and how to put it right."""

import platform as machine
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json
from bailiwick.cli.session import beside, with_platform
from bailiwick.core.access import User
from bailiwick.core.agents import Origin
from bailiwick.core.sandbox import Program
from bailiwick.storage.serve_lock import serving_at

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str
    required: bool = True
    """Whether the product is broken without it."""
    about: str = ""
    """The agent it was found of, by id; empty for what is about the installation."""


NAMED = 5
"""Agents that are named where many have the same finding."""


def doctor(json: Json = False, home: Home = None) -> None:
    """Check this installation: Python, database, agents, plug-ins, models, tools, sandbox."""

    async def work(platform: "Platform", owner: User) -> list[Finding]:
        return [finding for check in CHECKS for finding in await check(platform, owner)]

    findings = [_python()]
    try:
        findings += with_platform(work, home)
    except Exception as error:
        findings.append(Finding("start", False, f"{type(error).__name__}: {error}"))
    if json:
        print_json(findings)
    else:
        for finding in grouped(findings):
            mark = (
                "[green]ok[/green]  "
                if finding.ok
                else "[red]bad[/red] "
                if finding.required
                else "[yellow]note[/yellow]"
            )
            console().print(f"{mark}  {finding.name:<10} ", end="")
            console().print(finding.detail, markup=False, soft_wrap=True)
    if any(finding.required and not finding.ok for finding in findings):
        raise typer.Exit(1)


def grouped(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, with those about many agents that say the same as one, which counts and names the first."""
    alike: dict[tuple[str, bool, str, bool], list[Finding]] = {}
    for finding in findings:
        alike.setdefault((finding.name, finding.ok, finding.detail, finding.required), []).append(finding)
    return [_together(same) for same in alike.values()]


def _together(same: Sequence[Finding]) -> Finding:
    first = same[0]
    if not first.about:
        return first
    names = ", ".join(each.about for each in same[:NAMED])
    if len(same) == 1:
        return replace(first, detail=f"{names}: {first.detail}")
    rest = f" and {len(same) - NAMED:,} more" if len(same) > NAMED else ""
    return replace(first, detail=f"{len(same):,} agents ({names}{rest}): {first.detail}")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("python", sys.version_info >= (3, 11), f"{version} on {machine.system()} {machine.machine()}")


async def _database(platform: "Platform", owner: User) -> list[Finding]:
    del owner
    ready = await platform.database.ready()
    kind = "external" if platform.settings.database_url else f"embedded in {platform.settings.home}"
    return [Finding("database", ready, kind if ready else f"{kind}: does not answer")]


async def _server(platform: "Platform", owner: User) -> list[Finding]:
    """Say that what follows is not what a server beside this command sees, where there is one."""
    del owner
    url = serving_at(platform.settings.home)
    return [Finding("server", True, beside(url), required=False)] if url else []


async def _agents(platform: "Platform", owner: User) -> list[Finding]:
    agents = await platform.rosters.all(owner.id)
    findings = [Finding("agents", bool(agents), f"{len(agents)} on the roster")]
    for agent in agents:
        if agent.origin is not Origin.BUILTIN:
            for warning in await platform.rosters.lint(owner.id, agent):
                findings.append(Finding("agent", False, warning.message, required=False, about=agent.id))
        health = await platform.rosters.health_of(agent)
        if not health.healthy:
            findings.append(Finding("agent", False, health.detail or "not healthy", required=False, about=agent.id))
    return findings


async def _plugins(platform: "Platform", owner: User) -> list[Finding]:
    del owner
    return [Finding("plug-in", False, f"{problem.name}: {problem.error}") for problem in platform.problems]


async def _models(platform: "Platform", owner: User) -> list[Finding]:
    del owner
    if not platform.catalog.configured:
        detail = "none configured; the offline model answers. `bailiwick models` shows how to add one"
        return [Finding("model", False, detail, required=False)]
    name = platform.catalog.resolve(None)
    health = platform.catalog.usable(name)
    return [Finding("model", health.healthy, name if health.healthy else f"{name}: {health.detail}")]


async def _tools(platform: "Platform", owner: User) -> list[Finding]:
    del owner
    tools = platform.tools.toolbox.tools()
    return [Finding("tools", bool(tools), ", ".join(tools))]


async def _credentials(platform: "Platform", owner: User) -> list[Finding]:
    stored = len(await platform.credentials.list(owner.id))
    problems = await platform.credentials.problems()
    return [Finding("secrets", False, problem) for problem in problems] or [
        Finding("secrets", True, f"{stored} of yours, sealed with keys in {platform.credentials.place}")
    ]


async def _sandbox(platform: "Platform", owner: User) -> list[Finding]:
    """Say which programs can be confined here, and what to do for those that cannot."""
    del owner
    findings: list[Finding] = []
    for program in Program:
        reason = platform.sandbox.missing(program)
        findings.append(Finding("sandbox", reason is None, f"{program.value}: {reason or 'confined'}", required=False))
    return findings


CHECKS: tuple[Any, ...] = (_server, _database, _credentials, _agents, _plugins, _models, _tools, _sandbox)
