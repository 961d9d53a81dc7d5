"""`bailiwick budgets …`: limits on spending, and what was spent."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.features.budgets.records import (
    AtLimit,
    LimitPeriod,
    LimitScope,
    LimitState,
    LimitUse,
    Spending,
    SpendingRow,
    SpentBy,
)
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import grouped, language, phrase, word
from bailiwick.kernel.terminal.times import local
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Which = Annotated[str, typer.Argument(metavar="LIMIT")]


@app.command("list")
def list_limits(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[LimitUse]:
        from bailiwick.features.budgets.actions import Budgets

        return await platform[Budgets].list(owner.id)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    columns = ("limit", "used", "reserved", "at most", "state", "begins anew")
    rows = [
        (line(each.limit.name, 50), _spent(each.used, each), _spent(each.reserved, each), *_rest(each))
        for each in found
    ]
    table(columns, rows, empty=phrase("budgets.none"))


@app.command("set")
def set_limit(
    scope: Annotated[LimitScope, typer.Argument()],
    subject: Annotated[str | None, typer.Argument()] = None,
    money: Annotated[float | None, typer.Option("--money", min=0)] = None,
    tokens: Annotated[int | None, typer.Option("--tokens", min=0)] = None,
    calls: Annotated[int | None, typer.Option("--calls", min=0)] = None,
    tool_calls: Annotated[int | None, typer.Option("--tool-calls", min=0)] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", min=0)] = None,
    period: Annotated[LimitPeriod, typer.Option("--period")] = LimitPeriod.DAY,
    at_limit: Annotated[AtLimit | None, typer.Option("--at-limit")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> LimitUse:
        from bailiwick.features.budgets.actions import Budgets, LimitDraft

        draft = LimitDraft(
            scope=scope,
            subject=subject,
            period=period,
            money=money,
            tokens=tokens,
            model_calls=calls,
            tool_calls=tool_calls,
            seconds=None if minutes is None else minutes * 60,
            at_limit=at_limit or AtLimit.WAIT,
            name=name,
        )
        return await platform[Budgets].put(owner, draft, language())

    set_to = with_platform(work, home)
    if json:
        print_json(set_to)
        return
    say(phrase("budgets.is-set", name=set_to.limit.name, allowed=_rest(set_to)[0]))


@app.command()
def remove(limit: Which, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> str:
        from bailiwick.features.budgets.actions import Budgets

        found = await platform[Budgets].named(owner.id, limit)
        await platform[Budgets].remove(owner, found.id)
        return found.name

    say(phrase("budgets.is-removed", name=with_platform(work, home)))


@app.command()
def show(
    by: Annotated[SpentBy, typer.Option("--by")] = SpentBy.MODEL,
    days: Annotated[int, typer.Option("--days", min=1, max=366)] = 30,
    everyone: Annotated[bool, typer.Option("--everyone")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[SpendingRow]:
        from bailiwick.features.budgets.actions import Budgets

        return await platform[Budgets].spending(owner, by, days, everybody=everyone)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (line(each.name or each.key, 50), _dollars(each.money), grouped(each.tokens), grouped(each.model_calls))
        for each in found
    ]
    table(
        ("who" if by is SpentBy.PERSON else by, "cost", "tokens", "model calls"),
        rows,
        empty=phrase("budgets.nothing-spent"),
    )


def _rest(use: LimitUse) -> tuple[str, str, str]:
    """Return what a limit allows, how it stands, and until when."""
    limit = use.limit
    allowed = Spending(
        money=limit.money or 0.0,
        tokens=limit.tokens or 0,
        model_calls=limit.model_calls or 0,
        tool_calls=limit.tool_calls or 0,
        seconds=limit.seconds or 0.0,
    )
    return _spent(allowed, use), _state(use), local(use.ends)


def _state(use: LimitUse) -> str:
    """Return how a limit stands: there is no room where runs wait whose next call is too large for what is left."""
    waiting = [phrase("budgets.waiting", count=use.waiting)] if use.waiting else []
    state = [] if waiting and use.state is LimitState.FREE else [word(use.state)]
    return ", ".join(state + waiting)


def _spent(spent: Spending, use: LimitUse) -> str:
    """Return of what was spent what a limit counts."""
    limit, parts = use.limit, list[str]()
    if limit.money is not None:
        parts.append(_dollars(spent.money))
    if limit.tokens is not None:
        parts.append(phrase("budgets.tokens", count=spent.tokens))
    if limit.model_calls is not None:
        parts.append(phrase("budgets.calls", count=spent.model_calls))
    if limit.tool_calls is not None:
        parts.append(phrase("budgets.tool-calls", count=spent.tool_calls))
    if limit.seconds is not None:
        parts.append(phrase("budgets.minutes", count=f"{spent.seconds / 60:.10g}"))
    return ", ".join(parts)


def _dollars(money: float) -> str:
    from bailiwick.features.budgets.amounts import dollars  # with the platform, which takes a second to import

    return dollars(money)
