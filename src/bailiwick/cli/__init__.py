"""The command line: `bailiwick …`."""

import sys

import typer

from bailiwick.cli import (
    account,
    agents,
    approvals,
    ask,
    credentials,
    database,
    doctor,
    documents,
    golden,
    keys,
    lint,
    mcp,
    memory,
    metrics,
    models,
    notes,
    releases,
    replay,
    route,
    schedules,
    serve,
    shopify,
    swarm,
    tasks,
    tools,
    why_not,
)
from bailiwick.cli.output import said
from bailiwick.core.arithmetic import bound_arithmetic
from bailiwick.core.errors import BailiwickError, StorageFull, TooMuchWork
from bailiwick.core.resilience import CallFailed

TRY_LATER = 75
"""Exit status where the same command may succeed later; as sysexits.h has it (EX_TEMPFAIL)."""


def build() -> typer.Typer:
    """Return the command-line application."""
    app = typer.Typer(
        name="bailiwick",
        help="A self-hosted home for a company of AI agents. Without a command: start it and talk to it.",
        no_args_is_help=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(serve.start)
    app.command("serve")(serve.serve)
    app.command("worker")(serve.worker)
    app.command("ask")(ask.ask)
    app.command("chat")(ask.chat)
    app.command("route")(route.route)
    app.command("replay")(replay.replay)
    app.command("lint")(lint.lint)
    app.command("why-not")(why_not.why_not)
    app.add_typer(agents.app, name="agents")
    app.add_typer(releases.app, name="releases")
    app.add_typer(golden.app, name="golden")
    app.add_typer(models.app, name="models")
    app.add_typer(database.app, name="db")
    app.add_typer(keys.app, name="keys")
    app.add_typer(credentials.app, name="credentials")
    app.add_typer(shopify.app, name="shopify")
    app.add_typer(approvals.app, name="approvals")
    app.add_typer(tools.app, name="tools")
    app.add_typer(mcp.app, name="mcp")
    app.add_typer(memory.app, name="memory")
    app.add_typer(notes.app, name="notes")
    app.add_typer(documents.app, name="documents")
    app.add_typer(swarm.app, name="swarm")
    app.add_typer(tasks.app, name="tasks")
    app.add_typer(schedules.app, name="schedules")
    app.add_typer(account.app, name="account")
    app.command("metrics")(metrics.metrics)
    app.command("doctor")(doctor.doctor)
    return app


def main() -> None:
    """Run the command line; errors a person can act on are one sentence on standard error."""
    bound_arithmetic()
    try:
        build()()
    except (BailiwickError, CallFailed) as error:
        print(f"bailiwick: {said(error.why, str(error))}", file=sys.stderr)
        sys.exit(TRY_LATER if isinstance(error, (TooMuchWork, StorageFull)) else 1)
    except KeyboardInterrupt:
        sys.exit(130)
