"""`bailiwick doctor`: what is wrong with this installation, and how to put it right."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json, use_home
from bailiwick.cli.server import ask_server
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.checkup import NAMED, Finding
from bailiwick.core.errors import BailiwickError, Unavailable
from bailiwick.storage.serve_lock import serving_at

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform


def doctor(json: Json = False, home: Home = None) -> None:
    use_home(home)
    try:
        findings = _found(home)
    except Exception as error:
        findings = [Finding(name="start", ok=False, detail=_told(error))]
    if json:
        print_json(findings)
    else:
        for finding in findings:
            mark = (
                "[green]ok[/green]  "
                if finding.ok
                else "[red]bad[/red] "
                if finding.required
                else "[yellow]note[/yellow]"
            )
            console().print(f"{mark}  {finding.name:<10} ", end="")
            console().print(said(finding), markup=False, soft_wrap=True)
    if any(finding.required and not finding.ok for finding in findings):
        raise typer.Exit(1)


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, BailiwickError) else f"{type(error).__name__}: {error}"


def said(finding: Finding) -> str:
    """Return what is told of a finding: its detail, behind how many agents it is of and the first of their names."""
    if not finding.agents:
        return finding.detail
    names = ", ".join(finding.agents[:NAMED])
    if len(finding.agents) == 1:
        return f"{names}: {finding.detail}"
    rest = f" and {len(finding.agents) - NAMED:,} more" if len(finding.agents) > NAMED else ""
    return f"{len(finding.agents):,} agents ({names}{rest}): {finding.detail}"


def _found(home: Any) -> Sequence[Finding]:
    from bailiwick.settings import Settings  # takes a while to import; the help page must not wait for it

    url = serving_at(Settings().home)
    if not url:
        return with_platform(_look, home)
    try:
        told = ask_server(url, "GET", "/api/doctor")["findings"]
    except Unavailable as error:
        return [Finding(name="server", ok=False, detail=str(error))]
    at = Finding(name="server", ok=True, detail=f"runs at {url}; what follows is what it finds")
    return [at, *[Finding(**finding) for finding in told]]


async def _look(platform: "Platform", owner: User) -> Sequence[Finding]:
    from bailiwick.runtime.doctor import examine  # with the platform, which takes a second to import

    return await examine(platform, owner, serving=False)
