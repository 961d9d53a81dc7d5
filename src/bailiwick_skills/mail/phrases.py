"""How requests to look into a mailbox are read, English and Spanish, as searches in Gmail's syntax."""
# ruff: noqa: E501  (a wording is one line: broken in two it cannot be read)

from collections.abc import Sequence
from importlib.resources import files
from typing import TypeVar

import re2

from bailiwick.plugin import Sentences, fold, picked, read, take_when, wanted

T = TypeVar("T")

MAX_REQUEST = 300
"""Longest request read as one for mail, in characters."""

MAIL_EN = r"(?:e-?mails?|mails?|gmail|inbox|mailbox)"
MAIL_ES = r"(?:correos?(?: electronicos?)?|e-?mails?|mails?|gmail|bandeja de entrada|buzon)"
NEW_EN = r"(?P<unread>(?:new |unread |unanswered |unopened )+)?(?:recent |latest |last |important )?"
NEW_ES = r"(?P<unread> nuev[oa]s?| sin leer| no leidos?| pendientes?)?(?: recientes?)?"
MORE_EN = r"(?: (?:from|by) (?P<sender>[^\n?!:;]{2,60}?))?(?: (?:about|on|for|mentioning|regarding|with the subject|containing) (?P<words>[^\n?!;]{2,80}?))?"
MORE_ES = r"(?: (?:de(?: parte de)?|del) (?P<sender>[^\n?!:;]{2,60}?))?(?: (?:sobre|acerca de|con el asunto|que (?:hable|hablen|mencione) de) (?P<words>[^\n?!;]{2,80}?))?"
UNREAD_EN, UNREAD_ES = r"(?P<unread> (?:new|unread))?", r"(?P<unread> (?:nuevo|nueva|sin leer))?"
ASKED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:(?:do|did|have) (?:i|we) (?:have |get |got |receive )?|is there |are there |got |have i |was there )?(?:any |some )?{NEW_EN}{MAIL_EN}(?: messages?)?{MORE_EN}",
        rf"(?:check|read|show|list|open|get|see|look (?:at|in|into)|go through|scan|summari[sz]e|view)(?: me)?(?: for)? (?:my |the |all |any )*{NEW_EN}{MAIL_EN}(?: messages?| inbox)?(?: for (?:new|unread) (?:messages|mail|e-?mails?))?{MORE_EN}",
        rf"what(?:'s| is| are)?(?: new| there)? (?:in )?(?:my |the )?{NEW_EN}{MAIL_EN}{MORE_EN}",
        rf"how many {NEW_EN}{MAIL_EN}(?: messages?)? (?:do i have|are there|have i got){MORE_EN}",
        rf"(?:search|look|find|look through)(?: in| through)? (?:my |the )?{MAIL_EN} (?:for|about) (?:the )?(?P<words>[^\n?!;]{{2,80}}?)",
        rf"(?:find|search for|look for|show me|get me) (?:the |any |all |my )*{NEW_EN}{MAIL_EN}(?: messages?)?{MORE_EN}",
        r"(?:did|has) (?P<sender>[^\n?!:;]{2,40}?) (?:write to|written to|e-?mail(?:ed)?|answer(?:ed)?|repl(?:y|ied)(?: to)?) me",
        rf"(?:tengo|hay|me ha llegado|ha llegado|me llego|recibi|he recibido) (?:algun |algunos |un |mas )?{MAIL_ES}{NEW_ES}{MORE_ES}",
        rf"(?:revisa|mira|lee|leeme|consulta|comprueba|abre|muestra|muestrame|resume|ensename|lista|ver|revisar|mirar|leer) (?:mi |mis |el |los |la |todos mis )?{MAIL_ES}{NEW_ES}{MORE_ES}",
        rf"que (?:hay(?: de nuevo)? en |tengo en )?(?:mi |el |la )?{MAIL_ES}{NEW_ES}(?: tengo)?",
        rf"cuantos {MAIL_ES}{NEW_ES} (?:tengo|hay)(?P<later> sin leer| nuevos?)?",
        rf"(?:busca|encuentra|buscame|buscar) (?:en )?(?:mi |mis |el |los )?{MAIL_ES} (?:(?:el|la|los|las) )?(?P<words>[^\n?!;]{{2,80}}?)",
        rf"(?:los |mis |ultimos )*{MAIL_ES}{NEW_ES}{MORE_ES}",
        r"me ha (?:escrito|contestado|respondido) (?P<sender>[^\n?!:;]{2,40}?)",
    )
)
MENTIONED = re2.compile(
    r"mail|inbox|correo|buzon|bandeja|write to me|written to me|answer|repl|escrito|contestado|respondido"
)
DONE_WITH = re2.compile(
    rf"\b(?:send|reply|answer|forward|delete|archive|move|mark|label|empty|read|find|open|show)\b.*\b{MAIL_EN}\b"
    rf"|\b(?:envia\w*|manda\w*|responde\w*|contesta\w*|reenvia\w*|borra\w*|archiva\w*|mueve\w*|marca\w*|lee\w*|busca\w*"
    rf"|abre\w*|ensena\w*|muestra\w*)\b.*\b{MAIL_ES}\b|\b(?:my|our) {MAIL_EN}\b|\bmis? {MAIL_ES}\b"
)
"""What is done with mail that is or will be in a mailbox; a mail that is merely written needs none."""
CHANGED = re2.compile(
    r"\b(?:send|reply|answer|forward|delete|archive|move|mark|label|empty|envia\w*|manda\w*|responde\w*|contesta\w*"
    r"|reenvia\w*|borra\w*|archiva\w*|mueve\w*|marca\w*)\b"
)
NOUNS = ("mail", "email", "e-mail", "message", "correo", "mensaje")
SENTENCES = Sentences(files("bailiwick_skills.mail") / "sentences")
ARTICLE = re2.compile(r"^(?:the|a|an|any|my|our|el|la|los|las|un|una|mi|mis) ")
NUMBERED = re2.compile(
    r"(?:read|open|show|lee|leeme|abre|muestra|muestrame)(?: me)?(?: el)?(?: e-?mail| mail| message| correo| mensaje)?"
    r"(?: number| no\.?| numero| n\.?)? ?#?(?P<number>\d{1,2})"
)
DAYS = {"today": "newer_than:1d", "week": "newer_than:7d"}
SAFE = re2.compile(r"[^\w@.+' -]")


