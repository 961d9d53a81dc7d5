"""`bailiwick db retention`: how long each kind of data is kept."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.installation.retention import Retention, RetentionPreview
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import head, phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.ageing import Ageing
    from bailiwick.kernel.platform import Platform

    OfPlugin = tuple[Ageing, int | None]
    """A table of a plug-in, and how many of its rows would go where that is asked for."""

KINDS = dict(zip(RetentionPreview.__slots__, Retention.__slots__, strict=True))
"""What each kind of data is called, with its field."""


def retention(
    change: Annotated[
        list[str] | None,
        typer.Argument(),
    ] = None,
    preview: Annotated[bool, typer.Option("--preview")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show or change how long each kind of data is kept."""
    changes = dict(_read(each) for each in change or [])

    async def work(platform: "Platform", owner: User) -> tuple[Retention, RetentionPreview | None, "list[OfPlugin]"]:
        from bailiwick.features.installation.actions import Administration

        administration = platform[Administration]
        wanted = (await administration.retention(owner.id)).evolve(changes)
        if preview:
            old = await administration.preview(wanted)
            return wanted, old, [(each, await administration.old_rows(each)) for each in administration.tables]
        kept = await administration.keep(owner.id, changes) if changes else wanted
        return kept, None, [(each, None) for each in administration.tables]

    kept, old, tables = with_platform(work, home)
    if json:
        of_plugins = [
            {"table": each.kind, "days": each.days, "setting": _setting(each), "preview": count}
            for each, count in tables
        ]
        print_json({"retention": kept, "preview": old, "plugins": of_plugins})
        return
    counts = asdict(old) if old else {}
    rows = [(head(kind), _days(getattr(kept, field)), "", counts.get(kind)) for kind, field in KINDS.items()]
    rows += [(each.kind, _days(each.days), _setting(each), count) for each, count in tables]
    table(
        ("kind", "kept", "setting", *(("would go",) if old else ())),
        [(*said, *((f"{count:,}",) if count is not None else ())) for *said, count in rows],
        empty="",
    )
    if changes and not preview:
        console().print(phrase("retention.what-is-too-old-is-deleted"))


def _setting(table: "Ageing") -> str:
    """Return what says how long rows of a plug-in's table are kept; empty where the plug-in alone does."""
    return f"BAILIWICK_{table.setting.upper()}" if table.setting else ""


def _read(change: str) -> tuple[str, Any]:
    kind, _, days = change.partition("=")
    if kind not in KINDS:
        raise InvalidInput(
            phrase("retention.there-is-no-kind-choose-from", kind=repr(kind), KINDS=", ".join(KINDS)), field="change"
        )
    if days == "forever":
        return KINDS[kind], None
    if not days.isdecimal() or not 1 <= int(days) <= 36_500:
        raise InvalidInput(phrase("retention.write-days-at-least-1-or", kind=kind, kind2=kind), field="change")
    return KINDS[kind], float(days)


def _days(days: float | None) -> str:
    return phrase("retention.for-ever") if days is None else phrase("retention.days", count=round(days))
