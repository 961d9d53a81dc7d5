"""`weatherInfo` against servers that speak Open-Meteo's formats."""

import asyncio
import json
import threading
from dataclasses import replace
from datetime import date

import pytest

from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.asked_days import dates_of, take_when
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick_skills.weather.reasons import WeatherReason
from bailiwick_skills.weather.requests import read_weather
from bailiwick_skills.weather.tools import WeatherRecogniser, weather_tools
from support import weather_service
from support.public_web import Internet, Reply
from support.weather_service import FORECAST, GEOCODING, NOW, SETTINGS, as_json

SUNDAY = NOW.date()


class Caller:
    """The tool at the end of a test's internet, with a clock that the test moves."""

    def __init__(self, internet):
        self.internet = internet
        self.now = 1_000.0
        [self.tool] = weather_tools(internet.web(settings=SETTINGS), clock=lambda: self.now)

    def ask(self, *, timezone="UTC", language="en", **arguments):
        context = ToolContext(
            user_id="u", execution_id=None, agent_id=None, call_id="c", timezone=timezone, language=language
        )
        return asyncio.run(self.tool.run(context, arguments))

    def say(self, language="en", **arguments):
        return self.tool.recogniser.say(arguments, self.ask(language=language, **arguments), language)

    def failure(self, **arguments):
        with pytest.raises(CallFailed) as failed:
            self.ask(**arguments)
        return failed.value

    def asked(self, base):
        return [hit for hit in self.internet.hits if hit.url.startswith(base)]


@pytest.fixture(scope="module")
def net():
    with Internet() as internet:
        yield internet


@pytest.fixture
def caller(net):
    net.hits.clear()
    weather_service.serve(net)
    return Caller(net)


def test_the_weather_of_a_town_is_told_now_and_for_the_next_days(caller):
    told = caller.ask(place="Paris")
    assert told["place"] == "Paris, Île-de-France, France"
    assert told["localTime"] == "2026-11-22T10:15"
    assert told["current"] == {
        "condition": "overcast",
        "code": 3.0,
        "temperature": 8.0,
        "feelsLike": 5.0,
        "humidity": 81.0,
        "precipitation": 0.0,
        "windSpeed": 14.0,
        "windGusts": 30.0,
        "windDirection": "SW",
        "isDay": True,
    }
    assert [day["date"] for day in told["days"]] == ["2026-11-22", "2026-11-23", "2026-11-24"]
    assert told["days"][1] == {
        "date": "2026-11-23",
        "condition": "rain",
        "code": 63.0,
        "low": 1.0,
        "high": 11.0,
        "precipitation": 4.2,
        "precipitationChance": 80.0,
        "wet": ["14:00–17:00"],
        "snowfall": 0.0,
        "windMax": 25.0,
        "gustMax": 45.0,
        "uvMax": 1.3,
        "sunrise": "08:12",
        "sunset": "17:01",
    }
    assert told["days"][0]["wet"] == [], "rain at three in the morning is over"
    assert told["others"] == ["Paris, Texas, United States"]
    assert (told["units"], told["problem"], told["asked"]) == ("metric", None, None)


def test_the_gazetteer_and_the_forecast_are_asked_as_their_documentation_says(caller):
    caller.ask(place="Paris", language="es")
    geocoding, forecast = caller.asked(GEOCODING), caller.asked(FORECAST)
    assert "name=Paris&count=20&language=es&format=json" in geocoding[0].url
    assert "latitude=48.8534&longitude=2.3488" in forecast[0].url
    assert "timezone=auto&forecast_days=7" in forecast[0].url


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("Paris, Texas", "Paris, Texas, United States"),
        ("Paris, TX", "Paris, Texas, United States"),
        ("Paris Texas", "Paris, Texas, United States"),
        ("paris, usa", "Paris, Texas, United States"),
        ("Springfield, Illinois", "Springfield, Illinois, United States"),
        ("Springfield IL", "Springfield, Illinois, United States"),
        ("cordoba, españa", "Córdoba, Andalusia, Spain"),
        ("New York", "New York, United States"),
        ("Spain", "Spain"),
        ("MADRID", "Madrid, Spain"),
    ],
)
def test_a_place_is_narrowed_down_by_what_follows_its_name(caller, asked, place):
    assert caller.ask(place=asked)["place"] == place


