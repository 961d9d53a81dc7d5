"""`bailiwick golden …`: messages pinned to the agent that must get them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bailiwick.cli.output import Home, Json, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.cli.swarm_names import checked
from bailiwick.cli.swarm_words import counted, line, say
from bailiwick.core.access import User
from bailiwick.core.errors import InvalidInput
from bailiwick.core.releases import GoldenCase, GoldenImport, GoldenRun

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="Messages pinned to the agent that must get them.", no_args_is_help=True)

Format = Literal["jsonl", "csv"]
FormatOption = Annotated[
    str | None, typer.Option("--format", help="jsonl or csv; by default what the file's name ends with, else jsonl.")
]
NOBODY = "-"


@app.command("list")
def list_cases(
    failing: Annotated[bool, typer.Option("--failing", help="Only those that go elsewhere now.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 100,
    json: Json = False,
    home: Home = None,
) -> None:
    """List golden cases with who gets each now."""

    async def work(platform: "Platform", owner: User) -> tuple[Sequence[GoldenCase], int]:
        found = await platform.golden.list(owner.id, limit=limit, failing=failing)
        return found, await platform.golden.count(owner.id)

    cases, total = with_platform(work, home)
    if json:
        print_json({"cases": cases, "total": total})
        return
    rows = [
        (one.id, "passes" if one.passes else f"goes to {one.decided or 'nobody'}", one.agent or "nobody",
         line(one.text, 70), line(one.note, 40))
        for one in cases
    ]  # fmt: skip
    empty = (
        "Every golden case passes." if failing else "No golden case yet; `bailiwick golden add TEXT AGENT` pins one."
    )
    table(("id", "now", "belongs to", "message", "note"), rows, empty=empty)


@app.command()
def add(
    text: Annotated[str, typer.Argument(help="The message, as a person would write it.")],
    agent: Annotated[str, typer.Argument(help="Id of its agent; - for a message that nobody should get.")],
    last_agent: Annotated[str | None, typer.Option(help="The agent that answered last; for follow-ups.")] = None,
    note: Annotated[str, typer.Option(help="Why it matters.")] = "",
    json: Json = False,
    home: Home = None,
) -> None:
    """Pin a message to its agent; a release that breaks it is then refused."""

    async def work(platform: "Platform", owner: User) -> GoldenCase:
        from bailiwick.api.golden_fields import NewCase  # it knows the bounds; --help need not wait for it

        meant = None if agent == NOBODY else agent
        case = checked(NewCase, text=text, agent=meant, lastAgent=last_agent, note=note)
        return await platform.golden.add(owner.id, case.text, case.agent, last_agent=case.last_agent, note=case.note)

    made = with_platform(work, home)
    print_json(made) if json else say(f"{made.id} is pinned to {made.agent or 'nobody'}.")


@app.command()
def remove(case: Annotated[str, typer.Argument(help="The case's id.")], json: Json = False, home: Home = None) -> None:
    """Let a message go wherever the rules send it."""

    async def work(platform: "Platform", owner: User) -> None:
        await platform.golden.delete(owner.id, case)

    with_platform(work, home)
    print_json({"removed": case}) if json else say(f"{case} is no golden case any more.")


@app.command("import")
def import_cases(
    file: Annotated[Path, typer.Argument(help="JSON lines, or CSV with columns; - reads standard input.")],
    form: FormatOption = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Add the cases of a file, all or none; what is wrong with it is told by line, with status 1."""
    content, chosen = _read(file), _form(file, form)

    async def work(platform: "Platform", owner: User) -> GoldenImport:
        return await platform.golden.import_cases(owner.id, chosen, content)

    report = with_platform(work, home)
    if json:
        print_json(report)
    else:
        for problem in report.problems:
            say(f"line {problem.line}: {problem.message}")
        say(f"Added {report.added}, replaced {report.replaced}.")
    if report.problems:
        raise typer.Exit(1)


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument(help="Where to write; nothing for standard output.")] = None,
    form: FormatOption = None,
    home: Home = None,
) -> None:
    """Write every golden case into a file that `import` takes."""
    chosen = _form(file, form)

    async def work(platform: "Platform", owner: User) -> str:
        return await platform.golden.export(owner.id, chosen)

    text = with_platform(work, home)
    if file is None or str(file) == "-":
        sys.stdout.write(text)
    else:
        file.write_text(text, encoding="utf-8", newline="")


@app.command()
def run(
    release: Annotated[int | None, typer.Option(min=1, help="A release's number; by default what decides now.")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Decide every golden case; exits with status 1 when one goes elsewhere."""

    async def work(platform: "Platform", owner: User) -> GoldenRun:
        return await platform.golden.run(owner.id, release)

    found = with_platform(work, home)
    if json:
        print_json(found)
    else:
        for case in found.failed:
            say(f"{line(case.text, 70)!r} goes to {case.decided or 'nobody'}, not to {case.agent or 'nobody'}")
        say(f"{found.passed} of {counted(found.total, 'golden case')} pass.")
    if found.failed:
        raise typer.Exit(1)


def _read(file: Path) -> str:
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{file} cannot be read: {error}") from None


def _form(file: Path | None, form: str | None) -> Format:
    named = form or (file.suffix.lower().removeprefix(".") if file is not None else "")
    if form is not None and form not in ("jsonl", "csv"):
        raise typer.BadParameter("choose jsonl or csv", param_hint="--format")
    return "csv" if named == "csv" else "jsonl"
