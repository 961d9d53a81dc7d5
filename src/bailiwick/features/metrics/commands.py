"""`bailiwick metrics`: what agents, models and tools did, in figures."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

from bailiwick.agents.metrics.records import CallTable, Delegations, Errors, ExecutionTable, Metrics
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import head, named, phrase, word
from bailiwick.kernel.terminal.times import local, local_or_never
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform


class What(StrEnum):
    """What to show."""

    TOTALS = "totals"
    AGENTS = "agents"
    MODELS = "models"
    TOOLS = "tools"
    PEOPLE = "people"
    DELEGATIONS = "delegations"
    ERRORS = "errors"


def metrics(
    what: Annotated[What, typer.Argument()] = What.TOTALS,
    days: Annotated[int, typer.Option("--days", min=1, max=800)] = 30,
    agent: Annotated[str | None, typer.Option("--agent")] = None,
    everyone: Annotated[bool, typer.Option("--everyone")] = False,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv")] = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.agents.preference_actions import PersonalPreferences
        from bailiwick.features.metrics.actions import Asked, MetricReports
        from bailiwick.features.metrics.range import range_of
        from bailiwick.kernel.days import midnights  # with the platform, which takes a second to import

        zone, now = ZoneInfo(await platform[PersonalPreferences].timezone(owner.id)), datetime.now(UTC)
        time = range_of(now, zone, midnights(now, days, zone)[0], now + timedelta(seconds=1), None)
        reports = platform[MetricReports]
        of_all = everyone or what is What.PEOPLE
        users = await reports.users_to_count() if of_all else (owner.id,)
        read = {
            What.TOTALS: reports.overall,
            What.AGENTS: reports.agents,
            What.MODELS: reports.models,
            What.TOOLS: reports.tools,
            What.PEOPLE: reports.people,
            What.DELEGATIONS: reports.delegations,
            What.ERRORS: reports.errors,
        }[what]
        return await read(Asked(users=users, range=time, agent=agent))

    found = with_platform(work, home)
    if json:
        print_json(found)
    elif csv:
        from bailiwick.features.metrics.tables import csv_of  # the web parts; only this needs them

        sys.stdout.write(csv_of(found))
    else:
        show(found)


def show(found: Any) -> None:
    """Print figures for people."""
    match found:
        case Metrics():
            _show_totals(found)
        case ExecutionTable():
            _show_rows("executions", [(row, row.executions) for row in found.rows])
        case CallTable():
            _show_rows("calls", [(row, row.calls) for row in found.rows])
        case Delegations():
            table(
                ("from", "to", "how", "times"),
                [
                    (link.from_ or head("nobody"), link.to or head("nobody"), word(link.kind), f"{link.count:,}")
                    for link in found.links
                ],
                empty=phrase("metrics.nobody-handed-anything-on"),
            )
        case Errors():
            table(
                ("error", "times", "latest", "what was told"),
                [
                    (
                        named("ErrorClass", row.error_class),
                        f"{row.count:,}",
                        local_or_never(row.last_at),
                        row.sample.message if row.sample else "",
                    )
                    for row in found.rows
                ],
                empty=phrase("metrics.nothing-failed"),
            )
        case _:
            raise TypeError(f"{type(found).__name__} cannot be shown")


def _show_totals(found: Metrics) -> None:
    now, before = found.totals, found.previous
    span = phrase("metrics.from-to", since=local(found.from_), until=local(found.to), timezone=found.timezone)
    console().print(span, style="dim")
    table(
        ("", "now", "before"),
        [
            (head("executions"), f"{now.executions:,}", f"{before.executions:,}"),
            (head("success"), _share(now.success_rate), _share(before.success_rate)),
            (head("unanswered"), f"{now.unanswered:,}", f"{before.unanswered:,}"),
            (head("failed"), f"{now.failed:,}", f"{before.failed:,}"),
            (head("p50"), _time(now.p50_ms), _time(before.p50_ms)),
            (head("p95"), _time(now.p95_ms), _time(before.p95_ms)),
            (head("tokens in"), f"{now.input_tokens:,}", f"{before.input_tokens:,}"),
            (head("tokens out"), f"{now.output_tokens:,}", f"{before.output_tokens:,}"),
            (head("cost"), f"${now.cost:,.2f}", f"${before.cost:,.2f}"),
            (head("model calls"), f"{now.model_calls:,}", f"{before.model_calls:,}"),
            (head("tool calls"), f"{now.tool_calls:,}", f"{before.tool_calls:,}"),
            (head("rated well"), f"{now.feedback_up:,}", f"{before.feedback_up:,}"),
            (head("rated badly"), f"{now.feedback_down:,}", f"{before.feedback_down:,}"),
            (head("routed by model"), _share(now.model_stage_share), _share(before.model_stage_share)),
        ],
        empty="",
    )
    if found.running:
        console().print(phrase("metrics.executions-are-not-over-and-in", running=found.running), style="dim")


def _show_rows(counted: str, rows: Sequence[tuple[Any, int]]) -> None:
    table(
        ("", counted, "success", "p50", "p95", "tokens", "cost", "latest"),
        [
            (
                row.name or row.key or head("nobody"),
                f"{count:,}",
                _share(row.success_rate),
                _time(row.p50_ms),
                _time(row.p95_ms),
                f"{row.tokens:,}",
                f"${row.cost:,.2f}",
                local_or_never(row.last_used_at),
            )
            for row, count in rows
        ],
        empty=phrase("metrics.nothing-was-done-in-these-days"),
    )


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _time(milliseconds: float | None) -> str:
    if milliseconds is None:
        return "–"
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"
