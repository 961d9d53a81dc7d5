"""Restoring: a database made of a backup, whole or not at all."""

import hashlib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from bailiwick.features.installation.backup.backup import CopiedTable, Manifest, read_manifest
from bailiwick.features.installation.backup.catalog import BackupTable, references, sequences, tables
from bailiwick.features.installation.backup.replacing import occupancy, replaced, wipe
from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_by_owner
from bailiwick.kernel.database import jobs_schema, migrate
from bailiwick.kernel.database.plugin_migrations import Migration, migrations_in
from bailiwick.kernel.database.plugin_tables import upgrade
from bailiwick.kernel.errors import BailiwickError, Conflict, InvalidInput, Unavailable
from bailiwick.kernel.installed import installed
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.credentials import INSTALLATION

BLOCK = 1 << 18
"""Bytes that are read at a time."""
Told = Callable[[str, int], None]
OfPlugins = dict[str, list[Migration]]
"""Migrations that make the tables of plug-ins, by plug-in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What came of restoring."""

    manifest: Manifest
    kept: str | None
    """Name of the database that was there before, kept beside the restored one."""
    revision: str
    """Revision of the schema now; newer than the backup's if that was older."""


def restore(owner_url: str, admin_url: str, file: Path, *, force: bool = False, told: Told | None = None) -> Restored:
    """Make the database behind `owner_url` what `file` says.

    The database must have no people in it; with `force` one that has is renamed and kept (`admin_url` is of a role
    that may do so). The file is checked as a whole before anything is touched; when anything fails the database is as
    it was. Raises `InvalidInput` (the file), `Conflict` (the database), `Unavailable`.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = read_manifest(archive)
            _check(archive, manifest)
            plugins = _of_plugins(manifest)
            return _restore(
                owner_url, admin_url, archive, manifest, plugins, force=force, told=told or (lambda name, rows: None)
            )
    except (OSError, zipfile.BadZipFile) as error:
        raise InvalidInput(
            Reason.of(ReasonCode.FILE_NOT_READ, file=str(file), problem=str(error)), field="file"
        ) from error
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(InstallationReason.DATABASE_SAID, problem=str(error))) from error


def _check(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Raise unless this version knows the schema and every table is there as it was written."""
    if manifest.schema > migrate.head() or manifest.jobs > jobs_schema.installed_version():
        raise Conflict(
            Reason.of(
                InstallationReason.BACKUP_REVISION,
                revision=manifest.schema,
                version=manifest.bailiwick,
                known=migrate.head(),
            )
        )
    for table in manifest.tables:
        digest = hashlib.sha256()
        try:
            with archive.open(f"tables/{table.name}") as entry:
                while block := entry.read(BLOCK):
                    digest.update(block)
        except (KeyError, zipfile.BadZipFile) as error:
            raise InvalidInput(
                Reason.of(InstallationReason.BACKUP_TABLE_DAMAGED, table=table.name), field="file"
            ) from error
        if digest.hexdigest() != table.sha256:
            raise InvalidInput(Reason.of(InstallationReason.BACKUP_TABLE_CHANGED, table=table.name), field="file")


def _of_plugins(manifest: Manifest) -> OfPlugins:
    """Return the migrations that made the tables of plug-ins. Raises `Conflict` where one of them is not installed."""
    found: OfPlugins = {}
    folders = {each.name: each for each in installed()} if manifest.plugins else {}
    for plugin, numbers in manifest.plugins.items():
        there = {each.number: each for each in migrations_in(folders[plugin].folder)} if plugin in folders else {}
        if absent := set(numbers) - there.keys():
            raise Conflict(
                Reason.of(InstallationReason.BACKUP_PLUGIN_ABSENT, plugin=plugin, number=f"{max(absent):04}")
            )
        found[plugin] = [there[number] for number in sorted(numbers)]
    return found


def _restore(
    owner_url: str,
    admin_url: str,
    archive: zipfile.ZipFile,
    manifest: Manifest,
    plugins: OfPlugins,
    *,
    force: bool,
    told: Told,
) -> Restored:
    state = occupancy(owner_url)
    if state.others:
        raise Conflict(Reason.of(InstallationReason.RESTORE_IN_USE, count=state.others))
    if state.people and not force:
        raise Conflict(Reason.of(InstallationReason.RESTORE_NOT_EMPTY, count=state.people))
    if state.people:
        with replaced(owner_url, admin_url) as kept:
            return _fill(owner_url, archive, manifest, plugins, kept, told)
    try:
        wipe(owner_url)
        return _fill(owner_url, archive, manifest, plugins, None, told)
    except (BailiwickError, psycopg.Error, KeyError, OSError):
        wipe(owner_url)
        raise


