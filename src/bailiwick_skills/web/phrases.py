"""The wordings of requests about the web, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.plugin import Pattern


def _all(*patterns: str) -> Sequence[Pattern]:
    return tuple(re2.compile(pattern) for pattern in patterns)


QUERY = r"[\"'“”«»]?(?P<query>[^\n]{1,200}?)[\"'“”«»]?"
URL = r"[\"'“”«»<(]?(?P<url>(?:https?://|www\.)[^\s\"'“”«»<>]+?)[\"'“”«»>)]?"
FIND_EN = r"(?:search|look|find|browse|check|query|suggest|recommend|show)(?: me| up)?"
FIND_ES = r"(?:busca|buscar|buscame|buscas|encuentra|encontrar|encuentrame|recomienda|recomiendame|sugiere|muestrame)"

ON_THE_WEB_EN = r"(?:the )?(?:web|internet|net)|duckduckgo|online"
SEARCHED = _all(
    rf"(?:do an? )?(?:web|internet|online) search (?:for|about|on) {QUERY}",
    rf"{FIND_EN}(?: on| in| through)? (?:{ON_THE_WEB_EN})(?: for| about|:) {QUERY}",
    rf"{FIND_EN} (?:for )?{QUERY} (?:on |in )?(?:{ON_THE_WEB_EN})",
    rf"(?:google|duckduckgo) {QUERY}",
    rf"{FIND_ES} en (?:la )?(?:internet|web|red)(?: sobre| por| informacion sobre|:)? {QUERY}",
    rf"{FIND_ES} (?:informacion sobre )?{QUERY} en (?:la )?(?:internet|web|red)",
    rf"(?:haz una )?busqueda (?:web|en internet) (?:de|sobre) {QUERY}",
    rf"googlea {QUERY}",
)
READ_EN = (
    r"(?:read|open|fetch|get|load|visit|show|check(?: out)?|look at|download|summari[sz]e|sum up|go to|browse)(?: me)?"
)
PAGE_EN = r"(?: (?:web ?)?(?:page|site)| article| url| link| address| contents?| text)"
READ_ES = (
    r"(?:lee|leer|leeme|abre|abrir|descarga|visita|muestra|muestrame|mira|resume|resumir|resumeme|carga|ve a|consulta)"
)
PAGE_ES = r"(?: pagina| web| sitio| articulo| enlace| direccion| contenido| texto)"
AND_THEN_EN = r"(?:,? and (?:then )?(?:summari[sz]e|sum|explain|tell me|give me)\b[^\n]{0,80})?"
AND_THEN_ES = r"(?:,? y (?:luego |despues )?(?:resum|explica|dime|cuentame)[^\n]{0,80})?"
FETCHED = _all(
    rf"{READ_EN}(?: the)?{PAGE_EN}?(?: at| of| from| on|:)? {URL}{AND_THEN_EN}",
    rf"(?:what(?:'s| is| does)(?: there)?|tell me what(?:'s| is))(?: on| at| in)? {URL}(?: say| about)?",
    rf"{READ_ES}(?: la| el)?{PAGE_ES}?(?: en| de| a|:)? {URL}{AND_THEN_ES}",
    rf"(?:que (?:hay|dice|pone)(?: en)?) {URL}",
    URL,
)
