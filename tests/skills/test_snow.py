"""`skiConditions` against servers that speak the formats of Open-Meteo and of the site of Mt. Hood Meadows."""

import asyncio
import tomllib
from datetime import UTC, datetime
from functools import partial
from importlib import resources
from urllib.parse import urlsplit

import pytest

from bailiwick.kernel.reasons import ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick_skills.snow.resorts import Resorts
from bailiwick_skills.snow.tools import SkiRecogniser, ski_tools
from bailiwick_skills.snow.verdict import SnowConditions, in_words, verdict
from support.public_web import Internet, Reply
from support.weather_service import FORECAST, NOW, as_json, mountain

SITE = "http://hood.internal:8080"
SETTINGS = {"open_meteo_url": FORECAST, "meadows_url": SITE}
RESORTS = Resorts()
READER = SkiRecogniser(RESORTS)
AT = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)


def inches(value):
    return {"value": value * 2.54, "unit": "CENTIMETER", "countryValue": value, "countryUnit": "INCH"}


def zone(level, depth, **more):
    return {
        "name": level.title(),
        "altitudeLevel": level,
        "snowTotalDepth": inches(depth),
        "lastModified": "2026-11-22T13:30:00Z",
        **more,
    }


REPORT = {
    "data": {
        "snow": {
            "snowZones": [
                zone(
                    "LOW",
                    60,
                    overnight=inches(4),
                    freshSnowFallDepth24H=inches(8),
                    freshSnowFallDepth48H=inches(12),
                    snowFallDepthCompleteSeason=inches(120),
                ),
                zone("INT", 80),
                zone("HIGH", 100),
            ]
        }
    }
}
LIFTS = {
    "data": [
        {
            "name": "Main",
            "lifts": [
                {"name": "Mt. Hood Express", "openingStatus": "OPEN", "openingTimesReal": [{"beginTime": "09:00"}]},
                {"name": "Cascade Express", "openingStatus": "CLOSED"},
            ],
        },
        {"name": "Hood River Express", "types": ["CHAIRLIFT"], "availability": {"openingStatus": "OPEN"}},
        {"name": "Sahale Lot", "types": ["PARKING"], "availability": {"openingStatus": "OPEN"}},
    ]
}


class Caller:
    """The tool at the end of a test's internet, with a clock that the test moves."""

    def __init__(self, internet):
        self.internet = internet
        self.now = 1_000.0
        [self.tool] = ski_tools(internet.web(settings=SETTINGS), clock=lambda: self.now, now=lambda: AT)
        internet.hits.clear()
        internet.names |= {"meteo.internal": ["10.0.0.8"], "hood.internal": ["10.0.0.9"]}
        self.replies(mountain, f"{FORECAST}/v1/forecast")
        self.replies(as_json(REPORT))
        self.replies(as_json(LIFTS), f"{SITE}/api/weather/poi")

    def replies(self, reply, address=f"{SITE}/api/weather/report"):
        self.internet.replies[address] = reply

    def ask(self, language="en", **arguments):
        context = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c", language=language)
        return asyncio.run(self.tool.run(context, arguments))

    def say(self, language="en", **arguments):
        return READER.say(arguments, self.ask(language, **arguments), language)

    def failure(self, **arguments):
        with pytest.raises(CallFailed) as failed:
            self.ask(**arguments)
        return failed.value


@pytest.fixture(scope="module")
def net():
    with Internet() as internet:
        yield internet


@pytest.fixture
def caller(net):
    return Caller(net)


