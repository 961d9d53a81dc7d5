"""The wordings of requests about npm, English and Spanish; matched against folded text (`fold`)."""

import re2

QUERY = r"[\"'“”«»]?(?P<query>[^\n]{1,200}?)[\"'“”«»]?"
FIND_EN = r"(?:search|look|find|browse|check|query|suggest|recommend|show)(?: me| up)?"
FIND_ES = r"(?:busca|buscar|buscame|buscas|encuentra|encontrar|encuentrame|recomienda|recomiendame|sugiere|muestrame)"
NPM_NOUN_EN = r"(?:packages?|modules?|librar(?:y|ies))"
NPM_NOUN_ES = r"(?:paquetes?|modulos?|librerias?|bibliotecas?)"
ABOUT_EN = r"(?: for| about| on| named| called| to| that| which| matching| related to|:)"
ABOUT_ES = r"(?: para| sobre| de| llamado| que|:)"

NPM = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"{FIND_EN}(?: (?:in|on|at|through))?(?: the)? npm(?:js)?(?: registry| packages?)?{ABOUT_EN} {QUERY}",
        rf"{FIND_EN} (?:for )?{QUERY} (?:on|in|at)(?: the)? npm(?:js)?(?: registry)?",
        rf"{FIND_EN} (?:for )?(?:an? |some |the )?(?:best |good )?npm {NPM_NOUN_EN}{ABOUT_EN} {QUERY}",
        rf"(?:(?:which|what|is there an?|are there any) )npm {NPM_NOUN_EN}(?: is| are)?(?: there)?{ABOUT_EN} {QUERY}",
        rf"npm search {QUERY}",
        rf"{FIND_ES} {QUERY} en(?: el registro de)? npm",
        rf"{FIND_ES} en(?: el registro de)? npm{ABOUT_ES}? ?{QUERY}",
        rf"{FIND_ES} (?:un |unos |algun |una |algunos )?{NPM_NOUN_ES} (?:de |en )?npm{ABOUT_ES} {QUERY}",
        rf"(?:hay (?:algun |un )?|que ){NPM_NOUN_ES} (?:de )?npm(?: hay)?{ABOUT_ES} {QUERY}",
    )
)