def test_several_places_that_are_as_likely_meant_are_told(caller):
    told = caller.ask(place="Springfield")
    assert [option["place"] for option in told["choose"]] == [
        "Springfield, Missouri, United States",
        "Springfield, Massachusetts, United States",
        "Springfield, Illinois, United States",
    ]
    assert caller.asked(FORECAST) == [], "no forecast is fetched for a guess"
    said = caller.tool.recogniser.say({}, told, "en")
    assert "several places called Springfield" in said
    assert "- Springfield, Illinois, United States" in said
    assert "¿Cuál?" in caller.tool.recogniser.say({}, told, "es")


def test_the_place_in_the_persons_own_country_is_taken_before_a_larger_one_abroad(caller):
    assert caller.ask(place="Córdoba", timezone="Europe/Madrid")["place"] == "Córdoba, Andalusia, Spain"
    assert caller.ask(place="Córdoba", timezone="UTC")["place"] == "Córdoba, Cordoba, Argentina"
    assert caller.ask(place="Paris", timezone="America/New_York")["place"] == "Paris, Île-de-France, France"


@pytest.mark.parametrize(
    ("timezone", "place", "units"),
    [
        ("America/Denver", "Paris", "imperial"),
        ("Europe/Madrid", "Denver", "metric"),
        ("UTC", "Denver", "imperial"),
        ("UTC", "Madrid", "metric"),
    ],
)
def test_units_are_those_of_the_persons_country_else_of_the_places(caller, timezone, place, units):
    assert caller.ask(place=place, timezone=timezone)["units"] == units


def test_units_that_are_asked_for_are_used_and_the_forecast_is_fetched_once_for_both(caller):
    told = caller.ask(place="Paris", units="imperial")
    assert told["unitNames"]["temperature"] == "°F"
    assert (told["current"]["temperature"], told["days"][1]["high"], told["days"][1]["precipitation"]) == (47, 52, 0.17)
    assert caller.ask(place="Paris", units="metric")["current"]["temperature"] == 8
    assert len(caller.asked(FORECAST)) == 1


def test_without_a_place_the_city_of_the_persons_time_zone_is_taken_and_said(caller):
    told = caller.ask(timezone="Europe/Madrid")
    assert (told["place"], told["assumed"]) == ("Madrid, Spain", True)
    assert "from your time zone" in caller.tool.recogniser.say({}, told, "en")
    failed = caller.failure()
    assert failed.error_class is ErrorClass.VALIDATION
    assert "For which place?" in str(failed)


def test_coordinates_need_no_gazetteer(caller):
    told = caller.ask(latitude=48.85, longitude=2.35)
    assert told["place"] == "48.85, 2.35"
    assert caller.asked(GEOCODING) == []
    assert "both latitude and longitude" in str(caller.failure(latitude=48.85))
    assert caller.failure(latitude=91.0, longitude=0.0).error_class is ErrorClass.VALIDATION


@pytest.mark.parametrize("place", ["Xyzzyville", "?", "\u202e", "x" * 100])
def test_an_unknown_place_is_said_with_what_to_do(caller, place):
    failed = caller.failure(place=place)
    assert failed.error_class is ErrorClass.VALIDATION
    assert "latitude and longitude" in str(failed)


def test_two_places_in_one_question_are_asked_for_one_by_one(caller):
    assert "One place at a time, please: Paris, or Rome." in str(caller.failure(place="Paris and Rome"))


@pytest.mark.parametrize(
    ("when", "dates"),
    [
        ("today", ["2026-11-22"]),
        ("tomorrow", ["2026-11-23"]),
        ("wednesday", ["2026-11-25"]),
        ("now", []),
        ("2026-11-30", ["2026-11-30"]),
        ("weekend", ["2026-11-22"]),
        ("day_after_tomorrow", ["2026-11-24"]),
        ("week", [f"2026-11-{day}" for day in range(22, 29)]),
        ("2 days", ["2026-11-22", "2026-11-23"]),
    ],
)
def test_the_days_asked_about_are_found(caller, when, dates):
    told = caller.ask(place="Paris", when=when)
    assert told["asked"] == dates
    assert set(dates) <= {day["date"] for day in told["days"]}