def test_the_table_holds_at_least_sixty_areas_that_can_be_on_earth():
    names = [resort.name for resort in RESORTS.all]
    assert len(set(names)) == len(names) >= 60
    assert len({resort.country for resort in RESORTS.all}) >= 12
    for resort in RESORTS.all:
        assert 0 < resort.base < resort.summit < 4_500, resort.name
        assert -90 < resort.latitude < 90, resort.name
        assert -180 < resort.longitude < 180, resort.name
        assert urlsplit(resort.site).scheme == "https"
        assert RESORTS.exact(resort.name) is resort
        assert all(RESORTS.exact(alias) is resort for alias in resort.aliases), resort.name


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Meadows", "Mt. Hood Meadows"),
        ("mt hood", "Mt. Hood Meadows"),
        ("Mount Hood", "Mt. Hood Meadows"),
        ("the Meadows", "Mt. Hood Meadows"),
        ("monte Hood", "Mt. Hood Meadows"),
        ("Timberline", "Timberline Lodge"),
        ("whistler", "Whistler Blackcomb"),
        ("Wistler", "Whistler Blackcomb"),
        ("val d'isere", "Val d'Isère"),
        ("Zermat", "Zermatt"),
        ("Sankt Moritz", "St. Moritz"),
        ("candanchu", "Candanchú"),
        ("Åre", "Åre"),
        ("estación de esquí de Formigal", "Formigal"),
        ("Baqueira Beret", "Baqueira-Beret"),
        ("Alta ski area", "Alta"),
        ("breckenrige", "Breckenridge"),
        ("Bariloche", "Cerro Catedral"),
    ],
)
def test_an_area_is_found_by_what_people_call_it(asked, name):
    assert RESORTS.find(asked).name == name


@pytest.mark.parametrize("asked", ["Springfield", "?", "", "x" * 300, "\ud800", "a"])
def test_an_unknown_area_is_said_with_what_to_do(asked):
    with pytest.raises(CallFailed) as failed:
        RESORTS.find(asked)
    assert failed.value.error_class is ErrorClass.VALIDATION
    assert "weatherInfo" in str(failed.value)


def test_the_model_and_the_resorts_own_report_are_told_side_by_side(caller):
    told = caller.ask(resort="Meadows")
    assert (told["resort"], told["units"], told["unitNames"]["snow"]) == ("Mt. Hood Meadows", "imperial", "in")
    assert (told["newSnow24h"], told["newSnow48h"]) == (7.9, 7.9)
    assert told["depth"] == {"base": 59, "summit": 59}
    assert (told["summit"]["temperature"], told["base"]["temperature"]) == (21, 30)
    assert (told["freezingLevel"], told["visibility"], told["summit"]["windGusts"]) == (3_940, 12.4, 16)
    assert len(told["days"]) == 3
    official = told["official"]
    assert official["depths"] == {"base": 60, "middle": 80, "summit": 100}
    fallen = [official[name] for name in ("overnight", "newSnow24h", "newSnow48h", "season")]
    assert fallen == [4, 8, 12, 120]
    assert (official["liftsOpen"], official["liftsTotal"]) == (2, 3)
    assert (official["ageSeconds"], official["old"], told["officialProblem"]) == (4.5 * 3600, False, None)
    assert told["unknown"] == ["runs"]
    assert (told["verdictCode"], told["verdict"]) == ("powder", "A powder day.")


def test_one_request_asks_for_base_and_summit_two_days_back(caller):
    caller.ask(resort="Zermatt")
    [hit] = [hit for hit in caller.internet.hits if hit.url.startswith(FORECAST)]
    assert "latitude=46.0200%2C46.0200" in hit.url
    assert "elevation=1620%2C3883" in hit.url
    assert "past_days=2&forecast_days=7" in hit.url


def test_elsewhere_lifts_are_not_made_up_and_the_resorts_site_is_named(caller):
    told = caller.ask(resort="Zermatt")
    assert (told["official"], told["units"], told["unknown"]) == (None, "metric", ["lifts", "runs"])
    assert not [hit for hit in caller.internet.hits if hit.url.startswith(SITE)]
    assert "Lifts and runs: see <https://www.zermatt.ch/>." in READER.say({}, told, "en")


