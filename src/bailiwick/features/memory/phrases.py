"""The wordings of requests about memory, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.tools.phrases import Pattern


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
    "works at": ("person", "organisation"),
    "works for": ("person", "organisation"),
    "trabaja en": ("person", "organisation"),
    "trabaja para": ("person", "organisation"),
    "lives in": ("person", "place"),
    "vive en": ("person", "place"),
    "is married to": ("person", "person"),
    "knows": ("person", "person"),
    "conoce a": ("person", "person"),
    "reports to": ("person", "person"),
    "manages": ("person", "thing"),
    "founded": ("person", "organisation"),
}
"""Types of the two ends of a relation, where the relation tells them."""
NOT_SO = re2.compile(r" (?:no|not|never|nunca|ya no)$")
"""How whom a relation begins at ends where the relation is denied."""
SAID_OF = _all(
    r"(?:the |el |la |los |las )?(?P<about>[^,.:;]{1,60}?) (?P<said>(?:(?:no longer|no|never|nunca|ya no) )?"
    r"(?:doesn't|does not|don't|isn't|wasn't|hasn't|cannot"
    r"|is|are|was|were|has|have|had|likes?|loves?|hates?|lives?|lived|works?|worked"
    r"|can|can't|will|prefers?|needs?|wants?|costs?|uses?|knows?|speaks?|studies|studied|moved|owns|manages"
    r"|es|son|esta|estan|tiene|tienen|vive|viven|vivia|dirige|odia|estudia|estudio|nacio|conoce"
    r"|trabaja|trabajan|le gustan?|prefiere|necesita|quiere|cuesta|usa|habla|era|fue|fueron)\b(?s:.+))",
)

# How one sentence goes on to a second fact. Verbs that are nouns as well need the word that makes them verbs.
SUBORDINATES = re2.compile(r"\b(?:that|who|which|whose|because|if|when|que|quien|cuyo|cuya|porque|si|cuando)\b")
"""Words by which what follows may be told of another person, or only under a condition."""
BETWEEN_FACTS = re2.compile(
    r"(?:[,;]? (?:and|but|y|e|pero)(?: also| then| tambien| ademas)? |[,;] (?:also |tambien )?)"
)
BETWEEN_NAMES = re2.compile(r", (?:and |y |e )?| (?:and|y|e) ")
DOES = (
    r"(?:works (?:at|for|with|in|as|from|on) |lives (?:in|at|with|near|on|by|alone)|(?:has|is|was|had|likes|loves|hates"
    r"|prefers|knows|owns|speaks|manages|needs|wants|uses|studies|studied|worked|lived|can|can't|cannot|doesn't|isn't"
    r"|wasn't|hasn't|does not|never|no longer) |moved to "
    r"|(?:no |ya no |nunca )?(?:trabaja (?:en|para|con|de|como) |vive (?:en|con|cerca|sol[oa])|le gustan? "
    r"|(?:tiene|es|era|fue|habla|usa|dirige|odia|estudia|prefiere|necesita|quiere|nacio|conoce) "
    r"|esta (?:en|casad[oa]|solter[oa]|enferm[oa]|content[oa])))"
)
GOES_ON = re2.compile(rf"(?:(?:she|he|it|ella|el) )?(?P<said>{DOES}(?s:.*))")
"""What is told of the one who was spoken of before."""
OWN_SUBJECT = re2.compile(rf"[^ ,.:;]{{1,30}}(?: [^ ,.:;]{{1,30}}){{0,2}}? {DOES}")
"""A person who is named, and what that person does."""
DO = (
    r"(?:work (?:at|for|with|in|as|from|on)|live (?:in|at|with|near|on|by)"
    r"|like|love|hate|speak|prefer|use|need|want|study"
    r"|trabajan (?:en|para|con|de|como)|viven (?:en|con|cerca)"
    r"|hablan|usan|odian|estudian|prefieren|necesitan|quieren)"
)
PEOPLE_DO = re2.compile(
    rf"(?P<names>[^.:;]{{1,80}}? (?:and|y|e) [^ ,.:;]{{1,30}}(?: [^ ,.:;]{{1,30}})??) (?P<said>{DO} (?s:.+))"
)
"""What several people do, each for themselves."""
GOES_ON_OF_SEVERAL = re2.compile(rf"(?:(?:they|ellos|ellas) )?(?P<said>{DO} (?s:.+))")
TOGETHER = re2.compile(
    r"\b(?:together|each other|one another|both|to|juntos|juntas|mutuamente|ambos|ambas|uno al otro)\b"
)
"""What several people do with one another, or only want to: it is no fact about each."""
SINGULAR = {
    "work": "works",
    "live": "lives",
    "like": "likes",
    "love": "loves",
    "hate": "hates",
    "speak": "speaks",
    "prefer": "prefers",
    "use": "uses",
    "need": "needs",
    "want": "wants",
    "study": "studies",
    "trabajan": "trabaja",
    "viven": "vive",
    "hablan": "habla",
    "usan": "usa",
    "odian": "odia",
    "estudian": "estudia",
    "prefieren": "prefiere",
    "necesitan": "necesita",
    "quieren": "quiere",
}
I_DO = re2.compile(r"i(?:'m|'ve|'d)? ")
I_TELL = (
    r"(?:am|work (?:at|for|with|in|as|from)|live (?:in|at|with|near)|have|like|love|hate|prefer|speak|own|don't"
    r"|vivo|trabajo|tengo|soy|estoy|prefiero|odio|hablo|estudio|me llamo|me gustan?"
    r"|no (?:vivo|trabajo|tengo|soy|me gustan?))"
)
GOES_ON_OF_ME = re2.compile(rf"(?:(?:also )?{I_TELL} |(?:i|i'm|i am|i've) |(?:my|mi) [^,.:;]{{1,40}}? (?:is|es) )")
TELLS_OF_ME = re2.compile(
    rf"^(?:yo |i |i'm |i've )?(?:{I_TELL} |(?:i'm|i am|i've) |(?:my|mi) [^,.:;]{{1,40}}? (?:is|es) )"
)
"""A whole statement about the person; "I want to live and work in Lima" is none that could be cut."""