def test_a_day_that_is_past_or_no_day_is_refused_and_one_too_far_is_said(caller):
    assert "has passed" in str(caller.failure(place="Paris", when="2026-11-01"))
    assert "is no day" in str(caller.failure(place="Paris", when="someday"))
    told = caller.ask(place="Paris", when="2027-06-01")
    assert (told["asked"], told["missing"]) == ([], ["2027-06-01"])
    said = caller.tool.recogniser.say({}, told, "en")
    assert "does not reach 2027-06-01; it ends on 2026-12-07" in said


def test_a_weekend_is_saturday_and_sunday_and_on_sunday_what_is_left_of_it():
    assert dates_of("weekend", date(2026, 11, 23)) == (date(2026, 11, 28), date(2026, 11, 29))
    assert dates_of("weekend", date(2026, 11, 28)) == (date(2026, 11, 28), date(2026, 11, 29))
    assert dates_of("weekend", SUNDAY) == (SUNDAY,)


def test_calls_within_ten_minutes_ask_the_service_once(caller):
    caller.ask(place="Paris")
    caller.now += 590
    assert caller.ask(place="paris")["ageSeconds"] == 590
    assert (len(caller.asked(GEOCODING)), len(caller.asked(FORECAST))) == (1, 1)
    caller.now += 20
    assert caller.ask(place="Paris")["ageSeconds"] == 0
    assert (len(caller.asked(GEOCODING)), len(caller.asked(FORECAST))) == (1, 2)


def test_when_the_service_fails_the_last_forecast_is_told_with_its_age_first(caller):
    caller.ask(place="Paris")
    caller.now += 1_500
    caller.internet.replies[f"{FORECAST}/v1/forecast"] = Reply(b"<h1>Bad gateway</h1>", 502)
    told = caller.ask(place="Paris")
    assert told["ageSeconds"] == 1_500
    assert told["problem"] == {"code": "service-status", "values": {"service": "Open-Meteo", "status": 502}}
    assert caller.tool.recogniser.say({}, told, "en").startswith("This forecast is 25 minutes old")
    assert caller.tool.recogniser.say({}, told, "es").startswith(
        "Esta previsión tiene 25 minutos; no se pudo renovar: Open-Meteo respondió con el estado 502"
    )
    caller.ask(place="Paris")
    assert len(caller.asked(FORECAST)) == 2, "a service that failed is left alone for a while"
    caller.now += 6 * 3_600
    assert "502" in str(caller.failure(place="Paris")), "a forecast of this morning is none"


@pytest.mark.parametrize(
    ("reply", "error_class", "words"),
    [
        (as_json({"error": True, "reason": "Hourly API request limit exceeded."}, 429), "rate_limit", "too often"),
        (as_json({"error": True, "reason": "Cannot initialize from invalid value"}, 400), "validation", "initialize"),
        (as_json({"error": True, "reason": "The service is overloaded"}, 503), "tool", "The service is overloaded"),
        (as_json({"error": True, "reason": {"x": 1}}, 500), "tool", "status 500"),
        (Reply(b"<!doctype html><title>Login</title>", 200, {"Content-Type": "text/html"}), "tool", "data"),
        (Reply(b'{"latitude": 48.8, "cur', 200), "tool", "data"),
        (as_json([]), "tool", "not known"),
        (as_json({"current": 7, "hourly": None, "daily": []}), "tool", "not known"),
        (as_json({"current": {"time": "noon"}, "hourly": {"time": []}, "daily": {"time": []}}), "tool", "not known"),
        (as_json({"current": {"time": 1e400}, "hourly": {"time": [[]]}, "daily": {"time": [{}]}}), "tool", "not known"),
    ],
)
def test_whatever_else_the_service_answers_is_a_clear_error(caller, reply, error_class, words):
    caller.internet.replies[f"{FORECAST}/v1/forecast"] = reply
    failed = caller.failure(place="Paris")
    assert failed.error_class == error_class
    assert words in str(failed)
    assert "Open-Meteo" in str(failed) or "meteo.internal" in str(failed)


