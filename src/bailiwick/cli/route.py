"""`bailiwick route`: explain a routing decision, with no server and no database."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bailiwick import Agent, Roster, Router, RoutingContext
from bailiwick.builtin_agents import parse
from bailiwick.cli.output import Json, console, print_json
from bailiwick.core.agents import Origin
from bailiwick.core.decisions import Candidate, Decision, Evidence


def route(
    text: Annotated[str, typer.Argument(help="The message; - reads it from standard input.")],
    agent: Annotated[str | None, typer.Option(help="The agent the person chose.")] = None,
    last_agent: Annotated[str | None, typer.Option(help="The agent that answered last; for follow-ups.")] = None,
    agents: Annotated[
        list[Path] | None, typer.Option("--agents", help="Add the agents in this TOML file or folder; may be repeated.")
    ] = None,
    profile: Annotated[str, typer.Option(help="`standard`, or `classic` for the plain arithmetic.")] = "standard",
    json: Json = False,
) -> None:
    """Show which agent a message goes to, and every reason why. Needs neither server nor database."""
    if profile not in ("standard", "classic"):
        raise typer.BadParameter("choose standard or classic", param_hint="--profile")
    message = sys.stdin.read() if text == "-" else text
    roster = Roster.builtin()
    for extra in _read(agents or []):
        if roster.get(extra.id) is None:
            roster.add(extra)
        else:
            roster.replace(extra)
    decision = Router(roster, profile=profile).decide(
        message, RoutingContext(requested_agent=agent, last_agent=last_agent)
    )
    print_json(decision) if json else show(decision)


def _read(paths: list[Path]) -> list[Agent]:
    files = [file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    try:
        return [parse(file.read_text(encoding="utf-8"), name=file.name, origin=Origin.USER) for file in files]
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"cannot read agents: {error}", param_hint="--agents") from None


def show(decision: Decision) -> None:
    """Print a decision for a person."""
    out = console()
    chosen = " + ".join(part.agent for part in decision.parts) or decision.agent or "nobody"
    out.print(f"[bold]{chosen}[/bold]  {decision.reason}", soft_wrap=True)
    out.print(
        f"stage {decision.stage} · confidence {decision.confidence:.2f} · margin {decision.margin:g} ·"
        f" {decision.microseconds / 1000:.2f} ms · {decision.model_calls} model calls",
        style="dim",
    )
    out.print()
    for report in decision.stages:
        mark = {"decided": "●", "passed": "○", "skipped": "·"}[report.outcome]
        out.print(f" {mark} {report.stage:<11} {report.reason}", soft_wrap=True, markup=False)
    for part in decision.parts:
        after = " (after the parts before it)" if part.leans else ""
        out.print(f"\n {part.agent}{after} · “{part.text}”", style="bold", soft_wrap=True, markup=False)
        out.print(f"   {part.stage} · {part.reason}", style="dim", soft_wrap=True, markup=False)
        for candidate in part.candidates[:3]:
            _show_candidate(candidate, max(each.score for each in part.candidates) or 1.0)
    if decision.candidates and not decision.parts:
        out.print()
        best = max(candidate.score for candidate in decision.candidates) or 1.0
        for candidate in decision.candidates[:8]:
            _show_candidate(candidate, best)
        if decision.candidate_count > 8:
            out.print(f"   and {decision.candidate_count - 8} more", style="dim")
    for exclusion in decision.excluded:
        out.print(f" - {exclusion.agent}: {exclusion.cause}", style="dim")


def _named(item: Evidence) -> str:
    return f'pattern "{item.matched}"' if item.kind == "pattern" else item.text


def _show_candidate(candidate: Candidate, best: float) -> None:
    bar = "█" * max(1, round(20 * candidate.score / best)) if candidate.score else ""
    words = ", ".join(dict.fromkeys(f"{_named(item)} +{item.weight:g}" for item in candidate.evidence))
    console().print(
        f" {candidate.agent:<18} {bar:<20} {candidate.score:>5g}  {candidate.confidence:.1f}  {words}",
        markup=False, soft_wrap=True,
    )  # fmt: skip
