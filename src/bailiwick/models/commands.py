"""`bailiwick models`: which models are usable, and a real test of one."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.kernel.database.serve_lock import serving_at
from bailiwick.kernel.terminal.output import Home, Json, as_json, console, print_json, table, use_home
from bailiwick.kernel.terminal.texts import language, phrase
from bailiwick.people.running_server import ask_server
from bailiwick.people.session import run_async

if TYPE_CHECKING:
    from bailiwick.models.catalog import Catalog

app = typer.Typer(invoke_without_command=True)


@app.callback()
def models(context: typer.Context, json: Json = False, home: Home = None) -> None:
    if context.invoked_subcommand is None:
        list_models(json=json, home=home)


@app.command("list")
def list_models(json: Json = False, home: Home = None) -> None:
    async def work(catalog: "Catalog") -> Any:
        return as_json(await catalog.entries())

    url = _server(home)
    entries = ask_server(url, "GET", "/api/models")["models"] if url else _with_catalog(work)
    if json:
        print_json(entries)
        return
    table(
        ("model", "default", "state", "$/M in", "$/M out"),
        [
            (
                entry["name"],
                "→" if entry["default"] else "",
                _held_back(entry) or _lacking(entry) or phrase("models.usable"),
                _price(entry["inputPrice"]),
                _price(entry["outputPrice"]),
            )
            for entry in entries
        ],
        empty=phrase("models.no-models"),
    )


@app.command("test")
def call_once(
    name: Annotated[str | None, typer.Argument()] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(catalog: "Catalog") -> Any:
        await catalog.discover()
        return as_json(await catalog.test(catalog.resolve(name)))

    url = _server(home)
    result = ask_server(url, "POST", "/api/models/test", {"model": name}) if url else _with_catalog(work)
    if json:
        print_json(result)
    elif result["ok"]:
        console().print(
            phrase("models.answered-in-ms", name=result["name"], milliseconds=f"{result['milliseconds']:.0f}"), end=""
        )
        console().print(result["answer"], markup=False, soft_wrap=True)
    else:
        console(error=True).print(f"{result['name']}: {_lacking(result) or result['error']}", soft_wrap=True)
    if not result["ok"]:
        raise typer.Exit(1)


def _lacking(found: Mapping[str, Any]) -> str:
    """Return what is missing at a model, in the language of the terminal; empty where nothing is."""
    from pydantic import TypeAdapter  # with the model library; `--help` need not wait for it

    from bailiwick.kernel.lacks import Lack

    return TypeAdapter(Lack).validate_python(found["lack"]).text(language()) if found["lack"] else ""


def _held_back(entry: Mapping[str, Any]) -> str:
    """Return why the provider is not called now, in the language of the terminal; empty where it is."""
    from pydantic import TypeAdapter  # as above

    from bailiwick.kernel.reasons import Reason

    breaker = entry.get("breaker")
    if not breaker or breaker["state"] == "closed" or not breaker["reason"]:
        return ""
    return phrase("models.held-back", reason=TypeAdapter(Reason).validate_python(breaker["reason"]).text(language()))


def _server(home: Path | None) -> str:
    """Return where the server of the data directory runs, which alone knows what it can use; empty without one."""
    use_home(home)
    from bailiwick.kernel.settings import Settings  # takes a while to import; the help page must not wait for it

    url = serving_at(Settings().home)
    if url:
        console(error=True).print(
            phrase("models.as-the-server-at-finds-it", url=url), style="dim", markup=False, soft_wrap=True
        )
    return url


def _with_catalog(work: Any) -> Any:
    from bailiwick.kernel.settings import Settings
    from bailiwick.models.catalog import Catalog  # heavy; the help page must not wait for it

    async def run() -> Any:
        return await work(Catalog(Settings()))

    return run_async(run())


def _price(dollars: float | None) -> str:
    return "" if dollars is None else f"{dollars:g}"