def test_without_a_name_it_is_meadows_and_that_is_said(caller):
    told = caller.ask()
    assert (told["resort"], told["assumed"]) == ("Mt. Hood Meadows", True)
    assert READER.say({}, told, "en").startswith("I take Mt. Hood Meadows.")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"<html>", 200),
        Reply(b"", 503),
        as_json({}),
        as_json({"data": {"snow": {"snowZones": 7}}}),
        as_json([]),
        Reply(b'{"data": {"snow"', 200),
        as_json({"data": {"snow": {"snowZones": []}}}, 200),
    ],
)
def test_a_report_that_cannot_be_read_is_said_first_and_the_model_told(caller, reply):
    caller.replies(reply)
    told = caller.ask(resort="Meadows")
    assert told["official"] is None
    assert told["officialProblem"]
    assert told["unknown"] == ["lifts", "runs"]
    assert READER.say({}, told, "en").startswith("The resort's own report could not be read: ")
    assert READER.say({}, told, "es").startswith("No se pudo leer el parte de la estación: ")


def test_depths_are_told_also_when_the_lifts_cannot_be_read(caller):
    caller.replies(Reply(b"", 500), f"{SITE}/api/weather/poi")
    told = caller.ask(resort="Meadows")
    assert (told["official"]["lifts"], told["official"]["depths"]["summit"]) == (None, 100)
    assert told["unknown"] == ["lifts", "runs"]


def test_a_report_of_another_day_is_said_to_be_old_before_anything_else(caller):
    old = {"data": {"snow": {"snowZones": [zone("LOW", 60) | {"lastModified": "2026-11-19T13:30:00Z"}]}}}
    caller.replies(as_json(old))
    told = caller.ask(resort="Meadows")
    assert told["official"]["old"]
    assert READER.say({}, told, "en").startswith("The resort's report is 3 days old.")
    assert READER.say({}, told, "es").startswith("El parte de la estación tiene 3 días.")


def test_odd_figures_of_a_report_are_left_out(caller):
    odd = zone(
        "LOW",
        60,
        overnight="4",
        freshSnowFallDepth24H={"value": -3, "unit": "CENTIMETER"},
        freshSnowFallDepth48H={"value": 1e9, "unit": "INCH"},
        lastModified="yesterday",
    )
    caller.replies(as_json({"data": {"snow": {"snowZones": [odd | {"lastModified": "yesterday"}, 7, {}]}}}))
    caller.replies(as_json({"data": [7, {"lifts": [None, {"name": "X"}]}]}), f"{SITE}/api/weather/poi")
    official = caller.ask(resort="Meadows")["official"]
    assert [official[name] for name in ("overnight", "newSnow24h", "newSnow48h", "lifts", "updatedAt")] == [None] * 5
    assert official["depths"] == {"base": 60}


def test_figures_are_kept_for_a_quarter_of_an_hour_and_used_longer_when_the_service_fails(caller):
    caller.ask(resort="Meadows")
    asked = len(caller.internet.hits)
    caller.now += 890
    caller.ask(resort="Mount Hood")
    assert len(caller.internet.hits) == asked
    caller.now += 3_600
    caller.replies(Reply(b"", 502), f"{FORECAST}/v1/forecast")
    caller.replies(Reply(b"", 502))
    told = caller.ask(resort="Meadows")
    assert told["ageSeconds"] == 4_490
    assert READER.say({}, told, "en").startswith("These figures are 1 hour old; they could not be renewed: ")
    assert "could not be renewed" in READER.say({}, told, "en").splitlines()[1]
    caller.now += 13 * 3_600
    assert "502" in str(caller.failure(resort="Meadows"))


@pytest.mark.parametrize("value", [[], {"error": True, "reason": "x"}, [{}, {}], [1, 2]])
def test_a_forecast_that_is_none_is_a_clear_error(caller, value):
    caller.replies(as_json(value), f"{FORECAST}/v1/forecast")
    assert caller.failure(resort="Vail").error_class is ErrorClass.TOOL


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, "powder"),
        ({"new_snow": 7.0}, "fresh"),
        ({"new_snow": 0.0}, "usual"),
        ({"new_snow": 0.0, "depth": 0.05}, "bare"),
        ({"rain": 0.5, "temperature": -2.0}, "rain"),
        ({"gusts": 95.0}, "storm"),
        ({"new_snow": 0.0, "temperature": 4.0}, "spring"),
    ],
)
def test_the_verdict_follows_from_the_figures(caller, changed, code):
    caller.replies(partial(mountain, **changed), f"{FORECAST}/v1/forecast")
    assert caller.ask(resort="Vail")["verdictCode"] == code


