"""The command line: `bailiwick …`."""

import sys
from typing import cast

import typer
from typer.main import get_command

from bailiwick.faces.commands import Commands
from bailiwick.faces.serve import start
from bailiwick.kernel.arithmetic import bound_arithmetic

TRY_LATER = 75
"""Exit status where the same command may succeed later; as sysexits.h has it (EX_TEMPFAIL)."""


def build() -> typer.Typer:
    """Return the command-line application."""
    app = typer.Typer(
        cls=Commands,
        name="bailiwick",
        no_args_is_help=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(start)
    return app


def whole() -> Commands:
    """Return the application as one command that holds all others, loaded: for what describes or checks them."""
    group = cast(Commands, get_command(build()))
    group.load_all()
    return group


def main() -> None:
    """Run the command line; errors a person can act on are one sentence on standard error."""
    bound_arithmetic()
    try:
        build()()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        # The caller that raised one of these has imported them; `--help` need not wait for them.
        from bailiwick.kernel.errors import BailiwickError, RateLimitHit, StorageFull, TooMuchWork
        from bailiwick.kernel.resilience import CallFailed
        from bailiwick.kernel.terminal.output import said

        if not isinstance(error, (BailiwickError, CallFailed)):
            raise
        print(f"bailiwick: {said(error.why, str(error))}", file=sys.stderr)
        sys.exit(TRY_LATER if isinstance(error, (TooMuchWork, RateLimitHit, StorageFull)) else 1)
