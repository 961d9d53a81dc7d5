"""The entries of a text such as "milk, eggs and some bread", and the bare name of one."""

import re2

from bailiwick.plugin import fold, plain

BETWEEN = re2.compile(r"\s*(?:,|;|\n|\band\b|\by\b|&|\be\b|(?:^|\s)[-*•]\s)+\s*")
LEAD = re2.compile(r"(?:some |also |more |too |as well |an? item |un poco de |algo de |tambien |unos |unas )+")
ARTICLE = re2.compile(
    r"(?:(?:el|la|los|las|lo) de(?:l| la| los| las)?|the|my|our|a|an|any|el|la|los|las|un|una|mi|mis) "
)
ONE = re2.compile(r"(?s:.*\S)( (?:ones?|entry|entries|item|items|bit|thing))")
"""How "the passport one" names an entry by a word of it."""
NO_ITEM = re2.compile(
    r"\b(?:what|when|where|who|whose|why|how|which|is|are|was|does|did|do|can|could|would|should|will|tell|show"
    r"|give|read|delete|remove|que|cual|cuando|donde|quien|como|porque|es|son|puede|puedes|dime|muestra|borra"
    r"|lee|you|i|we|it|that|this|there|thanks|gracias|yes|no|ok)\b"
)
"""Words that show that what looks like entries is a question or another order."""
LONGEST_ENTRY, LONGEST_BOUGHT = 6, 5
"""Words of an entry that is said in passing, and of a thing to buy."""
MOST_BOUGHT = 15
NOT_BOUGHT = frozenset(
    [
        *(
            "help",
            "talk",
            "time",
            "to",
            "advice",
            "information",
            "info",
            "support",
            "someone",
            "somebody",
            "your",
            "him",
        ),
        *("her", "them", "me", "us", "sleep", "ideas", "answers", "directions", "for"),
        *("ayuda", "hablar", "tiempo", "consejo", "informacion", "alguien", "dormir", "poco"),
        *(
            "dias",
            "horas",
            "minutos",
            "euros",
            "dolares",
            "days",
            "hours",
            "minutes",
            "dollars",
            "mas",
            "mucho",
            "nada",
        ),
    ]
)
"""Words with which nothing begins that is bought."""
SECURITIES = frozenset(["share", "shares", "stock", "stocks", "accion", "acciones", "bitcoin", "ethereum", "crypto"])


def items_of(text: str) -> list[str]:
    """Return the entries of "milk, eggs and bread"; what stands in quotation marks stays whole."""
    if len(text) > 2 and text[0] in "\"“«'" and text[-1] in "\"”»'":
        return [text[1:-1].strip()]
    folded, items, start = fold(text), list[str](), 0
    for gap in BETWEEN.finditer(folded):
        items.append(text[start : gap.start()])
        start = gap.end()
    items.append(text[start:])
    return [clean for item in items if (clean := _without_lead(item))]


def are_items(text: str, longest: int = LONGEST_ENTRY) -> bool:
    """Whether a text said in passing may be entries: short ones, and neither a question nor another order."""
    return not NO_ITEM.search(plain(text)) and all(len(item.split()) <= longest for item in items_of(text))


def are_bought(text: str) -> bool:
    """Whether a text may name things to buy: a few short entries, none of which is a matter of words or time."""
    items = items_of(text)
    first = {plain(bare(item)).split()[0] for item in items if bare(item)}
    return (
        0 < len(items) <= MOST_BOUGHT
        and are_items(text, LONGEST_BOUGHT)
        and not first & NOT_BOUGHT
        and not SECURITIES & {*plain(text).split()}
    )


def bare(item: str) -> str:
    """Return "eggs" of "the eggs", and "passport" of "the passport one"."""
    item = item.strip(" .!?¿¡\"“”«»'")
    article = ARTICLE.match(fold(item))
    if article is None:
        return _without_lead(item)
    item = item[article.end() :]
    one = ONE.fullmatch(fold(item))
    return _without_lead(item[: one.start(1)] if one else item)


def _without_lead(item: str) -> str:
    item = item.strip(" .!?¿¡")
    lead = LEAD.match(fold(item))
    return item[lead.end() :].strip() if lead else item