NOTHING = SnowConditions(
    depth=None,
    new_24h=None,
    gusts=None,
    base_temperature=None,
    summit_temperature=None,
    summit_felt=None,
    coldest_night=None,
    warmest_day=None,
    rain=None,
    visibility=None,
    lifts_open=None,
    lifts_total=None,
)


def figures(**known):
    return SnowConditions(**({name: getattr(NOTHING, name) for name in SnowConditions.__dataclass_fields__} | known))


@pytest.mark.parametrize(
    ("when", "code"), [("someday", ReasonCode.NO_DAY_KNOWN), ("2020-01-01", ReasonCode.DAY_PASSED)]
)
def test_a_day_that_is_none_or_is_over_is_refused(caller, when, code):
    with pytest.raises(CallFailed) as refused:
        caller.ask(resort="Meadows", when=when)
    assert refused.value.said.code is code


def test_of_a_day_or_the_lifts_nothing_else_is_said(caller):
    day = {"resort": "Meadows", "when": "tomorrow"}
    told = caller.ask(**day)
    assert [each["date"] for each in told["days"]] == told["asked"]
    said = READER.say(day, told, "en")
    assert said.startswith("**Mt. Hood Meadows**, by the model of open-meteo.com:\n\n- Tomorrow: snow"), said
    assert "The resort reports" not in said
    far = {"resort": "Zermatt", "when": "2030-01-01"}
    assert READER.say(far, caller.ask(**far), "es") == "**Zermatt**: El pronóstico llega a siete días."
    lifts = {"resort": "Meadows", "lifts": True}
    assert READER.say(lifts, caller.ask(**lifts), "en").startswith(
        "**Mt. Hood Meadows**: 2 of 3 lifts open (4 hours ago).\n\n- Mt. Hood Express: open"
    )
    assert READER.say(lifts, caller.ask(resort="Zermatt", lifts=True), "es") == (
        "**Zermatt**: qué remontes abren lo dice <https://www.zermatt.ch/>."
    )


def test_rules_for_what_the_model_alone_does_not_show():
    assert verdict(NOTHING) == ("unknown", [])
    assert verdict(figures(depth=200.0, lifts_open=0, lifts_total=9))[0] == "closed"
    assert verdict(figures(depth=200.0, warmest_day=5.0, coldest_night=-4.0, summit_temperature=-1.0))[0] == "icy"
    code, caveats = verdict(
        figures(depth=40.0, gusts=70.0, visibility=100.0, summit_felt=-30.0, lifts_open=2, lifts_total=9)
    )
    assert (code, caveats) == ("usual", ["wind", "fog", "cold", "thin", "few_lifts"])
    assert in_words("fresh", ["wind"], "en") == (
        "A good day with fresh snow; but strong gusts may stop the upper lifts."
    )
    assert in_words("fresh", [], "es") == "Buen día, con nieve reciente."


def test_the_answer_gives_verdict_report_model_and_days(caller):
    said = caller.say(resort="Meadows").split("\n\n")
    assert said[0] == "**Mt. Hood Meadows**: A powder day."
    assert said[1] == (
        "The resort reports (4 hours ago): 8 in new in 24 hours; 4 in overnight; depth 60 in at the base, 80 in"
        " half-way up and 100 in at the summit; 2 of 3 lifts open (Mt. Hood Express, Hood River Express)."
    )
    assert said[2].startswith("By the model of open-meteo.com: 7.9 in new in 24 hours, 7.9 in in 48; depth 59 in")
    assert said[3].startswith("- Today: snow, 2.8 in of snow, 14 to 25 °F.")
    spanish = caller.say("es", resort="Zermatt")
    assert "Día de nieve polvo." in spanish
    assert "20 cm de nieve nueva en 24 horas" in spanish
    assert "None" not in spanish
    assert NOW.date().isoformat() not in spanish, "days are named, not dated"


# without a model


def read(text, past=()):
    found = READER.read(Request(text=text, language="en", past_calls=past))
    return None if found is None else dict(found.arguments)


