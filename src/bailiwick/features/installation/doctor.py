"""The doctor: looks through a process and its installation for what is wrong, and how to put it right."""

import asyncio
import platform as machine
import sys
from collections.abc import Sequence

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.rosters import Rosters
from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.extras import Extra
from bailiwick.kernel.lacks import Lack, LackCode, Program
from bailiwick.kernel.loaded import Loaded
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason, Said
from bailiwick.models.catalog import Catalog
from bailiwick.people.records import User
from bailiwick.runs.checks import Check, Checks
from bailiwick.runs.findings import Finding, grouped
from bailiwick.runs.tools import Tools
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick_router.core.agents import Origin
from bailiwick_router.roster_lint import lint_each

AT_A_STRETCH = 20
"""Agents that are looked at before others have a turn."""


async def examine(platform: Platform, user: User, *, serving: bool) -> Sequence[Finding]:
    """Return what is found of this process, its installation and the user's agents.

    With `serving` also what only a process has that stays: what it has learned; asking for it begins to learn. The
    database is asked as often for a thousand agents as for one, and no model is called.
    """
    found = platform[Checks]
    checks = (*CHECKS, *found.always, *(found.of_servers if serving else ()))
    return grouped([finding for check in checks for finding in await check(platform, user)])


async def _python(platform: Platform, user: User) -> list[Finding]:
    del platform, user
    version = ".".join(map(str, sys.version_info[:3]))
    runs = Reason.of(
        InstallationReason.RUNS_PYTHON, version=version, system=machine.system(), machine=machine.machine()
    )
    return [Finding.of("python", runs, ok=sys.version_info >= (3, 11))]


async def _database(platform: Platform, user: User) -> list[Finding]:
    del user
    ready = await platform.database.ready()
    kind = Reason.of(InstallationReason.DATABASE_EMBEDDED, folder=str(platform.settings.home))
    if platform.settings.database_url:
        kind = Reason.of(InstallationReason.DATABASE_EXTERNAL)
    return [Finding.of("database", kind if ready else Reason.of(InstallationReason.DATABASE_MUTE, kind), ok=ready)]


async def _credentials(platform: Platform, user: User) -> list[Finding]:
    stored = len(await platform[Credentials].list(user.id))
    problems = await platform[Credentials].problems()
    sealed = Reason.of(InstallationReason.CREDENTIALS_SEALED, count=stored, place=platform[Credentials].place)
    return [Finding.of("secrets", problem) for problem in problems] or [Finding.of("secrets", sealed, ok=True)]


async def _agents(platform: Platform, user: User) -> list[Finding]:
    roster = (await platform[Rosters].of(user.id)).roster
    findings = [
        Finding.of("agents", Reason.of(InstallationReason.ROSTER_SIZE, count=len(roster)), ok=bool(len(roster)))
    ]
    for number, (agent, warnings) in enumerate(lint_each(roster)):
        if agent.origin is not Origin.BUILTIN:
            findings += [_of_agent(agent.id, warning.code, warning.why) for warning in warnings]
        if number % AT_A_STRETCH == 0:
            await asyncio.sleep(0)
    for agent_id, health in (await platform[HealthChecks].all(user.id)).items():
        if not health.healthy:
            findings += [_of_agent(agent_id, lack.code, lack) for lack in health.lacks] or [
                _of_agent(agent_id, "", health.detail or Reason.of(InstallationReason.NOT_HEALTHY))
            ]
    return findings


def _of_agent(agent_id: str, code: str, said: Said | Lack) -> Finding:
    return Finding.of("agent", said, required=False, code=code, agents=(agent_id,))


async def _plugins(platform: Platform, user: User) -> list[Finding]:
    del user
    return [
        Finding.of("plug-in", problem.why or problem.error, about=problem.name) for problem in platform[Loaded].problems
    ]


async def _models(platform: Platform, user: User) -> list[Finding]:
    catalog = await platform[Catalog].of(user.id)
    entries = await platform[Catalog].entries(catalog)
    if not catalog.configured:
        # A user has set a key, and wonders why it is not used.
        unused = {
            each.lack.said: each.lack for each in entries if each.lack and each.lack.code is LackCode.EXTRA_MISSING
        }
        none = Finding.of("model", Reason.of(InstallationReason.NO_MODEL_SET), required=False)
        return [none, *(Finding.of("model", lack, required=False) for lack in unused.values())]
    default = next(entry for entry in entries if entry.name == catalog.resolve(None))
    others = {
        entry.lack.said: entry.lack
        for entry in entries
        if entry.lack
        and (entry.usable or entry.lack.code is LackCode.EXTRA_MISSING)
        and entry.provider != default.provider
    }
    return [
        Finding.of("model", default.lack or "", ok=default.lack is None, about=default.name),
        *(Finding.of("model", other, required=False) for other in others.values()),
    ]


async def _tools(platform: Platform, user: User) -> list[Finding]:
    del user
    tools = (await platform[Tools].prepare()).tools()
    return [Finding.of("tools", ", ".join(tools), ok=bool(tools))]


async def _extras(platform: Platform, user: User) -> list[Finding]:
    """Say which extras are installed, and what to install for each that is not."""
    del platform, user
    there = [extra for extra in Extra if extra.is_installed]
    absent = [f"`{extra.requirement}`" for extra in Extra if extra not in there]
    names = ", ".join(there) or "–"
    said = Reason.of(InstallationReason.EXTRAS_ALL, names=names)
    if absent:
        said = Reason.of(InstallationReason.EXTRAS_SOME, names=names, packages=", ".join(absent))
    return [Finding.of("extras", said, ok=True, required=False)]


async def _sandbox(platform: Platform, user: User) -> list[Finding]:
    """Say which programs can be confined here, and what to do for those that cannot."""
    del user
    findings: list[Finding] = []
    for program in Program:
        reason = await asyncio.to_thread(platform[BubblewrapSandbox].missing, program)
        how = reason or Reason.of(InstallationReason.CONFINED_BY, means=platform[BubblewrapSandbox].made_with)
        findings.append(Finding.of("sandbox", how, ok=reason is None, about=program.value, required=False))
    return findings


CHECKS: tuple[Check, ...] = (
    _python,
    _database,
    _credentials,
    _agents,
    _plugins,
    _models,
    _tools,
    _extras,
    _sandbox,
)
