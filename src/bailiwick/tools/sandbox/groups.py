"""A control group in which the kernel counts a sandbox's processes, for a server that runs as root.

The kernel does not apply RLIMIT_NPROC to processes of root outside. Under `<folder>` every sandbox gets a group
named by the id of its first process; the shell that becomes bubblewrap makes it.
"""

import os
import secrets
import subprocess
from contextlib import suppress
from pathlib import Path

MOUNTED = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
NAME = "bailiwick"
SECONDS = 10.0


def process_groups(mounted: Path = MOUNTED, own: Path = OWN) -> Path | None:
    """Return the folder for groups that limit numbers of processes; None where they cannot be or are not needed."""
    if os.geteuid() != 0:
        return None
    with suppress(OSError):
        for line in own.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers in ("", "pids"):
                folder = mounted / controllers / path.lstrip("/") / NAME
                if _works(folder):
                    return folder
    return None


def _works(folder: Path) -> bool:
    """Whether a process can be moved into a group below `folder` that has a limit."""
    trial = folder / f"trial-{secrets.token_hex(4)}"
    try:
        folder.mkdir(exist_ok=True)
        if (folder / "cgroup.subtree_control").exists():
            (folder.parent / "cgroup.subtree_control").write_text("+pids")
            (folder / "cgroup.subtree_control").write_text("+pids")
        trial.mkdir()
        (trial / "pids.max").write_text("10")
        moved = subprocess.run(  # noqa: S603  (a fixed program)
            ["/bin/sh", "-c", 'echo $$ >"$1/cgroup.procs"', "sandbox", str(trial)],
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    finally:
        with suppress(OSError):
            trial.rmdir()
    return moved.returncode == 0
