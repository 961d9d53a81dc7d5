"""`bailiwick`, `bailiwick serve` and `bailiwick worker`: the product as a running process."""

import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.faces.version import Version
from bailiwick.kernel.terminal.browser import can_open, open_page
from bailiwick.kernel.terminal.output import Home, console, said, use_home
from bailiwick.kernel.terminal.texts import language, phrase
from bailiwick.people.session import importing, run_async

if TYPE_CHECKING:
    import asyncio

    from bailiwick.kernel.platform import Platform

HostOption = Annotated[str | None, typer.Option()]
PortOption = Annotated[int | None, typer.Option(min=0, max=65535)]


def start(context: typer.Context, version: Version = False, home: Home = None) -> None:
    del version  # told before anything else
    if context.invoked_subcommand is None:
        talk = sys.stdin.isatty() and sys.stdout.isatty()
        _serve(home, talk=talk)
    else:
        use_home(home)


def serve(
    host: HostOption = None,
    port: PortOption = None,
    root_path: Annotated[str | None, typer.Option()] = None,
    worker: Annotated[bool, typer.Option()] = True,
    home: Home = None,
) -> None:
    _serve(home, talk=False, worker=worker, host=host, port=port, root_path=root_path)


def worker(
    concurrency: Annotated[int | None, typer.Option(min=1, max=1000)] = None,
    home: Home = None,
) -> None:
    use_home(home)
    with importing():
        from bailiwick.kernel.platform import Working
        from bailiwick.kernel.settings import Settings
        from bailiwick.kernel.watchdog import watched  # the platform takes a second to import
        from bailiwick.opening import open_platform

    async def run() -> None:
        from bailiwick.kernel.background import Background
        from bailiwick.models.recognising import InstalledReaders
        from bailiwick.runs.tools import Tools

        settings = Settings(**_given(concurrency=concurrency))
        with ExitStack() as outlast:
            async with open_platform(settings, working=Working.YES) as platform:
                outlast.enter_context(watched(settings.watchdog_seconds))  # until everything has ended
                await platform[Tools].prepare()  # what cannot be used here is found out before anything is to be done
                platform[Background].start("read messages", platform[InstalledReaders].prepare())
                console(error=True).print(phrase("serve.worker-ready-ctrl-c-stops-it"))
                await _until_stopped()

    run_async(run())


def _serve(home: Path | None, *, talk: bool, worker: bool = True, **options: Any) -> None:
    use_home(home)
    with importing():
        from bailiwick.kernel.settings import Settings  # the platform takes a second to import

    settings = Settings(**_given(**options, log_level="error" if talk else None))
    run_async(_run(settings, talk=talk, worker=worker))


async def _run(settings: Any, *, talk: bool, worker: bool) -> None:
    import asyncio  # here and below: `--help` need not wait for it

    from bailiwick.kernel.background import Background
    from bailiwick.kernel.database.serve_lock import ServeLock  # heavy; see above
    from bailiwick.models.recognising import InstalledReaders
    from bailiwick.people.actions import People
    from bailiwick.runs.tools import Tools

    with ServeLock.acquire(settings.home) as lock, ExitStack() as outlast:
        with importing():
            from bailiwick.kernel.database.embedded import EmbeddedServer

            # The database starts while this process imports; without a database of one's own.
            starting = None
            if settings.database_url is None:
                starting = asyncio.get_running_loop().run_in_executor(None, EmbeddedServer.start, settings.home)
            from bailiwick.faces.http import create_app
            from bailiwick.kernel.http.server import bounds_of, create_server
            from bailiwick.kernel.platform import Working
            from bailiwick.kernel.watchdog import watched
            from bailiwick.opening import open_platform

        if starting is not None:
            outlast.callback((await starting).close)
        async with open_platform(settings, working=Working.YES if worker else Working.NO) as platform:
            if not talk:  # a person who looks on ends it themselves, or sets it aside for a while
                outlast.enter_context(watched(settings.watchdog_seconds))  # until everything has ended
            await platform[Tools].prepare()  # what cannot be used here is found out before anybody asks
            platform[Background].start("read messages", platform[InstalledReaders].prepare())
            with importing():  # making the endpoints makes many objects, too
                application = create_app(platform)
            server = create_server(
                application,
                host=settings.host,
                port=settings.port,
                root_path=settings.root_path,
                trusted_proxies=settings.trusted_proxies,
                bounds=bounds_of(settings),
            )
            async with asyncio.TaskGroup() as group:
                serving = group.create_task(server.serve(), name="http server")
                url = await _address(server, serving)
                lock.announce(url)
                link = f"{url}{await platform[People].login_link()}"
                await _greet(platform, url, link)
                if talk and settings.open_browser and can_open():
                    await asyncio.to_thread(open_page, link)
                if talk:
                    await _talk(platform, serving)
                    server.should_exit = True


async def _address(server: Any, serving: "asyncio.Task[None]") -> str:
    """Wait until the server listens and return its address."""
    import asyncio

    while not server.started:
        if serving.done():
            serving.result()
            raise typer.Exit(1)
        await asyncio.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()[:2]
    host = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104  (for the printed address)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


async def _greet(platform: "Platform", url: str, link: str) -> None:
    from bailiwick.models.catalog import Catalog
    from bailiwick.models.settings import ModelSettings

    out = console()
    out.print(phrase("serve.bailiwick-is-ready-at", url=url))
    out.print(phrase("serve.log-in-once-with", link=link), soft_wrap=True)
    view = await platform[Catalog].of(None)
    if not view.configured:
        out.print(phrase("serve.no-language-model-is-configured-rules"))
    model = platform.settings.of(ModelSettings).model
    if not (health := view.usable(model or "offline")).healthy:
        out.print(
            phrase(
                "serve.the-model-cannot-be-used",
                model=model,
                detail=" ".join(lack.text(language()) for lack in health.lacks) or health.detail,
            )
        )
    from bailiwick.kernel.loaded import Loaded

    for problem in platform[Loaded].problems:
        out.print(phrase("serve.the-plug-in-could-not-be", name=problem.name, error=said(problem.why, problem.error)))


async def _talk(platform: "Platform", serving: "asyncio.Task[None]") -> None:
    import asyncio

    from bailiwick.features.conversations.commands import (
        converse,  # it imports routing, which `worker` need not wait for
    )
    from bailiwick.people.actions import People

    talking = asyncio.create_task(converse(platform, await platform[People].owner()))  # noqa: TID251  (ends below)
    await asyncio.wait((talking, serving), return_when=asyncio.FIRST_COMPLETED)
    talking.cancel()
    await asyncio.wait((talking,))


async def _until_stopped() -> None:
    import asyncio

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        if os.name == "nt":
            signal.signal(number, lambda number, frame: loop.call_soon_threadsafe(stop.set))
        else:
            loop.add_signal_handler(number, stop.set)
    await stop.wait()


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}
