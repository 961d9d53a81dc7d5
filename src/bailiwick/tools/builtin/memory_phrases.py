"""The wordings of requests about memory, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.tools.builtin.phrases import Pattern


def _all(*patterns: str) -> Sequence[Pattern]:
    return tuple(re2.compile(pattern) for pattern in patterns)


FACT, ABOUT, WHAT = r"(?P<fact>(?s:.+))", r"(?P<about>(?s:.+))", r"(?P<what>(?s:.+))"
GRAPH_EN = r"(?:the |your |my |our )?(?:shared )?(?:knowledge graph|memory)"
GRAPH_ES = r"(?:el |la |tu |mi |nuestra )?(?:grafo de conocimiento|memoria(?: compartida)?)"
STORE_EN = r"(?:store|save|put|add|write|record|keep|note)"
STORE_ES = r"(?:guarda|guardar|anota|apunta|almacena|mete|pon|anade|agrega|registra)"

REMEMBERED = _all(
    rf"(?:remember|keep in mind|don't forget|memori[sz]e)(?: that| this ?:| ?:) ?{FACT}",
    r"(?:remember|keep in mind|don't forget|memori[sz]e) (?P<fact>(?:i|i'm|i am|i've|my|we|our)\b(?s:.+))",
    rf"{STORE_EN}(?: this| the following| the fact)?(?: down)? (?:in|into|to|on) {GRAPH_EN}(?: that)? ?[:,-]? ?{FACT}",
    rf"{STORE_EN} (?P<fact>(?s:.+)) (?:in|into|to) (?:the |your |my |our )(?:shared )?(?:knowledge graph|memory)",
    rf"(?:recuerda|acuerdate de|ten en cuenta|no olvides|memoriza)(?: que| esto ?:| ?:) ?{FACT}",
    r"(?:recuerda|ten en cuenta|no olvides|memoriza) (?P<fact>(?:mi|mis|soy|tengo|vivo|trabajo|me)\b(?s:.+))",
    rf"{STORE_ES}(?: esto| lo siguiente)? en {GRAPH_ES}(?: que)? ?[:,-]? ?{FACT}",
    rf"{STORE_ES} (?P<fact>(?s:.+)) en (?:el |la |tu |mi )(?:grafo de conocimiento|memoria(?: compartida)?)",
)
RECALLED = _all(
    rf"what (?:do|can|did) you (?:still )?(?:remember|recall) (?:about|of|from|on) {ABOUT}",
    r"what do you know about (?P<about>me|us|my (?s:.+)|our (?s:.+))",
    rf"what (?:have i told|did i tell) you about {ABOUT}",
    rf"do you (?:still )?(?:remember|recall) (?:anything about |what i (?:told you|said) about )?{ABOUT}",
    rf"(?:what(?:'s| is)|is there anything) in {GRAPH_EN} (?:about|on) {ABOUT}",
    rf"what does {GRAPH_EN} (?:say|know|hold) (?:about|on) {ABOUT}",
    rf"(?:search|look (?:up|for)|find) (?P<about>(?s:.+)) in {GRAPH_EN}",
    rf"(?:search|look in) {GRAPH_EN} for {ABOUT}",
    rf"(?:que|cuanto) (?:recuerdas|te acuerdas) (?:de|del|sobre|acerca de) {ABOUT}",
    r"que sabes (?:de|sobre|acerca de) (?P<about>mi|nosotros|mis? (?s:.+)|nuestr[oa]s? (?s:.+))",
    rf"que te (?:he dicho|dije|conte|he contado) (?:de|del|sobre|acerca de) {ABOUT}",
    rf"(?:te acuerdas|recuerdas(?: algo)?) (?:de|del|sobre) {ABOUT}",
    rf"que (?:hay|dice|sabe) (?:en )?{GRAPH_ES} (?:de|sobre|acerca de) {ABOUT}",
    rf"busca (?P<about>(?s:.+)) en {GRAPH_ES}",
)
ASKED_OF_ME = _all(
    r"(?:what(?:'s| is| are)|who(?:'s| is| are)|where(?:'s| is| are)) (?P<about>my [^?]{2,60})",
    r"(?:cual(?:es)? (?:es|son)|quien(?:es)? (?:es|son)|donde (?:esta|estan)|que es) (?P<about>mis? [^?]{2,60})",
)
"""Questions that memory may answer if nothing else does."""
FORGOTTEN = _all(
    rf"(?:delete|remove|erase|forget|drop) (?P<what>(?s:.+)) from {GRAPH_EN}",
    r"forget (?:everything |all )?(?:that |about |what (?:i|you) (?:told|said|know|remember)(?: you)?(?: about)? ?)*"
    rf"{WHAT}",
    r"(?:borra|elimina|quita|suprime|olvida) (?P<what>(?s:.+)) de(?:l| la| tu| mi) (?:grafo de conocimiento|memoria)",
    r"olvida(?:te)?(?: de)?(?: todo)?(?: lo)?(?: que)?(?: (?:te )?(?:dije|conte|he dicho|he contado|sabes|recuerdas))?"
    rf"(?: sobre| acerca de| de)? {WHAT}",
)
NOTHING_TO_FORGET = re2.compile(r"(?:it|that|this|about it|about that|them|lo|eso|esto|ello|that i asked|the question)")
SUMMARISED = _all(
    rf"what(?:'s| is| do you have)?(?: there)? in {GRAPH_EN}",
    rf"(?:show|list|read|summari[sz]e|describe|open)(?: me)?(?: what(?:'s| is) in)? {GRAPH_EN}",
    r"what (?:do|can) you remember(?: so far)?",
    rf"how (?:big|large) is {GRAPH_EN}|how much (?:do you remember|is in {GRAPH_EN})",
    rf"que (?:hay|tienes) en {GRAPH_ES}",
    rf"(?:muestra|muestrame|ensename|lista|resume|resumeme|lee|describe)(?: lo que hay en)? {GRAPH_ES}",
    r"que (?:recuerdas|tienes guardado)",
)
UNDONE = _all(
    rf"(?:undo|revert|take back) (?:the |your |my )?(?:last|latest|previous) "
    rf"(?:memory change|change (?:to|in|of) {GRAPH_EN}|thing you (?:remembered|stored|memori[sz]ed))",
    r"(?:deshaz|revierte) (?:el |tu |mi )?ultimo cambio (?:de|en|del) (?:el |la |tu |mi )?"
    r"(?:grafo de conocimiento|memoria)",
    r"(?:deshaz|revierte) lo ultimo que (?:recordaste|guardaste|memorizaste)",
)

OF_ME = re2.compile(
    r"(?:i|i'm|i've|i'd|my|me|we|we're|our|myself|yo|mi|mis|me|soy|estoy|tengo|vivo|trabajo|prefiero|odio|necesito"
    r"|quiero|nuestro|nuestra|nosotros)\b"
)
"""How a fact about the person begins."""
ME = re2.compile(r"(?:me|myself|us|i|mi|mi mism[oa]|nosotros|nosotras)")
MINE = re2.compile(r"(?:my|our|mi|mis|nuestro|nuestra|nuestros|nuestras) ")
RELATED = _all(
    r"(?P<from>[^,.:;]{1,60}?) (?P<relation>(?:works|trabaja) (?:at|for|with|in|en|para|con)"
    r"|(?:lives|vive) (?:in|en)|(?:is|esta) (?:married to|casad[oa] con)|manages|reports to|knows|owns|founded"
    r"|is part of|belongs to|depends on|uses|conoce a|dirige|fundo|pertenece a|es parte de|depende de|usa)"
    r" (?P<to>[^,.:;]{1,60})",
)
TYPES = {
    "works at": ("person", "organisation"), "works for": ("person", "organisation"),
    "trabaja en": ("person", "organisation"), "trabaja para": ("person", "organisation"),
    "lives in": ("person", "place"), "vive en": ("person", "place"),
    "is married to": ("person", "person"), "knows": ("person", "person"), "conoce a": ("person", "person"),
    "reports to": ("person", "person"), "manages": ("person", "thing"), "founded": ("person", "organisation"),
}  # fmt: skip
"""Types of the two ends of a relation, where the relation tells them."""
SAID_OF = _all(
    r"(?:the |el |la |los |las )?(?P<about>[^,.:;]{1,60}?) (?P<said>(?:is|are|was|were|has|have|had|likes?|lives?"
    r"|works?|can|can't|will|prefers?|needs?|wants?|costs?|uses?|knows?|speaks?|es|son|esta|estan|tiene|tienen|vive|viven"
    r"|trabaja|trabajan|le gusta|prefiere|necesita|quiere|cuesta|usa|habla|era|fue|fueron)\b(?s:.+))",
)
