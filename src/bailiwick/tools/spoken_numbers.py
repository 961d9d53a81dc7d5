"""Numbers in words, written in digits: "five plus twenty-one" is "5 plus 21"."""

from typing import Any

import re2

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
    return A_NUMBER.sub(r"\1", ALONE.sub(_few, text))


def _converted(text: str) -> str:
    # Loaded with the first text that may need it: that takes 17 ms, each text then 10 µs.
    from text_to_num import alpha2digit

    return alpha2digit(alpha2digit(text, "es"), "en")


def _accented(found: Any) -> str:
    return ACCENTS[found.group().lower()]


def _few(found: Any) -> str:
    return FEW[found.group().lower()]
