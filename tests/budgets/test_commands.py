"""What `bailiwick budgets` says."""

from dataclasses import replace
from datetime import UTC, datetime

from bailiwick.features.budgets import commands
from bailiwick.features.budgets.records import (
    AtLimit,
    LimitPeriod,
    LimitScope,
    LimitState,
    LimitUse,
    Spending,
    SpendingLimit,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LIMIT = SpendingLimit(
    id="1",
    user_id="2",
    name="Mine",
    scope=LimitScope.PERSON,
    subject=None,
    period=LimitPeriod.ALWAYS,
    money=None,
    tokens=12_000,
    model_calls=1,
    tool_calls=None,
    seconds=None,
    at_limit=AtLimit.WAIT,
    imposed=False,
    created_at=NOW,
    updated_at=NOW,
)
USE = LimitUse(
    limit=LIMIT,
    subject_name=None,
    used=Spending(tokens=5_000),
    reserved=Spending(),
    state=LimitState.FREE,
    share=0.4,
    waiting=0,
    begins=None,
    ends=None,
)


def test_a_limit_has_no_room_for_whom_runs_wait(monkeypatch, capsys):
    def listed(use):
        monkeypatch.setattr(commands, "with_platform", lambda work, home: [use])
        commands.list_limits()
        return " ".join(capsys.readouterr().out.split())

    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert "12,000 tokens, 1 call room" in listed(USE)
    assert "1 call 1 run waits" in listed(replace(USE, waiting=1))
    assert "used up, 2 runs wait" in listed(replace(USE, waiting=2, state=LimitState.REACHED))
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert "12.000 tokens, 1 llamada esperan 3 ejecuciones" in listed(replace(USE, waiting=3))
