"""How swarms read in a terminal, and what people may call things there."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bailiwick.features.swarm.named import limits_from
from bailiwick.features.swarm.records import Activity, Resident, ResidentStatus, Room, RoomKind, RoomStatus, SwarmLimits
from bailiwick.features.swarm.words import Names, state, told
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.lines import line, printable
from bailiwick.kernel.usage import Usage

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def resident(name: str, **fields: Any) -> Resident:
    given: dict[str, Any] = {
        "status": ResidentStatus.ACTIVE,
        "activity": Activity.SLEEPING,
        "doing": "",
        "reason": "",
        "retry_at": None,
    } | fields
    return Resident(
        id=f"{name.lower()}@solar",
        swarm_id="solar",
        name=name,
        role="r",
        guidance="",
        parent_id=None,
        depth=1,
        agent_id=None,
        model=None,
        tools=(),
        context_window=20,
        color="",
        icon="",
        execution_id=None,
        unread=0,
        turns=0,
        children=0,
        usage=Usage(),
        created_at=NOW,
        last_active_at=None,
        **given,
    )


def room(kind: RoomKind, name: str, *members: str) -> Room:
    return Room(
        id=name or "direct",
        swarm_id="solar",
        kind=kind,
        name=name,
        status=RoomStatus.OPEN,
        members=members,
        mails=0,
        unread=0,
        mentions=0,
        last_mail_at=None,
        last_mail="",
        created_at=NOW,
    )


NAMES = Names(
    [resident("Ana"), resident("Ben")],
    [room(RoomKind.GROUP, "Team", "ana@solar", "ben@solar"), room(RoomKind.DIRECT, "", "person", "ana@solar")],
)


@pytest.mark.parametrize("evil", ["\x1b[2J", "\x07", "\r", "\x9b31m", "\x00", "\x7f", "\x85"])
def test_what_residents_write_cannot_steer_the_terminal(evil: str) -> None:
    assert printable(f"a{evil}b").replace("\ufffd", "") == "a" + "".join(c for c in evil if c.isprintable()) + "b"
    assert not set(printable(evil)) & set(evil) - set("[2J31m")


def test_lines_and_tabs_stay_but_not_within_a_line() -> None:
    assert printable("a\n\tb") == "a\n\tb"
    assert line("a\n\tb  c") == "a b c"
    assert line("x" * 50, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "sleeps"),
        ({"activity": Activity.CALLING, "doing": "webSearch"}, "calling webSearch"),
        ({"activity": Activity.WAITING, "doing": "approval of bash"}, "waits for you: approval of bash"),
        ({"activity": Activity.WAITING}, "waits for you"),
        ({"activity": Activity.RETRYING, "retry_at": NOW}, f"tries again at {NOW.astimezone():%H:%M:%S}"),
        ({"status": ResidentStatus.PAUSED, "reason": "A person paused it."}, "paused (A person paused it.)"),
        ({"status": ResidentStatus.STOPPED}, "stopped"),
    ],
)
def test_what_a_resident_does_is_said_in_a_few_words(fields: dict[str, Any], words: str) -> None:
    assert state(resident("Ana", **fields)) == words


def test_members_and_rooms_are_called_by_their_names() -> None:
    assert [NAMES.member(one) for one in ("person", "ana@solar", "x@solar")] == ["you", "Ana", "x@solar"]
    assert NAMES.room("Team") == "Team"
    assert NAMES.room("direct", besides="ana@solar") == "you"
    assert NAMES.room("unknown") == "unknown"


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (
            "mail.sent",
            {"sender": "ana@solar", "recipients": ["ben@solar", "person"], "preview": "Hi"},
            "Ana → Ben, you: Hi",
        ),
        ("mail.refused", {"sender": "ben@solar", "reason": "Third lap."}, "Ben could not write: Third lap."),
        (
            "mail.died",
            {"recipient": "ben@solar", "redelivered": False, "reason": "No model."},
            "mail to Ben became a dead letter: No model.",
        ),
        ("mail.died", {"recipient": "ben@solar", "redelivered": True, "reason": ""}, "mail to Ben is delivered again"),
        ("resident.woken", {"resident": "ana@solar", "wokenBy": "manual", "attempt": 1}, "Ana woke: by hand"),
        (
            "resident.woken",
            {"resident": "ana@solar", "wokenBy": "manual", "attempt": 2},
            "Ana woke: by hand, attempt 2",
        ),
        ("resident.slept", {"resident": "ana@solar", "outcome": "done", "reason": ""}, "Ana: sleeps"),
        (
            "resident.slept",
            {"resident": "ana@solar", "outcome": "retrying", "reason": "Down."},
            "Ana: tries again later: Down.",
        ),
        ("resident.changed", {"resident": "ben@solar", "change": "created", "reason": ""}, "Ben: made"),
        ("swarm.changed", {"change": "limited", "reason": "Enough."}, "the swarm: stopped by a limit: Enough."),
        ("room.changed", {"change": "joined", "member": "ben@solar"}, "a room: joined, by Ben"),
        ("tool-execution", {"agent": "ana@solar", "tool": "look", "arguments": {"a": 1}}, 'Ana calls look {"a": 1}'),
        ("agent.tool_result", {"tool": "look", "error": "Dark."}, "look failed: Dark."),
        ("agent.tool_result", {"tool": "look", "error": None}, None),
        ("error.occurred", {"message": "Busy.", "willRetry": True}, "Ana: Busy. Trying again."),
        (
            "approval.requested",
            {"agent": "ana@solar", "tool": "bash"},
            "Ana waits for your approval of bash: `bailiwick approvals list`",
        ),
        ("model-call", {"agent": "ana@solar"}, None),
    ],
)
def test_facts_are_told_in_words(kind: str, data: dict[str, Any], words: str | None) -> None:
    assert told(kind, data, NAMES, "ana@solar") == words


def test_limits_are_set_and_lifted_by_any_spelling_of_their_names() -> None:
    given = ["tokens=5_000", "pair-per-minute=3", "pairPerMinute=4", "LAPS=none", "seconds=1.5", "children=1,000"]
    assert limits_from(given, SwarmLimits()) == SwarmLimits(
        tokens=5000, pair_per_minute=4, laps=None, seconds=1.5, children=1000
    )


@pytest.mark.parametrize(
    ("assignment", "reason"),
    [
        ("tokens", "NAME=NUMBER"),
        ("nothing=1", "pair_per_minute"),
        ("tokens=many", "is no number"),
        ("tokens=-1", "tokens"),
        ("rounds=none", "rounds"),
        ("tokens=1.5", "tokens"),
        ("=1", "NAME=NUMBER"),
    ],
)
def test_limits_that_cannot_be_say_why(assignment: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        limits_from([assignment], SwarmLimits())
