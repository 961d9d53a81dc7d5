"""`bailiwick models`: which models are usable, a real test of one, and connections to providers."""

import asyncio
import getpass
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.kernel.database.serve_lock import serving_at
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.terminal.output import Home, Json, as_json, console, print_json, said, table, use_home
from bailiwick.kernel.terminal.texts import language, phrase
from bailiwick.models.connections import LONGEST_KEY, ConnectionKind, ModelConnection, NewConnection
from bailiwick.models.first_limit import SUGGESTED
from bailiwick.people.records import User
from bailiwick.people.running_server import ask_server
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform
    from bailiwick.models.embedder_actions import EmbedderChoice
    from bailiwick.models.embedding import EmbedderCheck
    from bailiwick.models.listing import ModelCheck
    from bailiwick.models.routing_model import RoutingModel

app = typer.Typer(invoke_without_command=True)


@app.callback()
def models(context: typer.Context, json: Json = False, home: Home = None) -> None:
    if context.invoked_subcommand is None:
        list_models(json=json, home=home)


@app.command("list")
def list_models(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.models.catalog import Catalog

        return as_json(await platform[Catalog].entries(await platform[Catalog].of(owner.id)))

    url = _server(home)
    entries = ask_server(url, "GET", "/api/models")["models"] if url else with_platform(work, home)
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
    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.models.catalog import Catalog

        return as_json(await platform[Catalog].test(name, owner.id))

    url = _server(home)
    result = ask_server(url, "POST", "/api/models/test", {"model": name}) if url else with_platform(work, home)
    if json:
        print_json(result)
    elif result["ok"]:
        _say_answered(result)
    else:
        console(error=True).print(f"{result['name']}: {_lacking(result) or result['error']}", soft_wrap=True)
    if not result["ok"]:
        raise typer.Exit(1)


@app.command()
def add(
    kind: Annotated[ConnectionKind, typer.Argument()],
    name: Annotated[str, typer.Option()] = "",
    address: Annotated[str, typer.Option()] = "",
    model: Annotated[str, typer.Option()] = "",
    key_file: Annotated[Path | None, typer.Option()] = None,
    default: Annotated[bool, typer.Option("--default")] = False,
    daily_limit: Annotated[float | None, typer.Option("--daily-limit", min=0.0)] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    key = _read_key(kind, key_file)

    async def work(platform: "Platform", owner: User) -> "tuple[ModelConnection, ModelCheck]":
        from bailiwick.models.connection_actions import Connections
        from bailiwick.models.providers import CONNECTED

        connections = platform[Connections]
        new = NewConnection(kind=kind, name=name, address=address, key=key, default_model=model)
        made = await connections.make(owner, new)
        if daily_limit is not None or (CONNECTED[kind].needs_key and not made.address):
            guard = await connections.first_limit(owner)
            money = 0.0 if guard is None else await _daily_limit(daily_limit, quiet=json)
            if guard is not None and money > 0:
                await guard.set_daily(owner, money, language())
        check = await connections.test(owner, made.id)
        if default and (check.ok or model):
            # What was tried is what it is used with, where nobody has said which model that is.
            await connections.choose_default(owner, check.name)
        return made, check

    made, check = with_platform(work, home)
    if json:
        print_json({"connection": as_json(made), "test": as_json(check)})
        return
    console().print(phrase("models.is-connected", name=made.name), markup=False)
    result = as_json(check)
    if check.ok:
        _say_answered(result)
    else:
        # It is kept all the same: a server may be started later, and a key replaced.
        console(error=True).print(f"{check.name}: {_lacking(result) or check.error}", markup=False, soft_wrap=True)
        raise typer.Exit(1)


async def _daily_limit(given: float | None, *, quiet: bool) -> float:
    """Return how many US dollars a day everybody's calls may cost; 0 for no limit. A person is asked."""
    if given is not None or quiet:
        return given or 0.0
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        console(error=True).print(phrase("models.nothing-limits", money=f"{SUGGESTED:g}"), markup=False, soft_wrap=True)
        return 0.0
    question = phrase("models.dollars-a-day")
    return await asyncio.to_thread(typer.prompt, question, default=SUGGESTED, type=float, err=True)


@app.command()
def remove(
    name: Annotated[str, typer.Argument()],
    yes: Annotated[bool, typer.Option("--yes")] = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.models.connection_actions import Connections

        for one in await platform[Connections].list(owner):
            if one.name == name:
                await platform[Connections].delete(owner, one.id, anyway=yes)
                return
        raise NotFound(phrase("models.no-connection", name=repr(name)))

    with_platform(work, home)
    console().print(phrase("models.is-removed", name=name), markup=False)


@app.command("default")
def choose_default(
    name: Annotated[str | None, typer.Argument()] = None,
    clear: Annotated[bool, typer.Option("--clear")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> str:
        from bailiwick.models.catalog import Catalog
        from bailiwick.models.connection_actions import Connections

        if name or clear:
            await platform[Connections].choose_default(owner, None if clear else name)
        return (await platform[Catalog].of(None)).resolve(None)

    model = with_platform(work, home)
    print_json({"model": model}) if json else console().print(phrase("models.default-is", model=model), markup=False)


@app.command("routing")
def choose_routing(
    name: Annotated[str | None, typer.Argument()] = None,
    clear: Annotated[bool, typer.Option("--clear")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> "RoutingModel":
        from bailiwick.models.connection_actions import Connections

        if name or clear:
            await platform[Connections].choose_routing(owner, None if clear else name)
        return await platform[Connections].routing_now(owner.id)

    now = with_platform(work, home)
    if json:
        print_json(as_json(now))
        return
    text = phrase("models.routing-is", model=now.model) if now.model else phrase("models.no-routing")
    console().print(f"{text} {now.why.text(language())}", markup=False, soft_wrap=True)


@app.command()
def embedder(
    name: Annotated[str | None, typer.Argument()] = None,
    clear: Annotated[bool, typer.Option("--clear")] = False,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> "tuple[EmbedderCheck | None, EmbedderChoice]":
        from bailiwick.models.embedder_actions import EmbedderChoices

        choices = platform[EmbedderChoices]
        check = await choices.test(owner, name) if name and not clear else None
        if clear or (name and check is not None and (check.ok or anyway)):
            await choices.choose(owner, None if clear else name)
        return check, await choices.now(owner, offered=name is None and not clear)

    check, now = with_platform(work, home)
    if json:
        print_json({"test": as_json(check), "embedder": as_json(now)})
    else:
        _say_embedder(check, now)
    if check is not None and not check.ok and not anyway:
        raise typer.Exit(1)


def _say_embedder(check: "EmbedderCheck | None", now: "EmbedderChoice") -> None:
    if check is not None and check.ok:
        answered = phrase("models.embedder-answers", milliseconds=f"{check.took_ms:g}", dimensions=check.dimensions)
        console().print(answered, markup=False)
    elif check is not None:
        console(error=True).print(said(check.why, check.error or ""), markup=False, soft_wrap=True)
    if now.offered:
        rows = [(each.name, _price(each.price)) for each in now.offered]
        table(("embedder", "$/M in"), rows, empty=phrase("models.no-models"))
    text = phrase("models.embedder-is", name=now.name) if now.name else phrase("models.no-embedder")
    console().print(text, markup=False)
    if now.given:
        console().print(phrase("models.embedder-given"), markup=False)


def _read_key(kind: ConnectionKind, file: Path | None) -> str | None:
    """Ask for a key without showing it, or read it from a file or a pipe; it is never an argument that others see."""
    if file is not None and str(file) != "-":
        try:
            return file.read_text(encoding="utf-8").strip() or None
        except (OSError, UnicodeDecodeError) as error:
            problem = getattr(error, "strerror", None) or type(error).__name__
            raise InvalidInput(Reason.of(ReasonCode.FILE_NOT_READ, file=str(file), problem=problem)) from None
    if file is None and kind is ConnectionKind.OLLAMA:
        return None
    if file is None and sys.stdin.isatty():
        return getpass.getpass(phrase("models.key-of", kind=kind)).strip() or None
    return sys.stdin.read(LONGEST_KEY + 2).strip() or None


def _say_answered(result: Mapping[str, Any]) -> None:
    said = phrase("models.answered-in-ms", name=result["name"], milliseconds=f"{result['milliseconds']:.0f}")
    console().print(said, end="", markup=False)
    console().print(result["answer"], markup=False, soft_wrap=True)
    if result["cost"] is not None:
        console().print(phrase("models.for-dollars", cost=f"{result['cost']:.6f}"))


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


def _price(dollars: float | None) -> str:
    return "" if dollars is None else f"{dollars:g}"
