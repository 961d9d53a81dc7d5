"""Times in words are read in English and Spanish, and what is no time is left alone."""

import tomllib
from datetime import UTC, date, datetime, time
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.cron import Cron
from bailiwick.tools.times.reading import read_time, take_time
from bailiwick.tools.times.saying import moment_in_words

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 11, 26, 10, 50, tzinfo=MADRID)
"""A Thursday."""


@pytest.mark.parametrize(
    ("language", "words", "meant"),
    [
        ("en", "tomorrow at 9", "2026-11-27 09:00"),
        ("en", "tomorrow at 5pm", "2026-11-27 17:00"),
        ("en", "tomorrow 9am", "2026-11-27 09:00"),
        ("en", "in 20 minutes", "2026-11-26 11:10"),
        ("en", "in half an hour", "2026-11-26 11:20"),
        ("en", "in an hour", "2026-11-26 11:50"),
        ("en", "in two hours", "2026-11-26 12:50"),
        ("en", "in 2 days", "2026-11-28 09:00"),
        ("en", "friday", "2026-11-27 09:00"),
        ("en", "on friday at 10", "2026-11-27 10:00"),
        ("en", "next monday at 8:30", "2026-11-30 08:30"),
        ("en", "monday", "2026-11-30 09:00"),
        ("en", "at 5pm", "2026-11-26 17:00"),
        ("en", "at noon", "2026-11-26 12:00"),
        ("en", "at 17:30", "2026-11-26 17:30"),
        ("en", "at half past five", "2026-11-26 17:30"),
        ("en", "tonight at 8", "2026-11-26 20:00"),
        ("en", "this evening", "2026-11-26 19:00"),
        ("en", "tomorrow morning", "2026-11-27 09:00"),
        ("en", "tomorrow at noon", "2026-11-27 12:00"),
        ("en", "the day after tomorrow at 7", "2026-11-28 07:00"),
        ("en", "december 3rd at 4pm", "2026-12-03 16:00"),
        ("en", "on the 3rd of december", "2026-12-03 09:00"),
        ("en", "3 december 2026 16:00", "2026-12-03 16:00"),
        ("en", "2026-12-03", "2026-12-03 09:00"),
        ("en", "12/24", "2026-12-24 09:00"),
        ("en", "in a week", "2026-12-03 09:00"),
        ("en", "next week", "2026-12-03 09:00"),
        ("en", "in 3 weeks", "2026-12-17 09:00"),
        ("en", "at the end of the month", "2026-11-30 09:00"),
        ("en", "on christmas", "2026-12-25 09:00"),
        ("en", "9am", "2026-11-27 09:00"),
        ("es", "mañana a las 9", "2026-11-27 09:00"),
        ("es", "manana a las 9", "2026-11-27 09:00"),
        ("es", "mañana a las 5 de la tarde", "2026-11-27 17:00"),
        ("es", "pasado mañana a las 8", "2026-11-28 08:00"),
        ("es", "en 20 minutos", "2026-11-26 11:10"),
        ("es", "dentro de media hora", "2026-11-26 11:20"),
        ("es", "dentro de una hora", "2026-11-26 11:50"),
        ("es", "en dos horas", "2026-11-26 12:50"),
        ("es", "el viernes", "2026-11-27 09:00"),
        ("es", "el viernes a las 10", "2026-11-27 10:00"),
        ("es", "el próximo lunes a las 8:30", "2026-11-30 08:30"),
        ("es", "el lunes que viene", "2026-11-30 09:00"),
        ("es", "a las 17:30", "2026-11-26 17:30"),
        ("es", "a las cinco y media", "2026-11-26 17:30"),
        ("es", "hoy a las 8 de la noche", "2026-11-26 20:00"),
        ("es", "esta noche", "2026-11-26 21:00"),
        ("es", "mañana por la mañana", "2026-11-27 09:00"),
        ("es", "mañana al mediodía", "2026-11-27 12:00"),
        ("es", "a mediodía", "2026-11-26 12:00"),
        ("es", "el 3 de diciembre a las 16", "2026-12-03 16:00"),
        ("es", "3 de diciembre", "2026-12-03 09:00"),
        ("es", "24/12", "2026-12-24 09:00"),
        ("es", "dentro de una semana", "2026-12-03 09:00"),
        ("es", "en 3 semanas", "2026-12-17 09:00"),
        ("es", "la semana que viene", "2026-12-03 09:00"),
        ("es", "a fin de mes", "2026-11-30 09:00"),
        ("es", "en navidad", "2026-12-25 09:00"),
        ("es", "el sabado a las 7 de la tarde", "2026-11-28 19:00"),
        ("es", "a las nueve menos cuarto de la noche", "2026-11-26 20:45"),
        ("en", "a quarter to nine", "2026-11-27 08:45"),
        ("en", "tomorrow at ten", "2026-11-27 10:00"),
        ("en", "tmrw 7pm", "2026-11-27 19:00"),
        ("en", "in an hour and a half", "2026-11-26 12:20"),
        ("en", "in 2 hours and 15 minutes", "2026-11-26 13:05"),
        ("en", "at 8 in the evening", "2026-11-26 20:00"),
        ("en", "tonight at midnight", "2026-11-27 00:00"),
        ("en", "friday night", "2026-11-27 21:00"),
        ("en", "ten", "2026-11-27 10:00"),
        ("en", "next friday", "2026-12-04 09:00"),
        ("en", "thursday", "2026-12-03 09:00"),
        ("en", "today at 9", "2026-11-26 21:00"),
        ("en", "at 10:50", "2026-11-27 10:50"),
        ("en", "3/12", "2027-03-12 09:00"),
        ("es", "3/12", "2026-12-03 09:00"),
        ("es", "a la una", "2026-11-26 13:00"),
        ("es", "las diez", "2026-11-27 10:00"),
        ("es", "a las 10 de la mañana", "2026-11-27 10:00"),
        ("es", "dentro de hora y media", "2026-11-26 12:20"),
        ("es", "el lunes por la tarde", "2026-11-30 16:00"),
        ("es", "el dia 5", "2026-12-05 09:00"),
        ("es", "el miércoles 2 de diciembre", "2026-12-02 09:00"),
        ("es", "a las 8 y media de la tarde", "2026-11-26 20:30"),
        ("en", "the 31st", "2026-12-31 09:00"),
        ("en", "february 29", "2028-02-29 09:00"),
    ],
)
def test_a_time_in_words_is_the_moment_that_people_mean(language, words, meant):
    read = read_time(words, language)
    assert read is not None
    assert f"{read.moment(NOW).astimezone(MADRID):%Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize(
    ("words", "cron"),
    [
        ("every weekday at 8", "0 8 * * 1-5"),
        ("every morning", "0 9 * * *"),
        ("every morning at 7:30", "30 7 * * *"),
        ("daily at noon", "0 12 * * *"),
        ("every monday, wednesday and friday at 10pm", "0 22 * * 1,3,5"),
        ("on mondays at 9", "0 9 * * 1"),
        ("every month on the 5th at 10", "0 10 5 * *"),
        ("on the 1st of every month", "0 9 1 * *"),
        ("every year on december 25", "0 9 25 12 *"),
        ("every 20 minutes", "*/20 * * * *"),
        ("every hour", "0 * * * *"),
        ("every other day", None),
        ("every weekend at 11", "0 11 * * 6,0"),
        ("todos los dias a las 7 de la tarde", "0 19 * * *"),
        ("cada mañana", "0 9 * * *"),
        ("de lunes a viernes a las 8", "0 8 * * 1-5"),
        ("todos los lunes y jueves a las 21:15", "15 21 * * 1,4"),
        ("los martes a las 6", "0 18 * * 2"),
        ("el 1 de cada mes", "0 9 1 * *"),
        ("cada 2 horas", "0 */2 * * *"),
        ("tomorrow at 9", None),
        ("every friday at midnight", "0 0 * * 6"),
        ("every weekday at midnight", "0 0 * * 2-6"),
        ("every weekend at midnight", "0 0 * * 0,1"),
        ("every day at midnight", "0 0 * * *"),
        ("on the 5th of every month at midnight", "0 0 6 * *"),
        ("every 0.5 hours", "*/30 * * * *"),
        ("every other friday", None),
    ],
)
def test_times_that_repeat_are_a_calendar(words, cron):
    assert read_time(words).cron(NOW.date()) == cron


