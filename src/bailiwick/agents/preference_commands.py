"""`bailiwick preferences …`: what you prefer wherever you do not say otherwise."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import phrase, word
from bailiwick.people.preferences import MOST_SILENCE, Preferences
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)


@app.command()
def show(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Preferences:
        from bailiwick.agents.preference_actions import PersonalPreferences

        return await platform[PersonalPreferences].get(owner.id)

    _print(with_platform(work, home), json=json)


@app.command("set")
def change(
    recall: Annotated[bool | None, typer.Option("--recall/--no-recall")] = None,
    remember: Annotated[bool | None, typer.Option("--remember/--no-remember")] = None,
    silence: Annotated[int | None, typer.Option("--silence", min=0, max=MOST_SILENCE)] = None,
    default_silence: Annotated[bool, typer.Option("--default-silence")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    given: dict[str, Any] = {"recall": recall, "remember": remember, "silence_minutes": silence}
    changes = {name: value for name, value in given.items() if value is not None}
    if default_silence:
        changes["silence_minutes"] = None

    async def work(platform: "Platform", owner: User) -> Preferences:
        from bailiwick.agents.preference_actions import PersonalPreferences

        return await platform[PersonalPreferences].change(owner.id, changes)

    _print(with_platform(work, home), json=json)


def _print(preferences: Preferences, *, json: bool) -> None:
    if json:
        print_json(preferences)
        return
    default = phrase("preferences.the-installation-s")
    silence = preferences.silence_minutes
    rows = [
        ("timezone", preferences.timezone or default),
        ("language", preferences.language or default),
        ("default-agent", preferences.default_agent_id or phrase("preferences.the-supervisor")),
        ("default-mode", word(preferences.default_mode)),
        ("model", preferences.model or default),
        ("silence", default if silence is None else _minutes(silence)),
        ("recall", _yes(preferences.recall)),
        ("remember", _yes(preferences.remember)),
    ]
    table(("preference", "value"), [(phrase(f"preferences.{name}"), value) for name, value in rows], empty="")


def _minutes(silence: int) -> str:
    return phrase("preferences.minutes", minutes=silence) if silence else phrase("preferences.never")


def _yes(value: bool) -> str:
    return phrase("output.yes") if value else phrase("output.no")
