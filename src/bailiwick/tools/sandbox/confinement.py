"""From what a program may have to the command that runs it inside bubblewrap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bailiwick.tools.confined import ConfinedCommand, Confinement, Mount, SandboxLimits, mount_same

__all__ = ["ConfinedCommand", "Confinement", "Kit", "Mount", "SandboxLimits", "confined", "mount_same"]

WORK, TEMPORARY, RELAY = "/work", "/tmp", "/run/relay"  # noqa: S108  (paths inside, where nobody else is)
PATH = "/opt/bin:/usr/bin:/bin"
USER_ID = "1000"
SHARED_MEMORY_BYTES = 16 * 1024 * 1024
LEAST_DATA_BYTES = 1024**3
"""RLIMIT_DATA below this ends V8 at its start; what is less is held by the watch over resident memory."""
FILTER_FD, OPTIONS_FD, USERS_FD, GROUPS_FD = 9, 8, 7, 6

# Bubblewrap's first process inside can be looked at by those it confines, its command line too: what it is told of this
# machine goes through a file that is gone before it starts.
# Limits are set by a shell that then becomes bubblewrap: code that runs between fork and exec in a process with
# threads can deadlock. Process numbers are limited inside, where only the sandbox's own count (Linux 5.14 and later).
OUTSIDE = (
    "told=$1/options.$$; most=$2; shift 2;"
    ' while [ "$most" -gt 0 ]; do printf "%s\\0" "$1"; shift; most=$((most - 1)); done >"$told"'
    f' && exec {OPTIONS_FD}<"$told" && rm -f "$told"'
    f' && {{ [ "$7" = - ] || exec {USERS_FD}<"$7" {GROUPS_FD}<"$8"; }}'
    ' && ulimit -c 0 && ulimit -d "$1" && ulimit -f "$2" && ulimit -n "$3" && { [ "$4" = - ] || ulimit -t "$4"; }'
    f' && exec {FILTER_FD}<"$5" && wrapper=$6 && shift 8 && exec nice -n 5 "$wrapper" --args {OPTIONS_FD} -- "$@"'
)
# Where root's processes are counted by a control group; the groups of those that have ended are empty and go first.
# Should it fail, the watch from outside still counts.
GROUPED = (
    'for old in "$1"/[0-9]*; do [ -d "/proc/${old##*/}" ] || rmdir "$old"; done 2>/dev/null;'
    ' mkdir -p "$1/$$" && echo "$2" >"$1/$$/pids.max" && echo $$ >"$1/$$/cgroup.procs"; shift 2; exec "$@"'
)
OWN_PROCESSES = 2
"""Bubblewrap's own, which belong to every sandbox."""
INSIDE = '{ ulimit -u "$1" || ulimit -p "$1"; } 2>/dev/null; shift; exec nice -n 14 "$@"'
# Bubblewrap's own processes are less nice than what they confine: they get to run, and to end it, beside a fork bomb.