@pytest.mark.parametrize("value", [[], {"results": 7}, {"results": [None, {"name": "Paris"}, {"latitude": 1}]}])
def test_a_gazetteer_that_answers_something_else_finds_nothing(caller, value):
    caller.internet.replies[f"{GEOCODING}/v1/search"] = as_json(value)
    assert str(caller.failure(place="Paris"))


def test_figures_that_are_none_are_left_out_and_not_made_up(caller):
    def odd(hit):
        value = json.loads(weather_service.forecast(hit).body)
        value["current"] |= {"temperature_2m": "hot", "weather_code": 12345, "wind_speed_10m": True}
        value["daily"] |= {"temperature_2m_max": [None, 1e300], "uv_index_max": "high", "sunrise": None}
        return as_json(value)

    caller.internet.replies[f"{FORECAST}/v1/forecast"] = odd
    told = caller.ask(place="Paris")
    assert (told["current"]["temperature"], told["current"]["condition"], told["current"]["windSpeed"]) == (None,) * 3
    assert [day["high"] for day in told["days"]] == [None, None, None]
    said = caller.tool.recogniser.say({}, told, "en")
    assert "None" not in said
    assert "null" not in said


def test_a_slow_service_is_given_up(caller, monkeypatch):
    def slow(connection):
        connection.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        connection.flush()
        gone.wait(5)

    gone = threading.Event()
    monkeypatch.setattr("bailiwick.tools.web.service.Service.__init__.__kwdefaults__", {"seconds": 0.2})
    patient = Caller(caller.internet)
    caller.internet.replies[f"{FORECAST}/v1/forecast"] = Reply(raw=slow)
    try:
        assert patient.failure(place="Paris").error_class is ErrorClass.TIMEOUT
    finally:
        gone.set()


def test_calls_at_the_same_time_fetch_once(caller):
    context = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c")

    async def story():
        return await asyncio.gather(*[caller.tool.run(context, {"place": "Paris"}) for _ in range(10)])

    assert len({told["place"] for told in asyncio.run(story())}) == 1
    assert (len(caller.asked(GEOCODING)), len(caller.asked(FORECAST))) == (1, 1)


# in words


def test_the_answer_says_the_day_asked_about(caller):
    assert caller.say(place="Paris", when="tomorrow") == (
        "**Paris, Île-de-France, France**\n\n"
        "Tomorrow: rain, 1 to 11 °C, 80 % chance of precipitation (4.2 mm, mostly 14:00–17:00), wind up to 25 km/h."
        "\n\nSource: open-meteo.com. There is also Paris, Texas, United States."
    )
    assert caller.say("es", place="Paris", when="tomorrow") == (
        "**Paris, Île-de-France, France**\n\n"
        "Mañana: lluvia, 1 a 11 °C, 80 % de probabilidad de precipitación (4.2 mm, sobre todo 14:00–17:00), viento"
        " hasta 25 km/h.\n\nFuente: open-meteo.com. También existe Paris, Texas, United States."
    )


def test_the_answer_for_now_is_one_sentence_and_without_a_day_three_days_follow(caller):
    assert caller.say(place="Madrid", when="now") == (
        "**Madrid, Spain**, 10:15 local time: overcast, 8 °C (feels like 5 °C), humidity 81 %, wind 14 km/h SW."
        "\n\nSource: open-meteo.com."
    )
    said = caller.say("es", place="Madrid")
    assert "a las 10:15 (hora local): cubierto, 8 °C (sensación 5 °C), humedad 81 %, viento 14 km/h SO." in said
    assert "- Hoy: mayormente despejado, 0 a 10 °C, sin lluvia a la vista, viento hasta 25 km/h." in said
    assert "- Martes 24: " in said


# without a model


def read(text, past=()):
    found = WeatherRecogniser().read(Request(text=text, language="en", past_calls=past))
    return None if found is None else dict(found.arguments)


