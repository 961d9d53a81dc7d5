"""The commands of the program, and where each of them is."""

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_group

from bailiwick.app import FEATURES
from bailiwick.kernel.installed import installed
from bailiwick.kernel.terminal.texts import frame, help_of, phrase
from bailiwick.kernel.terminal.usage import Command, Misused, named, told
from bailiwick.people.session import OPENS

COMMANDS: Mapping[str, str] = {
    "serve": "bailiwick.faces.serve:serve",
    "worker": "bailiwick.faces.serve:worker",
    **{name: each.where(place) for each in FEATURES for name, place in each.commands.items()},
    "agents": "bailiwick.agents.commands:app",
    "models": "bailiwick.models.commands:app",
    "files": "bailiwick.runs.files.commands:app",
    "keys": "bailiwick.people.commands:app",
    "preferences": "bailiwick.agents.preference_commands:app",
}
"""Where each command is, `module:name`. What it is for is in `kernel/terminal/locales/`."""


@cache
def of_plugins() -> Mapping[str, str]:
    """Return the modules of the commands that plug-ins bring, by the names of the commands; none takes another's."""
    return {each.name: module for each in installed() if each.name not in COMMANDS and (module := each.commands)}


class Group(TyperGroup):
    """A group of commands that says the help of one without reading its own options.

    What reads options takes longer to import than all that help needs.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the command."""
        if not args or set(args) & set(ctx.help_option_names):
            _frame(type(ctx))
            _help_explained(self, ctx)
        if args and args[0] in self.commands and args[-1] in ctx.help_option_names:
            _, command, rest = self.resolve_command(ctx, args)
            if command is not None:
                _help_explained(command, ctx)
                with command.make_context(args[0], rest, parent=ctx) as asked:
                    command.invoke(asked)
            ctx.exit()
        with named(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command that the arguments begin with, and the others. Raises `Misused` for an unknown one."""
        name = args[0]
        if name not in self.commands and not name.startswith("-") and not ctx.resilient_parsing:
            close = ", ".join(get_close_matches(name, self.commands))
            raise Misused(
                phrase("usage.no-such-command-close" if close else "usage.no-such-command", name=name, close=close), ctx
            )
        return super().resolve_command(ctx, args)


class Commands(Group):
    """The program as a group of commands. What one of them needs is imported when that one is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.help = help_of("")
        # The list shows what each is for, and only the first paragraph of it.
        listed = {name: help_of(name).partition("\n\n")[0] for name in (*COMMANDS, *of_plugins())}
        self.commands.update({name: TyperCommand(name=name, help=text) for name, text in listed.items()})

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options before the command."""
        _explained(self, "")  # Typer adds options of its own when the program is made
        return super().parse_args(ctx, args)

    def main(self, *given: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run the program; what is wrong with how it was called is said in the language of the terminal."""
        OPENS.set(_opens)
        if not standalone_mode:
            return super().main(*given, standalone_mode=False, **settings)
        try:
            sys.exit(super().main(*given, standalone_mode=False, **settings) or 0)
        except typer.Abort:
            sys.stderr.write(phrase("usage.aborted") + "\n")
            sys.exit(1)
        except TyperException as error:
            sys.exit(told(error))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command that the arguments begin with, loaded, and the others."""
        name, command, rest = super().resolve_command(ctx, args)
        known = name and (name in COMMANDS or name in of_plugins())
        return name, _loaded(name) if name and known else command, rest

    def load_all(self) -> None:
        """Hold all commands loaded, to be looked into."""
        _explained(self, "")
        self.commands.update({name: _loaded(name) for name in (*COMMANDS, *of_plugins())})


def _explained(command: Any, path: str) -> Any:
    """Return a command that says in the language of the terminal what it and its parts are for."""
    command.help = help_of(path)
    command.options_metavar = frame("options metavar")
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = frame("command metavar")
    for each in command.params:
        each.help = help_of(path, f"<{each.name}>" if isinstance(each, TyperArgument) else max(each.opts, key=len))
    return command


def _help_explained(command: Any, ctx: Any) -> None:
    command.get_help_option(ctx).help = help_of("", "--help")


def _all_explained(command: Any, path: str) -> Any:
    for name, inner in getattr(command, "commands", {}).items():
        _all_explained(inner, f"{path} {name}")
    return _explained(command, path)


@contextmanager
def _named_only(*modules: str) -> Generator[None]:
    """Have modules that nobody has imported yet give classes of no use to who imports from them, while the block lasts.

    Typer names what can show Markdown and tracebacks, which help does not, and reading them takes as long as the rest.
    """
    held = [name for name in modules if name not in sys.modules]
    for name in held:
        module = sys.modules[name] = ModuleType(name)
        # Modules are asked for names that they lack by a function of this name, which their type does not tell of.
        module.__getattr__ = lambda each: type(each, (), {})  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        for name in held:
            del sys.modules[name]


def _frame(context: Any) -> None:
    """Have help framed in the language of the terminal. Typer reads such words once, when its own help is imported."""
    with _named_only("rich.markdown", "rich.traceback"):
        from typer import rich_utils  # takes a while, and is there whenever help is shown

    rich_utils.ARGUMENTS_PANEL_TITLE = frame("arguments")
    rich_utils.OPTIONS_PANEL_TITLE = frame("options")
    rich_utils.COMMANDS_PANEL_TITLE = frame("commands")
    rich_utils.REQUIRED_LONG_STRING = frame("required")
    rich_utils.DEFAULT_STRING = frame("default")
    rich_utils.ENVVAR_STRING = frame("variable")

    class Formatter(context.formatter_class):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix or frame("usage"))

    context.formatter_class = Formatter


def _opens() -> Any:
    from bailiwick.opening import open_platform  # every part of the product, which takes a second

    for each in FEATURES:  # what a running server answers has their codes
        if each.reasons:
            each.load(each.reasons)
    return open_platform


def _loaded(name: str) -> Any:
    if name in COMMANDS:
        module, _, member = COMMANDS[name].partition(":")
        found = getattr(import_module(module), member)
    else:
        found = import_module(of_plugins()[name]).app
    parent = typer.Typer()
    if isinstance(found, typer.Typer):
        for each in found.registered_commands:
            each.cls = Command
        parent.add_typer(found, name=name, cls=Group)
    else:
        parent.command(name, cls=Command)(found)
    return _all_explained(get_group(parent).commands[name], name)