SYSTEM_LINKS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/mime.types")
NETWORK_FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates", "/etc/pki")
HIDDEN = ("/usr/local/etc", "/usr/local/var", "/usr/local/src", "/usr/src", "/usr/etc")
"""Under `/usr`, yet no programs: an administrator's own files. A server that runs as root could read them all."""
NOT_INHERITED = ("LOGNAME", "SHELL", "TERM", "USER")
"""Set by clients that start a command with more than the environment they were given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """What confinement is made with, on this machine."""

    bubblewrap: Path
    shell: Path
    home: Path
    """The data directory, which nothing confined may see."""
    filter: Path
    """The seccomp program."""
    filter_with_relay: Path
    """The seccomp program where a Unix socket leads to the relay."""
    users: Path
    """The passwd file inside."""
    groups: Path
    """The group file inside."""
    counted: Path | None = None
    """Folder for control groups that hold the numbers of processes; None where the kernel needs none or has none."""


def confined(kit: Kit, confinement: Confinement, command: Sequence[str]) -> ConfinedCommand:
    """Return how to run `command` (paths as they are inside) confined.

    Standard input, output and error pass through. The process that is started becomes bubblewrap; when it or its
    parent ends, everything inside is killed. It exits as the command did (128 plus the number of a signal that
    ended it), or with 1 and a message that begins `bwrap:` where the confinement cannot be made.
    """
    limits = confinement.limits
    inside = ["/bin/sh", "-c", INSIDE, "sandbox", str(limits.processes)] if confinement.system else []
    environment = {"HOME": WORK, "PATH": PATH, "LANG": "C.UTF-8", **confinement.environment}
    options = [*_namespaces(confinement), *_files(kit, confinement)]
    for name in NOT_INHERITED:
        if name not in environment:
            options += ["--unsetenv", name]
    outside = [
        str(kit.shell),
        "-c",
        OUTSIDE,
        "sandbox",
        str(kit.filter.parent),
        str(len(options)),
        *options,
        str(_at_most("RLIMIT_DATA", max(limits.memory_bytes, LEAST_DATA_BYTES)) // 1024),
        str(_at_most("RLIMIT_FSIZE", limits.file_bytes) // 512),
        str(_at_most("RLIMIT_NOFILE", limits.open_files)),
        "-" if limits.cpu_seconds is None else str(_at_most("RLIMIT_CPU", limits.cpu_seconds)),
        str(kit.filter_with_relay if confinement.relay else kit.filter),
        str(kit.bubblewrap),
        *([str(kit.users), str(kit.groups)] if confinement.system else ["-", "-"]),
    ]
    grouped: list[str] = []
    if kit.counted and confinement.system:
        most = str(limits.processes + OWN_PROCESSES)
        grouped = [str(kit.shell), "-c", GROUPED, "sandbox", str(kit.counted), most]
    return ConfinedCommand((*grouped, *outside, *inside, *command), environment)


def _namespaces(confinement: Confinement) -> Iterator[str]:
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session")
    yield from ("--cap-drop", "ALL", "--uid", USER_ID, "--gid", USER_ID, "--hostname", "sandbox")
    yield from ("--seccomp", str(FILTER_FD))
    if confinement.network:
        yield "--share-net"


def _files(kit: Kit, confinement: Confinement) -> Iterator[str]:
    if confinement.system:
        yield from _system(kit)
    if confinement.network or confinement.relay:
        for path in NETWORK_FILES:
            yield from ("--ro-bind-try", path, path)
    yield from ("--dev", "/dev", "--size", str(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm")  # noqa: S108  (inside)
    # Read-only: files under /proc/sys belong to the machine's root, who may be the one this runs as.
    yield from (
        "--remount-ro",
        "/dev",
        "--proc",
        "/proc",
        "--remount-ro",
        "/proc",
        *_memory(TEMPORARY, confinement.limits),
    )
    for mount in confinement.read_only:
        yield from ("--ro-bind", str(mount.source), mount.target)
    for mount in confinement.writable:
        yield from ("--bind", str(mount.source), mount.target)
    if confinement.relay:
        yield from ("--ro-bind", str(confinement.relay), RELAY)
    if confinement.workspace:
        yield from ("--bind", str(confinement.workspace), WORK)
    else:
        yield from _memory(WORK, confinement.limits)
    yield from ("--chdir", WORK, "--remount-ro", "/")


def _system(kit: Kit) -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    hidden = [Path(path) for path in HIDDEN if Path(path).is_dir()]
    if kit.home.is_relative_to("/usr"):
        hidden.append(kit.home)
    for path in hidden:
        yield from ("--size", "4096", "--tmpfs", str(path), "--remount-ro", str(path))
    for link in map(Path, SYSTEM_LINKS):
        if link.is_symlink():
            yield from ("--symlink", str(link.readlink()), str(link))
        elif link.is_dir():
            yield from ("--ro-bind", str(link), str(link))
    for path in SYSTEM_FILES:
        yield from ("--ro-bind-try", path, path)
    # Copies: the table of mounts would name the folder that they are in.
    yield from ("--perms", "0444", "--ro-bind-data", str(USERS_FD), "/etc/passwd")
    yield from ("--perms", "0444", "--ro-bind-data", str(GROUPS_FD), "/etc/group")


def _memory(target: str, limits: SandboxLimits) -> Sequence[str]:
    return ("--size", str(limits.temporary_bytes), "--tmpfs", target)


def _at_most(kind: str, wanted: int) -> int:
    """Return `wanted`, or what this process is allowed itself where that is less."""
    import resource  # it does not exist on Windows, where this module is only imported

    _, hard = resource.getrlimit(getattr(resource, kind))
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
