"""Backups: everything in the database as one file, taken while it is in use."""

import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg import sql

from bailiwick.features.installation.backup.catalog import BackupTable, sequences, tables
from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_by_owner
from bailiwick.kernel.database.migrate import status
from bailiwick.kernel.database.plugin_tables import carried_out
from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.errors import Conflict, InvalidInput, Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.credentials import INSTALLATION

FORMAT = 2
"""Of a backup that says how far the tables of plug-ins are; one of format 1 has none."""
MANIFEST = "manifest.json"
KEYS = "credentials.key"
README = "README.txt"
EXPLAINED = """\
A backup of Bailiwick: every table as text (PostgreSQL's COPY format), described by manifest.json.
`bailiwick db restore <this file>` makes a database of it.

{key}
Not in it are the files of the data directory that manifest.json lists under "leftOut".
"""
WITH_KEY = "credentials.key opens the credentials in it: whoever has this file can read them."
WITHOUT_KEY = "The credentials in it are sealed; credentials.key of the data directory opens them and is NOT in it."
Told = Callable[[str, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedTable:
    """One table in a backup."""

    name: str
    columns: Sequence[str]
    rows: int
    sha256: str
    """Of its text, in which rows are ordered by primary key within each user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup says about itself."""

    format: int
    bailiwick: str
    """Version that made it."""
    created_at: str
    schema: str
    """Revision of the schema."""
    jobs: str
    """Version of the job engine's tables."""
    postgresql: str
    users: int
    credential_keys: Sequence[str]
    """Ids of the keys that the credentials in it are sealed with."""
    with_key: bool
    tables: Sequence[CopiedTable]
    sequences: dict[str, int]
    """Where each sequence stands."""
    left_out: Sequence[str]
    """Files of the data directory, which are no part of it."""
    plugins: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    """Which migrations of plug-ins made their tables, by plug-in."""


def write_backup(
    owner_url: str, target: Path, *, key: Path | None = None, left_out: Sequence[str] = (), told: Told | None = None
) -> Manifest:
    """Write everything in the database to `target`, as of one moment, and return what was written.

    `key` is a file with the keys of credentials that is put in too. `told` hears of each table and its rows. The file
    is readable by its owner only and appears under its name when it is whole. Raises `InvalidInput` when it cannot be
    written, `Conflict` when there is no schema, `Unavailable`.
    """
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        descriptor = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w+b") as file:
            _record(owner_url, with_key=key is not None)
            manifest = _write(owner_url, file, key, left_out, told or (lambda name, rows: None))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError as error:
        raise InvalidInput(
            Reason.of(InstallationReason.FILE_NOT_WRITTEN, file=str(target), problem=error.strerror or str(error)),
            field="file",
        ) from error
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return manifest


def _record(owner_url: str, *, with_key: bool) -> None:
    """Record it before it is read, so that it is in the backup; unless the database is older than the log."""
    with psycopg.connect(owner_url, connect_timeout=5) as connection:
        if connection.execute("SELECT to_regclass('public.audit_entries') IS NOT NULL").fetchone() == (True,):
            audited_by_owner(connection, Act.BACKUP_MADE, "installation", INSTALLATION, key=with_key)


def _write(owner_url: str, file: IO[bytes], key: Path | None, left_out: Sequence[str], told: Told) -> Manifest:
    schema = status(owner_url)
    if schema.found is None or schema.jobs_found is None:
        raise Conflict(Reason.of(InstallationReason.NOTHING_TO_BACK_UP))
    with (
        psycopg.connect(owner_url, connect_timeout=5) as connection,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6, allowZip64=True) as archive,
    ):
        # All that follows sees the database as it is at the first statement, whatever is written meanwhile.
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        users = [
            str(row[0])
            for row in connection.execute("SELECT user_id FROM public.users ORDER BY created_at, user_id").fetchall()
        ]
        moment = connection.execute("SELECT now()").fetchone()
        copied: list[CopiedTable] = []
        for table in tables(connection):
            copied.append(_copy(connection, archive, table, users))
            told(copied[-1].name, copied[-1].rows)
        if key is not None:
            archive.writestr(_entry(KEYS), key.read_bytes())
        manifest = Manifest(
            format=FORMAT,
            bailiwick=version(DISTRIBUTION),
            created_at=_time(moment),
            schema=schema.found,
            jobs=schema.jobs_found,
            postgresql=str(connection.info.server_version),
            users=len(users),
            credential_keys=_credential_keys(connection, users),
            with_key=key is not None,
            tables=copied,
            sequences=_positions(connection),
            left_out=left_out,
            plugins=carried_out(connection),
        )
        archive.writestr(_entry(README), EXPLAINED.format(key=WITHOUT_KEY if key is None else WITH_KEY))
        archive.writestr(_entry(MANIFEST), json.dumps(asdict(manifest), indent=1))
    return manifest


def _copy(
    connection: psycopg.Connection[Any], archive: zipfile.ZipFile, table: BackupTable, users: Sequence[str]
) -> CopiedTable:
    """Copy one table, user by user where row-level security shows its rows to no other, not even to its owner."""
    digest, rows = hashlib.sha256(), 0
    order = sql.SQL(", ").join(sql.Identifier(column) for column in table.key or table.columns)
    with archive.open(_entry(f"tables/{table.title}"), "w", force_zip64=True) as entry:
        for user in users if table.by_user else [None]:
            whose = sql.SQL("")
            if user is not None:
                connection.execute("SELECT set_config('bailiwick.user_id', %s, true)", (user,))
                whose = sql.SQL("WHERE user_id = {}::uuid").format(sql.Literal(user))
            query = sql.SQL("COPY (SELECT {} FROM {} {} ORDER BY {}) TO STDOUT").format(
                table.column_list, table.identifier, whose, order
            )
            with connection.cursor() as cursor:
                with cursor.copy(query) as copy:
                    for block in copy:
                        digest.update(block)
                        entry.write(block)
                rows += cursor.rowcount
    return CopiedTable(name=table.title, columns=table.columns, rows=rows, sha256=digest.hexdigest())


def _credential_keys(connection: psycopg.Connection[Any], users: Sequence[str]) -> Sequence[str]:
    """Return the keys with which anything is sealed: credentials, and what opens connections to models."""
    sealed = sql.SQL(" UNION ").join(
        sql.SQL("SELECT key_id FROM {} WHERE key_id IS NOT NULL").format(table.identifier)
        for table in tables(connection)
        if "key_id" in table.columns
    )
    found: set[str] = set()
    for user in users:
        connection.execute("SELECT set_config('bailiwick.user_id', %s, true)", (user,))
        found |= {row[0] for row in connection.execute(sealed).fetchall()}
    return sorted(found)


def _positions(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """Return what each sequence gave last; later than the moment of the backup, which does no harm."""
    found: dict[str, int] = {}
    for each in sequences(connection):
        query = sql.SQL("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {}").format(
            sql.Identifier(each.schema, each.name)
        )
        row = connection.execute(query).fetchone()
        found[f"{each.schema}.{each.name}"] = row[0] if row else 0
    return found


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry that only the owner may read when it is taken out."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = 0o600 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _time(row: tuple[datetime] | None) -> str:
    return row[0].isoformat() if row else ""


def read_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Return what a backup says about itself. Raises `InvalidInput` when it is none, or one of a newer version."""
    try:
        found: Any = json.loads(archive.read(MANIFEST))
        if found["format"] > FORMAT:
            raise InvalidInput(Reason.of(InstallationReason.BACKUP_NEWER), field="file")
        found["tables"] = [CopiedTable(**table) for table in found["tables"]]
        return Manifest(**found)
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise InvalidInput(Reason.of(InstallationReason.BACKUP_NONE), field="file") from error
