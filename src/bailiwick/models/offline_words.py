"""What the offline model says of itself, in English and Spanish."""

from collections.abc import Iterable, Sequence

from bailiwick.kernel.reasons import text_of
from bailiwick.tools.records import MissingTool
from bailiwick_router.core.language import Language

GREETINGS = (
    "hello,hi,hey,hiya,howdy,yo,greetings,morning,evening,good day,good afternoon,how are you,how is it going,"
    "how s it going,hows it going,what s up,whats up,sup,nice to meet you,hola,holi,buenas,buenos dias,buen dia,"
    "saludos,que tal,como estas,como esta,como va,como andas,como te va,que hay,que onda,encantado,encantada,"
    "mucho gusto"
).split(",")
THANKS = (
    "thanks,thank you,thx,ty,tysm,cheers,appreciated,appreciate,that helps,helpful,gracias,agradezco,agradece,amable"
).split(",")
FAREWELLS = (
    "bye,goodbye,good night,see you,take care,have a nice,have a good,have a great,adios,chao,chau,hasta luego,"
    "hasta pronto,hasta manana,hasta la vista,nos vemos,cuidate,que tengas,buen finde,buen fin"
).split(",")
ASSENTS = (
    "ok,okay,great,perfect,awesome,wonderful,excellent,amazing,nice,cool,good,well done,got it,welcome,no problem,"
    "that s all,thats all,that is all,vale,de acuerdo,genial,perfecto,estupendo,fantastico,excelente,maravilloso,"
    "muy bien,bien hecho,buen trabajo,de nada,eso es todo,nada mas"
).split(",")
FILLERS = (
    "there everyone all team again so very much and a an lot many million for your the help you re i it day"
    " weekend later soon tomorrow job work was am doing oh well everything todo todos equipo y por tu la ayuda"
    " muchas muchisimas mil lo se te me un una muy dia semana de tardes noches"
).split()
"""Words that stand between them."""
KNOWN = frozenset(
    word for kind in (GREETINGS, THANKS, FAREWELLS, ASSENTS, FILLERS) for words in kind for word in words.split()
)
LONGEST_SMALL_TALK = 8
"""Words."""

HELLO: dict[Language, str] = {
    "en": "Hello. No language model is configured here, so I answer by rules and tools alone.",
    "es": "Hola. Aquí no hay ningún modelo de lenguaje configurado, así que respondo solo con reglas y herramientas.",
}
WELCOME: dict[Language, str] = {"en": "You're welcome.", "es": "De nada."}
ASSENTED: dict[Language, str] = {"en": "Good. What else?", "es": "Bien. ¿Algo más?"}
GOODBYE: dict[Language, str] = {"en": "Goodbye.", "es": "Hasta luego."}
NO_MODEL: dict[Language, str] = {
    "en": "I cannot answer that: no language model is configured, and it is no request that one of my tools"
    " understands.",
    "es": "No puedo responder a eso: no hay ningún modelo de lenguaje configurado y no es una petición que"
    " entienda alguna de mis herramientas.",
}
NO_MODEL_BUT_MISSING: dict[Language, str] = {
    "en": "I cannot answer that: no language model is configured, and none of the tools that work here understands it.",
    "es": "No puedo responder a eso: no hay ningún modelo de lenguaje configurado y no lo entiende ninguna de las"
    " herramientas que funcionan aquí.",
}
UNUSABLE: dict[Language, str] = {
    "en": "{tools} cannot be used here: {reason}",
    "es": "No se puede usar {tools}: {reason}",
}
HOW_TO_ADD: dict[Language, str] = {
    "en": "To add a model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, start Ollama, or set"
    " BAILIWICK_OPENAI_BASE_URL with BAILIWICK_MODEL for any OpenAI-compatible server; then start again."
    " `bailiwick models` shows what is found.",
    "es": "Para añadir un modelo, define OPENAI_API_KEY, ANTHROPIC_API_KEY o GEMINI_API_KEY, arranca Ollama,"
    " o define BAILIWICK_OPENAI_BASE_URL con BAILIWICK_MODEL para cualquier servidor compatible con OpenAI;"
    " después, reinicia. `bailiwick models` muestra lo que se encuentra.",
}
TOOLS: dict[Language, str] = {
    "en": "Without a model I can use these tools: {}.",
    "es": "Sin un modelo puedo usar estas herramientas: {}.",
}
MORE: dict[Language, str] = {"en": " and {} more", "es": " y {} más"}
LISTED = 8
"""How many tools are named; the page of tools has them all."""
ROSTER: dict[Language, str] = {"en": "Who is here:", "es": "Quién está aquí:"}
FAILED: dict[Language, str] = {"en": "`{tool}` did not work: {error}", "es": "`{tool}` no ha funcionado: {error}"}
RESULT: dict[Language, str] = {"en": "Result of `{tool}`: {result}", "es": "Resultado de `{tool}`: {result}"}


def small_talk(text: str, language: Language, *, name: str = "", roster: Sequence[str] = ()) -> str | None:
    """Return the answer to a greeting, thanks, farewell or assent; None if the message is anything more.

    `name` is what the agent is called, by any word of which it may be addressed; `roster` holds one line per agent,
    which a greeting passes on.
    """
    words, names = _plain(text), _plain(name)
    if not 0 < len(words) <= LONGEST_SMALL_TALK or any(word not in KNOWN and word not in names for word in words):
        return None
    if _says(words, THANKS):
        return WELCOME[language]
    if _says(words, FAREWELLS):
        return GOODBYE[language]
    if _says(words, GREETINGS) or all(word in names for word in words):
        return "\n\n".join([HELLO[language], *_roster_lines(roster, language), HOW_TO_ADD[language]])
    return ASSENTED[language] if _says(words, ASSENTS) else None


def cannot_use(missing: Sequence[MissingTool], language: Language) -> str:
    """Return which tools cannot be used and why, a line for each reason."""
    reasons: dict[str, list[str]] = {}
    for tool in missing:
        reasons.setdefault(text_of(tool.why or tool.reason, language), []).append(f"`{tool.name}`")
    return "\n".join(
        UNUSABLE[language].format(tools=", ".join(names), reason=reason) for reason, names in reasons.items()
    )


def cannot_answer(
    language: Language, tools: Sequence[str], roster: Sequence[str] = (), missing: Sequence[MissingTool] = ()
) -> str:
    """Return the plain statement that there is no model, what can be done without, and how to add one.

    `missing` are tools that might have done it if they could be used here.
    """
    lacks = [cannot_use(missing, language)] if missing else []
    named = ", ".join(f"`{tool}`" for tool in tools[:LISTED])
    more = MORE[language].format(len(tools) - LISTED) if len(tools) > LISTED else ""
    able = [TOOLS[language].format(named + more)] if tools else []
    told = NO_MODEL_BUT_MISSING[language] if missing else NO_MODEL[language]
    return "\n\n".join([told, *lacks, *able, *_roster_lines(roster, language), HOW_TO_ADD[language]])


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