def test_times_that_no_calendar_has_are_an_interval():
    assert read_time("every other day").every_seconds() == 2 * 86_400
    assert read_time("cada 5 horas", "es").every_seconds() == 5 * 3600
    assert read_time("every 1.5 hours").every_seconds() == 5400
    for words in ("every other friday", "cada dos viernes"):
        read = read_time(words)
        assert (read.every_seconds(), read.weekday) == (14 * 86_400, 4)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("every 2 weeks on monday at 9", "2026-11-30 09:00"),
        ("every 2 days at 9", "2026-11-27 09:00"),
        ("every other thursday at 9am", "2026-12-03 09:00"),
        ("every 3 days", "2026-11-29 10:50"),
        ("every 3 days from today at 9am", "2026-11-29 09:00"),
        ("every 2 weeks on friday at midnight", "2026-11-28 00:00"),
    ],
)
def test_what_comes_after_equal_times_comes_first_when_it_was_said_to(words, first):
    assert f"{read_time(words).first(NOW).astimezone(MADRID):%Y-%m-%d %H:%M}" == first


@pytest.mark.parametrize(
    ("language", "text", "rest", "words"),
    [
        ("en", "call Ana tomorrow at 9", "call Ana", "tomorrow at 9"),
        ("en", "tomorrow call Mom at 5pm", "call Mom", "tomorrow at 5pm"),
        ("en", "call Ana at 5 tomorrow about the Friday meeting", "call Ana about the Friday meeting", "at 5 tomorrow"),
        ("en", "stretch every weekday at 8", "stretch", "every weekday at 8"),
        ("en", "buy eggs tomorrow 9", "buy eggs", "tomorrow 9"),
        ("en", "call in 5 minutes", "call", "in 5 minutes"),
        ("es", "comprar leche mañana a las 9", "comprar leche", "mañana a las 9"),
        ("es", "los lunes a las 9 reunión", "reunión", "los lunes a las 9"),
        ("es", "preparar la reunión del lunes", "preparar la reunión del lunes", None),
        ("en", "watch the friday movie", "watch the friday movie", None),
        ("en", "buy 9 eggs", "buy 9 eggs", None),
        ("en", "enjoy the sun", "enjoy the sun", None),
        ("en", "read chapter two", "read chapter two", None),
        ("en", "call May", "call May", None),
        ("en", "water the plants every other friday", "water the plants", "every other friday"),
        ("en", "meet every third friday", "meet every third friday", None),
        ("es", "regar cada dos viernes", "regar", "cada dos viernes"),
    ],
)
def test_the_words_for_a_time_are_taken_out_of_a_text(language, text, rest, words):
    assert take_time(text, language) == (rest, words)


