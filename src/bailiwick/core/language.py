"""Which of the product's languages a text is in."""

from typing import Literal

Language = Literal["en", "es"]

SPANISH = frozenset(
    "el la los las un una unos unas de del al y o u que qué cual cuál como cómo cuando cuándo donde dónde por para"
    " con sin en es está estan están son soy eres hay mi mis tu tus su sus me te se lo le les nos pero si sí no ya"
    " más muy también hoy mañana ayer ahora hora qué quiero quiere puedes puede dime dame haz hazme añade agrega"
    " resuelve calcula explica escribe busca crea apunta anota borra lista nota gracias hola buenos buenas"
    " cuánto cuanto cuántos cuántas este esta esto eso esa ese hacer ayuda ayúdame necesito compra pasos".split()
)
ENGLISH = frozenset(
    "the a an of to and or is are am was were be been do does did what which who how when where why in on at for"
    " with from by my your his her its our their me you he she it we they this that these those please can could"
    " would should will not no yes today tomorrow now time help want need give tell show make add solve explain"
    " write find create list note thanks thank hello hi about there have has had let".split()
)
MARKS = frozenset("ñ¿¡áéíóú")
ARITHMETIC = frozenset("=^*+/<>")


def detect_language(text: str) -> Language:
    """Return `es` or `en`: the language whose function words the text has more of; `en` on a tie.

    Spanish letters and marks count as one word each, so that "¿Qué?" is Spanish. Beside signs of arithmetic a
    single letter is an unknown, not a word: "solve x^2 + y^2 = 25" is English.
    """
    words = "".join(c if c.isalnum() else " " for c in text[:2000].lower()).split()
    if not ARITHMETIC.isdisjoint(text[:2000]):
        words = [word for word in words if len(word) > 1]
    spanish = sum(word in SPANISH for word in words) + sum(c in MARKS for c in text[:2000].lower())
    english = sum(word in ENGLISH for word in words)
    return "es" if spanish > english else "en"
