"""`bailiwick doctor`: what is wrong with this installation, and how to put it right."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.database.serve_lock import serving_at
from bailiwick.kernel.errors import BailiwickError, Unavailable
from bailiwick.kernel.reasons import Reason, Said
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, use_home
from bailiwick.kernel.terminal.texts import grouped, head, language, phrase
from bailiwick.people.records import User
from bailiwick.people.running_server import ask_server
from bailiwick.people.session import OPENS, with_platform
from bailiwick.runs.findings import NAMED, Finding

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform


def doctor(json: Json = False, home: Home = None) -> None:
    use_home(home)
    try:
        findings = _found(home)
    except Exception as error:
        findings = [Finding.of("start", _told(error))]
    if json:
        print_json(findings)
    else:
        for finding in findings:
            mark, color = ("ok", "green") if finding.ok else ("bad", "red") if finding.required else ("note", "yellow")
            console().print(f"{phrase(f'doctor.{mark}'):<4}  ", style=color, end="")
            console().print(f"{head(finding.name):<14} ", end="")
            console().print(said(finding), markup=False, soft_wrap=True)
    if any(finding.required and not finding.ok for finding in findings):
        raise typer.Exit(1)


def _told(error: Exception) -> Said:
    return error.said if isinstance(error, BailiwickError) else f"{type(error).__name__}: {error}"


def said(finding: Finding) -> str:
    """Return what is told of a finding, behind how many agents it is of and the first of their names."""
    told = finding.text(language())
    if not finding.agents:
        return told
    names, agents = ", ".join(finding.agents[:NAMED]), len(finding.agents)
    if agents == 1:
        return f"{names}: {told}"
    if agents <= NAMED:
        return phrase("doctor.agents", count=agents, names=names, said=told)
    return phrase("doctor.agents-and-more", agents=grouped(agents), names=names, count=agents - NAMED, said=told)


def _found(home: Any) -> Sequence[Finding]:
    from bailiwick.kernel.settings import Settings  # takes a while to import; the help page must not wait for it

    url = serving_at(Settings().home)
    if not url:
        return with_platform(_look, home)
    try:
        told = ask_server(url, "GET", "/api/doctor")["findings"]
    except Unavailable as error:
        return [Finding.of("server", error.said)]
    from pydantic import TypeAdapter  # loaded by now

    OPENS.get()()  # with the codes of what is found
    at = Finding.of("server", Reason.of(InstallationReason.SERVER_RUNS_AT, url=url), ok=True)
    return [at, *TypeAdapter(list[Finding]).validate_python(told)]


async def _look(platform: "Platform", owner: User) -> Sequence[Finding]:
    from bailiwick.features.installation.doctor import examine  # with the platform, which takes a second to import

    return await examine(platform, owner, serving=False)