@pytest.mark.parametrize(
    ("text", "place", "when"),
    [
        ("what's the weather in Paris tomorrow?", "Paris", "tomorrow"),
        ("What is the weather like in New York?", "New York", None),
        ("Can you tell me the weather in Rio de Janeiro, please?", "Rio de Janeiro", None),
        ("how's the weather today", None, "today"),
        ("weather", None, None),
        ("weather in Tokyo this weekend", "Tokyo", "weekend"),
        ("Paris weather", "Paris", None),
        ("will it rain tomorrow in Madrid?", "Madrid", "tomorrow"),
        ("Will it rain in Madrid tomorrow?", "Madrid", "tomorrow"),
        ("is it raining in London right now?", "London", "now"),
        ("Is it going to snow in Denver on Friday?", "Denver", "friday"),
        ("do I need an umbrella today?", None, "today"),
        ("Should I take a jacket in Oslo tonight?", "Oslo", "today"),
        ("how cold will it be in Oslo on Monday?", "Oslo", "monday"),
        ("forecast for London for the next 5 days", "London", "5 days"),
        ("7-day forecast for Lisbon", "Lisbon", "7 days"),
        ("weather forecast for Springfield, Illinois", "Springfield, Illinois", None),
        ("what will the temperature be in Rome on 2026-12-24?", "Rome", "2026-12-24"),
        ("any chance of rain in Lima this week?", "Lima", "week"),
        ("¿Hace buen tiempo en Vigo?", "Vigo", None),
        ("Will it snow tomorrow?", None, "tomorrow"),
        ("¿qué tiempo hace mañana en París?", "París", "tomorrow"),
        ("¿Qué tiempo hace en París mañana?", "París", "tomorrow"),
        ("que tiempo hace", None, None),
        ("¿Va a llover mañana?", None, "tomorrow"),
        ("¿Lloverá pasado mañana en Bilbao?", "Bilbao", "day_after_tomorrow"),
        ("¿Hace frío en Oslo?", "Oslo", None),
        ("¿Está lloviendo en Londres ahora?", "Londres", "now"),
        ("¿Qué temperatura hace en Lima?", "Lima", None),
        ("¿Cuántos grados hay en Sevilla?", "Sevilla", None),
        ("el tiempo en Bogotá", "Bogotá", None),
        ("¿Cómo está el clima en Ciudad de México?", "Ciudad de México", None),
        ("pronóstico para Buenos Aires el fin de semana", "Buenos Aires", "weekend"),
        ("¿Me puedes dar la previsión para Sevilla el lunes?", "Sevilla", "monday"),
        ("¿Cuál es la previsión para Sevilla el lunes?", "Sevilla", "monday"),
        ("¿Necesito paraguas hoy en Vigo?", "Vigo", "today"),
        ("¿Habrá tormenta esta tarde?", None, "today"),
        ("dime el tiempo para los próximos 3 días en Quito", "Quito", "3 days"),
    ],
)
def test_a_question_for_the_weather_is_read(text, place, when):
    expected = {name: value for name, value in (("place", place), ("when", when)) if value}
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "what time is it in Paris?",
        "write a poem about the weather",
        "the weather is nice",
        "bad weather",
        "cuánto tiempo tarda el tren",
        "¿tienes tiempo?",
        "¿qué hora es en Madrid?",
        "what is 5*5",
        "weather the storm",
        "how cold is my story",
        "add umbrella to my list",
        "price of bitcoin in euros",
        "no tengo tiempo",
        "tell me a fact about rain",
        "is it true?",
        "is it good?",
        "hace tiempo que no te veo",
        "I was in Paris tomorrow",
        "hace mucho tiempo",
        "hace tiempo",
        "is it nice?",
        "is it cool?",
        "forecast my sales",
        "",
        "?",
        "x" * 300,
        "\ud800 weather in \udfff",
    ],
)
def test_other_requests_are_left_to_others(text):
    assert read(text) is None


