"""What the team tells of itself, in words; English and Spanish."""

from collections.abc import Mapping
from typing import Any

from bailiwick.models.offline_words import HOW_TO_ADD
from bailiwick.tools.phrases import joined
from bailiwick_router.core.language import Language

HEADS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "team": "This is who is here, and what each of us does:",
        "abilities": "This is what we can do for you, and who does it:",
        "tools": "This is what we can do, in plain words:",
        "help": "Write what you need in your own words; it goes to the one who does it. For example:",
    },
    "es": {
        "team": "Estos somos, y esto hace cada cual:",
        "abilities": "Esto es lo que podemos hacer por ti, y quién lo hace:",
        "tools": "Esto es lo que sabemos hacer, dicho llanamente:",
        "help": "Escribe con tus palabras lo que necesitas y le llegará a quien lo hace. Por ejemplo:",
    },
}
YOU: Mapping[Language, str] = {
    "en": "I am {name}, the supervisor of this team of AI agents: a program, not a person. I hand what you write to the"
    " agent in whose field it lies, {names} among them.",
    "es": "Soy {name}, quien supervisa este equipo de agentes de IA: un programa, no una persona. Paso lo que escribes"
    " al agente en cuya especialidad cae; entre ellos están {names}.",
}
TRY: Mapping[Language, str] = {"en": "for example “{example}”", "es": "por ejemplo, «{example}»"}
NEEDS_MODEL: Mapping[Language, str] = {"en": "needs a language model", "es": "necesita un modelo de lenguaje"}
MORE: Mapping[Language, str] = {"en": "- and {more} more", "es": "- y {more} más"}
SEVERAL: Mapping[Language, str] = {"en": "Several of us", "es": "Varios de nosotros"}
NAME_FIRST: Mapping[Language, str] = {
    "en": "To ask somebody in particular, begin with the name: “{name}, …”.",
    "es": "Para preguntar a alguien en concreto, empieza por su nombre: «{name}, …».",
}
MORE_TO_ASK: Mapping[Language, str] = {
    "en": "“Who is here?” tells of everybody, “why did {name} answer?” why it did, “what did that cost?” what it cost.",
    "es": "«¿Quién está aquí?» presenta a todo el equipo; «¿por qué ha contestado {name}?» da la razón, y «¿cuánto ha"
    " costado?» el coste.",
}
BY_RULES: Mapping[Language, str] = {
    "en": "No language model is configured here, so rules and tools answer.",
    "es": "Aquí no hay ningún modelo de lenguaje configurado, así que responden reglas y herramientas.",
}
WITH_MODEL: Mapping[Language, str] = {"en": "{model} answers here.", "es": "Aquí responde {model}."}
OTHER_MODEL: Mapping[Language, str] = {"en": "{agent} has {model}.", "es": "{agent} tiene {model}."}
CHANGE_MODEL: Mapping[Language, str] = {
    "en": "Another one is chosen under Settings, Models.",
    "es": "Se elige otro en Ajustes, Modelos.",
}
NOTHING_DECIDED: Mapping[Language, str] = {
    "en": "Nobody has answered anything in this conversation yet.",
    "es": "En esta conversación todavía no ha respondido nadie.",
}
ANSWERED: Mapping[Language, str] = {
    "en": "{agent} answered “{message}”. The reason on record: {reason}",
    "es": "A «{message}» respondió {agent}. La razón, según el registro: {reason}",
}
INSTEAD: Mapping[Language, str] = {
    "en": "{agent} answered “{message}”, not {named}.",
    "es": "A «{message}» respondió {agent}, no {named}.",
}
COUNTED: Mapping[Language, str] = {"en": "What counted: {words}.", "es": "Lo que ha contado: {words}."}
NOBODY_ANSWERED: Mapping[Language, str] = {
    "en": "No agent was found for “{message}”. The reason on record: {reason}",
    "es": "Para «{message}» no se encontró ningún agente. La razón, según el registro: {reason}",
}
NOT_NAMED: Mapping[Language, str] = {
    "en": "{named} has not answered in this conversation.",
    "es": "{named} no ha respondido en esta conversación.",
}
COST_NOTHING: Mapping[Language, str] = {
    "en": "Nothing: it was done by rules and tools, without a language model.",
    "es": "Nada: lo hicieron reglas y herramientas, sin modelo de lenguaje.",
}
COST: Mapping[Language, str] = {
    "en": "{money}, for {tokens} tokens in {calls}.",
    "es": "{money}, por {tokens} tokens en {calls}.",
}
NO_PRICE: Mapping[Language, str] = {
    "en": "No price is known for its model: {tokens} tokens in {calls}.",
    "es": "No se conoce el precio de su modelo: {tokens} tokens en {calls}.",
}
LEAST = 0.0001
"""US dollars that are told at least of what was not free."""
SPANISH_MARKS = str.maketrans(",.", ".,")
CALLS: Mapping[Language, tuple[str, str]] = {
    "en": ("one call of the model", "{calls} calls of the model"),
    "es": ("una llamada al modelo", "{calls} llamadas al modelo"),
}
OF_LAST: Mapping[Language, str] = {"en": "The answer to “{message}”", "es": "La respuesta a «{message}»"}
OF_ALL: Mapping[Language, tuple[str, str]] = {
    "en": ("This conversation so far, one answer", "This conversation so far, {runs} answers"),
    "es": ("Esta conversación hasta ahora, una respuesta", "Esta conversación hasta ahora, {runs} respuestas"),
}
NO_COST_YET: Mapping[Language, str] = {
    "en": "Nothing has been answered in this conversation yet, so it has cost nothing.",
    "es": "En esta conversación todavía no se ha respondido nada, así que no ha costado nada.",
}
NOTHING_RUNS: Mapping[Language, str] = {
    "en": "Nothing is running in this conversation.",
    "es": "En esta conversación no hay nada en marcha.",
}
STOPPED: Mapping[Language, str] = {
    "en": "Stopped: {what}. What was already done stays done.",
    "es": "Detenido: {what}. Lo que ya estaba hecho sigue hecho.",
}


