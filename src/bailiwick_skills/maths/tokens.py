"""From text to tokens: numbers, names, signs, and the words people say for them in English and Spanish."""

import re  # noqa: TID251  (own fixed patterns over at most MAX_TEXT characters)
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.tree import FUNCTIONS, CannotCalculate

MAX_TEXT = 1_000
"""Longest expression, in characters."""
MAX_EXPONENT = 3_000
"""Largest power of ten in a number such as 1e30."""


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is `number`, `name`, `sign` or `end`."""

    kind: str
    text: str
    value: Fraction = Fraction(0)


# Longer wordings first where one begins another.
WORDS = (
    (r"\bper ?cent\b|\bpor ?ciento\b", "%"),
    (r"%\s*(?:of|de(?:l| los| las| la)?)\b", "% *"),
    (r"\b(?:divided by|dividid[oa] (?:por|entre)|over|entre)\b", "/"),
    (r"\b(?:times|multiplied by|multiplicad[oa] por|por)\b", "*"),
    (r"\b(?:plus|mas)\b", "+"),
    (r"\b(?:minus|menos)\b", "-"),
    (r"\b(?:to the power of|raised to(?: the power of)?|elevad[oa] a(?: la)?)\b", "^"),
    (r"\b(?:squared|al cuadrado)(?!\w)", "^2"),
    (r"\b(?:cubed|al cubo)(?!\w)", "^3"),
    (r"\b(?:the |la )?(?:square root|raiz cuadrada|raiz) (?:of|de)\b", " sqrt "),
    (r"\b(?:the |la )?(?:cube root|cubic root|raiz cubica) (?:of|de)\b", " cbrt "),
    (r"\b(?:the |el )?(?:absolute value|valor absoluto) (?:of|de)\b", " abs "),
    (r"\b(?:the |el )?factorial (?:of|de)\b", " factorial "),
    (r"\b(?:the |el )?(?:natural log(?:arithm)?|logaritmo (?:natural|neperiano)) (?:of|de)\b", " ln "),
    (r"\b(?:the |el )?(?:log|logarithm|logaritmo) (?:of|de)\b", " log "),
    (r"\b(?:the |el )?(?:sine|sin|seno|sen) (?:of|de)\b", " sin "),
    (r"\b(?:the |el )?(?:cosine|cos|coseno) (?:of|de)\b", " cos "),
    (r"\b(?:the |la )?(?:tangent|tan|tangente) (?:of|de)\b", " tan "),
    (r"(/ ?[0-9]+) (?:of|de) ", r"\1 * "),
    (r"\b(?:half of|(?:la )?mitad de)\b", "1/2 *"),
    (r"\b(?:a|one|1) (?:third|3rd) of\b|\b(?:un|1) tercio de\b|\b(?:la )?tercera parte de\b", "1/3 *"),
    (r"\b(?:a|one|1) (?:quarter|fourth|4th) of\b|\b(?:un|1) cuarto de\b|\b(?:la )?cuarta parte de\b", "1/4 *"),
    (r"\b2 (?:thirds|3rds) of\b|\b2 tercios de\b", "2/3 *"),
    (r"\b3 (?:quarters|fourths|4ths) of\b|\b3 cuartos de\b", "3/4 *"),
    (r"\b(?:twice|double|(?:el )?doble de)\b", "2 *"),
    (r"\b(?:el )?triple(?: de)?\b", "3 *"),
    (r"\b(?:degrees?|grados?)\b", "°"),
    (r"\b(?:is equal to|equals|es igual a|igual a)\b", "="),
    (r"\bmodulo\b", " mod "),
    (r"\b(?:minus |negative )?infinito\b", "infinity"),
)
WORD_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE | re.ASCII), sign) for pattern, sign in WORDS)
SIGNS = {
    "×": "*",
    "·": "*",
    "∙": "*",
    "⋅": "*",
    "∗": "*",
    "÷": "/",
    "∕": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "≤": "<=",
    "≥": ">=",
    "π": "pi",
    "∞": " infinity ",
    "√": " sqrt ",
    "∛": " cbrt ",
    "²": "^2",
    "³": "^3",
    "⁴": "^4",
    "⁵": "^5",
    "⁶": "^6",
    "⁷": "^7",
    "⁸": "^8",
    "⁹": "^9",
    "½": "(1/2)",
    "¼": "(1/4)",
    "¾": "(3/4)",
    "θ": "theta",
    "º": "°",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
}
NAMES = {
    "sen": "sin",
    "tg": "tan",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arcsen": "asin",
    "ctg": "cot",
    "log10": "log",
    "raiz": "sqrt",
    "ceiling": "ceil",
    "inf": "infinity",
    "oo": "infinity",
    "mcd": "gcd",
    "mcm": "lcm",
    "fact": "factorial",
    "sgn": "sign",
}
GREEK = ("theta", "alpha", "beta", "lambda", "omega", "phi")
SPOKEN = {"zero": 0, "cero": 0, "one": 1, "uno": 1}
"""Numbers that `in_digits` leaves in words: they are pronouns as often."""
NUMBER = re.compile(
    r"(?P<grouped>[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9]|,[0-9])(?:\.[0-9]+)?)"
    r"|(?P<spanish>[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+(?![0-9])|[0-9]+,[0-9]+(?![0-9]|,[0-9]))"
    r"|(?P<simple>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)
PLAIN_NUMBER = re.compile(r"(?P<simple>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
NAME = re.compile(r"[A-Za-z]+(?:_[A-Za-z0-9]+)?")
SIGN = re.compile(r"\*\*|<=|>=|==|[-+*/^%!°(),;=<>]")
BLANK = re.compile(r"\s+")
TIMES_X = re.compile(r"[xX](?=\s*[0-9])|(?<=\s)[xX](?=\s+\()")


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text`, an end token last. Raises `CannotCalculate`."""
    if len(text) > MAX_TEXT:
        raise CannotCalculate(MathsReason.EXPRESSION_TOO_LONG, most=MAX_TEXT)
    return list(_scan(spelled_out(text)))


