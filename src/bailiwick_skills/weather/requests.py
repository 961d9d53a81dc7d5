"""How requests for the weather are read without a model."""
# ruff: noqa: E501  (a wording is one line: broken in two it cannot be read)

from collections.abc import Mapping
from typing import Any, cast

import re2

from bailiwick.plugin import Recognition, Request, fold, plain, read, take_when
from bailiwick_skills.weather.reasons import WeatherReason

NAME = "weatherInfo"
WHERE = ("place", "latitude", "longitude")
MAX_REQUEST = 200
"""Longest request read as one for the weather, in characters."""

PLACE = r"(?P<place>[^\n?!:;]{2,60}?)"
IN_EN = rf"(?: (?:like )?(?:over )?(?:in|at|for|near|around) (?:the city of )?{PLACE})?"
IN_ES = rf"(?: (?:en|por|para|de) (?:la ciudad de )?{PLACE})?"
FALLING_EN = r"(?:rain|snow|storm|drizzle|hail|freeze|be (?:rainy|snowy|sunny|windy|cold|hot|warm|cloudy|foggy|stormy|nice|dry|wet|icy|freezing|humid|clear))"
NOW_EN = (
    r"(?:raining|snowing|hailing|storming|sunny|windy|cold|hot|warm|cloudy|foggy|icy|freezing|humid|rainy|snowy|chilly)"
)
FALLING_ES = r"(?:llover|nevar|granizar|helar|hacer (?:(?:mucho )?(?:frio|calor|viento|sol)|(?:buen|mal) tiempo|bueno|malo)|haber (?:tormenta|niebla|sol|nubes|viento))"
FUTURE_ES = r"(?:llovera|nevara|granizara|helara|hara (?:(?:mucho )?(?:frio|calor|viento|sol)|(?:buen|mal) tiempo|bueno|malo)|habra (?:tormentas?|niebla|sol|nubes|viento|lluvia|nieve))"
NOW_ES = r"(?:llueve|nieva|graniza|hiela|esta (?:lloviendo|nevando|granizando|nublado|soleado|despejado)|hace (?:(?:mucho )?(?:frio|calor|viento|sol)|(?:buen|mal) tiempo|bueno|malo)|hay (?:tormenta|niebla|sol|nubes|viento))"

