"""From the name of a place to its time zone."""

import tomllib
import zoneinfo
from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bailiwick.plugin import CallFailed, ErrorClass, Reason, plain
from bailiwick_skills.time.reasons import TimeReason

MAX_NAME = 80
"""Longest place name looked at, in characters."""


class Zones:
    """The places known by name; the tables are read at first use."""

    def exact(self, place: str) -> str | None:
        """Return the zone of a place spelled as it should be; None if there is none or it has several."""
        name = _name(place)
        return self._by_case_folded_zone.get(name.replace(" ", "_")) or self._by_name.get(name)

    def knows(self, place: str) -> bool:
        """Whether a place of that name is known, be it one with several zones."""
        return self.exact(place) is not None or _name(place) in self._too_wide

    def find(self, place: str) -> str:
        """Return the zone of a place, small misspellings forgiven.

        Raises `CallFailed` (validation) with suggestions when it is unknown or has several zones.
        """
        if zone := self.exact(place):
            return zone
        name = _name(place)
        if cities := self._too_wide.get(name):
            raise CallFailed(
                ErrorClass.VALIDATION, Reason.of(TimeReason.PLACE_SEVERAL_ZONES, place=place, cities=cities)
            )
        for part in reversed(name.split(",")):
            if "," in name and (zone := self._by_name.get(part.strip())):
                return self._by_name.get(name.split(",")[0].strip(), zone)
        if near := self._near(name):
            return near
        shown = place.strip()[:MAX_NAME]
        close = process.extract(name, self._by_name.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=60)
        said = Reason.of(TimeReason.NO_PLACE_OR_ZONE, place=shown)
        if close:
            like = ", ".join(key.title() for key, _, _ in close)
            said = Reason.of(TimeReason.NO_PLACE_OR_ZONE_BUT, place=shown, close=like)
        raise CallFailed(ErrorClass.VALIDATION, said)

    def _near(self, name: str) -> str | None:
        """Return the zone whose name is one slip away (two in long names), if only one is."""
        if len(name) < 5:
            return None
        slips = 1 if len(name) < 9 else 2
        found = process.extract(name, self._by_name.keys(), scorer=OSA.distance, score_cutoff=slips, limit=5)
        best = {self._by_name[key] for key, distance, _ in found if distance == found[0][1]}
        return best.pop() if len(best) == 1 else None

    @cached_property
    def _by_case_folded_zone(self) -> Mapping[str, str]:
        return {name.lower(): name for name in sorted(zoneinfo.available_timezones()) if name != "localtime"}

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        names: dict[str, str] = {}
        for zone in self._by_case_folded_zone.values():
            if "/" in zone and not zone.startswith(("Etc/", "US/", "SystemV/")):
                name = plain(zone.rsplit("/", 1)[1].replace("_", " "))
                if name not in self._table["not_places"]["names"]:
                    names.setdefault(name, zone)
        names.update((name, zone) for code, name, zone in self._countries if code not in self._table["too_wide"])
        # A city beats a country of the same name, except where our own table says otherwise.
        names.update((name, zone) for zone, known in self._table["zones"].items() for name in known)
        return names

    @cached_property
    def _too_wide(self) -> Mapping[str, str]:
        too_wide = self._table["too_wide"]
        return {name: too_wide[code] for code, name, _ in self._countries if code in too_wide}

    @cached_property
    def _table(self) -> Mapping[str, Any]:
        file = resources.files("bailiwick_skills.time") / "places.toml"
        return tomllib.loads(file.read_text("utf-8"))

    @cached_property
    def _countries(self) -> list[tuple[str, str, str]]:
        """Code, plain name and zone of every country, from the tables of the time zone database."""
        tables = resources.files("tzdata") / "zoneinfo"
        zones: dict[str, str] = {}
        for row in _rows((tables / "zone.tab").read_text("utf-8")):
            zones.setdefault(row[0], self._table["main_zones"].get(row[0], row[2]))
        named = [(row[0], plain(row[1])) for row in _rows((tables / "iso3166.tab").read_text("utf-8"))]
        named += [(code, name) for code, names in self._table["countries"].items() for name in names]
        return [(code, name, zones[code]) for code, name in named if code in zones]


def _name(place: str) -> str:
    """Return the name itself: "the Pacific time zone" is pacific time."""
    name = plain(place[:MAX_NAME]).strip(" .,?!").removeprefix("the ")
    for ending in (" timezone", " time zone"):
        if name.endswith(ending):
            return name.removesuffix(ending)
    return name


def _rows(table: str) -> list[list[str]]:
    return [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
