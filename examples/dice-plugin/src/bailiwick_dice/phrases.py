"""Reads which dice a request in English or Spanish asks for."""

from dataclasses import dataclass

import re2

MOST_SIDES, MOST_DICE = 1000, 100

WORDS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "the": 2,
    "un": 1,
    "uno": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "los": 2,
}
VERB = r"(?:(?:please |can you |could you )?(?:roll|throw)|(?:por favor )?(?:tira|lanza)(?:me)?)"
COUNT = r"(?P<count>\d{1,3}|" + "|".join(WORDS) + ")"
SIDES = r"(?:(?:with |de )?(?P<sides>\d{1,4})(?:[ -]?sides?|[ -]?sided| caras)?)"
SEED = r"(?:,? (?:with |con )?(?:the )?(?:seed|semilla) (?P<seed>\d{1,9}))?"
NOTATION = r"(?P<count>\d{1,3})?d(?P<sides>\d{1,4})"
REQUESTS = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:{VERB} )?(?:a |an |un )?{NOTATION}{SEED}",
        rf"{VERB} {COUNT} (?:dice|die|dados?)(?: {SIDES})?{SEED}",
        rf"{VERB} {COUNT} (?P<sides>\d{{1,4}})[ -]sided (?:dice|die){SEED}",
        rf"{VERB} (?:dice|dados){SEED}",
    )
)


@dataclass(frozen=True, slots=True)
class Dice:
    """Which dice to roll."""

    sides: int = 6
    count: int = 1
    seed: int | None = None


def read_dice(text: str) -> Dice | None:
    """Return the dice that `text` asks for; nothing if it asks for something else."""
    if len(text) > 200:
        return None
    plain = " ".join(text.lower().strip(" ¡!¿?.,").split())
    for pattern in REQUESTS:
        found = pattern.fullmatch(plain)
        if found:
            return _dice(found.groupdict())
    return None


def _dice(parts: dict[str, str | None]) -> Dice | None:
    count, sides, seed = parts.get("count"), parts.get("sides"), parts.get("seed")
    dice = Dice(
        sides=int(sides) if sides else 6,
        count=WORDS[count] if count in WORDS else int(count) if count else 1 if sides else 2,
        seed=int(seed) if seed else None,
    )
    return dice if 2 <= dice.sides <= MOST_SIDES and 1 <= dice.count <= MOST_DICE else None