@pytest.mark.parametrize(
    "words",
    [
        *("milk", "", "at 25", "february 30", "tomorrow at 9 and friday", "soon", "9 eggs", "a"),
        *(
            "every 0 minutes",
            "every 0 hours",
            "every 0 months",
            "in 0 minutes",
            "in 9999 years",
            "0/5/2027",
            "2027-00-10",
        ),
        *("in 1.5 days", "every 1.5 days", "in a day and a half", "in 2 days and 15 minutes", "cada 0 viernes"),
    ],
)
def test_what_is_no_time_is_none(words):
    assert read_time(words) is None


def test_a_day_without_a_time_has_the_time_that_the_caller_names():
    due = read_time("friday")
    assert due.clock is None
    assert due.day(NOW.date()) == date(2026, 11, 27)
    assert due.moment(NOW, time(23, 59)) == datetime(2026, 11, 27, 22, 59, tzinfo=UTC)


def test_a_day_that_was_named_is_not_put_off():
    assert read_time("today at 9 in the morning").moment(NOW) < NOW


def test_a_time_that_the_clocks_skip_is_the_first_after_the_gap():
    night = datetime(2027, 3, 27, 20, 0, tzinfo=MADRID)
    assert read_time("tomorrow at 2:30am").moment(night) == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)


def test_a_moment_is_said_with_its_day_date_and_time():
    moment = datetime(2026, 11, 27, 8, tzinfo=UTC)
    assert moment_in_words(moment, NOW, "en") == "tomorrow, Friday 27 November, at 09:00"
    assert moment_in_words(moment, NOW, "es") == "mañana, viernes 27 de noviembre, a las 09:00"
    assert moment_in_words(datetime(2027, 1, 4, 12, tzinfo=UTC), NOW, "es") == "lunes 4 de enero de 2027, a las 13:00"


def _vocabulary():
    for language in ("en", "es"):
        grammar = tomllib.loads((files("bailiwick.tools.times") / f"sentences/{language}.toml").read_text())
        yield from (word for values in grammar["values"].values() for word in values)
        sentences = [*grammar["rules"].values(), *(each for several in grammar["intents"].values() for each in several)]
        yield from re2.findall(r"\pL{2,}", " ".join(sentences))


NUMBERS = st.from_regex(r"[0-9]{1,4}([.,:/h-][0-9]{1,2}([/-][0-9]{1,4})?)?", fullmatch=True)
WORDS = st.lists(st.sampled_from(sorted(set(_vocabulary()))) | NUMBERS, min_size=1, max_size=6).map(" ".join)


@given(words=WORDS, language=st.sampled_from(("en", "es")))
def test_no_words_for_a_time_break_it(words, language):
    take_time(words, language)
    read = read_time(words, language)
    if read is None:
        return
    moment, day, cron = read.moment(NOW), read.day(NOW.date()), read.cron(NOW.date())
    assert moment is None or moment.year <= NOW.year + 1000
    assert day is None or day.year <= NOW.year + 1000
    assert cron is None or Cron.read(cron)
    if read.every_seconds():
        assert read.first(NOW) > NOW
