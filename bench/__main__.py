"""`make bench`: measure the hot paths side by side with a bare floor or a named peer, and print ratios.

Name one or more of the parts to run only those: `python -m bench routing models`.
"""

import importlib
import sys

PARTS = (
    "routing",
    "examples",
    "replay",
    "models",
    "executions",
    "fanout",
    "startup",
    "tools",
    "sandbox",
    "memory",
    "documents",
    "swarm",
    "schedules",
    "metrics",
    "ui",
)


def main() -> None:
    """Run the parts that were named, or all."""
    wanted = sys.argv[1:] or PARTS
    unknown = set(wanted) - set(PARTS)
    if unknown:
        sys.exit(f"unknown part {sorted(unknown)[0]!r}; choose from {', '.join(PARTS)}")
    for part in wanted:
        print(f"\n== {part} ==", flush=True)
        importlib.import_module(f"bench.{part}").main()


if __name__ == "__main__":
    main()
