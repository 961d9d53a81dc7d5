"""What is wrong with how a command was called is said in the language of the terminal, of every command."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_args

import pytest
from typer.core import TyperArgument

from bailiwick.faces.cli import whole
from bailiwick.kernel.terminal.texts import phrase
from bailiwick_router.core.language import Language

Called = Callable[[Sequence[str]], tuple[object, str]]
LANGUAGES = get_args(Language)


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Called:
    """Run the program with arguments; returns its exit status and what it said on standard error."""
    program = whole()

    def run(arguments: Sequence[str]) -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            program.main(list(arguments), prog_name="bailiwick")
        return ended.value.code, capsys.readouterr().err

    return run


def commands(command: Any, path: Sequence[str] = ()) -> Iterator[tuple[Sequence[str], Any]]:
    """Yield every command with its words."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_refuses_what_it_does_not_know_in_the_persons_language(
    language: Language, called: Called, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LC_ALL", language)
    every = list(commands(whole()))
    assert len(every) > 120
    for path, command in every:
        lenient = command.context_settings.get("ignore_unknown_options")
        if not lenient:
            status, said = called([*path, "--qqq"])
            assert (status, said.splitlines()[-1]) == (
                2,
                f"bailiwick: {phrase('usage.no-such-option', name='--qqq')}",
            ), path
        if hasattr(command, "commands"):
            status, said = called([*path, "qqq"])
            assert (status, said.splitlines()[-1]) == (
                2,
                f"bailiwick: {phrase('usage.no-such-command', name='qqq')}",
            ), path
            continue
        needed = [each for each in command.params if isinstance(each, TyperArgument) and each.required]
        if needed:
            name = needed[0].metavar or needed[0].name
            status, said = called(path)
            expected = f"bailiwick: {phrase('usage.missing-argument', name=name)}"
            # Behind it stand the words that it may be, where these are few.
            assert (status, said.splitlines()[-1].startswith(expected)) == (2, True), path
        elif not any(isinstance(each, TyperArgument) for each in command.params):
            status, said = called([*path, "one", "two"])
            assert (status, phrase("usage.too-many", count=2, words="one two") in said) == (2, True), path


@pytest.mark.parametrize(
    ("arguments", "english", "spanish"),
    [
        ("tasks list --limit", "--limit needs a value.", "--limit necesita un valor."),
        ("tasks list --limit x", "--limit: write a whole number.", "--limit: escribe un número entero."),
        ("tasks list --limit 0", "--limit: choose 1 or more.", "--limit: elige 1 o más."),
        ("tasks list --json=3", "--json takes no value.", "--json no lleva valor."),
        (
            "tasks list --limt 3",
            "There is no option --limt. Did you mean --limit?",
            "No existe la opción --limt. ¿Quisiste decir --limit?",
        ),
        ("tsks", "There is no command tsks. Did you mean tasks?", "No existe la orden tsks. ¿Quisiste decir tasks?"),
        (
            "schedules list --status x",
            "--status: choose active, paused, ended.",
            "--status: elige active, paused, ended.",
        ),
        ("swarm add s Ana", "The option --role is missing.", "Falta la opción --role."),
        ("swarm --", "Say which command.", "Di qué orden."),
        ("releases auto maybe", "on|off: choose on or off", "on|off: elige on u off"),
    ],
)
def test_a_wrong_call_is_told_as_a_native_would(arguments, english, spanish, called, monkeypatch):
    for language, sentence in (("en", english), ("es", spanish)):
        monkeypatch.setenv("LC_ALL", language)
        status, said = called(arguments.split())
        assert (status, said.splitlines()[-1]) == (2, f"bailiwick: {sentence}")


def test_the_usage_stands_before_the_sentence_in_the_same_language(called, monkeypatch):
    monkeypatch.setenv("LC_ALL", "es")
    _, said = called(["tasks", "add"])
    assert said.splitlines()[:2] == [
        "Uso: bailiwick tasks add [OPCIONES] {title}",
        "`bailiwick tasks add --help` dice más.",
    ]
