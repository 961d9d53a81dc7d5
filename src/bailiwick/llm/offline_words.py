"""What the offline model says of itself, in English and Spanish."""

from collections.abc import Sequence

from bailiwick.core.language import Language

GREETINGS = frozenset(
    (
        "hello", "hi", "hey", "hello there", "hi there", "good morning", "good afternoon", "good evening",
        "hola", "buenas", "buenos dias", "buenas tardes", "buenas noches", "saludos", "que tal", "hola que tal",
    )
)  # fmt: skip
THANKS = frozenset(
    (
        "thanks", "thank you", "thanks a lot", "many thanks", "thank you very much", "great thanks",
        "ok thanks", "gracias", "muchas gracias", "mil gracias", "ok gracias", "vale gracias", "perfecto gracias",
    )
)  # fmt: skip
GOODBYES = frozenset(
    ("bye", "goodbye", "see you", "good night", "adios", "hasta luego", "hasta manana", "chao", "nos vemos")
)

HELLO: dict[Language, str] = {
    "en": "Hello. No language model is configured here, so I answer by rules and tools alone.",
    "es": "Hola. Aquí no hay ningún modelo de lenguaje configurado, así que respondo solo con reglas y herramientas.",
}
WELCOME: dict[Language, str] = {"en": "You're welcome.", "es": "De nada."}
GOODBYE: dict[Language, str] = {"en": "Goodbye.", "es": "Hasta luego."}
NO_MODEL: dict[Language, str] = {
    "en": "I cannot answer that: no language model is configured, and it is no request that one of my tools"
    " understands.",
    "es": "No puedo responder a eso: no hay ningún modelo de lenguaje configurado y no es una petición que"
    " entienda alguna de mis herramientas.",
}
HOW_TO_ADD: dict[Language, str] = {
    "en": "To add a model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, start Ollama, or set"
    " BAILIWICK_OPENAI_BASE_URL with BAILIWICK_MODEL for any OpenAI-compatible server; then start again."
    " `bailiwick models` shows what is found.",
    "es": "Para añadir un modelo, define OPENAI_API_KEY, ANTHROPIC_API_KEY o GEMINI_API_KEY, arranca Ollama,"
    " o define BAILIWICK_OPENAI_BASE_URL con BAILIWICK_MODEL para cualquier servidor compatible con OpenAI;"
    " después, reinicia. `bailiwick models` muestra lo que se encuentra.",
}
TOOLS: dict[Language, str] = {"en": "Without a model I can use: {}.", "es": "Sin un modelo puedo usar: {}."}
ROSTER: dict[Language, str] = {"en": "Who is here:", "es": "Quién está aquí:"}
FAILED: dict[Language, str] = {"en": "{tool} did not work: {error}", "es": "{tool} no ha funcionado: {error}"}
RESULT: dict[Language, str] = {"en": "Result of {tool}: {result}", "es": "Resultado de {tool}: {result}"}


def spoken_name(tool: str) -> str:
    """Return a tool's name as words: `getCurrentDateTime` becomes `get current date time`."""
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in tool.replace("_", " ").replace("-", " "))
    return " ".join(spaced.split()) if not tool.isupper() else tool


def small_talk(text: str, language: Language, roster: Sequence[str] = ()) -> str | None:
    """Return the answer to a greeting, thanks or goodbye; nothing if the message is anything more.

    `roster` holds one line per agent, which a greeting passes on.
    """
    words = _plain(text)
    if words in GREETINGS:
        return "\n\n".join([HELLO[language], *_roster_lines(roster, language), HOW_TO_ADD[language]])
    if words in THANKS:
        return WELCOME[language]
    if words in GOODBYES:
        return GOODBYE[language]
    return None


def cannot_answer(language: Language, tools: Sequence[str], roster: Sequence[str] = ()) -> str:
    """Return the plain statement that there is no model, what can be done without, and how to add one."""
    able = [TOOLS[language].format(", ".join(spoken_name(tool) for tool in tools))] if tools else []
    return "\n\n".join([NO_MODEL[language], *able, *_roster_lines(roster, language), HOW_TO_ADD[language]])


def _roster_lines(roster: Sequence[str], language: Language) -> list[str]:
    return ["\n".join([ROSTER[language], *(f"- {line}" for line in roster)])] if roster else []


def _plain(text: str) -> str:
    """Return the words of a short text in lower case without marks; empty for a longer one."""
    if len(text) > 60:
        return ""
    plain = text.lower().translate(str.maketrans("áéíóúüñ", "aeiouun"))
    return " ".join("".join(c if c.isalnum() else " " for c in plain.replace("'", "")).split())