def needs_mailbox(text: str) -> bool:
    """Whether a request wants something done that only a mailbox can do."""
    return len(text) <= MAX_REQUEST and DONE_WITH.search(fold(text)) is not None


def asked_mail(text: str) -> str | None:
    """Return the search that a request for mail means; None if it asks for something else."""
    if len(text) > MAX_REQUEST:
        return None
    if not MENTIONED.search(fold(text)):
        return None
    rest, when = take_when(text)
    for pattern in ASKED:
        found = read((pattern,), rest)
        if found is None:
            continue
        parts: list[str] = []
        if sender := _clean(found.get("sender")):
            parts.append(f"from:({sender})" if " " in sender else f"from:{sender}")
        if words := _clean(found.get("words")):
            parts.append(words)
        if found.get("unread") or found.get("later"):
            parts.append("is:unread")
        if when in DAYS:
            parts.append(DAYS[when])
        return " ".join(["in:inbox", *parts] if not (sender or words) else parts)
    return None


def asked_one(text: str, mails: Sequence[T]) -> T | None:
    """Return which of the mails listed before a request wants to read or to know the sender of; None for none."""
    if len(text) > MAX_REQUEST:
        return None
    found = SENTENCES.read("sender", text)
    if found is not None:
        return picked(found.slots["that"], mails, NOUNS)
    number = NUMBERED.fullmatch(fold(text))
    return wanted(f"#{number.group('number')}" if number else text, mails, NOUNS)


def wants_answer(text: str) -> bool:
    """Whether a request wants somebody to be answered by mail."""
    if len(text) > MAX_REQUEST:
        return False
    whom = SENTENCES.read("answer_whom", text)
    # Without what is to be said only a name shows that somebody is meant: "reply to my question" is for whoever reads it.
    return SENTENCES.read("answer", text) is not None or (whom is not None and whom.slots["whom"][:1].isupper())


def writes_mail(text: str) -> bool:
    """Whether a request for a mailbox wants more than to read it."""
    return CHANGED.search(fold(text)) is not None


def _clean(text: str | None) -> str:
    """Return words for a search: nothing that the search syntax would read as more than a word."""
    return ARTICLE.sub("", " ".join(SAFE.sub(" ", fold(text)).split()))[:80] if text else ""
