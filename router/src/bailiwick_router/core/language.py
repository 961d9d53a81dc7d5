"""Which of the product's languages a text is in."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Sequence
from typing import Literal

Language = Literal["en", "es"]

SPANISH = frozenset(
    "el la los las un una unos unas de del al y o u que qué cual cuál como cómo cuando cuándo donde dónde por para"
    " con sin en es está estan están son soy eres hay mi mis tu tus su sus me te se lo le les nos pero si sí no ya"
    " más muy también hoy mañana ayer ahora hora qué quiero quiere puedes puede dime dame haz hazme añade agrega"
    " resuelve calcula explica escribe busca crea apunta anota borra lista nota gracias hola buenos buenas"
    " cuánto cuanto cuántos cuántas este esta esto eso esa ese hacer ayuda ayúdame necesito compra pasos"
    " deshaz deshazlo deshacer recuérdame recuerdame avísame avisame recordatorio recordatorios llamar comprar pagar"
    " estoy siento entiendo comprendo quién quien quiénes quienes tengo tienes tenemos nadie"
    " nada cuéntame cuentame perdona".split()
)
ENGLISH = frozenset(
    "the a an of to and or is are am was were be been do does did what which who how when where why in on at for"
    " with from by my your his her its our their me you he she it we they this that these those please can could"
    " would should will not no yes today tomorrow now time help want need give tell show make add solve explain"
    " write find create list note thanks thank hello hi about there have has had let undo"
    " remind reminder reminders".split()
)
FURTHER_SPANISH = frozenset(
    "vale porque nuestra nuestro nuestras nuestros ella ellos ellas ha han hemos muy mas pues luego otra otro otras"
    " otros todos toda todas aqui alli asi aun solo sólo entre desde hasta sobre fue va vas voy vamos ir buen bueno"
    " buena dia dias anos años quita pon ponme cuantos dinos cuenta ultimo ultima último última primera primero nuevo"
    " nueva cuales cuáles algun algún alguna alguien algo tampoco siempre nunca casi bien mal donde adonde"
    " olvida recuerda cancela elimina abre llama manda envia envía lee mira cambia olvídalo tiempo precio tarea tareas"
    " correo correos".split()
)
"""Words that tell the language as those of `SPANISH` do, and may mean something besides."""
FURTHER_ENGLISH = frozenset(
    "i some more if than just im dont whats its didnt cant going got get go good bad really very because been being"
    " well back out up down off into all them then when until since forget remember cancel delete remove stop open call"
    " send search check play read run buy change rename move weather price task tasks mail mails email emails".split()
)
OF_BOTH = frozenset("a he has no me son u todo".split())
"""Words of these lists that the other language has, too: they tell nothing."""
MARKS = frozenset("ñ¿¡áéíóú")
CONSIDERED = 2000
"""Characters of a text that are looked at."""
_WORD = re.compile(r"[^\W_]+")
_ENGLISH = (ENGLISH | FURTHER_ENGLISH) - OF_BOTH
_SPANISH = (SPANISH | FURTHER_SPANISH) - OF_BOTH
_SPELT_ENGLISH = re.compile(r"[wk]|[tspg]h|oo|ee|ff|tt|pp|mm|dd|tion|(?:[bcdfghjkmptvxy]|[^aeiouáéíóú]{2}s?|ing|ous)\Z")
_SPELT_SPANISH = re.compile(r"[ao]s?\Z")
LEAST_SPELT = 4
"""Letters of a word whose spelling is looked at."""
LEAST_LEAD = 2
"""Words by which a language must lead where only spelling tells it."""
_OPTION = re.compile(r" --?([^\W_]+)")
_ARITHMETIC = re.compile(r"[=^*+/<>]")


def detect_language(text: str, otherwise: Language = "en") -> Language:
    """Return the language that the words of a text tell, or `otherwise`: that of the messages before it, say."""
    return told_language(text) or otherwise


def told_language(text: str) -> Language | None:
    """Return `es` or `en`: the language whose function words the text has more of; None where its words do not tell.

    On a tie it is the one that two words more are spelt like. Spanish letters and marks count as one word each, so that
    "¿Qué?" is Spanish. Beside signs of arithmetic a single letter is an unknown, not a word, and "sin" is the sine:
    "solve x^2 + y^2 = 25" is English. An option of a command is no word.
    """
    considered = text[:CONSIDERED].lower()
    return language_of_words(_WORD.findall(considered), considered)


def language_of_words(words: Sequence[str], considered: str) -> Language | None:
    """Return the same for a text in lower case whose words are known already, runs of letters and digits in order."""
    if " -" in considered:  # `ls -la` says nothing in any language
        options = frozenset(_OPTION.findall(considered))
        words = [word for word in words if word not in options]
    if _ARITHMETIC.search(considered):
        words = [word for word in words if len(word) > 1 and word != "sin"]
    # Counted by `map`, a third of the time of a generator: every routed message passes here.
    spanish, english = sum(map(_SPANISH.__contains__, words)), sum(map(_ENGLISH.__contains__, words))
    if not considered.isascii():
        spanish += sum(map(MARKS.__contains__, considered))
    if spanish == english:
        return _spelt_like(words)
    return "es" if spanish > english else "en"


def _spelt_like(words: Sequence[str]) -> Language | None:
    lead = 0
    for word in words:
        if len(word) >= LEAST_SPELT and word.isalpha():
            if _SPELT_ENGLISH.search(word):
                lead -= 1
            elif _SPELT_SPANISH.search(word):
                lead += 1
    if abs(lead) < LEAST_LEAD:
        return None
    return "es" if lead > 0 else "en"


def preferred_language(accepted: str) -> Language:
    """Return the product's language that a header `Accept-Language` (RFC 9110) prefers; `en` where it names none."""
    best: Language = "en"
    most = 0.0
    for entry in accepted[:CONSIDERED].split(","):
        tag, *parameters = (part.strip().lower() for part in entry.split(";"))
        quality = next((part.removeprefix("q=") for part in parameters if part.startswith("q=")), "1")
        try:
            weight = float(quality)
        except ValueError:
            continue
        primary = tag.partition("-")[0]
        if weight > most and (primary == "en" or primary == "es"):
            best, most = primary, weight
    return best
