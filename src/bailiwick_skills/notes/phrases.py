"""The wordings of requests about notes, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.plugin import Pattern


def _all(*patterns: str) -> Sequence[Pattern]:
    return tuple(re2.compile(pattern) for pattern in patterns)


ITEMS, TEXT = r"(?P<items>(?s:.+))", r"(?P<text>(?s:.+))"

# A title names itself a list or note; without that word "add salt to the soup" would be one.
OWN_EN, OWN_ES = r"(?:my |the |our |this |that |a )?", r"(?:mi |la |el |nuestra |esta |esa |una |mis |las )?"
LIST_EN = (
    r"(?P<title>(?:[^:,\n]{1,80} )??(?:list|note|notes|notebook)(?: (?:of|for|about) [^:,\n]{1,80})?"
    r"|(?:list|note) (?:called|named|titled|entitled) [^:,\n]{1,80})"
)
LIST_ES = (
    r"(?P<title>(?:lista|listas|nota|notas|libreta)"
    r"(?: (?:llamada|titulada|con el titulo|con titulo)? ?[^:,\n]{1,80})?)"
)
ADD_EN = r"(?:also |and )?(?:add|put|append|write|include|insert|stick|throw|place|jot)(?: down| in)?"
ADD_ES = (
    r"(?:tambien |y )?(?:anade|anadir|anademe|agrega|agregar|agregame|pon|poner|ponme|apunta|apuntar|apuntame"
    r"|anota|anotar|anotame|mete|incluye|incluir|escribe|suma)"
)
CALLED_EN = r"(?:called|named|titled|entitled)"
CALLED_ES = r"(?:llamada|titulada|con el titulo|con titulo)"

ADDED = _all(
    rf"{ADD_EN} (?:to|on|onto|in|into) {OWN_EN}{LIST_EN} ?[:,-] ?{ITEMS}",
    rf"{ADD_EN} (?P<items>(?s:.+?)) (?:to|on|onto|in|into) (?:my|the|our) {LIST_EN}(?: (?:too|as well|also))?",
    rf"{ADD_EN} {ITEMS} (?:to|on|onto|in|into) {OWN_EN}{LIST_EN}(?: (?:too|as well|also))?",
    rf"{ADD_ES} (?:a|en) {OWN_ES}{LIST_ES} ?[:,-] ?{ITEMS}",
    rf"(?:en|a) {OWN_ES}{LIST_ES},? {ADD_ES}:? {ITEMS}",
    rf"{ADD_ES} {ITEMS} (?:a|en) {OWN_ES}{LIST_ES}(?: tambien)?",
)
ADDED_TO_KNOWN = _all(
    rf"{ADD_EN} {ITEMS} (?:to|on|onto|in|into) {OWN_EN}(?P<title>.+)",
    rf"{ADD_ES} {ITEMS} (?:a|en) {OWN_ES}(?P<title>.+)",
)
STARTED = _all(
    r"(?:make|create|start|write|new|add|begin)(?: me)?(?: an?)?(?: new)? (?:note|list)"
    rf" {CALLED_EN} (?P<title>[^:\n]{{1,80}}?)(?: with|:| saying| containing| that says) ?{ITEMS}",
    r"(?:make|create|start|begin)(?: me)? an?(?: new)? (?P<title>[^:,\n]{1,60} list)"
    rf"(?: with|:| containing| of) ?{ITEMS}",
    r"(?:crea|crear|creame|haz|hazme|empieza|escribe|anade)(?: una)?(?: nueva)? (?:nota|lista)(?: nueva)?"
    rf" {CALLED_ES} (?P<title>[^:\n]{{1,80}}?)(?: con| que diga|:) ?{ITEMS}",
    r"(?:crea|crear|creame|haz|hazme|empieza) una(?: nueva)? (?P<title>lista de(?: la)? [^:,\n]{1,60}?)"
    rf"(?: con|:) ?{ITEMS}",
)
NOTED = _all(
    r"(?:make|take|write|add|create|leave|save)(?: me)?(?: an?)?(?: quick| new)? note(?: to self)?"
    rf"(?: ?[:,-] ?| that | saying | to | of | about ){TEXT}",
    rf"note(?: to self)? ?[:,-] ?{TEXT}",
    r"(?:note|remember|jot down|write down|don't forget|keep in mind|take down)(?: the fact)? that"
    rf" {TEXT}",
    rf"(?:jot down|write down|take down|remember|don't forget)(?: this)? ?: ?{TEXT}",
    rf"(?:jot|write|note) (?:this )?down ?:? {TEXT}",
    r"(?:haz|toma|escribe|crea|anade|guarda|deja|apunta)(?:me)?(?: una)?(?: nueva)? nota(?: nueva)?"
    rf"(?: ?[:,-] ?| de que | que diga | que | de ){TEXT}",
    rf"nota ?[:,-] ?{TEXT}",
    r"(?:apunta|anota|recuerda|apuntame|anotame|no olvides|ten en cuenta|acuerdate de)"
    rf"(?: que | ?: ?){TEXT}",
    rf"(?:apunta|anota|apuntame|anotame) {TEXT}",
)
FOLLOWED_UP = _all(
    r"(?:and |also |plus |oh |but |what about |how about |don't forget |add |put )+(?P<items>.+?)"
    r"(?: too| as well| also)?",
    r"(?P<items>.+?) (?:too|as well|also)",
    r"(?:y |e |tambien |ademas |que tal |no olvides |anade |agrega |pon |apunta |mete )+(?P<items>.+?)"
    r"(?: tambien)?",
    r"(?P<items>.+?) tambien",
)
TO_IT = r"(?: (?:to|on|onto) (?:it|that|there)| (?:a ella|ahi|alli))"
ADDED_MORE = _all(
    rf"{ADD_EN} (?P<items>.+?){TO_IT}(?: too| as well| also)?",
    rf"{ADD_ES} (?P<items>.+?){TO_IT}(?: tambien)?",
    rf"{ADD_EN} (?P<items>.+?)(?: too| as well| also)?",
    rf"{ADD_ES} (?P<items>.+?)(?: tambien)?",
)
LISTED = _all(
    r"(?:(?:show|list|see|view|display|get|read|give)(?: me)? |what are |what's in )?(?:all )?(?:of )?"
    r"(?:my|the)(?: saved)? (?:notes|lists|notes and lists)",
    r"(?:what|which) (?:notes|lists)(?: do i have| have i got| are there)?",
    r"(?:do i have|have i got|are there) any (?:notes|lists)",
    r"(?:show|list)(?: me)? (?:all )?(?:notes|lists)",
    r"(?:(?:muestra|muestrame|ensename|ensena|ver|lista|listame|dame|lee|leeme|cuales son|dime)"
    r" )?(?:todas )?(?:mis|las) (?:notas|listas)",
    r"(?:que|cuales) (?:notas|listas)(?: tengo| hay)?",
    r"(?:tengo|hay) (?:alguna nota|alguna lista|notas|listas)",
)
READ = _all(
    r"(?:whats|what(?:'s| is| are| do i have| have i got)?|(?:show|list|read)(?: me| out)? what(?:'s|s| is))"
    rf"(?: there)? (?:on|in) (?:my |the |our ){LIST_EN}",
    rf"(?:show|read|open|display|view|get|see|give|check)(?: me)?(?: out)? (?:my |the |our ){LIST_EN}(?: to me)?",
    r"(?:show|read|open|display|view)(?: me)? (?:my |the )?note (?P<title>[^:,\n]{1,80})",
    rf"(?:my|our) {LIST_EN}",
    r"(?:que (?:hay|tengo|tenemos|pone|dice)(?: apuntado)?|muestrame que hay|dime que hay) (?:en )?"
    rf"(?:mi |la |nuestra |mis |las ){LIST_ES}",
    rf"(?:lee|leeme|muestra|muestrame|ensename|ensena|abre|ver|dame)(?: mi| la| nuestra) {LIST_ES}",
    rf"mi {LIST_ES}",
)
DELETED = _all(
    r"(?:delete|remove|erase|trash|discard|clear out|throw away|get rid of)"
    r" (?:my |the |our )(?:whole |entire )?"
    rf"{LIST_EN}",
    r"(?:delete|remove|erase|trash|discard) (?:my |the )?note (?P<title>[^:,\n]{1,80})",
    rf"(?:borra|borrar|borrame|elimina|eliminar|quita|tira|suprime) (?:mi |la |nuestra ){LIST_ES}",
)
RESTORED = _all(
    rf"(?:restore|undelete|recover|bring back|get back)(?: my| the| our)? {LIST_EN}",
    r"(?:restore|undelete|recover|bring back|get back) (?:my |the )?note (?P<title>[^:,\n]{1,80})",
    rf"(?:recupera|recuperar|restaura|restaurar|recuperame|devuelveme)(?: mi| la| nuestra)? {LIST_ES}",
)
NAMING = re2.compile(rf"(?:note|list|nota|lista) (?:{CALLED_EN}|{CALLED_ES}) ")
BETWEEN_ITEMS = re2.compile(r"\s*(?:,|;|\n|\band\b|\by\b|&|\be\b|(?:^|\s)[-*•]\s)+\s*")
LEADING = re2.compile(r"(?:some |also |more |too |as well |an? item |un poco de |algo de |tambien |unos |unas )+")
NOT_AN_ITEM = re2.compile(
    r"\b(?:what|when|where|who|whose|why|how|which|is|are|was|does|did|do|can|could|would|should|will|tell|show"
    r"|give|read|delete|remove|que|cual|cuando|donde|quien|como|porque|es|son|puede|puedes|dime|muestra|borra"
    r"|lee|you|i|we|it|that|this|there|thanks|gracias|yes|no|ok)\b"
)
"""Words that show that what looks like things to add is a question or another order."""
