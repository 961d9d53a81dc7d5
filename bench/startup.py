"""Start-up: import of the library, `--help`, `route`, and a server on an existing data directory.

Each figure is the median wall time of whole processes, beside a bare Python process in the same run.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BAILIWICK = [str(Path(sys.executable).with_name("bailiwick"))]
REPEATS = 7
SERVER_REPEATS = 3
SMALLEST = {"REPEATS": 1, "SERVER_REPEATS": 1}
"""What `--smallest` makes of the sizes."""


def main() -> None:
    """Print the medians in milliseconds."""
    floor = _median([sys.executable, "-c", "pass"])
    rows = [
        ("python -c pass (floor)", floor),
        ("import bailiwick", _median([sys.executable, "-c", "import bailiwick"])),
        ("bailiwick --help", _median([*BAILIWICK, "--help"])),
        ("bailiwick route TEXT --json", _median([*BAILIWICK, "route", "solve 2x = 4", "--json"])),
    ]
    for name, milliseconds in rows:
        print(f"{name:<34} {milliseconds:8.0f} ms  {milliseconds / floor:6.1f} x floor")
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        first = _ready(home)
        again = statistics.median(_ready(home) for _ in range(SERVER_REPEATS))
    print(f"{'server ready, new data directory':<34} {first:8.0f} ms")
    print(f"{'server ready, existing directory':<34} {again:8.0f} ms  (goal: 3000)")


def _median(command: list[str]) -> float:
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def _ready(home: str) -> float:
    """Return the milliseconds until a server on `home` says that it is ready, then stop it."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [*BAILIWICK, "serve", "--port", "0"],
        env={**os.environ, "BAILIWICK_HOME": home, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "is ready" in line:
                return (time.perf_counter() - start) * 1000
        raise RuntimeError("the server ended before it was ready")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


if __name__ == "__main__":
    main()
