"""How a sentence tells facts, English and Spanish; matched against folded text (`phrases.fold`)."""

from collections.abc import Sequence

import re2

from bailiwick.tools.phrases import Pattern


def _all(*patterns: str) -> Sequence[Pattern]:
    return tuple(re2.compile(pattern) for pattern in patterns)


OF_ME = re2.compile(
    r"(?:i|i'm|i've|i'd|my|me|we|we're|our|myself|yo|mi|mis|me|soy|estoy|tengo|vivo|trabajo|prefiero|odio|necesito"
    r"|quiero|nuestro|nuestra|nosotros)\b"
)
"""How a fact about the person begins."""
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
