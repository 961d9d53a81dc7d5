"""Versions and ranges as npm has them: whether a version is within a range.

After npm's description of ranges (https://github.com/npm/node-semver): `1.2.3`, `^1.2`, `~1.2`, `1.x`, `>=1 <3`,
`1 - 3`, alternatives with `||`, `*` and `latest` for any. A version before a release (`2.0.0-beta.1`) is only within
a range that names one of the same release.
"""

import re  # noqa: TID251  (own fixed patterns)
from dataclasses import dataclass
from functools import total_ordering

ANY = frozenset({"", "*", "x", "X", "latest"})
LONGEST = 60
VERSION = re.compile(
    r"v?(?P<major>\d{1,15})\.(?P<minor>\d{1,15})\.(?P<patch>\d{1,15})(?:-(?P<before>[0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?"
)
PARTIAL = re.compile(
    r"(?P<sign>[~^]|[<>]=?|=)?\s*v?(?P<major>\d{1,15}|[xX*])(?:\.(?P<minor>\d{1,15}|[xX*]))?(?:\.(?P<patch>\d{1,15}|[xX*]))?"
    r"(?:-(?P<before>[0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?"
)
HYPHEN = re.compile(r"(\S+)\s+-\s+(\S+)")
SIGN_APART = re.compile(r"([~^<>=]+)\s+")


@total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """A version, ordered as npm orders them."""

    release: tuple[int, int, int]
    before: tuple[tuple[int, int, str], ...] = ()
    """What stands after the `-` of a version before a release; empty of a release."""

    def __lt__(self, other: "Version") -> bool:
        if self.release != other.release or not (self.before and other.before):
            return (self.release, not self.before) < (other.release, not other.before)
        return self.before < other.before


def read_version(text: str) -> Version | None:
    """Return a whole version; None for what is none."""
    found = VERSION.fullmatch(text.strip())
    if found is None:
        return None
    return Version((int(found["major"]), int(found["minor"]), int(found["patch"])), _before(found["before"]))


def is_range(text: str) -> bool:
    """Whether a text is a version or a range."""
    return len(text) <= LONGEST and _read(text) is not None


def within(version: str, wanted: str) -> bool:
    """Whether a whole version is within a range; not for what is no version or no range."""
    found, alternatives = read_version(version), _read(wanted)
    if found is None or alternatives is None:
        return False
    return any(_fits(found, each) for each in alternatives)


Bounds = list[tuple[str, Version]]
"""Comparisons that all have to hold: the sign and what is compared with."""


def _fits(version: Version, bounds: Bounds) -> bool:
    if not all(_holds(version, sign, bound) for sign, bound in bounds):
        return False
    named = any(bound.before and bound.release == version.release for _, bound in bounds)
    return not version.before or named


def _holds(version: Version, sign: str, bound: Version) -> bool:
    match sign:
        case "<":
            return version < bound
        case "<=":
            return version <= bound
        case ">":
            return version > bound
        case ">=":
            return version >= bound
        case _:
            return version == bound


def _read(text: str) -> list[Bounds] | None:
    """Return the alternatives of a range; None for what is none."""
    alternatives: list[Bounds] = []
    for part in text.split("||"):
        bounds = _read_one(part.strip())
        if bounds is None:
            return None
        alternatives.append(bounds)
    return alternatives


def _read_one(text: str) -> Bounds | None:
    if text in ANY:
        return []
    span = HYPHEN.fullmatch(text)
    parts = [f">={span[1]}", f"<={span[2]}"] if span else SIGN_APART.sub(r"\1", text).split()
    bounds: Bounds = []
    for part in parts:
        found = None if part in ANY else PARTIAL.fullmatch(part)
        if found is not None:
            bounds += _bounds(found)
        elif part not in ANY:
            return None
    return bounds


def _bounds(found: "re.Match[str]") -> Bounds:
    """Return what a partial version with its sign means."""
    numbers: list[int] = []
    for name in ("major", "minor", "patch"):
        if found[name] is None or found[name] in "xX*":
            break
        numbers.append(int(found[name]))
    sign, known = found["sign"] or "", len(numbers)
    if known == 0:
        return [("<", Version((0, 0, 0), _before("0")))] if sign in ("<", ">") else []
    whole = (numbers[0], *numbers[1:], *[0] * (3 - known))
    low = Version((whole[0], whole[1], whole[2]), _before(found["before"]) if known == 3 else ())
    match sign:
        case "^":
            zeros = 0
            while zeros < known - 1 and numbers[zeros] == 0:
                zeros += 1
            return [(">=", low), ("<", _next(low, zeros))]
        case "~":
            return [(">=", low), ("<", _next(low, min(known, 2) - 1))]
        case ">=" | "<":
            return [(sign, low)]
        case ">":
            return [(">", low)] if known == 3 else [(">=", _next(low, known - 1, first=False))]
        case "<=":
            return [("<=", low)] if known == 3 else [("<", _next(low, known - 1))]
        case _:
            return [("=", low)] if known == 3 else [(">=", low), ("<", _next(low, known - 1))]


def _next(version: Version, place: int, *, first: bool = True) -> Version:
    """Return the version with the number at a place one higher; of those the `first`, before its release."""
    release = [*version.release[:place], version.release[place] + 1, *[0] * (2 - place)]
    return Version((release[0], release[1], release[2]), _before("0") if first else ())


def _before(text: str | None) -> tuple[tuple[int, int, str], ...]:
    """Return the identifiers, so that numbers come before words."""
    if not text:
        return ()
    return tuple((0, int(each), "") if each.isdigit() else (1, 0, each) for each in text.split("."))