def spelled_out(text: str) -> str:
    """Return `text` with words and typographic signs replaced by plain signs."""
    text = "".join(
        SIGNS.get(sign) or unicodedata.normalize("NFD", sign)[0] for sign in unicodedata.normalize("NFC", text)
    )
    for pattern, sign in WORD_PATTERNS:
        text = pattern.sub(f" {sign} " if sign.isalpha() else sign, text)
    return text


def _scan(text: str) -> list[Token]:
    found: list[Token] = []
    several = sum(text.count(sign) for sign in "=<>") > 1 and ";" not in text  # x + y = 1, 2x + 2y = 2
    lists: list[bool] = []  # for each open parenthesis: whether commas in it separate arguments
    at = 0
    while at < len(text):
        number = (PLAIN_NUMBER if several or (lists and lists[-1]) else NUMBER).match(text, at)
        if blank := BLANK.match(text, at):
            at = blank.end()
        elif number:
            found.append(Token("number", number.group(), _value(number)))
            at = number.end()
        elif found and found[-1].kind == "number" and (times := TIMES_X.match(text, at)):
            found.append(Token("sign", "*"))
            at = times.end()
        elif name := NAME.match(text, at):
            found += _named(name.group())
            at = name.end()
        elif sign := SIGN.match(text, at):
            mark = {"**": "^", "==": "="}.get(sign.group(), sign.group())
            if mark == "(":
                before = found[-1].text if found and found[-1].kind == "name" else ""
                lists.append(FUNCTIONS.get(before, (0, 0))[1] > 1)
            elif mark == ")" and lists:
                lists.pop()
            found.append(Token("sign", mark))
            at = sign.end()
        else:
            shown = text[at] if text[at].isprintable() else f"U+{ord(text[at]):04X}"
            raise CannotCalculate(MathsReason.CHARACTER_MEANS_NOTHING, character=shown)
    found.append(Token("end", "the end"))
    return found


def _named(name: str) -> list[Token]:
    low = name.lower()
    low = NAMES.get(low, low)
    if low in SPOKEN:
        return [Token("number", name, Fraction(SPOKEN[low]))]
    if low in FUNCTIONS or low in ("pi", "e", "i", "infinity", "mod") or low in GREEK or low.startswith("log_"):
        return [Token("name", low if len(name) > 1 else name)]
    if len(name) == 1 or "_" in name[1:2]:
        return [Token("name", name)]
    if set(low) <= set("xyz") and len(low) <= 4:
        return [Token("name", letter) for letter in name]
    raise CannotCalculate(MathsReason.WORD_MEANS_NOTHING, word=name[:40])


def _value(number: re.Match[str]) -> Fraction:
    text = number.group()
    groups = number.groupdict()
    if groups.get("grouped"):
        text = text.replace(",", "")
    elif groups.get("spanish"):
        text = text.replace(".", "").replace(",", ".")
    mantissa, _, exponent = text.lower().partition("e")
    if len(exponent) > 5 or abs(int(exponent or 0)) > MAX_EXPONENT:
        raise CannotCalculate(MathsReason.NUMBER_OUT_OF_RANGE)
    return Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


FIGURE = re.compile(r"[\w.,]+")
GROUPED = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]{3})+)(,[0-9]+)?([.,]*)")


def without_thousands_points(text: str) -> str:
    """Return a Spanish text with "1.500" written as "1500"; a calculation that was written here is never read so."""

    def without(found: Any) -> str:
        grouped = GROUPED.fullmatch(found.group())
        return found.group() if grouped is None else found.group().replace(".", "", str(grouped.group(1)).count("."))

    return FIGURE.sub(without, text)