def shipped_examples():
    file = resources.files("bailiwick_skills.snow") / "agents" / "ski.toml"
    return tomllib.loads(file.read_text("utf-8"))["examples"]


def test_most_of_the_agents_own_examples_are_read():
    examples = shipped_examples()
    read_ones = [text for text in examples if read(text) is not None]
    assert len(read_ones) > len(examples) / 2, sorted(set(examples) - set(read_ones))


@pytest.mark.parametrize(
    ("text", "resort"),
    [
        ("how's the snow at Meadows?", "Meadows"),
        ("What's the ski report at Meadows?", "Meadows"),
        ("How much snow at Hood?", "Hood"),
        ("What's the powder like?", None),
        ("snow report for Whistler, please", "Whistler"),
        ("Zermatt snow", "Zermatt"),
        ("what are the conditions at Timberline", "Timberline"),
        ("how are the slopes today", None),
        ("is there enough snow in Sierra Nevada to ski?", "Sierra Nevada"),
        ("snow report for Wistler", "Wistler"),
        ("¿cómo está la nieve en Baqueira?", "Baqueira"),
        ("¿Hay nieve en Sierra Nevada?", "Sierra Nevada"),
        ("parte de nieve de Formigal", "Formigal"),
        ("¿Cuánta nieve hay en Cerler?", "Cerler"),
        ("estado de las pistas", None),
    ],
)
def test_a_question_about_snow_is_read(text, resort):
    assert read(text) == ({"resort": resort} if resort else {})


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("is it worth going skiing at Vail tomorrow?", {"resort": "Vail", "when": "tomorrow"}),
        ("how will the snow be at Meadows on saturday", None),
        ("¿Se puede esquiar mañana en La Molina?", {"resort": "Molina", "when": "tomorrow"}),
        ("¿Vale la pena ir a esquiar este fin de semana?", {"when": "weekend"}),
        ("Are the lifts running?", {"lifts": True}),
        ("which lifts are open at Meadows?", {"resort": "Meadows", "lifts": True}),
        ("¿Qué remontes están abiertos ahora?", {"lifts": True}),
        ("is the mountain open?", {}),
        ("¿está abierta la estación?", {}),
        ("is the store open?", None),
        ("is the mountain high?", None),
    ],
)
def test_a_day_the_lifts_alone_and_whether_it_is_open_are_asked_for(text, arguments):
    assert read(text) == arguments


@pytest.mark.parametrize(
    "text",
    [
        "terms and conditions",
        "snow white",
        "is there snow on Mars",
        "will it snow in Madrid",
        "conditions at work",
        "what is the avalanche danger?",
        "¿hay peligro de aludes?",
        "write a poem about snow",
        "lift my mood",
        "buy ski boots",
        "add skis to my list",
        "what time is it in Zermatt",
        "las pistas del caso",
        "ski",
        "",
        "weather in Whistler",
        "will it snow tomorrow?",
        "x" * 300,
    ],
)
def test_other_requests_are_left_to_others(text):
    assert read(text) is None


def test_a_follow_up_names_another_area_or_keeps_the_one_before():
    past = (PastCall(name="skiConditions", arguments={"resort": "vail"}, result={"resort": "Vail"}),)
    assert read("and at Timberline?", past) == {"resort": "Timberline"}
    assert read("¿y en Baqueira?", past) == {"resort": "Baqueira"}
    assert read("which lifts are open?", past) == {"resort": "Vail", "lifts": True}
    assert read("what about tomorrow?", past) == {"resort": "Vail", "when": "tomorrow"}
    assert read("¿y el sábado?", past) == {"resort": "Vail", "when": "saturday"}
    assert read("and tomorrow?") is None
    assert read("and in Madrid?", past) is None
    assert read("and at Timberline?") is None


def test_snow_alone_is_less_surely_a_matter_of_skiing_than_of_the_weather():
    def sure(text):
        return READER.read(Request(text=text, language="en")).confidence

    assert sure("is there snow?") < 0.95 < sure("is there powder?") < sure("is there snow at Vail?")
