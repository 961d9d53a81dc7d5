"""How questions about snow and skiing are read without a model."""
# ruff: noqa: E501  (a wording is one line: broken in two it cannot be read)

from dataclasses import replace
from importlib.resources import files
from typing import Any

import re2

from bailiwick.plugin import Recognition, Request, Sentences, fold, read, take_when
from bailiwick_skills.snow.resorts import Resorts

NAME = "skiConditions"
MAX_REQUEST = 200
"""Longest request read as one for ski conditions, in characters."""

PLACE = r"(?P<place>[^\n?!:;]{2,50}?)"
AT_EN = rf"(?: (?:like )?(?:up )?(?:at|in|on|for|from) (?:the )?{PLACE})?"
AT_ES = rf"(?: (?:en|de|del|para|por) (?:el |la )?{PLACE})?"
OF_SNOW_EN = r"(?:(?:ski|snow|skiing|slope|mountain|lift|piste|snowboarding|snowboard)(?: area| resort)?)"
MOUNTAIN_EN = r"(?: (?:at|on|in) the (?:mountain|resort|slopes|ski area|hill|base|summit|top))?"
MOUNTAIN_ES = r"(?: en (?:la montana|la estacion|las pistas|la base|la cima|la cumbre|el monte))?"
LIFTS_EN = r"(?:(?:ski |chair)?lifts?|chairlifts?|runs|slopes|pistes|trails)"
LIFTS_ES = r"(?:remontes?|telesillas?|pistas|telecabinas?)"
FRESH_EN = r"(?:fresh |new |deep |enough |good |much |any |some |more )*"
ASKED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:what(?:'s| is| are|s)|how(?:'s| is| are|s)|give me|show me|get|check|fetch|tell me)?(?: me)? ?(?:the )?(?:current |latest )?{OF_SNOW_EN} (?:conditions?|reports?|status|situation){AT_EN}",
        rf"(?:what(?:'s| is| are|s)|how(?:'s| is| are|s)) (?:the )?(?:current )?(?:snow|skiing|powder|snowpack|slopes|ski slopes|pistes)(?: looking| cover| like)?{AT_EN}{MOUNTAIN_EN}",
        rf"(?:what(?:'s| is| are|s)|how(?:'s| is| are|s)) (?:the )?(?:current )?conditions (?:up )?(?:at|on|in) {PLACE}",
        rf"(?:is|was|will) it (?:be |going to be )?a (?:good |great )?powder day{AT_EN}{MOUNTAIN_EN}",
        rf"(?:is|was|will) there (?:be |going to be )?{FRESH_EN}(?:powder|snow)(?: day| snow)?(?: to ski)?{AT_EN}{MOUNTAIN_EN}(?: to (?:ski|go skiing))?",
        rf"how (?:much|deep is the|deep|good is the) ?(?:fresh |new )?(?:snow|powder)(?: (?:fell|is there|has fallen|did (?:we|they|it) get|lies|is on the ground))?(?: last night| overnight)?{AT_EN}{MOUNTAIN_EN}",
        rf"(?:which|what|how many|are|is)(?: any| the| of the| all)*(?: (?:{LIFTS_EN}))(?: are| is)?(?: still)? (?:open|running|closed|groomed|operating|icy)(?: or (?:groomed|icy|closed|open))?(?: with this wind)?{AT_EN}{MOUNTAIN_EN}",
        rf"(?:are|is) (?:the )?{PLACE} {LIFTS_EN} (?:open|running|closed)",
        rf"(?:is it|is it still|would it be|will it be) (?:worth|good for|worthwhile|a good day for|a good day to|any good for) (?:to )?(?:go(?:ing)? )?(?:ski(?:ing)?|snowboard(?:ing)?){AT_EN}",
        rf"(?:can|could|should|shall) (?:i|we|you) (?:go )?(?:ski|skiing|snowboard|snowboarding){AT_EN}",
        rf"(?:i want to |let's |want to )?go (?:skiing|snowboarding){AT_EN}",
        rf"(?:what(?:'s| is) the )?(?:base |snow )+depth{AT_EN}{MOUNTAIN_EN}",
        rf"{PLACE} (?:snow|ski|powder)(?: conditions| report| depth)?",
        rf"(?:como (?:esta|estan|andan|van|se presenta)|que tal(?: esta| estan)?|cual es|cuales son|dame|dime|muestrame|consulta|mira)? ?(?:el |la |las |los )?(?:estado de (?:la nieve|las pistas)|parte de (?:nieve|esqui)|condiciones (?:de (?:nieve|esqui|la nieve|las pistas)|para esquiar)|nieve|esqui|pistas(?: de esqui)?|informe de nieve){AT_ES}{MOUNTAIN_ES}",
        rf"(?:hay|habra|queda) (?:mucha |bastante |suficiente |algo de )?nieve(?: polvo| fresca| nueva| reciente| para esquiar)*{AT_ES}{MOUNTAIN_ES}",
        rf"cuanta nieve (?:hay|cayo|ha caido|queda)(?: anoche)?{AT_ES}{MOUNTAIN_ES}",
        rf"cuant[oa]s? (?:centimetros de nieve|nieve) (?:hay|cayeron){AT_ES}",
        rf"que (?:espesor|cantidad) de nieve (?:hay|tiene|queda){AT_ES}",
        rf"(?:que|cuant[oa]s|funciona|funcionan|estan|esta|hay) (?:el |la |los |las )?{LIFTS_ES}(?: estan| hay| esta)?(?: heladas| pisadas| abiert[oa]s?| cerrad[oa]s?| funcionando| o)*(?: con este viento)?{AT_ES}{MOUNTAIN_ES}",
        r"(?:las |los )?(?:pistas|remontes) estan (?:muy )?(?:heladas|pisadas|abiert[oa]s|cerrad[oa]s)(?: o (?:heladas|pisadas|abiert[oa]s|cerrad[oa]s))?",
        rf"(?:vale|merece) la pena (?:ir a )?esquiar{AT_ES}",
        rf"(?:se puede|puedo|podemos|es buen dia para) (?:ir a )?(?:esquiar|hacer snowboard){AT_ES}",
        rf"(?:esquiar|hacer snowboard){AT_ES}",
    )
)
FOLLOWED_UP = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:and |but |what about |how about |also )+(?:(?:at|in|on|for) )?{PLACE}",
        rf"(?:y |e |pero |que tal |tambien )+(?:(?:en|de|para) )?{PLACE}",
        rf"(?:at|in|en) {PLACE}",
    )
)
WORD = re2.compile(r"ski|snow|powder|slope|lift|esqui|nieve|remonte|telesilla|pistas|piste|condition|depth|runs")
LIFTS = re2.compile(r"\b(?:(?:ski |chair)?lifts?|chairlifts?|remontes?|telesillas?|telecabinas?)\b")
SNOW = re2.compile(r"\b(?:snow|powder|nieve|conditions?|condiciones|report|parte|icy|groomed|heladas|pisadas|snowed)\b")
SENTENCES = Sentences(files("bailiwick_skills.snow") / "sentences")
REPORT = re2.compile(
    r"(?:snow|ski) (?:report|conditions)|parte de (?:nieve|esqui)|condiciones (?:de nieve|para esquiar)"
)
SKIING = re2.compile(r"ski|powder|slope|lift|esqui|remonte|telesilla|pista|polvo|depth|report|parte|mountain|montana")
AVALANCHE = re2.compile(r"avalan|alud")
"""Nothing here knows their danger: that is for the official centres, and for a model to say so."""
GENERIC = frozenset("mountain resort slopes area hill night montana estacion pistas base cima summit ground".split())


