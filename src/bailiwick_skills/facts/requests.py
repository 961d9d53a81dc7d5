"""How requests for facts are read, and the answer worded, without a model."""
# ruff: noqa: E501  (a wording is one line: broken in two it cannot be read)

from collections.abc import Mapping
from typing import Any, cast

import re2

from bailiwick.plugin import Language, Recognition, Request, fold, read

NAME = "randomFact"
MAX_REQUEST = 200
"""Longest request read as one for a fact, in characters."""
MOST_TOLD = 200

TOPIC = r"(?P<topic>[^\n?!.:;]{2,40}?)"
ABOUT_EN = rf"(?: (?:about|on|of|from|related to) (?:the )?{TOPIC})?"
ABOUT_ES = rf"(?: (?:sobre|de|del|acerca de|relacionad[oa] con) (?:el |la |los |las )?{TOPIC})?"
KIND_EN = r"(?:(?:another|one more|random|fun|funny|interesting|curious|cool|surprising|quick|weird|strange|amazing|little[- ]known|true|new|good|nice|short) )*"
GIVE_EN = r"(?:tell|give|share|show|teach|surprise|hit|say|entertain|amuse|i want|i need|i(?:'d| would) like)(?: to (?:hear|know|learn))?(?: (?:me|us))?(?: with)? "
GIVE_ES = r"(?:dime|cuentame|dame|dinos|cuentanos|danos|ensename|sorprendeme con|comparte|cuenta|di|(?:me |nos )?(?:cuentas|dices|das|ensenas)) "
KIND_ES = r"(?: (?:curios[oa]s?|interesantes?|divertid[oa]s?|sorprendentes?|aleatori[oa]s?|al azar|rar[oa]s?|verdader[oa]s?|random|fun))*"
ASKED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:{GIVE_EN})?(?:an? |some |any |your |the |one )?{KIND_EN}facts?(?: please)?{ABOUT_EN}",
        rf"(?:have you got|do you have|got|is there|what(?:'s| is)) (?:an? |any |some |your favou?rite )?{KIND_EN}facts?{ABOUT_EN}",
        rf"(?:an? |any |some )?{KIND_EN}(?:{TOPIC} )facts?",
        rf"{GIVE_EN}(?:an? |some |any )?{KIND_EN}{TOPIC} facts?",
        rf"(?:{GIVE_EN})?something (?:really |very )?(?:interesting|curious|surprising|cool|amazing|i (?:don't|do not) know|i didn't know|new){ABOUT_EN}",
        rf"(?:{GIVE_EN})?(?:some |a bit of |a piece of )?trivia{ABOUT_EN}",
        rf"did you know(?: something)?{ABOUT_EN}",
        rf"(?:{GIVE_ES})?(?:un |algun |otro |algunos |unos )?(?:datos?|hechos?){KIND_ES}{ABOUT_ES}{KIND_ES}",
        rf"(?:{GIVE_ES})?(?:una |alguna |otra |algunas |unas )?curiosidad(?:es)?{KIND_ES}{ABOUT_ES}",
        rf"(?:{GIVE_ES})?algo (?:muy )?(?:curioso|interesante|sorprendente|que no sepa|nuevo){ABOUT_ES}",
        rf"(?:tienes|hay|conoces) (?:un |algun |una |alguna |otro |otra )?(?:dato|hecho|curiosidad){KIND_ES}{ABOUT_ES}",
        rf"(?:sabias que|sabes) algo (?:curioso|interesante){ABOUT_ES}",
    )
)
PLAIN_FACTS = re2.compile(r"(?:the )?facts?|datos?|hechos?|something new|algo nuevo|did you know")
"""What is no request by itself."""
AGAIN = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:and |give me |tell me )*(?:another|one more|more|next|again)(?: one| please| fact)?{ABOUT_EN}",
        rf"(?:y |dame |dime |cuentame )*(?:otro|otra|uno mas|una mas|mas|otro mas|otra mas|siguiente){ABOUT_ES}",
        rf"(?:and|what about|how about|now)(?: one)?(?: (?:about|on|of))? {TOPIC}",
        rf"(?:one )?(?:about|on) (?:the )?{TOPIC}",
        rf"(?:uno |una )?(?:sobre|acerca de) (?:el |la |los |las )?{TOPIC}",
        rf"(?:y|que tal|ahora)(?: (?:uno|una))? (?:sobre|de) (?:el |la |los |las )?{TOPIC}",
    )
)
NO_TOPIC = frozenset(
    "my mi mis our nuestro this that these those este esta esto ese eso these me it him her them yourself ti you case"
    " cliente clientes customer customers contacto pedido order file archivo tabla table database base what are is the"
    " in en at on to for para memory memoria time hora".split()
)
LONGEST_TOPIC = 3
"""Words."""


def read_fact(request: Request) -> Recognition | None:
    """Return the topic, and the ids of facts told before; None if the request asks something else."""
    if len(request.text) > MAX_REQUEST:
        return None
    core = request.core
    calls = [call for call in request.past_calls if call.name == NAME]
    for pattern in ASKED:
        found = read((pattern,), core)
        if found is not None and not PLAIN_FACTS.fullmatch(fold(core)):
            topic = _topic(found.get("topic"))
            if topic is not None:
                return _recognition(topic, calls, 0.93)
    if last := request.latest(NAME):
        found = read(AGAIN, core)
        topic = _topic(found.get("topic")) if found is not None else None
        if topic is not None:
            return _recognition(topic or str(last.arguments.get("topic", "")), calls, 0.85)
    return None


def _topic(found: str | None) -> str | None:
    """Return what can be a topic; empty for none, nothing for what is another kind of request."""
    words = fold(found or "").split()
    if len(words) > LONGEST_TOPIC or any(word in NO_TOPIC for word in words):
        return None
    return (found or "").strip(" .,'\"")


def _recognition(topic: str, calls: Any, confidence: float) -> Recognition:
    told = [_id(call.result) for call in calls][-MOST_TOLD:]
    arguments: dict[str, Any] = {}
    if topic:
        arguments["topic"] = topic
    if any(told):
        arguments["exclude"] = [each for each in told if each]
    return Recognition(arguments=arguments, confidence=confidence)


def _id(result: Any) -> str:
    identity = cast("Mapping[str, Any]", result).get("id") if isinstance(result, dict) else None
    return identity if isinstance(identity, str) else ""


def say_fact(result: Mapping[str, Any], language: Language) -> str:
    """Return the answer a person reads."""
    source = f"[{result['source']}]({result['url']})"
    if result["topicFound"]:
        return f"{result['fact']}\n\n{source}"
    if language == "es":
        return f"No tengo ningún dato sobre «{result['topic']}»; este es otro: {result['fact']}\n\n{source}"
    return f'I have no fact about "{result["topic"]}"; here is another: {result["fact"]}\n\n{source}'
