"""What is wrong with how a command was called, in the language of the terminal.

Typer says so in English only. Its errors are told apart by their classes and fields, never by their words.
"""

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand
from typer.exceptions import TyperException

from bailiwick.kernel.terminal.texts import frame, language, phrase

MISUSED = 2
"""Exit status of a command that was called wrongly."""


class Misused(typer.BadParameter):
    """A command was called wrongly, said by a sentence that is in the person's language already."""


class Command(TyperCommand):
    """A command that says in the person's language what it cannot take."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options and arguments. Raises `Misused` for more arguments than there are."""
        lenient = ctx.allow_extra_args
        ctx.allow_extra_args = True
        with named(ctx):
            rest = super().parse_args(ctx, args)
        if rest and not lenient and not ctx.resilient_parsing:
            raise Misused(phrase("usage.too-many", count=len(rest), words=" ".join(rest)), ctx)
        return rest


@contextmanager
def named(ctx: Any) -> Generator[None]:
    """Have errors of this block say which command they are of; those of options do not."""
    try:
        yield
    except TyperException as error:
        wrong: Any = error
        wrong.ctx = getattr(wrong, "ctx", None) or ctx
        raise


def told(error: Any) -> int:
    """Say on standard error what an error of typer's is about, and return the exit status.

    One that only stands for the help of a group says that help.
    """
    context = error.ctx
    if context is not None and error.__class__.__name__ == "NoArgsIsHelpError":  # typer does not export it
        return MISUSED
    if context is not None:
        usage = " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
        sys.stderr.write(f"{frame('usage')}{usage}\n")
        sys.stderr.write(phrase("usage.see-help", command=context.command_path) + "\n")
    sys.stderr.write(f"bailiwick: {sentence(error)}\n")
    return error.exit_code


def sentence(error: Any) -> str:
    """Return what an error of typer's is about."""
    if isinstance(error, typer.BadParameter):
        return _of_parameter(error)
    if hasattr(error, "possibilities"):
        close = ", ".join(sorted(error.possibilities or ()))
        return phrase(
            "usage.no-such-option-close" if close else "usage.no-such-option", name=error.option_name, close=close
        )
    if hasattr(error, "option_name"):
        return _of_option(error)
    if error.ctx is not None and hasattr(error.ctx.command, "commands"):
        return phrase("usage.say-a-command")
    return error.format_message()


def _of_option(error: Any) -> str:
    """Say that an option has a value and takes none, or the other way round."""
    options = error.ctx.command.params if error.ctx is not None else ()
    option = next((each for each in options if error.option_name in (*each.opts, *each.secondary_opts)), None)
    takes = option is None or not option.is_flag
    return phrase("usage.needs-a-value" if takes else "usage.takes-no-value", name=error.option_name)


def _of_parameter(error: Any) -> str:
    param = error.param
    if param is None:
        return f"{error.param_hint}: {error.message}" if error.param_hint else error.message
    name = _named(param)
    if hasattr(error, "param_type"):
        kind = "argument" if isinstance(param, TyperArgument) else "option"
        missing = phrase(f"usage.missing-{kind}", name=name)
        choices = _choices(param)
        return f"{missing} {phrase('usage.choose', choices=', '.join(choices))}" if choices else missing
    return f"{name}: {_wrong(error, param)}"


def _wrong(error: Any, param: Any) -> str:
    from pydantic import ValidationError  # loaded by whoever checked the value

    # With all sentences; `--help` need not wait for them.
    from bailiwick.kernel.reasons import Reason, RoutingReason
    from bailiwick_router.core.reasons.faults import said_of

    if not isinstance(error.__cause__, ValidationError):
        return phrase("usage.cannot-be-read") if param.type_descriptor.is_path else error.message
    if choices := _choices(param):
        return Reason.of(RoutingReason.CHOOSE_ONE_OF, count=", ".join(choices)).text(language())
    return said_of(error.__cause__.errors()[0]).text(language())


def _named(param: Any) -> str:
    return param.metavar or param.name if isinstance(param, TyperArgument) else max(param.opts, key=len)


def _choices(param: Any) -> Sequence[str]:
    return [str(getattr(each, "value", each)) for each in param.type_descriptor.choices or ()]