def team(found: Mapping[str, Any], language: Language) -> str:
    """Return who is here, what they can do, or how to ask."""
    about, agents = found["about"], found["agents"]
    first = next((each["name"] for each in agents if not each["lacks"]), found["supervisor"])
    parts: list[str]
    if about == "you":
        names = joined([each["name"] for each in agents[:3]] or [""], "y" if language == "es" else "and")
        parts = [YOU[language].format(name=found["supervisor"], names=names)]
    elif about == "tools":
        parts = [HEADS[language]["tools"], *(_does(group, language) for group in found["does"])]
    elif about == "help":
        ready = [each for each in agents if each["example"] and not each["lacks"]]
        lines = [f"- {_quoted(each['example'], language)} ({each['name']})" for each in ready]
        parts = ["\n".join([HEADS[language]["help"], *lines]), MORE_TO_ASK[language].format(name=first)]
    else:
        lines = [_agent(each, language) for each in agents]
        lines += [MORE[language].format(more=found["more"])] if found["more"] else []
        parts = ["\n".join([HEADS[language][about], *lines]), NAME_FIRST[language].format(name=first)]
    if not found["model"]:
        parts.append(BY_RULES[language])
    return "\n\n".join(parts)


def model(found: Mapping[str, Any], language: Language) -> str:
    """Return which model answers, and how one is added or changed."""
    others = " ".join(OTHER_MODEL[language].format(**each) for each in found["others"])
    if found["model"] is None:
        return "\n\n".join(filter(None, [BY_RULES[language], others, HOW_TO_ADD[language]]))
    said = WITH_MODEL[language].format(model=found["model"])
    return " ".join(filter(None, [said, others, CHANGE_MODEL[language]]))


def decision(found: Mapping[str, Any], language: Language) -> str:
    """Return why somebody answered, and why another one did not."""
    if found["message"] is None:
        return NOTHING_DECIDED[language]
    if found["whyNot"] and found["agent"]:
        instead = INSTEAD[language].format(message=found["message"], agent=found["agent"], named=found["named"])
        return f"{instead} {found['whyNot']}"
    form = ANSWERED if found["agent"] else NOBODY_ANSWERED
    parts = [form[language].format(message=found["message"], agent=found["agent"], reason=found["reason"])]
    if found["counted"]:
        parts.append(COUNTED[language].format(words=", ".join(_quoted(each, language) for each in found["counted"])))
    if found["named"] and found["named"] != found["agent"]:
        parts = [NOT_NAMED[language].format(named=found["named"]), *parts]
    return " ".join(parts)


def costs(found: Mapping[str, Any], in_all: bool, language: Language) -> str:
    """Return what the last answer, or the whole conversation, cost; the other one after it where that differs."""
    last, every, runs = found["last"], found["all"], found["runs"]
    if not runs or (last is None and not in_all and not every["cost"]):
        return NO_COST_YET[language]
    one, several = OF_ALL[language]
    whole = f"{one if runs == 1 else several.format(runs=runs)}: {_small(_cost(every, language))}"
    if in_all or last is None:
        return whole
    said = f"{OF_LAST[language].format(message=last['message'])}: {_small(_cost(last['usage'], language))}"
    return said if last["usage"] == every or not every["input_tokens"] else f"{said} {whole}"


def stopped(found: Mapping[str, Any], language: Language) -> str:
    """Return what was stopped."""
    if not found["stopped"]:
        return NOTHING_RUNS[language]
    return STOPPED[language].format(what=", ".join(_quoted(each, language) for each in found["stopped"]))


def _agent(each: Mapping[str, Any], language: Language) -> str:
    said = f"- **{each['name']}**: {each['description']}"
    if each["lacks"]:
        return f"{said} {' '.join(each['lacks'])}"
    if each["needsModel"]:
        return f"{said} ({NEEDS_MODEL[language]})"
    return f"{said} ({TRY[language].format(example=each['example'])})" if each["example"] else said


def _does(group: Mapping[str, Any], language: Language) -> str:
    return "\n".join([f"**{group['agent'] or SEVERAL[language]}**", *(f"- {each}" for each in group["does"])])


def _cost(usage: Mapping[str, Any], language: Language) -> str:
    tokens = usage["input_tokens"] + usage["output_tokens"]
    if not tokens and not usage["cost"]:
        return COST_NOTHING[language]
    one, several = CALLS[language]
    calls = one if usage["model_calls"] == 1 else several.format(calls=usage["model_calls"])
    form = COST if usage["cost"] else NO_PRICE
    money, number = _money(usage["cost"], language), _marked(f"{tokens:,}", language)
    return form[language].format(money=money, tokens=number, calls=calls)


def _money(dollars: float, language: Language) -> str:
    """Return an amount with two digits after the point, below a dollar with up to four."""
    text = f"{dollars:,.2f}" if dollars >= 1 else f"{max(dollars, LEAST):.4f}".rstrip("0").rstrip(".")
    return f"{_marked(text, language)} USD" if language == "es" else f"${text}"


def _marked(number: str, language: Language) -> str:
    """Return a number that is written as in English with the marks of the language."""
    return number.translate(SPANISH_MARKS) if language == "es" else number


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _quoted(text: str, language: Language) -> str:
    return f"«{text}»" if language == "es" else f"“{text}”"
