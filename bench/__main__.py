"""`make bench`: measure the hot paths side by side with a bare floor or a named peer, and print ratios.

Name one or more of the parts to run only those: `python -m bench routing models`. With `--smallest` each runs for a
moment, without the peers that have to be downloaded: to see that it works, not to measure.
"""

import importlib
import sys
from types import ModuleType

from bailiwick.kernel.arithmetic import bound_arithmetic

PARTS = (
    "routing",
    "examples",
    "replay",
    "models",
    "limits",
    "turns",
    "runs",
    "database",
    "fanout",
    "reads",
    "startup",
    "tools",
    "sandbox",
    "memory",
    "documents",
    "mail",
    "swarm",
    "schedules",
    "metrics",
    "growth",
    "ui",
)


def main() -> None:
    """Run the parts that were named, or all."""
    bound_arithmetic()
    smallest = "--smallest" in sys.argv[1:]
    wanted = [name for name in sys.argv[1:] if name != "--smallest"] or PARTS
    unknown = set(wanted) - set(PARTS)
    if unknown:
        sys.exit(f"unknown part {sorted(unknown)[0]!r}; choose from {', '.join(PARTS)}")
    for part in wanted:
        print(f"\n== {part} ==", flush=True)
        module = importlib.import_module(f"bench.{part}")
        if smallest:
            make_small(module)
        module.main()


def make_small(module: ModuleType) -> None:
    """Give a part the sizes of its `SMALLEST`: each a constant by name, of another module of
    the bench with that one's name before it, and its value."""
    for name, value in module.SMALLEST.items():
        place, _, constant = name.rpartition(".")
        holder = importlib.import_module(place) if place else module
        if not hasattr(holder, constant):
            raise AttributeError(f"{holder.__name__} has no {constant} that could be made small")
        setattr(holder, constant, value)


if __name__ == "__main__":
    main()
