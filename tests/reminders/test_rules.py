"""What is read in requests about reminders, which one is meant, and what becomes of times."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bailiwick.features.reminders.reasons import ReminderReason
from bailiwick.features.reminders.records import Reminder, ReminderStatus
from bailiwick.features.reminders.requests import (
    DeleteReminderReader,
    DoneReader,
    MoveReader,
    ReminderListReader,
    SetReader,
)
from bailiwick.features.reminders.rules import meant, moved, next_time, times_of
from bailiwick.features.reminders.words import delivered
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import PastCall, Request

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 11, 26, 10, 50, tzinfo=MADRID)
SOON = datetime(2026, 11, 27, 9, 0, tzinfo=MADRID)
REMINDER = Reminder(
    id="0197a000-0000-7000-8000-000000000001",
    text="call Ana",
    status=ReminderStatus.WAITING,
    due_at=SOON,
    cron=None,
    every_seconds=None,
    words=None,
    timezone="Europe/Madrid",
    language="en",
    conversation_id=None,
    agent_id=None,
    meant_for=None,
    delivered_at=None,
    done_at=None,
    change="1",
    created_at=NOW,
    updated_at=NOW,
)
SET = PastCall(name="setReminder", arguments={}, result={"id": REMINDER.id, "change": "1"})


def asked(text, language="en", **more):
    return Request(text=text, language=language, **more)


@pytest.mark.parametrize(
    ("text", "what", "when"),
    [
        ("remind me tomorrow at 9 to call Ana", "call Ana", "tomorrow at 9"),
        ("Please remind me to buy milk, please!", "buy milk", None),
        ("can you remind me to call Ana at 5?", "call Ana", "at 5"),
        ("set a reminder to call mom tomorrow at 5pm", "call mom", "tomorrow at 5pm"),
        ("every weekday at 8 remind me to stretch", "stretch", "every weekday at 8"),
        ("dont let me forget to pay the rent on the 1st", "pay the rent", "on the 1st"),
        ("remind me tomorrow", None, "tomorrow"),
        ("remind me", None, None),
        ("recuérdame comprar leche mañana a las 9", "comprar leche", "mañana a las 9"),
        ("recuerdame comprar leche manana a las 9", "comprar leche", "manana a las 9"),
        ("recuérdame que mañana tengo dentista a las 10", "tengo dentista", "mañana a las 10"),
        ("pon un recordatorio para mañana a las 9: llamar a Ana", "llamar a Ana", "mañana a las 9"),
        ("avísame en 10 minutos para sacar el pan", "sacar el pan", "en 10 minutos"),
    ],
)
def test_what_a_reminder_is_for_and_when_is_read(text, what, when):
    read = SetReader().read(asked(text))
    expected = {name: value for name, value in (("text", what), ("when", when)) if value}
    assert read is not None
    assert read.arguments == expected


@pytest.mark.parametrize(
    "text",
    ["remind me what is on my list", "recuérdame qué hay en la lista", "what is 2+2", "add milk to my list", "cancel"],
)
def test_what_asks_for_no_reminder_is_left_alone(text):
    request = asked(text)
    readers = (SetReader(), ReminderListReader(), MoveReader(), DeleteReminderReader(), DoneReader())
    assert [reader.read(request) for reader in readers] == [None] * 5


@pytest.mark.parametrize(
    ("text", "language", "when"),
    [
        ("move it to ten", "en", "ten"),
        ("make it friday instead", "en", "friday"),
        ("snooze for 10 minutes", "en", "10 minutes"),
        ("muévelo a las diez", "es", "las diez"),
        ("posponlo una hora", "es", "una hora"),
    ],
)
def test_it_is_moved_right_after_a_reminder_only(text, language, when):
    read = MoveReader().read(asked(text, language, just_called=SET))
    assert read.arguments == {"which": REMINDER.id, "when": when}
    assert MoveReader().read(asked(text, language)) is None


def test_the_answer_to_when_completes_the_reminder():
    why = Reason.of(ReminderReason.REMINDER_WHEN)
    question = PastCall(name="setReminder", arguments={"text": "buy milk"}, result=None, why=why)
    for text in ("tomorrow at 9", "let's say friday at noon", "remind me in 20 minutes please"):
        read = SetReader().read(asked(text, asked_back=question))
        assert read.arguments["text"] == "buy milk"
    assert SetReader().read(asked("what is the weather?", asked_back=question)) is None


@pytest.mark.parametrize(
    ("when", "at"),
    [
        ("ten", "2026-11-27 10:00"),
        ("8 pm", "2026-11-27 20:00"),
        ("saturday", "2026-11-28 09:00"),
        ("saturday at noon", "2026-11-28 12:00"),
        ("in an hour", "2026-11-26 11:50"),
        ("10 minutes", "2026-11-26 11:00"),
        ("2026-12-01T18:30", "2026-12-01 18:30"),
    ],
)
def test_a_moved_reminder_keeps_what_was_not_said(when, at):
    times = moved(REMINDER, when, NOW, "en")
    assert f"{times.due_at.astimezone(MADRID):%Y-%m-%d %H:%M}" == at


def test_an_hour_moves_all_times_of_a_repeated_reminder():
    repeated = replace(REMINDER, cron="0 8 * * 1-5")
    times = moved(repeated, "7:30am", NOW, "en")
    assert (times.cron, times.due_at.astimezone(MADRID)) == ("30 7 * * 1-5", SOON.replace(hour=7, minute=30))


def test_a_time_that_has_passed_or_is_none_is_asked_again():
    for when, code in (
        ("today at 9 in the morning", ReminderReason.TIME_PASSED),
        ("2020-01-01", ReminderReason.TIME_PASSED),
        ("soon", ReminderReason.TIME_UNREADABLE),
        ("every 10 seconds", ReminderReason.TIME_UNREADABLE),
    ):
        with pytest.raises(CallFailed) as failed:
            times_of(when, NOW, "en")
        assert failed.value.said.code == code


def test_which_reminder_is_meant_is_found_by_place_or_words_or_asked():
    milk, ana, bob = (
        replace(REMINDER, id=each, text=text)
        for each, text in (("a", "buy milk"), ("b", "call Ana"), ("c", "call Bob"))
    )
    every = [milk, ana, bob]
    assert meant(every, "2") is ana
    assert meant(every, "the milk one") is milk
    assert meant([milk], None) is milk
    for which, code in (("call", ReminderReason.WHICH_REMINDER), ("bread", ReminderReason.NO_SUCH_REMINDER)):
        with pytest.raises(CallFailed) as failed:
            meant(every, which)
        assert failed.value.said.code == code
    with pytest.raises(CallFailed) as failed:
        meant([], None)
    assert failed.value.said.code == ReminderReason.NO_REMINDERS


def test_a_repeated_reminder_is_next_after_now_however_long_nothing_ran():
    repeated = replace(REMINDER, cron="0 9 * * *", due_at=SOON)
    later = SOON + timedelta(days=3, hours=1)
    assert next_time(repeated, later) == (SOON + timedelta(days=4)).astimezone(UTC)
    assert next_time(replace(REMINDER, every_seconds=7200), later) == SOON + timedelta(days=3, hours=2)
    assert next_time(REMINDER, later) is None


def test_a_late_reminder_says_for_when_it_was():
    late = replace(REMINDER, meant_for=SOON, delivered_at=SOON + timedelta(hours=3))
    said = delivered(late, SOON + timedelta(hours=3))
    assert "late because nothing ran" in said
    assert "today, Friday 27 November, at 09:00" in said
    on_time = delivered(replace(late, delivered_at=SOON + timedelta(seconds=3)), SOON)
    assert on_time == "Reminder: **call Ana**"


@pytest.mark.parametrize("when", ["10 minutes", "in an hour", "friday", "saturday at noon", "2026-12-01T18:30"])
def test_what_is_put_off_repeats_as_before(when):
    daily = moved(replace(REMINDER, cron="0 9 * * *"), when, NOW, "en")
    assert daily.cron == "0 9 * * *"
    later = replace(REMINDER, due_at=daily.due_at, cron=daily.cron)
    assert next_time(later, daily.due_at).astimezone(MADRID).time() == time(9)
    often = moved(replace(REMINDER, every_seconds=7200), when, NOW, "en")
    counted = replace(REMINDER, due_at=often.due_at, every_seconds=7200, counts_from=often.counts_from)
    following = next_time(counted, often.due_at)
    assert often.due_at == daily.due_at
    assert following > often.due_at
    assert (following - SOON) % timedelta(hours=2) == timedelta(0)


def test_an_hour_moves_all_times_of_what_comes_after_some_days_but_one_of_what_comes_within_the_day():
    later = moved(replace(REMINDER, every_seconds=2 * 86_400, counts_from=SOON), "ten", NOW, "en")
    assert later.due_at == later.counts_from == SOON.replace(hour=10)
    hourly = moved(replace(REMINDER, cron="0 * * * *"), "ten", NOW, "en")
    assert (hourly.cron, hourly.due_at) == ("0 * * * *", SOON.replace(hour=10))


def test_times_that_are_said_anew_are_on_the_clock_where_the_person_is():
    here = NOW.astimezone(ZoneInfo("America/New_York"))
    once = moved(REMINDER, "friday at 10", here, "en")
    again = moved(replace(REMINDER, cron="0 9 * * 1-5"), "10am", here, "en")
    for times in (once, again, moved(REMINDER, "every day at 10", here, "en")):
        assert (times.timezone, times.due_at.astimezone(here.tzinfo).hour) == ("America/New_York", 10)
    snoozed = moved(replace(REMINDER, cron="0 9 * * *"), "10 minutes", here, "en")
    assert "timezone" not in snoozed.values


@pytest.mark.parametrize("when", ["every 2 days at 9", "every 2 weeks on monday at 9"])
def test_what_comes_after_some_days_keeps_its_hour_when_clocks_change(when):
    times = times_of(when, datetime(2027, 3, 20, 10, tzinfo=MADRID), "en")
    reminder = replace(REMINDER, **times.values)
    found = [times.due_at]
    for _ in range(20):
        found.append(next_time(reminder, found[-1]))
    assert {each.astimezone(MADRID).time() for each in found} == {time(9)}


def test_words_mean_a_reminder_by_whole_words():
    party, art = (replace(REMINDER, id=each, text=each) for each in ("plan the party", "buy art."))
    assert meant([party, art], "art") is art
    assert meant([party, replace(art, text="plan")], "plan").text == "plan"
    with pytest.raises(CallFailed) as failed:
        meant([party], "art")
    assert failed.value.said.code == ReminderReason.NO_SUCH_REMINDER


def test_the_first_one_is_that_of_the_list_that_was_just_shown():
    shown = [{"id": "b", "text": "call Ana"}, {"id": "c", "text": "call Bob"}]
    listed = PastCall(name="listReminders", arguments={"day": "tomorrow"}, result={"reminders": shown})
    assert DeleteReminderReader().read(asked("delete the first one", just_called=listed)).arguments == {"which": "b"}
    assert DeleteReminderReader().read(asked("borra el segundo", "es", just_called=listed)).arguments == {"which": "c"}
    beyond = DeleteReminderReader().read(asked("delete the third one", just_called=listed)).arguments
    with pytest.raises(CallFailed):
        meant([replace(REMINDER, id=each) for each in "abcd"], beyond["which"])


def test_the_second_one_is_that_of_the_question_which_one():
    why = Reason.of(ReminderReason.WHICH_REMINDER, reminders="call Ana; call Bob")
    question = PastCall(name="deleteReminder", arguments={"which": "call"}, result=None, why=why)
    for text in ("the second one", "delete the second one"):
        read = DeleteReminderReader().read(asked(text, asked_back=question))
        assert read.arguments == {"which": "call Bob"}
