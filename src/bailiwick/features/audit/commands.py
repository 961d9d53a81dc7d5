"""`bailiwick audit …`: the audit log read, verified and taken along."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.features.audit.records import AuditEntry, AuditFilter, Verification
from bailiwick.kernel.audit.acts import Act, ActGroup
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.reasons.kinds import kind_name
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import language, phrase, word
from bailiwick.kernel.terminal.times import local
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Group = Annotated[ActGroup | None, typer.Option("--group")]
Person = Annotated[str | None, typer.Option("--person")]
Thing = Annotated[str | None, typer.Option("--thing")]
Since = Annotated[datetime | None, typer.Option("--since")]
Until = Annotated[datetime | None, typer.Option("--until")]


@app.command("list")
def list_entries(
    group: Group = None,
    person: Person = None,
    thing: Thing = None,
    since: Since = None,
    until: Until = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=200)] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    wanted = _wanted(group, person, thing, since, until)

    async def work(platform: "Platform", owner: User) -> tuple[list[AuditEntry], dict[str, str]]:
        from bailiwick.features.audit.actions import Audit

        found = await platform[Audit].list(owner.id, wanted, limit=limit)
        return list(found), dict(await platform[Audit].names(found))

    entries, names = with_platform(work, home)
    if json:
        print_json(entries)
        return
    rows = [
        (
            str(each.number),
            local(each.at),
            names.get(each.person or "", each.person or "–"),
            _said(each.act),
            line(" ".join(dict.fromkeys((kind_name(each.kind, language()), each.thing))), 60),
            " ".join(filter(None, (word(each.face), each.address))),
        )
        for each in entries
    ]
    table(("number", "when", "who", "what", "on what", "from where"), rows, empty=phrase("audit.none"))


@app.command()
def verify(
    noted: Annotated[str | None, typer.Option("--noted")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Verification:
        from bailiwick.features.audit.actions import Audit, read_head

        return await platform[Audit].verify(owner, None if noted is None else read_head(noted))

    found = with_platform(work, home)
    if json:
        print_json(found)
    else:
        for fault in found.faults:
            console().print(fault.text(language()), style="red", soft_wrap=True, markup=False)
        if found.ok:
            say(phrase("audit.unbroken", count=found.entries))
        if found.number:
            console().print(phrase("audit.head", number=found.number, hash=found.hash), soft_wrap=True, markup=False)
    if not found.ok:
        raise typer.Exit(1)


@app.command()
def export(
    file: Annotated[Path, typer.Argument()] = Path("bailiwick-audit.jsonl"),
    group: Group = None,
    person: Person = None,
    thing: Thing = None,
    since: Since = None,
    until: Until = None,
    home: Home = None,
) -> None:
    wanted = _wanted(group, person, thing, since, until)

    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.audit.actions import Audit, ExportFormat

        form = ExportFormat.CSV if file.suffix.lower() == ".csv" else ExportFormat.JSON_LINES
        try:
            with file.open("x", encoding="utf-8", newline="") as target:
                async for piece in platform[Audit].export(owner.id, wanted, form):
                    target.write(piece)
        except OSError as error:
            problem = phrase("account.cannot-be-written", file=file, strerror=error.strerror)
            raise InvalidInput(problem, field="file") from error

    with_platform(work, home)
    say(phrase("audit.is-in", file=file))


def _wanted(
    group: ActGroup | None, person: str | None, thing: str | None, since: datetime | None, until: datetime | None
) -> AuditFilter:
    return AuditFilter(
        person=person,
        acts=[] if group is None else [each.value for each in group.acts],
        thing=thing,
        since=None if since is None else since.astimezone(),
        until=None if until is None else until.astimezone(),
    )


def _said(act: str) -> str:
    """Return what an act is called; one that this version does not know, as it is."""
    return Reason.of(Act(act)).text(language()) if act in set(Act) else act
