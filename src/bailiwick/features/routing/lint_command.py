"""`bailiwick lint`: what is odd about the agents of a roster, and what they get of the traffic."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.agents.releases.traffic import RosterLint
from bailiwick.features.routing.offline_routers import NoExamples, RosterFile, WithBuiltin, offline_router, queries_of
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import language, phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick_router.comparison import effects
from bailiwick_router.core.agents import LintFinding
from bailiwick_router.roster_lint import lint_roster

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

MOST_ALIKE = 3
"""Findings of one kind about one agent that a person is shown."""


def lint(
    roster: RosterFile = None,
    with_builtin: WithBuiltin = False,
    traffic: Annotated[
        Path | None,
        typer.Option(),
    ] = None,
    no_examples: NoExamples = False,
    strict: Annotated[bool, typer.Option("--strict")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    if roster is None:
        found = _own(traffic, home)
    else:
        router = offline_router(roster, with_builtin=with_builtin, examples=not no_examples)
        messages = queries_of(traffic, None) if traffic else []
        shares = effects(router, router, messages) if messages else []
        found = RosterLint(findings=lint_roster(router), effects=shares)
    if json:
        print_json(found)
    else:
        _show(found)
    if strict and found.findings:
        raise typer.Exit(1)


def _own(traffic: Path | None, home: Path | None) -> RosterLint:
    messages = queries_of(traffic, None) if traffic else None

    async def work(platform: "Platform", owner: User) -> RosterLint:
        from bailiwick.features.routing.advice import Advice
        from bailiwick.features.routing.releases import Releases

        if messages is None:
            return await platform[Advice].lint(owner.id)
        router = await platform[Releases].working(owner.id)
        return RosterLint(findings=lint_roster(router), effects=effects(router, router, messages))

    return with_platform(work, home)


def _show(found: RosterLint) -> None:
    _show_findings(found.findings)
    if any(each.messages for each in found.effects):
        console().print()
        table(
            ("agent", "gets", "of the messages"),
            [
                (each.agent, f"{each.wins:,}", f"{each.wins / each.messages:.1%}")
                for each in sorted(found.effects, key=lambda each: -each.wins)
            ],
            empty="",
        )


def _show_findings(findings: Sequence[LintFinding]) -> None:
    out = console()
    if not findings:
        out.print(phrase("lint.nothing-is-odd"))
    for agent, own in groupby(findings, key=lambda each: each.agent):
        out.print(agent, style="bold", markup=False)
        of_code: dict[str, list[LintFinding]] = {}
        for finding in own:
            of_code.setdefault(finding.code, []).append(finding)
        for code, alike in of_code.items():
            for finding in alike[:MOST_ALIKE]:
                out.print(f"  {code}  {finding.why.text(language())}", markup=False, soft_wrap=True)
            if len(alike) > MOST_ALIKE:
                out.print(
                    phrase("lint.and-more-like-these", code=code, alike=len(alike) - MOST_ALIKE),
                    style="dim",
                    soft_wrap=True,
                )
