"""`bailiwick db …`: the database."""

from typing import Any

import typer

from bailiwick.features.installation.backup.commands import backup, restore
from bailiwick.features.installation.retention_command import retention
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, use_home
from bailiwick.kernel.terminal.texts import head, named, phrase
from bailiwick.people.session import run_async

NAMES = {
    "kind": "server",
    "url": "address",
    "revision": "schema",
    "newest": "newest schema",
    "upToDate": "up to date",
}
"""What the fields of the state are called for a person."""

app = typer.Typer(no_args_is_help=True)
app.command("backup")(backup)
app.command("restore")(restore)
app.command("retention")(retention)


@app.command()
def status(json: Json = False, home: Home = None) -> None:
    state = _with_server(home, upgrade=False)
    if json:
        print_json(state)
        return
    current = phrase("database.yes") if state["upToDate"] else phrase("database.no")
    shown = {**state, "kind": named("DatabaseKind", state["kind"]), "upToDate": current}
    shown["revision"] = state["revision"] or phrase("documents.none")
    for name, value in shown.items():
        console().print(f"{head(NAMES[name]):<14} {value}", soft_wrap=True, markup=False)


@app.command()
def migrate(json: Json = False, home: Home = None) -> None:
    state = _with_server(home, upgrade=True)
    print_json(state) if json else console().print(phrase("database.the-schema-is-at", revision=state["revision"]))


@app.command()
def url(home: Home = None) -> None:
    console().print(_with_server(home, upgrade=False)["url"], soft_wrap=True, markup=False)


def _with_server(home: Any, *, upgrade: bool) -> dict[str, Any]:
    use_home(home)
    from bailiwick.kernel.database.server import open_server
    from bailiwick.kernel.settings import Settings  # heavy; the help page must not wait for it

    async def run() -> dict[str, Any]:
        async with open_server(Settings(log_level="error"), upgrade=upgrade) as server:
            return {
                "kind": "embedded" if server.embedded else "external",
                "url": server.urls.owner,
                "revision": server.status.found,
                "newest": server.status.needed,
                "upToDate": server.status.current,
            }

    return run_async(run())
