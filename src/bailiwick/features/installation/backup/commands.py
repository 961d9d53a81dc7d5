"""`bailiwick db backup` and `bailiwick db restore`: everything in the database as one file, and back."""

import asyncio
import os
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, use_home
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.people.session import run_async

if TYPE_CHECKING:
    from bailiwick.kernel.settings import Settings

LARGEST_LIST = 2000
"""Files of the data directory that a backup names as left out."""
OWN_FOLDERS = ("postgres", "run")
"""Of the running database itself."""


def backup(
    file: Annotated[Path | None, typer.Argument()] = None,
    with_key: Annotated[bool, typer.Option("--with-key")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Write everything in the database to one file, also while it is in use."""
    use_home(home)
    from bailiwick.features.installation.backup.backup import write_backup
    from bailiwick.kernel.audit.acting import Actor, Face, acts_from_here
    from bailiwick.kernel.database.server import open_server
    from bailiwick.kernel.settings import Settings  # heavy; the help page must not wait for it

    settings = Settings(log_level="error")
    target = file or Path(f"bailiwick-backup-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip")
    if target.exists():
        raise InvalidInput(phrase("backup.exists-already-choose-another-name", target=target), field="file")
    key = _key_of(settings) if with_key else None
    if key is not None and not json:
        console(error=True).print(phrase("backup.the-key-of-credentials-goes-into"))

    async def work() -> dict[str, object]:
        async with open_server(settings, upgrade=False) as server:
            acts_from_here(Actor(face=Face.CLI, person=FIRST_OWNER_ID))
            manifest = await asyncio.to_thread(
                write_backup, server.urls.owner, target, key=key, left_out=left_out(settings.home), told=_told(json)
            )
        return {
            "file": str(target.resolve()),
            "bytes": target.stat().st_size,
            "tables": len(manifest.tables),
            "rows": sum(table.rows for table in manifest.tables),
            "people": manifest.users,
            "revision": manifest.schema,
            "credentialKeys": manifest.credential_keys,
            "withKey": manifest.with_key,
            "leftOut": manifest.left_out,
        }

    done = run_async(work())
    if json:
        print_json(done)
        return
    out = console()
    out.print(
        phrase(
            "backup.rows-of-tables-people-bytes-in",
            rows=done["rows"],
            tables=done["tables"],
            people=done["people"],
            bytes=done["bytes"],
            file=done["file"],
        ),
        soft_wrap=True,
        markup=False,
    )
    if done["credentialKeys"] and not with_key:
        out.print(
            phrase("backup.its-credentials-are-sealed-and-the"),
            soft_wrap=True,
        )
    if done["leftOut"]:
        out.print(phrase("backup.files-of-the-data-directory-are"), soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument()],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    force: Annotated[bool, typer.Option("--force")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Make the database what a backup says; the database must be empty, or be put aside with --force."""
    use_home(home)
    from bailiwick.features.installation.backup.restore import Restored
    from bailiwick.features.installation.backup.restore import restore as restore_from
    from bailiwick.kernel.audit.acting import Actor, Face, acts_from_here
    from bailiwick.kernel.database.serve_lock import ServeLock
    from bailiwick.kernel.database.server import open_server
    from bailiwick.kernel.settings import Settings  # heavy; the help page must not wait for it

    settings = Settings(log_level="error")
    if not yes and not agreed(phrase("backup.make-the-database-what-says", file=file)):
        raise typer.Exit(1)

    async def work() -> Restored:
        async with open_server(settings, upgrade=False) as server:
            acts_from_here(Actor(face=Face.CLI, person=FIRST_OWNER_ID))
            return await asyncio.to_thread(
                restore_from, server.urls.owner, server.admin_url, file, force=force, told=_told(json)
            )

    with ServeLock.acquire(settings.home):
        done = run_async(work())
    keys = _take_key(settings, file) if done.manifest.with_key else ""
    missing = _missing_keys(settings, done.manifest.credential_keys)
    rows = sum(table.rows for table in done.manifest.tables)
    if json:
        print_json(
            {
                "rows": rows,
                "people": done.manifest.users,
                "createdAt": done.manifest.created_at,
                "revision": done.revision,
                "kept": done.kept,
                "missingKeys": missing,
            }
        )
        return
    out = console()
    out.print(
        phrase(
            "backup.restored-rows-of-people-as-of",
            rows=rows,
            users=done.manifest.users,
            created_at=done.manifest.created_at,
        ),
        soft_wrap=True,
    )
    if done.kept:
        out.print(phrase("backup.what-was-there-before-is-kept", kept=done.kept), soft_wrap=True)
    if keys:
        out.print(keys, soft_wrap=True)
    if missing:
        out.print(
            phrase("backup.credentials-are-sealed-with-which-is", missing=", ".join(missing), home=settings.home),
            soft_wrap=True,
            markup=False,
        )


def left_out(home: Path) -> Sequence[str]:
    """Return the files of the data directory that are no part of the database, by their paths in it."""
    found: list[str] = []
    for folder, folders, files in os.walk(home):
        if Path(folder) == home:
            folders[:] = [name for name in folders if name not in OWN_FOLDERS]
        found += [str((Path(folder) / name).relative_to(home)) for name in files]
        if len(found) > LARGEST_LIST:
            return [*sorted(found)[:LARGEST_LIST], phrase("backup.and-more")]
    return sorted(found)


def _told(json: bool) -> Callable[[str, int], None] | None:
    """Return what shows each table as it is copied to a person who watches."""
    out = console(error=True)
    if json or not out.is_terminal:
        return None
    return lambda name, rows: out.print(f"{rows:>10}  {name}", style="dim")


def _key_of(settings: "Settings") -> Path:
    """Return the file with the keys. Raises `Conflict` where there is none."""
    from bailiwick.tools.settings import ToolSettings

    place = settings.home / "credentials.key"
    if settings.of(ToolSettings).credential_key is not None:
        raise Conflict(phrase("backup.the-keys-come-from-bailiwick-credential"))
    if not place.exists():
        raise Conflict(phrase("backup.there-is-no-credentials-key-yet"))
    return place


def _take_key(settings: "Settings", file: Path) -> str:
    """Put the keys of a backup into the data directory unless it has its own; return what to tell."""
    place = settings.home / "credentials.key"
    with zipfile.ZipFile(file) as archive:
        content = archive.read("credentials.key")
    if place.exists() and place.read_bytes() != content:
        return phrase("backup.key-is-another", place=place)
    if not place.exists():
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as made:
            made.write(content)
    return phrase("backup.keys-are-in", place=place)


def _missing_keys(settings: "Settings", needed: Sequence[str]) -> Sequence[str]:
    """Return the ids of keys that credentials are sealed with and that are not here."""
    from bailiwick.tools.sealing import KeyRing  # loads the cryptography library
    from bailiwick.tools.settings import ToolSettings

    given = settings.of(ToolSettings).credential_key
    ring = KeyRing(settings.home / "credentials.key", None if given is None else given.get_secret_value())
    here = {key.id for key in ring.read()}
    return sorted(set(needed) - here)