def _fill(
    owner_url: str,
    archive: zipfile.ZipFile,
    manifest: Manifest,
    plugins: OfPlugins,
    kept: str | None,
    told: Told,
) -> Restored:
    """Make the tables as they were when the backup was made, fill them, then bring them up to date."""
    migrate.create(owner_url, manifest.schema)
    for plugin, migrations in plugins.items():
        upgrade(owner_url, plugin, migrations)
    with psycopg.connect(owner_url) as connection:
        connection.execute("SET LOCAL search_path = public")
        _load(connection, archive, manifest, told)
    migrate.migrate(owner_url)
    with psycopg.connect(owner_url) as connection:
        audited_by_owner(connection, Act.BACKUP_RESTORED, "installation", INSTALLATION, made=manifest.created_at)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("ANALYZE")
    return Restored(manifest=manifest, kept=kept, revision=migrate.head())


def _load(connection: psycopg.Connection[Any], archive: zipfile.ZipFile, manifest: Manifest, told: Told) -> None:
    """Load every row in one transaction, without triggers, references and row-level security, all of which are put back
    before it ends; putting references back checks that nothing refers to what is not there."""
    found = {table.title: table for table in tables(connection)}
    known = references(connection)
    for reference in known:
        connection.execute(
            sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(reference.table, sql.Identifier(reference.name))
        )
    for table in found.values():
        _prepare(connection, table, "NO FORCE ROW LEVEL SECURITY", "DISABLE TRIGGER USER")
    for copied in manifest.tables:
        _copy(connection, archive, found.get(copied.name), copied)
        told(copied.name, copied.rows)
    # Numbers of transactions were given by another server: what readers know of them is worth nothing here.
    connection.execute("UPDATE users SET events_pruned_in = pg_current_xact_id()")
    for reference in known:
        connection.execute(
            sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} ").format(reference.table, sql.Identifier(reference.name))
            + sql.SQL(reference.definition)
        )
    for table in found.values():
        _prepare(connection, table, "FORCE ROW LEVEL SECURITY", "ENABLE TRIGGER USER")
    for each in sequences(connection):
        position = manifest.sequences.get(f"{each.schema}.{each.name}", 0)
        name = sql.Identifier(each.schema, each.name).as_string(connection)
        highest = sql.SQL("SELECT setval(%s, greatest(%s, (SELECT max({}) FROM {}), 1))").format(
            sql.Identifier(each.column), sql.Identifier(each.schema, each.table)
        )
        connection.execute(highest, (name, position))


def _prepare(
    connection: psycopg.Connection[Any], table: BackupTable, security: LiteralString, triggers: LiteralString
) -> None:
    for change in (security, triggers) if table.guarded else (triggers,):
        connection.execute(sql.SQL("ALTER TABLE {} ").format(table.identifier) + sql.SQL(change))


def _copy(
    connection: psycopg.Connection[Any], archive: zipfile.ZipFile, table: BackupTable | None, copied: CopiedTable
) -> None:
    if table is None or not set(copied.columns) <= set(table.columns):
        if not copied.rows:
            return
        raise InvalidInput(Reason.of(InstallationReason.BACKUP_TABLE_UNKNOWN, table=copied.name), field="file")
    columns = sql.SQL(", ").join(sql.Identifier(column) for column in copied.columns)
    query = sql.SQL("COPY {} ({}) FROM STDIN").format(table.identifier, columns)
    with connection.cursor() as cursor:
        with cursor.copy(query) as copy, archive.open(f"tables/{copied.name}") as entry:
            while block := entry.read(BLOCK):
                copy.write(block)
        if cursor.rowcount != copied.rows:
            raise InvalidInput(
                Reason.of(
                    InstallationReason.BACKUP_TABLE_ROWS, table=copied.name, found=cursor.rowcount, wanted=copied.rows
                ),
                field="file",
            )
