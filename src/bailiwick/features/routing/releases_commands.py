"""`bailiwick releases …`: the rules of routing as they were, are and may become."""

import json as json_module
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.agents.releases.records import CanaryMetrics, Release, ReleaseStatus, RoutingState
from bailiwick.features.routing.release_words import (
    edit_words,
    show_broken,
    show_canary,
    show_changes,
    show_release,
    show_releases,
    show_report,
    show_rules,
    show_state,
)
from bailiwick.kernel.errors import GoldenBroken, InvalidInput
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import say
from bailiwick.kernel.terminal.output import Home, Json, print_json
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick_router.core.releases import RoutingChange
from bailiwick_router.core.replays import ReplayReport

if TYPE_CHECKING:
    from bailiwick.features.routing.release_fields import RoutingRules
    from bailiwick.kernel.platform import Platform

app = typer.Typer(invoke_without_command=True)

Number = Annotated[int, typer.Argument(metavar="RELEASE", min=1)]
Reason = Annotated[str | None, typer.Option()]


@app.callback()
def releases(context: typer.Context, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.routing.releases import Releases

    if context.invoked_subcommand is None:
        _state(with_platform(lambda platform, owner: platform[Releases].state(owner.id), home), json)


@app.command("list")
def list_releases(
    status: Annotated[ReleaseStatus | None, typer.Option()] = None,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 20,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[Release]:
        from bailiwick.features.routing.releases import Releases

        return await platform[Releases].list(owner.id, status=status, limit=limit)

    found = with_platform(work, home)
    print_json({"releases": found}) if json else show_releases(found)


@app.command()
def show(release: Number, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.routing.releases import Releases

    _done(lambda platform, owner: platform[Releases].get(owner.id, release), json, home)


@app.command()
def rules(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> "RoutingRules":
        from bailiwick.features.routing.release_fields import RoutingRules
        from bailiwick.features.routing.releases import Releases

        return RoutingRules.of(*await platform[Releases].rules(owner.id))

    found = with_platform(work, home)
    print_json(found) if json else show_rules(found)


@app.command()
def make(
    reason: Annotated[str, typer.Argument()],
    edits: Annotated[Path | None, typer.Argument()] = None,
    rule: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    given = _made_of(edits) if edits is not None else {}
    given["rules"] = {**given.get("rules", {}), **dict(map(_rule, rule or ()))}

    async def work(platform: "Platform", owner: User) -> Release:
        from bailiwick.features.routing.release_fields import (
            NewRelease,  # it knows the bounds; --help need not wait for it
        )
        from bailiwick.features.routing.releases import Releases

        fields = checked(NewRelease, reason=reason, **given)
        return await platform[Releases].create(
            owner.id, fields.reason, [each.edit() for each in fields.edits], fields.chosen_rules()
        )

    made = with_platform(work, home)
    if json:
        print_json(made)
        return
    for edit in made.edits:
        say(edit_words(edit))
    show_release(made)


@app.command()
def diff(
    release: Number,
    against: Annotated[int | None, typer.Option(min=1)] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[RoutingChange]:
        from bailiwick.features.routing.releases import Releases

        return await platform[Releases].diff(owner.id, release, against)

    changes = with_platform(work, home)
    print_json({"changes": changes, "count": len(changes)}) if json else show_changes(changes, len(changes))


@app.command()
def replay(
    release: Number,
    limit: Annotated[int | None, typer.Option(min=1, max=10_000)] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> ReplayReport:
        from bailiwick.features.routing.releases import Releases

        return await platform[Releases].replay(owner.id, release, limit)

    report = with_platform(work, home)
    print_json(report) if json else show_report(report)


@app.command()
def publish(
    release: Number,
    reason: Reason = None,
    override: Annotated[str | None, typer.Option()] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    from bailiwick.features.routing.releases import Releases

    try:
        _done(
            lambda platform, owner: platform[Releases].publish(owner.id, release, reason=reason, override=override),
            json,
            home,
        )
    except GoldenBroken as error:
        show_broken(error.broken, error=True)
        raise


@app.command()
def rollback(release: Number, reason: Reason = None, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.routing.releases import Releases

    _done(lambda platform, owner: platform[Releases].rollback(owner.id, release, reason), json, home)


@app.command()
def discard(release: Number, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.routing.releases import Releases

    _done(lambda platform, owner: platform[Releases].discard(owner.id, release), json, home)


@app.command()
def canary(
    release: Number,
    share: Annotated[
        int | None,
        typer.Argument(min=0, max=100),
    ] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    if share is None:
        _canary(release, json, home)
        return

    async def work(platform: "Platform", owner: User) -> Release:
        from bailiwick.features.routing.releases import Releases

        if share == 0:
            return await platform[Releases].end_canary(owner.id, release)
        return await platform[Releases].canary(owner.id, release, share)

    _done(work, json, home)


@app.command()
def auto(
    publish_edits: Annotated[str, typer.Argument(metavar="on|off")],
    json: Json = False,
    home: Home = None,
) -> None:
    from bailiwick.features.routing.releases import Releases

    if publish_edits not in ("on", "off"):
        raise typer.BadParameter(phrase("releases.choose-on-or-off"), param_hint="on|off")
    chosen = publish_edits == "on"
    _state(with_platform(lambda platform, owner: platform[Releases].set_auto_publish(owner.id, chosen), home), json)


def _made_of(file: Path) -> dict[str, Any]:
    """Return the edits of a file, and the rules where it has some."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        found = json_module.loads(text)
    except (OSError, ValueError) as error:
        raise InvalidInput(phrase("releases.cannot-be-read-as-json", file=file, error=error)) from None
    if not isinstance(found, dict):
        return {"edits": found}
    return {name: found[name] for name in ("edits", "rules") if name in found}


def _rule(given: str) -> tuple[str, Any]:
    """Return the name and the value of a rule that is given as `tagWeight=1` or `stages=explicit,tags`."""
    name, equals, text = given.partition("=")
    if not equals:
        raise typer.BadParameter(phrase("releases.say-name-and-value"), param_hint="--rule")
    if name == "stages":
        return name, [each.strip() for each in text.split(",")]
    try:
        return name, json_module.loads(text)
    except ValueError:
        return name, text


def _canary(number: int, json: bool, home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Release, CanaryMetrics]:
        from bailiwick.features.routing.releases import Releases

        release = await platform[Releases].get(owner.id, number)
        return release, await platform[Releases].canary_figures(owner.id, number)

    release, figures = with_platform(work, home)
    print_json(figures) if json else show_canary(release, figures)


def _done(do: "Callable[[Platform, User], Awaitable[Release]]", json: bool, home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> Release:
        return await do(platform, owner)

    release = with_platform(work, home)
    print_json(release) if json else show_release(release)


def _state(state: RoutingState, json: bool) -> None:
    print_json(state) if json else show_state(state)
