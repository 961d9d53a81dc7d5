"""How requests say what time and which store they mean, English and Spanish; matched against folded text."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import re2

from bailiwick.plugin import (
    Pattern,
    Request,
    Sentences,
    fold,
    likely,
)
from bailiwick_skills.shop.periods import MONTHS

LONGEST_REQUEST = 400
"""Characters of a message that is read as a request."""
ONE_WORD = 0.65
"""Confidence where one word is all that tells of a shop ("list the planets in order of size"): enough for an agent that
does nothing else, not for a message that may be for anybody."""
SPANISH_MONTHS = (
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
)
_LEAD = r"(?:\b(?:in|of|for|from|over|during|within|en|de|del|durante|so far) )?(?:\b(?:the|los|las|la|el) )?"
_LAST = r"(?:last|past|previous)"


PERIODS: Mapping[Pattern, str] = {
    re2.compile(rf"\b{pattern}\b"): period
    for period, pattern in {
        "last_7_days": rf"{_LEAD}(?:{_LAST} (?:7|seven) days|ultimos (?:7|siete) dias)",
        "last_30_days": rf"{_LEAD}(?:{_LAST} (?:30|thirty) days|ultimos (?:30|treinta) dias)",
        "last_12_months": rf"{_LEAD}(?:{_LAST} (?:12|twelve) months|ultimos (?:12|doce) meses|ultimo ano)",
        "yesterday": rf"{_LEAD}(?:yesterday(?:'s)?|ayer)",
        "today": rf"{_LEAD}(?:today(?:'s)?(?: so far)?|hoy)",
        "last_week": rf"{_LEAD}(?:{_LAST} week(?:'s)?|semana (?:pasada|anterior)|ultima semana)",
        "last_month": rf"{_LEAD}(?:{_LAST} month(?:'s)?|mes (?:pasado|anterior)|ultimo mes)",
        "last_quarter": rf"{_LEAD}(?:{_LAST} quarter(?:'s)?|trimestre (?:pasado|anterior)|ultimo trimestre)",
        "last_year": rf"{_LEAD}(?:{_LAST} year(?:'s)?|ano (?:pasado|anterior))",
        "this_week": rf"{_LEAD}(?:this week(?:'s)?|week(?:'s)?|esta semana|semana)(?: so far)?",
        "this_month": rf"{_LEAD}(?:this month(?:'s)?|month(?:'s)?|este mes|mes)(?: so far)?",
        "this_quarter": rf"{_LEAD}(?:this quarter(?:'s)?|quarter(?:'s)?|este trimestre|trimestre)(?: so far)?",
        "this_year": rf"{_LEAD}(?:this year(?:'s)?|year(?:'s)?|este ano|ano)(?: so far)?",
        **{
            month: rf"(?:in|of|for|during|en|de|durante|del mes de) (?:{month}|{spanish})"
            for month, spanish in zip(MONTHS, SPANISH_MONTHS, strict=True)
        },
    }.items()
}
"""More days before fewer words: "last week" is read before "week"."""
EVERY_STORE = re2.compile(
    r"\b(?:(?:in|of|for|from|at|across|on|en|de) )?(?:all(?: of)?|every one of|todas) "
    r"(?:(?:my|our|the|mis|nuestras|las) )?(?:shopify )?(?:stores|shops|tiendas)\b"
)
NAMED_STORE = re2.compile(
    r"\b(?:(?:in|of|for|from|at|on|en|de) )?(?:(?:the|my|our|la|mi|nuestra) )?(?:(?:store|shop|tienda) )?"
    r"(?:(?:called|named|llamada) (?P<name>[\w.-]+)|(?P<domain>[a-z0-9-]+\.myshopify\.com))"
)
THE_STORE = re2.compile(
    r"\b(?:(?:in|of|for|from|at|on|to|en|de|para|a|with|con) )?(?:my|our|the|mi|nuestra|la) "
    r"(?:(?:online|web|shopify) )*(?:store|shop|web ?shop|tienda)(?:'s)?(?: (?:online|de shopify))?\b"
    r"|\b(?:(?:in|of|from|on|en|de) )(?:my |our |mi )?shopify\b"
)
STORES = {EVERY_STORE: "all", NAMED_STORE: "", THE_STORE: ""}
"""Expression → what it says of the store, where it names none."""

SENTENCES = Sentences(files("bailiwick_skills.shop") / "sentences")


def another_time(request: Request, tool: str) -> Mapping[str, Any] | None:
    """Return the arguments of the last call, if it was of this tool, for the time that is all a message names."""
    call = request.latest(tool)
    found = understood(request.core) if call is not None else None
    if (
        call is None
        or found is None
        or "period" not in found[2]
        or SENTENCES.read("going_on", found[0] or "and") is None
    ):
        return None
    before = {name: value for name, value in call.arguments.items() if name not in ("since", "until", "cursor")}
    return {**before, **found[2]}


def understood(written: str) -> "tuple[str, str, dict[str, Any]] | None":
    """Return a request without what it says of time and store (folded, and as it was written), and that as arguments.

    Nothing for a message that is too long to be one.
    """
    if len(written) > LONGEST_REQUEST:
        return None
    arguments: dict[str, Any] = {}
    for pattern in likely(STORES, fold(written)):
        found = pattern.search(fold(written))
        if found is None:
            continue
        name = found.group("name") or found.group("domain") if pattern is NAMED_STORE else STORES[pattern]
        if name and "store" not in arguments:
            arguments["store"] = name
        written = f"{written[: found.start()]} {written[found.end() :]}"
    for pattern in likely(PERIODS, fold(written)):
        found = pattern.search(fold(written))
        if found is not None:
            arguments["period"] = PERIODS[pattern]
            written = f"{written[: found.start()]} {written[found.end() :]}"
            break
    written = " ".join(written.split()).strip(" ,.;:?!¿¡")
    return fold(written), written, arguments