ASKED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:and |so )?what(?:'s| is| was|s| will)? (?:be )?(?:the )?(?:current |local )?(?:weather|temperature|forecast)(?: forecast)?(?: (?:like|going to be(?: like)?|be(?: like)?|looking(?: like)?|outlook))?{IN_EN}(?: be(?: like)?| like)?",
        rf"how(?:'s| is|s| will)? (?:the )?weather(?: be| looking| going to be)?{IN_EN}(?: be)?",
        rf"what(?:'s| is) it like outside{IN_EN}",
        rf"(?:the )?(?:weather|temperature)(?: forecast| report| conditions| outlook)?{IN_EN}",
        rf"(?:the )?(?:current |hourly |daily |weekly |local |\d+[- ]day |seven[- ]day |five[- ]day )?(?:weather )?forecast{IN_EN}",
        rf"(?:check|get|show|give|fetch|look up)(?: me)? (?:the )?(?:current |local |\d+[- ]day )?(?:weather|temperature|forecast)(?: forecast| report)?{IN_EN}",
        rf"(?:the )?(?:current )?(?:weather|temperature) (?:is |is like )?(?:in|at|for) {PLACE}",
        rf"what (?:the )?(?:weather|temperature|forecast) (?:is|will be)(?: like)?{IN_EN}",
        rf"(?:will|would|does|is) it (?:going to |gonna )?{FALLING_EN}(?: much| a lot)?{IN_EN}",
        rf"is it {NOW_EN}{IN_EN}",
        rf"(?:if|whether) it (?:will |is going to |is gonna )?{FALLING_EN}s?(?: much| a lot)?{IN_EN}",
        rf"(?:if|whether) (?:it is|it's|its) {NOW_EN}{IN_EN}",
        rf"(?:if|whether) there (?:will be |is |is going to be )(?:any )?(?:rain|snow|sun|wind|fog|a storm|frost){IN_EN}",
        rf"si (?:va a {FALLING_ES}|{FUTURE_ES}|{NOW_ES}){IN_ES}",
        rf"(?:will|is) there (?:be |going to be )?(?:any )?(?:rain|snow|sun|wind|fog|a storm|thunderstorms?|storms|frost){IN_EN}",
        rf"(?:any|a) (?:chance of )?(?:rain|snow|storms?|sun|frost)(?: expected| coming)?{IN_EN}",
        rf"(?:what are )?the chances? of (?:rain|snow|storms?){IN_EN}",
        rf"how (?:hot|cold|warm|windy|humid|chilly) (?:is it|will it be|does it get|is it going to be|it is){IN_EN}",
        rf"(?:do|should|will) (?:i|we) (?:need|take|bring|wear|pack)(?: (?:a|an|my|our|the))? (?:umbrella|raincoat|coat|jacket|sunglasses|sunscreen|sweater|gloves){IN_EN}",
        rf"(?:y )?(?:que|como es el|como esta el|como va a estar el|como estara el|cual es el|como va el) (?:tal )?(?:el )?(?:tiempo|clima)(?: hace| hara| va a hacer| esta haciendo| hay| tenemos| tendremos| habra| va a haber)?{IN_ES}",
        rf"(?:el )?(?:tiempo|clima) (?:meteorologico )?(?:actual )?(?:en|para) (?:la ciudad de )?{PLACE}",
        rf"(?:el |la |cual es (?:el|la) )?(?:pronostico|prevision)(?: del tiempo| meteorologic[oa]| del clima| semanal)?{IN_ES}",
        rf"(?:dame|dar|darme|muestrame|mostrar|consulta|consultar|mira|mirar|ensename) (?:el |la )?(?:tiempo|clima|pronostico|prevision|temperatura)(?: del tiempo| meteorologic[oa])?{IN_ES}",
        rf"(?:que|cual es la|la|cuanta) temperatura(?: actual| hace| hay| hara| tendremos| habra)?{IN_ES}",
        rf"(?:a )?cuantos grados (?:hace|hay|hara|estamos){IN_ES}",
        rf"(?:crees que )?(?:va|ira) a {FALLING_ES}{IN_ES}",
        rf"{FUTURE_ES}{IN_ES}",
        rf"{NOW_ES}{IN_ES}",
        rf"(?:hay |cual es la |que )?(?:probabilidad|posibilidad(?:es)?|riesgo) (?:hay )?de (?:lluvia|nieve|tormenta|que (?:llueva|nieve)){IN_ES}",
        rf"(?:un |el |mi )?paraguas{IN_ES}",
        rf"(?:hace falta|necesito|necesitare|debo llevar|debo coger|llevo|me llevo|cojo|tengo que llevar) (?:el |un |la |una |mi )?(?:paraguas|chubasquero|abrigo|chaqueta|gafas de sol|protector solar|impermeable){IN_ES}",
    )
)
CONJUNCTION = re2.compile(r"(?:and|but|also|y|e|pero) ")
NAMED = tuple(
    re2.compile(pattern)
    for pattern in (rf"{PLACE} (?:weather|temperature)(?: forecast| report)?", rf"{PLACE} (?:forecast)")
)
FOLLOWED_UP = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:and |but |what about |how about |also |then )+(?:the weather )?(?:(?:in|at|for|over in) )?(?P<place>.+)",
        r"(?:y |e |pero |que tal |que hay de |tambien |a ver )+(?:el tiempo )?(?:(?:en|para|por) )?(?P<place>.+)",
        r"(?:in|at|en) (?P<place>.+)",
    )
)
DAY_ALONE = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:and|but|what about|how about|also|then|and then|for|y|e|pero|que tal|que hay de|tambien|para)?",
        r"(?:and |y )?(?:what about|how about|how|que tal|como)?(?: will it be| is it| sera| estara)?",
    )
)
CHOSEN = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:i mean |i meant )?(?:the )?(?:one |city |town )?(?:in |from )?(?P<place>.+?)(?: one)?",
        r"(?:me refiero a )?(?:la |el )?(?:de |del |que esta en )?(?P<place>.+)",
    )
)
ANSWERED = tuple(
    re2.compile(pattern)
    for pattern in (r"(?:in|at|for|near|i mean|it's|its) (?P<place>.+)", r"(?:en|para|de|cerca de|digo) (?P<place>.+)")
)
"""An answer to the question which place is meant, besides its name alone."""
NOT_THAT = re2.compile(r"^(?:no|not that(?: one)?|esa no|ese no)[ ,.;:]+")
NO_PLACE = frozenset(
    "is are was were because that which me my your poem story mind api app code general here there it this these those"
    " like about worse better than es son era porque que cual mi mis tu poema cuento aqui alli eso esto ese esta mejor"
    " bad good nice cold hot warm terrible awful lovely crazy extreme severe same mal buen mucho hecho bitcoin price"
    " precio joke chiste fact write escribe document news noticias time hora not no si yes ok thanks gracias you".split()
)
KINDS = frozenset(
    "today tonight tomorrow s current local daily weekly hourly stormy sunny rainy snowy windy cloudy foggy wet dry winter"
    " summer spring autumn fall fine fair lovely beautiful great awful perfect horrible weird space outdoor indoor all any"
    " some no and or of for to with about under despite due change changing love hate enjoy talk talking british typical"
    " usual normal unusual freak fantasy song app channel report forecast climate room body high low average".split()
)
"""Words before "weather" that name no place."""
LONGEST_PLACE = 6
"""Words."""