def read_ski(request: Request, resorts: Resorts) -> Recognition | None:
    """Return the ski area asked about; None if the request asks something else."""
    if len(request.text) > MAX_REQUEST:
        return None
    core = request.core
    rest, when = take_when(core)
    followed = request.latest(NAME) is not None
    folded = fold(rest)
    if AVALANCHE.search(folded):
        return None
    if WORD.search(folded):
        for pattern in ASKED:
            found = read((pattern,), rest)
            if found is None:
                continue
            reading = _reading(found.get("place"), request, resorts, reported=bool(REPORT.search(folded)))
            if reading is not None:
                return replace(reading, arguments={**reading.arguments, **_narrowed(folded, when)})
    if followed and when and SENTENCES.read("going_on", rest or "and"):
        return Recognition(arguments={"resort": _resort_before(request), "when": when}, confidence=0.9)
    if SENTENCES.read("open", rest):
        before = _resort_before(request)
        return Recognition(arguments={"resort": before} if before else {}, confidence=0.9)
    if followed and (found := read(FOLLOWED_UP, rest)) and resorts.exact(found["place"]):
        return Recognition(arguments={"resort": found["place"]}, confidence=0.9)
    return None


def _narrowed(folded: str, when: str | None) -> dict[str, Any]:
    """Return which part of the report is asked for: the forecast of a day, or the lifts alone."""
    lifts = {"lifts": True} if LIFTS.search(folded) and not SNOW.search(folded) else {}
    day = {"when": when} if when and when not in ("now", "today") and not lifts else {}
    return {**lifts, **day}


def _reading(place: str | None, request: Request, resorts: Resorts, *, reported: bool) -> Recognition | None:
    """Return a call for a place; None for one that is no ski area that is known here."""
    name = (place or "").strip(" .,'\"")
    if not name or fold(name) in GENERIC:
        before = _resort_before(request)
        # "Will there be snow?" alone asks for the weather.
        sure = 0.96 if before or SKIING.search(fold(request.text)) else 0.9
        return Recognition(arguments={"resort": before} if before else {}, confidence=sure)
    if resorts.exact(name):
        return Recognition(arguments={"resort": name}, confidence=0.97)
    # A report of a place that is not known here: the tool says what is like it.
    return Recognition(arguments={"resort": name}, confidence=0.8) if reported else None


def _resort_before(request: Request) -> str:
    for call in reversed(request.past_calls):
        if call.name == NAME and isinstance(call.result, dict):
            return str(call.result.get("resort", ""))
    return ""
