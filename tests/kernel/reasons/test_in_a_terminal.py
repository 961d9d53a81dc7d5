"""The terminal says reasons in its own language."""

import pytest

from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.terminal.output import said, told_of
from bailiwick.kernel.terminal.texts import prefer
from bailiwick.people.session import run_async


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "The room is paused."),
        ({"LANG": "C.UTF-8"}, "The room is paused."),
        ({"LANG": "es_ES.UTF-8"}, "La sala está en pausa."),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "en_GB"}, "The room is paused."),
        ({"LC_ALL": "", "LC_MESSAGES": "es"}, "La sala está en pausa."),
    ],
)
def test_a_reason_is_said_in_the_language_of_the_locale(variables, sentence, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert said(Reason.of(SwarmReason.ROOM_PAUSED), "x") == sentence
    assert told_of({"reason": "x", "why": {"code": "room-paused"}}) == sentence


def test_the_language_that_the_owner_prefers_comes_before_that_of_the_locale(monkeypatch):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    async def prefers(chosen) -> None:
        prefer(chosen)

    run_async(prefers("es"))
    assert said(Reason.of(SwarmReason.ROOM_PAUSED), "x") == "La sala está en pausa.", "it holds after the work too"
    run_async(prefers(None))
    assert said(Reason.of(SwarmReason.ROOM_PAUSED), "x") == "The room is paused."


def test_what_has_no_code_is_said_as_it_is():
    assert said(None, "As it is.") == "As it is."
    assert told_of({"message": "As it is."}, "message") == "As it is."
