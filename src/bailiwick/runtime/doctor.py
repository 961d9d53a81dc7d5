"""The doctor: looks through a process and its installation for what is wrong, and how to put it right."""

import asyncio
import platform as machine
import sys
from collections.abc import Awaitable, Callable, Sequence

from bailiwick.core.access import User
from bailiwick.core.checkup import Finding, grouped
from bailiwick.core.releases import ExamplesState
from bailiwick.core.sandbox import Program
from bailiwick.runtime.platform import Platform
from bailiwick_router.core.agents import Origin
from bailiwick_router.roster_lint import lint_each

AT_A_STRETCH = 20
"""Agents that are looked at before others have a turn."""

LEARNED = {
    ExamplesState.TRAINED: (True, "learned from {examples:,} examples and corrections"),
    ExamplesState.TRAINING: (True, "being learned from {examples:,} examples and corrections; until then rules decide"),
    ExamplesState.NONE: (True, "no agent has examples to learn from"),
    ExamplesState.OFF: (True, "switched off by the settings"),
    ExamplesState.FAILED: (False, "could not be learned; the log says why, and rules decide until a new start"),
}


async def examine(platform: Platform, user: User, *, serving: bool) -> Sequence[Finding]:
    """Return what is found of this process, its installation and the user's agents.

    With `serving` also what only a process has that stays: what it has learned; asking for it begins to learn. The
    database is asked as often for a thousand agents as for one, and no model is called.
    """
    checks = (*CHECKS, _learned) if serving else CHECKS
    return grouped([finding for check in checks for finding in await check(platform, user)])


async def _python(platform: Platform, user: User) -> list[Finding]:
    del platform, user
    version = ".".join(map(str, sys.version_info[:3]))
    detail = f"{version} on {machine.system()} {machine.machine()}"
    return [Finding(name="python", ok=sys.version_info >= (3, 11), detail=detail)]


async def _database(platform: Platform, user: User) -> list[Finding]:
    del user
    ready = await platform.database.ready()
    kind = "external" if platform.settings.database_url else f"embedded in {platform.settings.home}"
    return [Finding(name="database", ok=ready, detail=kind if ready else f"{kind}: does not answer")]


async def _credentials(platform: Platform, user: User) -> list[Finding]:
    stored = len(await platform.credentials.list(user.id))
    problems = await platform.credentials.problems()
    sealed = f"{stored} of yours, sealed with keys in {platform.credentials.place}"
    return [Finding(name="secrets", ok=False, detail=problem) for problem in problems] or [
        Finding(name="secrets", ok=True, detail=sealed)
    ]


async def _agents(platform: Platform, user: User) -> list[Finding]:
    roster = (await platform.rosters.of(user.id)).roster
    findings = [Finding(name="agents", ok=bool(len(roster)), detail=f"{len(roster):,} on the roster")]
    for number, (agent, warnings) in enumerate(lint_each(roster)):
        if agent.origin is not Origin.BUILTIN:
            findings += [_of_agent(agent.id, warning.code, warning.message) for warning in warnings]
        if number % AT_A_STRETCH == 0:
            await asyncio.sleep(0)
    for agent_id, health in (await platform.health.all(user.id)).items():
        if not health.healthy:
            findings += [_of_agent(agent_id, lack.code, lack.said) for lack in health.lacks] or [
                _of_agent(agent_id, "", health.detail or "not healthy")
            ]
    return findings


def _of_agent(agent_id: str, code: str, detail: str) -> Finding:
    return Finding(name="agent", ok=False, detail=detail, required=False, code=code, agents=(agent_id,))


async def _learned(platform: Platform, user: User) -> list[Finding]:
    state = await platform.releases.state(user.id)
    ok, words = LEARNED[state.examples_state]
    return [Finding(name="examples", ok=ok, detail=words.format(examples=state.examples), required=False)]


async def _plugins(platform: Platform, user: User) -> list[Finding]:
    del user
    return [
        Finding(name="plug-in", ok=False, detail=f"{problem.name}: {problem.error}") for problem in platform.problems
    ]


async def _models(platform: Platform, user: User) -> list[Finding]:
    del user
    catalog = platform.catalog
    entries = await catalog.entries()
    if not catalog.configured:
        detail = "none configured; the offline model answers. `bailiwick models` shows how to add one"
        return [Finding(name="model", ok=False, detail=detail, required=False)]
    default = next(entry for entry in entries if entry.name == catalog.resolve(None))
    said = f"{default.name}: {default.lack.said}" if default.lack else default.name
    others = dict.fromkeys(
        entry.lack.said for entry in entries if entry.usable and entry.lack and entry.provider != default.provider
    )
    return [
        Finding(name="model", ok=default.lack is None, detail=said),
        *(Finding(name="model", ok=False, detail=other, required=False) for other in others),
    ]


async def _tools(platform: Platform, user: User) -> list[Finding]:
    del user
    tools = (await platform.tools.prepare()).tools()
    return [Finding(name="tools", ok=bool(tools), detail=", ".join(tools))]


async def _sandbox(platform: Platform, user: User) -> list[Finding]:
    """Say which programs can be confined here, and what to do for those that cannot."""
    del user
    findings: list[Finding] = []
    for program in Program:
        reason = await asyncio.to_thread(platform.sandbox.missing, program)
        detail = f"{program.value}: {reason.text() if reason else f'confined by {platform.sandbox.made_with}'}"
        findings.append(Finding(name="sandbox", ok=reason is None, detail=detail, required=False))
    return findings


CHECKS: tuple[Callable[[Platform, User], Awaitable[list[Finding]]], ...] = (
    _python,
    _database,
    _credentials,
    _agents,
    _plugins,
    _models,
    _tools,
    _sandbox,
)