PAST = (
    PastCall(
        name="weatherInfo",
        arguments={"place": "Paris"},
        result={"place": "Paris, France", "latitude": 48.85, "longitude": 2.35, "units": "metric"},
    ),
)
SAME = {"place": "Paris, France", "latitude": 48.85, "longitude": 2.35, "units": "metric"}


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("and tomorrow?", {**SAME, "when": "tomorrow"}),
        ("Tomorrow?", {**SAME, "when": "tomorrow"}),
        ("¿y mañana?", {**SAME, "when": "tomorrow"}),
        ("y el fin de semana", {**SAME, "when": "weekend"}),
        ("what about on Sunday?", {**SAME, "when": "sunday"}),
        ("will it rain?", SAME),
        ("and will it rain tomorrow?", {**SAME, "when": "tomorrow"}),
        ("and in Madrid?", {"place": "Madrid"}),
        ("¿y en Madrid?", {"place": "Madrid"}),
        ("what about London on Sunday", {"place": "London", "when": "sunday"}),
    ],
)
def test_a_follow_up_keeps_the_place_or_the_day(text, arguments):
    assert read(text, PAST) == arguments
    assert read("and tomorrow?") is None, "without a call before it there is nothing to follow"


WITHOUT_PLACE = PastCall(
    name="weatherInfo", arguments={"when": "tomorrow"}, result=None, why=Reason.of(WeatherReason.WHICH_PLACE)
)


@pytest.mark.parametrize("text", ["Paris", "in Paris", "en Paris", "paris please"])
def test_the_answer_to_the_question_which_place_is_taken_as_one(text):
    request = Request(text=text, language="en", asked_back=WITHOUT_PLACE)
    found = WeatherRecogniser().read(request)
    assert found is not None
    assert {**found.arguments, "place": found.arguments["place"].title()} == {"place": "Paris", "when": "tomorrow"}
    assert read(text) is None, "without the question it says nothing"


@pytest.mark.parametrize("text", ["thanks", "what time is it", "price of bitcoin"])
def test_something_else_is_no_answer_to_that_question(text):
    assert WeatherRecogniser().read(Request(text=text, language="en", asked_back=WITHOUT_PLACE)) is None


def test_another_place_of_the_name_is_meant_by_where_it_is():
    [paris] = PAST
    others = ["Paris, Texas, United States", "Paris, Ontario, Canada"]
    past = (replace(paris, result={**paris.result, "others": others}),)
    for text in ("no, the one in Texas", "the one in texas", "no, la de Texas"):
        assert read(text, past) == {"place": others[0]}
    assert read("no, the one in Florida", past) is None


@pytest.mark.parametrize("text", ["thanks", "and what time is it?", "and the price of bitcoin?", "and a joke?"])
def test_a_change_of_subject_is_no_follow_up(text):
    assert read(text, PAST) is None


@pytest.mark.parametrize("text", ["the one in Illinois", "Illinois", "3", "Springfield, Illinois", "la de Illinois"])
def test_one_of_several_places_is_chosen_by_name_or_number(caller, text):
    past = (
        PastCall(
            name="weatherInfo",
            arguments={"place": "Springfield", "when": "tomorrow"},
            result=caller.ask(place="Springfield"),
        ),
    )
    found = read(text, past)
    assert (found["place"], found["when"]) == ("Springfield, Illinois, United States", "tomorrow")
    assert caller.ask(**found)["place"] == "Springfield, Illinois, United States"


@pytest.mark.parametrize("text", ["tomorrow", "mañana", "next monday", "el proximo lunes", "2026-01-01", "ahora mismo"])
def test_the_words_for_a_day_leave_nothing_behind(text):
    rest, when = take_when(text)
    assert (rest, bool(when)) == ("", True)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("new york weather", {"place": "new york"}),
        ("madrid weather tomorrow", {"place": "madrid", "when": "tomorrow"}),
        ("tell me if it snows", {}),
        ("tell me if it will rain tomorrow", {"when": "tomorrow"}),
        ("let me know if it snows in Oslo", {"place": "Oslo"}),
        ("dime si nieva", {}),
        ("dime si va a llover mañana en Bilbao", {"place": "Bilbao", "when": "tomorrow"}),
        ("lovely weather", None),
        ("stormy weather", None),
        ("winter weather", None),
        ("we talk about weather", None),
        ("tell me if it works", None),
        ("dime si vienes", None),
    ],
)
def test_a_place_in_small_letters_and_whether_it_snows_are_asked_for(text, arguments):
    found = read_weather(Request(text=text, language="en"))
    given = None if found is None else {name: value for name, value in found.arguments.items() if value is not None}
    assert given == arguments
