"""`bailiwick models`: which models are usable, and a real test of one."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table, use_home
from bailiwick.cli.session import beside, run_async
from bailiwick.storage.serve_lock import serving_at

if TYPE_CHECKING:
    from bailiwick.llm.catalog import Catalog

app = typer.Typer(help="Which models are usable; `test` calls one.", invoke_without_command=True)


@app.callback()
def models(context: typer.Context, json: Json = False, home: Home = None) -> None:
    """List the models that are usable, and what the others need."""
    if context.invoked_subcommand is None:
        list_models(json=json, home=home)


@app.command("list")
def list_models(json: Json = False, home: Home = None) -> None:
    """List the models that are usable, and what the others need."""

    async def work(catalog: "Catalog") -> Any:
        await catalog.discover()
        return await catalog.entries()

    entries = _with_catalog(work, home)
    if json:
        print_json(entries)
        return
    table(
        ("model", "default", "state", "$/M in", "$/M out"),
        [
            (
                entry.name,
                "→" if entry.default else "",
                "usable" if entry.usable else entry.detail or "not usable",
                _price(entry.input_price),
                _price(entry.output_price),
            )
            for entry in entries
        ],
        empty="No models.",
    )  # fmt: skip


@app.command("test")
def call_once(
    name: Annotated[str | None, typer.Argument(help="provider:model; the default model when left out.")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Call a model once and say what came back."""

    async def work(catalog: "Catalog") -> Any:
        await catalog.discover()
        return await catalog.test(catalog.resolve(name))

    result = _with_catalog(work, home)
    if json:
        print_json(result)
    elif result.ok:
        console().print(f"{result.name} answered in {result.milliseconds:.0f} ms: ", end="")
        console().print(result.answer, markup=False, soft_wrap=True)
    else:
        console(error=True).print(f"{result.name}: {result.error}", soft_wrap=True)
    if not result.ok:
        raise typer.Exit(1)


def _with_catalog(work: Any, home: Any) -> Any:
    use_home(home)
    from bailiwick.llm.catalog import Catalog  # heavy; the help page must not wait for it
    from bailiwick.settings import Settings

    settings = Settings()
    if url := serving_at(settings.home):
        console(error=True).print(beside(url), style="dim", markup=False, soft_wrap=True)

    async def run() -> Any:
        return await work(Catalog(settings))

    return run_async(run())


def _price(dollars: float | None) -> str:
    return "" if dollars is None else f"{dollars:g}"
