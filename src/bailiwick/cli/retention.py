"""`bailiwick db retention`: how long each kind of data is kept."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.errors import InvalidInput
from bailiwick.core.retention import Retention, RetentionPreview

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

KINDS = {
    "events": "event_days",
    "conversations": "execution_days",
    "decisions": "decision_days",
    "mails": "mail_days",
    "documents": "document_days",
    "metrics": "metric_days",
}


def retention(
    change: Annotated[
        list[str] | None,
        typer.Argument(help="Changes as kind=days, e.g. conversations=365 or metrics=forever; none shows them."),
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Show what would be deleted, and change nothing.")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show or change how long each kind of data is kept."""
    changes = dict(_read(each) for each in change or [])

    async def work(platform: "Platform", owner: User) -> tuple[Retention, RetentionPreview | None]:
        administration = platform.administration
        wanted = (await administration.retention(owner.id)).evolve(changes)
        if preview:
            return wanted, await administration.preview(wanted)
        return (await administration.keep(owner.id, changes) if changes else wanted), None

    kept, old = with_platform(work, home)
    if json:
        print_json({"retention": kept, "preview": old})
        return
    counts = asdict(old) if old else {}
    table(
        ("kind", "kept", *(("would go",) if old else ())),
        [
            (kind, _days(getattr(kept, field)), *((f"{counts[kind]:,}",) if old else ()))
            for kind, field in KINDS.items()
        ],
        empty="",
    )
    if changes and not preview:
        console().print("What is too old is deleted within the hour.")


def _read(change: str) -> tuple[str, Any]:
    kind, _, days = change.partition("=")
    if kind not in KINDS:
        raise InvalidInput(f"There is no kind {kind!r}; choose from {', '.join(KINDS)}.", field="change")
    if days == "forever":
        return KINDS[kind], None
    if not days.isdecimal() or not 1 <= int(days) <= 36_500:
        raise InvalidInput(f"Write {kind}=<days>, at least 1, or {kind}=forever.", field="change")
    return KINDS[kind], float(days)


def _days(days: float | None) -> str:
    return "for ever" if days is None else f"{days:g} days"
