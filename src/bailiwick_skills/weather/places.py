"""Which place of the gazetteer a person means."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bailiwick.plugin import CallFailed, ErrorClass, Reason, plain
from bailiwick_skills.weather.gazetteer import GazetteerPlace
from bailiwick_skills.weather.reasons import WeatherReason

AS_LARGE = 0.4
"""Share of the largest place's people from which another of the name is as likely meant."""
AT_HOME = 0.02
"""The same for a place in the person's own country, which is taken before a larger one abroad."""
MOST_NAMED = 6
LONGEST_SHOWN = 80

STATES = {
    "al": "alabama",
    "ak": "alaska",
    "az": "arizona",
    "ar": "arkansas",
    "ca": "california",
    "co": "colorado",
    "ct": "connecticut",
    "de": "delaware",
    "fl": "florida",
    "ga": "georgia",
    "hi": "hawaii",
    "id": "idaho",
    "il": "illinois",
    "in": "indiana",
    "ia": "iowa",
    "ks": "kansas",
    "ky": "kentucky",
    "la": "louisiana",
    "me": "maine",
    "md": "maryland",
    "ma": "massachusetts",
    "mi": "michigan",
    "mn": "minnesota",
    "ms": "mississippi",
    "mo": "missouri",
    "mt": "montana",
    "ne": "nebraska",
    "nv": "nevada",
    "nh": "new hampshire",
    "nj": "new jersey",
    "nm": "new mexico",
    "ny": "new york",
    "nc": "north carolina",
    "nd": "north dakota",
    "oh": "ohio",
    "ok": "oklahoma",
    "or": "oregon",
    "pa": "pennsylvania",
    "ri": "rhode island",
    "sc": "south carolina",
    "sd": "south dakota",
    "tn": "tennessee",
    "tx": "texas",
    "ut": "utah",
    "vt": "vermont",
    "va": "virginia",
    "wa": "washington",
    "wv": "west virginia",
    "wi": "wisconsin",
    "wy": "wyoming",
    "dc": "district of columbia",
}
COUNTRIES: Mapping[str, str] = {
    "usa": "US",
    "us": "US",
    "u.s.": "US",
    "united states": "US",
    "estados unidos": "US",
    "eeuu": "US",
    "ee.uu.": "US",
    "uk": "GB",
    "u.k.": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
    "inglaterra": "GB",
    "escocia": "GB",
    "gales": "GB",
    "great britain": "GB",
    "gran bretana": "GB",
    "espana": "ES",
    "spain": "ES",
    "holland": "NL",
    "holanda": "NL",
    "mexico": "MX",
    "mejico": "MX",
    "alemania": "DE",
    "germany": "DE",
    "francia": "FR",
    "italia": "IT",
    "italy": "IT",
    "brasil": "BR",
    "brazil": "BR",
    "japon": "JP",
    "japan": "JP",
}
"""Names of countries in the product's languages that the gazetteer writes otherwise in the other."""


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """What was found under a name."""

    best: GazetteerPlace | None
    """None when several places are as likely meant."""
    others: Sequence[GazetteerPlace]
    """Further places of that name, or those to choose from."""


def split(asked: str) -> Sequence[tuple[str, str]]:
    """Return the ways to read what was asked as a name and what narrows it down, the likeliest first."""
    cleaned = " ".join(asked.split())
    name, comma, narrowing = cleaned.partition(",")
    if comma and name.strip():
        return [(name.strip(), narrowing.strip(" ,"))]
    words = cleaned.split(" ")
    return [(cleaned, ""), *((" ".join(words[:end]), " ".join(words[end:])) for end in range(len(words) - 1, 0, -1))][
        :3
    ]


def choose(name: str, narrowing: str, found: Sequence[GazetteerPlace], home: str | None) -> PlaceChoice | None:
    """Return the place meant by a name; None when no place fits. `home` is the person's country, if known."""
    wanted = [plain(part) for part in narrowing.split(",") if part.strip()]
    fitting = [place for place in found if all(_within(place, part) for part in wanted)]
    named = [place for place in fitting if plain(place.name) == plain(name)] or fitting[:1]
    if not named:
        return None
    ranked = sorted(named, key=_rank, reverse=True)
    best = ranked[0]
    local = [place for place in ranked if home and place.country_code == home and _share(place, best) >= AT_HOME]
    if local and best.country_code != home:
        ranked = [local[0], *(place for place in ranked if place is not local[0])]
        best = ranked[0]
    rest = _distinct(place for place in ranked[1:] if place.label != best.label)
    rivals = [place for place in rest if _rivals(best, place, home)]
    if rivals and not _is_area(best):
        return PlaceChoice(None, [best, *rivals][:MOST_NAMED])
    return PlaceChoice(best, rest[:MOST_NAMED])


def unknown_place(asked: str) -> CallFailed:
    """Return the failure for a name that the gazetteer does not know."""
    shown = " ".join(asked.split())[:LONGEST_SHOWN]
    for conjunction in (" and ", " y ", " & "):
        first, both, second = shown.partition(conjunction)
        if both:
            return CallFailed(ErrorClass.VALIDATION, Reason.of(WeatherReason.ONE_PLACE, first=first, second=second))
    return CallFailed(ErrorClass.VALIDATION, Reason.of(WeatherReason.NO_PLACE, place=shown))


def _rank(place: GazetteerPlace) -> float:
    # A country or capital without a figure is no hamlet.
    floor = {"PPLC": 50_000.0, "PCLI": 1e6}.get(place.kind, 0.0)
    return max(place.population, floor)


def _share(place: GazetteerPlace, of: GazetteerPlace) -> float:
    return (_rank(place) + 1) / (_rank(of) + 1)


def _rivals(best: GazetteerPlace, other: GazetteerPlace, home: str | None) -> bool:
    if home and best.country_code == home and other.country_code != home:
        return False
    return _share(other, best) >= AS_LARGE and other.kind.startswith("PPL") and _rank(other) > 0


def _is_area(place: GazetteerPlace) -> bool:
    return place.kind.startswith(("PCL", "ADM1"))


def _within(place: GazetteerPlace, part: str) -> bool:
    """Whether a place lies in what a person wrote after its name."""
    if COUNTRIES.get(part) == place.country_code:
        return True
    names = [plain(each) for each in (place.region, place.district, place.country, place.country_code) if each]
    full = STATES.get(part) if place.country_code in ("US", "") else None
    return any(each in (part, full) or (len(part) > 3 and each.startswith(part)) for each in names)


def _distinct(places: Iterable[GazetteerPlace]) -> list[GazetteerPlace]:
    by_label: dict[str, GazetteerPlace] = {}
    for place in places:
        by_label.setdefault(place.label, place)
    return list(by_label.values())
