"""`bailiwick golden …`: messages pinned to the agent that must get them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bailiwick.agents.releases.records import GoldenCase, GoldenImport, GoldenRun
from bailiwick.kernel.reasons import Reason, RoutingReason, reason_of
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.files import read_text
from bailiwick.kernel.terminal.lines import counted, line, say
from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import head, language, phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Format = Literal["jsonl", "csv"]
FormatOption = Annotated[str | None, typer.Option("--format")]
NOBODY = "-"


@app.command("list")
def list_cases(
    failing: Annotated[bool, typer.Option("--failing")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000)] = 100,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Sequence[GoldenCase], int]:
        from bailiwick.features.routing.golden import Golden

        found = await platform[Golden].list(owner.id, limit=limit, failing=failing)
        return found, await platform[Golden].count(owner.id)

    cases, total = with_platform(work, home)
    if json:
        print_json({"cases": cases, "total": total})
        return
    rows = [
        (
            one.id,
            phrase("golden.passes") if one.passes else phrase("golden.goes-to", agent=one.decided or head("nobody")),
            one.agent or head("nobody"),
            line(one.text, 70),
            line(one.note, 40),
        )
        for one in cases
    ]
    empty = phrase("golden.every-case-passes") if failing else phrase("golden.none-yet")
    table(("id", "now", "belongs to", "message", "note"), rows, empty=empty)


@app.command()
def add(
    text: Annotated[str, typer.Argument()],
    agent: Annotated[str, typer.Argument()],
    last_agent: Annotated[str | None, typer.Option()] = None,
    note: Annotated[str, typer.Option()] = "",
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> GoldenCase:
        from bailiwick.features.routing.golden import Golden
        from bailiwick.features.routing.golden_fields import NewCase  # it knows the bounds; --help need not wait for it

        meant = None if agent == NOBODY else agent
        case = checked(NewCase, text=text, agent=meant, lastAgent=last_agent, note=note)
        return await platform[Golden].add(owner.id, case.text, case.agent, last_agent=case.last_agent, note=case.note)

    made = with_platform(work, home)
    print_json(made) if json else say(phrase("golden.is-pinned-to", id=made.id, value=made.agent or head("nobody")))


@app.command()
def remove(case: Annotated[str, typer.Argument()], json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.routing.golden import Golden

        await platform[Golden].delete(owner.id, case)

    with_platform(work, home)
    print_json({"removed": case}) if json else say(phrase("golden.is-no-golden-case-any-more", case=case))


@app.command("import")
def import_cases(
    file: Annotated[Path, typer.Argument()],
    form: FormatOption = None,
    json: Json = False,
    home: Home = None,
) -> None:
    content, chosen = read_text(file), _form(file, form)

    async def work(platform: "Platform", owner: User) -> GoldenImport:
        from bailiwick.features.routing.golden import Golden

        return await platform[Golden].import_cases(owner.id, chosen, content)

    report = with_platform(work, home)
    if json:
        print_json(report)
    else:
        for problem in report.problems:
            said = reason_of(problem.why or problem.message)
            say(Reason.of(RoutingReason.LINE_SAYS, said, line=problem.line).text(language()))
        say(phrase("golden.added-replaced", added=report.added, replaced=report.replaced))
    if report.problems:
        raise typer.Exit(1)


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument()] = None,
    form: FormatOption = None,
    home: Home = None,
) -> None:
    chosen = _form(file, form)

    async def work(platform: "Platform", owner: User) -> str:
        from bailiwick.features.routing.golden import Golden

        return await platform[Golden].export(owner.id, chosen)

    text = with_platform(work, home)
    if file is None or str(file) == "-":
        sys.stdout.write(text)
    else:
        file.write_text(text, encoding="utf-8", newline="")


@app.command()
def run(
    release: Annotated[int | None, typer.Option(min=1)] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> GoldenRun:
        from bailiwick.features.routing.golden import Golden

        return await platform[Golden].run(owner.id, release)

    found = with_platform(work, home)
    if json:
        print_json(found)
    else:
        for case in found.failed:
            say(
                phrase(
                    "golden.goes-to-not-to",
                    text=repr(line(case.text, 70)),
                    agent=case.decided or head("nobody"),
                    expected=case.agent or head("nobody"),
                )
            )
        say(phrase("golden.of-pass", passed=found.passed, value=counted(found.total, "golden case")))
    if found.failed:
        raise typer.Exit(1)


def _form(file: Path | None, form: str | None) -> Format:
    named = form or (file.suffix.lower().removeprefix(".") if file is not None else "")
    if form is not None and form not in ("jsonl", "csv"):
        raise typer.BadParameter(phrase("golden.choose-jsonl-or-csv"), param_hint="--format")
    return "csv" if named == "csv" else "jsonl"
