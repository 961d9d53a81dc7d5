"""Ski areas by name."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources

from rapidfuzz import fuzz, process

from bailiwick.plugin import CallFailed, ErrorClass, Reason, plain
from bailiwick_skills.snow.reasons import SnowReason

DEFAULT = "Mt. Hood Meadows"
NEAR = 84
"""Likeness from 0 to 100 from which a misspelled name is taken for the one it is like."""
LONGEST_NAME = 60
NOISE = ("the ", "el ", "la ", "las ", "los ")
ENDINGS = (
    " ski resort",
    " ski area",
    " mountain resort",
    " mountain",
    " resort",
    " ski",
    " estacion de esqui",
    " estacion",
)
BEGINNINGS = ("estacion de esqui de ", "estacion de ", "pistas de ", "mount ", "mt. ", "mt ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resort:
    """A ski area."""

    name: str
    country: str
    """Two-letter code."""
    region: str
    latitude: float
    longitude: float
    base: float
    """Metres above the sea where the lowest lift begins."""
    summit: float
    """Metres above the sea where the highest lift ends."""
    site: str
    """Address of its own site, where its report is, for people."""
    aliases: Sequence[str]


class Resorts:
    """The table, read at first use."""

    @cached_property
    def all(self) -> Sequence[Resort]:
        """Every area."""
        file = resources.files("bailiwick_skills.snow") / "resorts.toml"
        return [
            Resort(**(entry | {"aliases": tuple(entry["aliases"])}))
            for entry in tomllib.loads(file.read_text("utf-8"))["resorts"]
        ]

    def exact(self, name: str) -> Resort | None:
        """Return the area of that name or alias, accents and case aside; None if there is none."""
        wanted = plain(name[:LONGEST_NAME]).strip(" .,?!")
        for candidate in _shortened(wanted):
            if candidate in self._by_name:
                return self._by_name[candidate]
        return None

    def find(self, name: str) -> Resort:
        """Return the area meant, small misspellings forgiven. Raises `CallFailed` (validation) with suggestions."""
        if found := self.exact(name):
            return found
        wanted = plain(name[:LONGEST_NAME]).strip(" .,?!")
        close = process.extract(wanted, self._by_name.keys(), scorer=fuzz.ratio, limit=6, score_cutoff=60)
        best = {self._by_name[key].name for key, score, _ in close if score >= NEAR and score == close[0][1]}
        if len(best) == 1:
            return self._by_name[close[0][0]]
        named = list(dict.fromkeys(self._by_name[key].name for key, _, _ in close))[:3]
        shown = " ".join(name.split())[:LONGEST_NAME]
        said = Reason.of(SnowReason.NO_SKI_AREA, area=shown, count=len(self.all))
        if named:
            said = Reason.of(SnowReason.NO_SKI_AREA_BUT, area=shown, count=len(self.all), close=", ".join(named))
        raise CallFailed(ErrorClass.VALIDATION, said)

    @cached_property
    def _by_name(self) -> Mapping[str, Resort]:
        names = {alias: resort for resort in self.all for alias in resort.aliases}
        return names | {plain(resort.name): resort for resort in self.all}


def _shortened(name: str) -> Sequence[str]:
    """Return the ways a name is written, with and without what goes before or after it."""
    names = [name]
    for beginning in (*NOISE, *BEGINNINGS):
        names += [each.removeprefix(beginning) for each in names if each.startswith(beginning)]
    for ending in ENDINGS:
        names += [each.removesuffix(ending) for each in names if each.endswith(ending)]
    return names
