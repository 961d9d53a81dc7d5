"""What the offline model says of itself, in English and Spanish."""

from collections.abc import Iterable, Sequence

from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.reasons import ReasonCode, text_of
from bailiwick.kernel.resilience import ErrorClass, PassedOver
from bailiwick.tools.records import MissingTool
from bailiwick_router.core.language import Language
from bailiwick_router.phrases import is_about_team

GREETINGS = (
    "hello,hi,hey,hiya,howdy,yo,greetings,morning,evening,good day,good afternoon,how are you,how is it going,"
    "how s it going,hows it going,what s up,whats up,sup,nice to meet you,hola,holi,wenas,buenas,buenos dias,buen dia,"
    "saludos,que tal,como estas,como esta,como va,como andas,como te va,que hay,que onda,encantado,encantada,"
    "mucho gusto"
).split(",")
THANKS = (
    "thanks,thank you,thx,ty,tysm,cheers,appreciated,appreciate,that helps,helpful,gracias,agradezco,agradece,amable"
).split(",")
FAREWELLS = (
    "bye,goodbye,good night,see you,take care,have a nice,have a good,have a great,adios,chao,chau,hasta luego,"
    "hasta pronto,hasta manana,hasta la vista,nos vemos,cuidate,que tengas,buen finde,buen fin,"
    "that s all,thats all,that is all,thatll be all,that will be all,thats it,eso es todo,es todo,"
    "eso seria todo,nada mas"
).split(",")
ASSENTS = (
    "ok,okay,great,perfect,awesome,wonderful,excellent,amazing,nice,cool,good,well done,got it,welcome,no problem,"
    "vale,de acuerdo,genial,perfecto,estupendo,fantastico,excelente,maravilloso,"
    "muy bien,bien hecho,buen trabajo,de nada"
).split(",")
FILLERS = (
    "there everyone all team again so very much and a an lot many million for your the help you re i it day"
    " weekend later soon tomorrow job work was am doing oh well everything todo todos equipo y por tu la ayuda"
    " muchas muchisimas mil lo se te me un una muy dia semana de tardes noches quick one question thing"
    " pregunta cosa duda rapida today hoy"
).split()
"""Words that stand between them."""
KNOWN = frozenset(
    word for kind in (GREETINGS, THANKS, FAREWELLS, ASSENTS, FILLERS) for words in kind for word in words.split()
)
LONGEST_SMALL_TALK = 8
"""Words."""

HELLO: dict[Language, str] = {"en": "Hello.", "es": "Hola."}
ALONE: dict[Language, str] = {
    "en": "No language model is configured here, so rules and tools answer.",
    "es": "Aquí no hay ningún modelo de lenguaje configurado, así que responden reglas y herramientas.",
}
IN_PLACE: dict[Language, str] = {
    "en": "{reason} Until it answers, rules and tools do:",
    "es": "{reason} Hasta que responda, lo hacen las reglas y las herramientas:",
}
AT_LIMIT: dict[Language, str] = {
    "en": "{reason} Until then, rules and tools answer what they can:",
    "es": "{reason} Hasta entonces, las reglas y las herramientas responden a lo que pueden:",
}
HERE: dict[Language, str] = {"en": "{name} here.", "es": "Aquí {name}."}
WHAT_NOW: dict[Language, str] = {"en": "What can I do for you?", "es": "¿Qué puedo hacer por ti?"}
WELCOME: dict[Language, str] = {"en": "You're welcome.", "es": "De nada."}
ASSENTED: dict[Language, str] = {"en": "Good. What else?", "es": "Bien. ¿Algo más?"}
GOODBYE: dict[Language, str] = {"en": "Goodbye.", "es": "Hasta luego."}
NO_MODEL: dict[Language, str] = {
    "en": "This needs a language model, and no language model is configured here.",
    "es": "Para esto hace falta un modelo de lenguaje, y aquí no hay ningún modelo de lenguaje configurado.",
}
ALSO_NO_MODEL: dict[Language, str] = {
    "en": "Besides, this needs a language model, and no language model is configured here.",
    "es": "Además, para esto hace falta un modelo de lenguaje, y aquí no hay ningún modelo de lenguaje configurado.",
}
HOW_TO_ADD: dict[Language, str] = {
    "en": "To add a model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, start Ollama, or set"
    " BAILIWICK_OPENAI_BASE_URL with BAILIWICK_MODEL for any OpenAI-compatible server; then start again."
    " `bailiwick models` shows what is found.",
    "es": "Para añadir un modelo, define OPENAI_API_KEY, ANTHROPIC_API_KEY o GEMINI_API_KEY, arranca Ollama,"
    " o define BAILIWICK_OPENAI_BASE_URL con BAILIWICK_MODEL para cualquier servidor compatible con OpenAI;"
    " después, reinicia. `bailiwick models` muestra lo que se encuentra.",
}
ROSTER: dict[Language, str] = {"en": "Who is here:", "es": "Quién está aquí:"}
TEAM: dict[Language, str] = {
    "en": "Ask in your own words, and it goes to the one who can do it; or begin with a name: “ask {name} …”.",
    "es": "Pregunta con tus palabras y le llegará a quien pueda hacerlo, o empieza por un nombre:"
    " «pregunta a {name}…».",
}
FAILED: dict[Language, str] = {"en": "That did not work: {error}", "es": "No ha funcionado: {error}"}
RESULT: dict[Language, str] = {"en": "The result: {result}", "es": "El resultado: {result}"}


