"""`bailiwick replay`: decide many messages and say what came of them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick import Router
from bailiwick.agents.releases.records import GoldenRun
from bailiwick.features.routing.offline_routers import (
    AgentFiles,
    EmbedderName,
    NoExamples,
    Profile,
    RosterFile,
    WithBuiltin,
    encoder_of,
    queries_of,
    say_aside,
    teach,
    untaught_router,
)
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.output import Home, Json, as_json, console, print_json, table
from bailiwick.kernel.terminal.texts import grouped, head, named, phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick_router.core.decisions import Decision
from bailiwick_router.core.replays import ReplayQuery, ReplaySummary
from bailiwick_router.replaying import ReplayCounts, decisions

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

MOST_SHOWN = 10
"""Mistakes, and failing golden cases, that a person is shown."""
LONGEST_SHOWN = 60
"""Characters of a message that a table shows."""


def replay(
    queries: Annotated[
        Path | None,
        typer.Argument(),
    ] = None,
    roster: RosterFile = None,
    with_builtin: WithBuiltin = False,
    agents: AgentFiles = None,
    profile: Profile = "standard",
    no_examples: NoExamples = False,
    embedder: EmbedderName = None,
    fail_under: Annotated[
        float | None,
        typer.Option(min=0, max=1),
    ] = None,
    golden: Annotated[bool, typer.Option("--golden")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    if golden:
        if queries is not None:
            raise typer.BadParameter(phrase("replay.golden-cases-are-in-the-database"), param_hint="--golden")
        _replay_golden(json, home)
        return
    if queries is None:
        raise typer.BadParameter(phrase("replay.give-a-file-of-messages-or"), param_hint="QUERIES")
    router = untaught_router(roster, agents=agents or (), with_builtin=with_builtin, profile=profile, told=say_aside)
    asked = queries_of(queries, [agent.id for agent in router.roster])
    if fail_under is not None and not any(query.labelled for query in asked):
        raise InvalidInput(phrase("replay.no-message-says-which-agent-it"))
    encoder = encoder_of(embedder)
    if not no_examples:
        teach(router, encoder, say_aside)
    if encoder is not None:
        with _Bar(phrase("replay.reading-meaning")) as bar:
            encoder.remember((query.text for query in asked), bar.at)
    counts = _decide_as_json(router, asked) if json else _decide(router, asked)
    summary = counts.summary()
    if json:
        print_json(summary, error=True)
    else:
        _show(summary, counts.confused(MOST_SHOWN))
    if fail_under is not None and (summary.accuracy or 0.0) < fail_under:
        asked_for = f"{fail_under:.1%}"
        say_aside(phrase("replay.too-few-right", correct=summary.correct, labelled=summary.labelled, share=asked_for))
        raise typer.Exit(1)


def _decide_as_json(router: Router, asked: Sequence[ReplayQuery]) -> ReplayCounts:
    line, counts = _json_line(), ReplayCounts()
    for query, decision in decisions(router, asked):
        counts.add(query, decision)
        sys.stdout.write(line(decision))
    sys.stdout.flush()
    return counts


def _json_line() -> Any:
    """Return what makes a line of JSON of a decision, as `print_json` writes it, in a tenth of its time."""
    from pydantic import TypeAdapter  # loaded only where thousands of records are written

    written: TypeAdapter[Decision] = TypeAdapter(Decision)

    def line(decision: Decision) -> str:
        try:
            return written.dump_json(decision, by_alias=True).decode() + "\n"
        except ValueError:  # half a character, for which UTF-8 has no bytes
            import json

            return json.dumps(as_json(decision), ensure_ascii=True) + "\n"

    return line


def _decide(router: Router, asked: Sequence[ReplayQuery]) -> ReplayCounts:
    counts = ReplayCounts()
    with _Bar(phrase("replay.deciding")) as bar:
        for at, (query, decision) in enumerate(decisions(router, asked)):
            counts.add(query, decision)
            if at % 100 == 0:
                bar.at(at, len(asked))
    return counts


class _Bar:
    """Shows on standard error how far long work is, where a user looks."""

    def __init__(self, what: str) -> None:
        from rich.progress import Progress  # it takes a while to import

        out = console(error=True)
        self._progress = Progress(console=out, transient=True, disable=not out.is_terminal)
        self._task = self._progress.add_task(what, total=None)

    def __enter__(self) -> "_Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def at(self, done: int, of: int) -> None:
        self._progress.update(self._task, completed=done, total=of)


def _show(summary: ReplaySummary, confused: Sequence[tuple[str | None, str | None, int, str]]) -> None:
    out = console()
    for label, figure in _lines(summary):
        out.print(f"{label:<14} {figure}", markup=False, soft_wrap=True)
    if confused:
        out.print()
        table(
            ("should go to", "goes to", "times", "for example"),
            [(_named(wanted), _named(got), f"{count:,}", _short(text)) for wanted, got, count, text in confused],
            empty="",
        )


def _lines(summary: ReplaySummary) -> Iterator[tuple[str, str]]:
    yield head("messages"), f"{summary.messages:,}"
    if summary.labelled:
        yield head("right"), _share(summary.correct, summary.labelled)
    if 0 < summary.nobodys < summary.labelled:
        right = summary.correct - summary.nobodys_refused
        yield f"  {head('for an agent')}", _share(right, summary.labelled - summary.nobodys)
        yield f"  {head('for nobody')}", _share(summary.nobodys_refused, summary.nobodys)
    yield head("refused"), _share(summary.refused, summary.messages)
    yield (
        head("decided by"),
        ", ".join(f"{named('Stage', stage)} {count / summary.messages:.1%}" for stage, count in summary.stages),
    )
    yield head("one decision"), f"p50 {summary.p50_microseconds:,.0f} µs, p99 {summary.p99_microseconds:,.0f} µs"
    yield head("all decisions"), f"{summary.seconds:,.2f} s"


def _share(count: int, of: int) -> str:
    return phrase("replay.of", count=count, total=grouped(of), share=f"{count / of:.1%}")


def _named(agent: str | None) -> str:
    return agent or head("nobody")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"


def _replay_golden(json: bool, home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> GoldenRun:
        from bailiwick.features.routing.golden import Golden

        return await platform[Golden].run(owner.id)

    run = with_platform(work, home)
    if json:
        print_json(run)
    else:
        console().print(phrase("replay.of-golden-cases-pass", passed=grouped(run.passed), total=grouped(run.total)))
        if run.failed:
            table(
                ("should go to", "goes to", "message"),
                [(_named(case.agent), _named(case.decided), _short(case.text)) for case in run.failed[:MOST_SHOWN]],
                empty="",
            )
        if len(run.failed) > MOST_SHOWN:
            console().print(phrase("replay.more", failed=grouped(len(run.failed) - MOST_SHOWN)), style="dim")
    if run.failed:
        raise typer.Exit(1)
