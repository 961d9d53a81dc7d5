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
    from bailiwick.kernel.platform import Platform

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
        typer.Argument(),
    ] = None,
    preview: Annotated[bool, typer.Option("--preview")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show or change how long each kind of data is kept."""
    changes = dict(_read(each) for each in change or [])

    async def work(platform: "Platform", owner: User) -> tuple[Retention, RetentionPreview | None]:
        from bailiwick.features.installation.actions import Administration

        administration = platform[Administration]
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
            (head(kind), _days(getattr(kept, field)), *((f"{counts[kind]:,}",) if old else ()))
            for kind, field in KINDS.items()
        ],
        empty="",
    )
    if changes and not preview:
        console().print(phrase("retention.what-is-too-old-is-deleted"))


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