def read_weather(request: Request) -> Recognition | None:
    """Return place and day that a request asks the weather of; None if it asks something else."""
    if len(request.text) > MAX_REQUEST:
        return None
    core = request.core
    rest, when = take_when(core)
    before = _last(request)
    joined_on = CONJUNCTION.match(fold(rest))
    bare = rest[joined_on.end() :] if joined_on else rest
    for patterns, sure in ((ASKED, 0.95), (NAMED, 0.8)):
        found = read(patterns, bare)
        if found is None:
            continue
        place = _place(found.get("place"))
        if found.get("place") and not place:
            continue
        if patterns is NAMED and not (place and _names_place(place)):
            continue
        if not place and before and before.get("place"):
            return _recognition(before, when, sure)
        return _recognition({"place": place}, when, sure)
    return None if before is None else _followed(rest, when, before)


def _followed(rest: str, when: str | None, before: Mapping[str, Any]) -> Recognition | None:
    """Read what follows a call: another day, another place, or which of several places."""
    if before.get("choose"):
        return _chosen(rest, when, before)
    if before.get("asked") and (named := _place((read(ANSWERED, rest) or {"place": rest})["place"])):
        return _recognition({"place": named}, when or before.get("when"), 0.9)
    if (another := _another(rest, before)) is not None:
        return _recognition({"place": another}, when or before.get("when"), 0.9)
    if when and (not rest or read(DAY_ALONE, rest) is not None):
        return _recognition(before, when, 0.9)
    found = read(FOLLOWED_UP, rest)
    place = _place(found["place"]) if found else None
    if place is None:
        return None
    return _recognition({"place": place}, when or before.get("when"), 0.85)


def _chosen(rest: str, when: str | None, before: Mapping[str, Any]) -> Recognition | None:
    options: list[Mapping[str, Any]] = before["choose"]
    number = rest.strip(" .)#")
    if number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= len(options):
        return _recognition(options[int(number) - 1], when or before.get("when"), 0.9)
    for pattern in CHOSEN:
        found = read((pattern,), rest)
        said = set(plain(found["place"]).replace(",", " ").split()) if found else set[str]()
        for option in options:
            if said and said <= set(plain(option["place"]).replace(",", " ").split()):
                return _recognition(option, when or before.get("when"), 0.9)
    return None


def _last(request: Request) -> Mapping[str, Any] | None:
    """Return place, day and choice of the last call, if it was one of this tool."""
    call = request.latest(NAME)
    if call is None:
        return None
    kept = {name: call.arguments[name] for name in ("place", "when") if call.arguments.get(name)}
    if isinstance(call.result, dict):
        result = cast("Mapping[str, Any]", call.result)
        kept |= {name: result[name] for name in (*WHERE, "units", "choose", "others") if result.get(name) is not None}
    if call.why is not None and call.why.code == WeatherReason.WHICH_PLACE:
        kept["asked"] = True
    return kept


def _another(rest: str, before: Mapping[str, Any]) -> str | None:
    """Return the other place of the same name that is meant: "no, the one in Texas" after Paris."""
    for pattern in CHOSEN:
        found = read((pattern,), NOT_THAT.sub("", fold(rest)))
        said = set(plain(found["place"]).replace(",", " ").split()) if found else set[str]()
        meant = [each for each in before.get("others", ()) if said <= set(plain(each).replace(",", " ").split())]
        if said and meant:
            return meant[0]
    return None


def _place(found: str | None) -> str | None:
    """Return what can be the name of a place."""
    if not found:
        return None
    name = found.strip(" .,\"'“”«»")
    words = fold(name).replace("'", " ").split()
    if not name or len(words) > LONGEST_PLACE or any(word in NO_PLACE for word in words):
        return None
    return name if any(character.isalpha() for character in name) else None


def _names_place(name: str) -> bool:
    """Whether what stands before "weather" is a place: a name as names are written, or up to three words that are none
    of those that weather is called by."""
    words = fold(name).replace("'", " ").split()
    return name[0].isupper() or (len(words) <= 3 and not any(word in KINDS for word in words))


def _recognition(place: Mapping[str, Any], when: str | None, confidence: float) -> Recognition:
    """Return a call for a place: a name, or one that was found before, with where it is and its units."""
    arguments = {name: place[name] for name in (*WHERE, "units") if place.get(name) is not None}
    if when:
        arguments["when"] = when
    return Recognition(arguments=arguments, confidence=confidence)
