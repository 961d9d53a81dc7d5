"""Numbers as people write them: in words ("five plus twenty-one"), in digits ("1.234,5", "200k")."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import re2

from bailiwick.tools.phrases import fold
from bailiwick_router.core.language import Language

ACCENTS = {
    "dieciseis": "dieciséis",
    "veintidos": "veintidós",
    "veintitres": "veintitrés",
    "veintiseis": "veintiséis",
}
"""Spanish numbers as they are typed without their accents, which the library asks for."""
UNACCENTED = re2.compile(rf"(?i)\b(?:{'|'.join(ACCENTS)})\b")
PER_CENT = re2.compile(r"(?i) ?\bpor ?ciento\b")
FEW = {"two": "2", "three": "3", "dos": "2", "tres": "3"}
"""Small numbers, which the library leaves in words where they stand alone; "one" and "uno" are pronouns as often."""
ALONE = re2.compile(rf"(?i)\b(?:{'|'.join(FEW)})\b")
A_NUMBER = re2.compile(r"(?i)\b(?:a|an|un) ([1-9][0-9]{2,})\b")
NO_NUMBERS = re2.compile(r"(?i)\b(once|miles)\b")
"""English words that are Spanish numbers: they are these only where the text is Spanish, "miles" nowhere."""
ANY_WORD = re2.compile(r"(?i)[a-záéíóúñ]{3}")
PARTS: Mapping[str, Fraction] = {
    "half": Fraction(1, 2),
    "medio": Fraction(1, 2),
    "media": Fraction(1, 2),
    "quarter": Fraction(1, 4),
    "cuarto": Fraction(1, 4),
    "4º": Fraction(1, 4),
    "3 quarters": Fraction(3, 4),
}
"""What stands beside a whole number; "4º" is "cuarto" once numbers are in digits."""
_PART = r"(?:and an? (half|quarter)|y (medi[oa]|cuarto|4º))(?!\w| of\b| de\b)"
MIXED = re.compile(rf"(?i)\b([0-9]{{1,9}}) (?:and (3 quarters)|{_PART})")
"""A number with a part: "3 and a half"."""
MIXED_UNIT = re.compile(rf"(?i)\b([0-9]{{1,9}}|an?|one|una?) ([^\W\d]{{2,}}) {_PART}")
"""A quantity with a part: "2 hours and a half", "una hora y media"."""
SPANISH_CLOCK = re.compile(r"(?i)\b(?:las?|de|a|hasta|desde|entre) (?:[0-9]+|una)$")
"""What stands before the part of a time of the day, which is none of a number: "a las 5 y media", "de 8 y media"."""

NUMBER = re2.compile(
    r"([-+]?)(?:([1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?)|([1-9][0-9]{0,2}(?:\.[0-9]{3})+(?:,[0-9]+)?)"
    r"|([0-9]*[.,]?[0-9]+))(?: ?(k|m|mil|thousand|million|millon|millones))?"
)
SIZES = {"": 1, "k": 10**3, "mil": 10**3, "thousand": 10**3, "m": 10**6} | dict.fromkeys(
    ("million", "millon", "millones"), 10**6
)


def read_number(text: str, language: str) -> Fraction | None:
    """Return the number that the whole of `text` writes in digits, grouped or not; None if it is none.

    "1.000" is one in English and a thousand in Spanish; "3,5" is three and a half in both.
    """
    found = NUMBER.fullmatch(fold(text).strip())
    if found is None:
        return None
    sign, english, spanish, plain, size = (str(group or "") for group in found.groups())
    if spanish and (language == "es" or spanish.count(".") > 1 or "," in spanish):
        digits = spanish.replace(".", "").replace(",", ".")
    else:
        digits = english.replace(",", "") if english else (spanish or plain).replace(",", ".")
    return Fraction(digits) * SIZES[size] * (-1 if sign == "-" else 1)


@lru_cache(maxsize=32)
def in_digits(text: str, language: Language) -> str:
    """Return `text` with its English and Spanish numbers in digits; what else it says stays as it is written.

    "One", "second" and "third" stay, for they are no numbers as often as they are. The Spanish "por ciento" becomes
    "%". A text with half a character in it is returned as it is.
    """
    if any("\ud800" <= character <= "\udfff" for character in text) or not ANY_WORD.search(text):
        return text
    text = PER_CENT.sub("%", text)
    text = UNACCENTED.sub(_accented, text)
    text = "".join(
        part if NO_NUMBERS.fullmatch(part) and (language == "en" or part.lower() == "miles") else _converted(part)
        for part in NO_NUMBERS.split(text)
    )
    return _with_parts(A_NUMBER.sub(r"\1", ALONE.sub(_few, text)))


def _with_parts(text: str) -> str:
    """Return "3.5 hours" for "3 and a half hours" and for "3 hours and a half"."""
    if not any(word in text.lower() for word in ("half", "quarter", "medi", "cuarto", "4º")):
        return text
    return MIXED_UNIT.sub(_one_quantity, MIXED.sub(_one_number, text))


def _one_number(found: re.Match[str]) -> str:
    if SPANISH_CLOCK.search(found.string[: found.end(1)]):
        return found.group()
    return str(float(int(found[1]) + PARTS[(found[2] or found[3] or found[4]).lower()]))


def _one_quantity(found: re.Match[str]) -> str:
    whole, unit = found[1].lower(), found[2]
    part = PARTS[(found[3] or found[4]).lower()]
    amount = float((int(whole) if whole.isdigit() else 1) + part)
    return f"{amount} {unit}" if unit.endswith("s") else f"{amount} {unit}s"


def _converted(text: str) -> str:
    # Loaded with the first text that may need it: that takes 17 ms, each text then 10 µs.
    from text_to_num import alpha2digit

    return alpha2digit(alpha2digit(text, "es"), "en")


def _accented(found: Any) -> str:
    return ACCENTS[found.group().lower()]


def _few(found: Any) -> str:
    return FEW[found.group().lower()]