def introduction(name: str, purpose: str, language: Language) -> str:
    """Return what an agent says that was only asked for by name, or asked what it does."""
    return " ".join(filter(None, [HERE[language].format(name=name), purpose, WHAT_NOW[language]]))


def greeting(
    text: str,
    language: Language,
    *,
    name: str = "",
    purpose: str = "",
    roster: Sequence[str] = (),
    configured: bool = False,
) -> str | None:
    """Return the answer to a greeting, thanks, farewell, assent or question for the team; None if the message is more.

    `name` is what the agent is called, by any word of which it may be addressed, `purpose` what it is for; `roster`
    holds one line per agent, which a greeting passes on. Where no model is `configured` it says so.
    """
    words, names = _plain(text), _plain(name)
    if is_about_team(words) and name and not roster:
        return introduction(name, purpose, language)
    if is_about_team(words):
        first = roster[0].partition(":")[0] if roster else name
        team = _with_alone(TEAM[language].format(name=first), language, configured)
        return "\n\n".join([*_roster_lines(roster, language), *team])
    if not 0 < len(words) <= LONGEST_SMALL_TALK or any(word not in KNOWN and word not in names for word in words):
        return None
    if _says(words, THANKS):
        return WELCOME[language]
    if _says(words, FAREWELLS):
        return GOODBYE[language]
    if _says(words, GREETINGS) or all(word in names for word in words):
        hello, *how = _with_alone(HELLO[language], language, configured)
        return "\n\n".join([hello, *_roster_lines(roster, language), *how])
    return ASSENTED[language] if _says(words, ASSENTS) else None


def in_place_of(model: PassedOver, language: Language) -> str:
    """Return why rules and tools answer in place of a model, which did not or might not."""
    if model.reason.code == ReasonCode.MODEL_NAMED_UNUSABLE:
        return model.reason.text(language)
    words = AT_LIMIT if model.error_class is ErrorClass.BUDGET else IN_PLACE
    return words[language].format(reason=model.reason.text(language))


def cannot_use(missing: Sequence[MissingTool], language: Language) -> str:
    """Return why tools cannot be used, each reason once, on a line of its own."""
    return "\n".join(dict.fromkeys(text_of(tool.why or tool.reason, language) for tool in missing))


def kept(known: Sequence[KnownFact]) -> str:
    """Return what is kept for the person and answers the question, as who keeps it tells it; empty for nothing."""
    told = list(dict.fromkeys(fact.answer for fact in known if fact.answer))
    if not told:
        return ""
    return told[0] if len(told) == 1 else "\n".join(f"- {each}" for each in told)


def cannot_answer(
    language: Language,
    roster: Sequence[str] = (),
    missing: Sequence[MissingTool] = (),
    lacks: Sequence[str] = (),
) -> str:
    """Return the plain statement that there is no model, what else might have helped, and how to add one.

    `missing` are tools that might have done it if they could be used here. `lacks` say what the agent cannot work
    without, with a model or not: they come first.
    """
    absent = [cannot_use(missing, language)] if missing and not lacks else []
    needs = ALSO_NO_MODEL if lacks else NO_MODEL
    return "\n\n".join([*lacks, needs[language], *absent, *_roster_lines(roster, language), HOW_TO_ADD[language]])


def _with_alone(said: str, language: Language, configured: bool) -> list[str]:
    """Return what is said, and that rules and tools are alone with how to add a model, unless one is `configured`."""
    return [said] if configured else [f"{said} {ALONE[language]}", HOW_TO_ADD[language]]


def _roster_lines(roster: Sequence[str], language: Language) -> list[str]:
    return ["\n".join([ROSTER[language], *(f"- {line}" for line in roster)])] if roster else []


def _says(words: Iterable[str], phrases: Iterable[str]) -> bool:
    text = f" {' '.join(words)} "
    return any(f" {phrase} " in text for phrase in phrases)


def _plain(text: str) -> Sequence[str]:
    """Return the words of a text in lower case without marks; none for one that is too long to be small talk."""
    if len(text) > 100:
        return ()
    plain = text.lower().translate(str.maketrans("áéíóúüñ", "aeiouun"))
    return "".join(c if c.isalnum() else " " for c in plain.replace("'", "")).split()
