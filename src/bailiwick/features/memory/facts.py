"""Which facts a sentence tells, each about one thing: "Ana works at Acme and lives in Lima" is two facts about Ana."""

from collections.abc import Callable, Mapping
from typing import Any

from bailiwick.features.memory.phrases import (
    BETWEEN_FACTS,
    BETWEEN_NAMES,
    GOES_ON,
    GOES_ON_OF_ME,
    GOES_ON_OF_SEVERAL,
    I_DO,
    NOT_SO,
    OF_ME,
    OWN_SUBJECT,
    PEOPLE_DO,
    SAID_OF,
    SINGULAR,
    SUBORDINATES,
    TELLS_OF_ME,
    TOGETHER,
)
from bailiwick.features.memory.wordings import SENTENCES, TYPES
from bailiwick.tools.phrases import fold, plain, read
from bailiwick_router.core.language import ENGLISH, SPANISH

MOST = 8
"""Facts that one sentence tells at most; what tells more stays whole."""
MOST_LOWER = 2
"""Words of a name that is written in lower case."""
LONGEST = 500
"""Longest sentence that is taken apart, in characters."""


def facts_of(sentence: str) -> list[dict[str, Any]]:
    """Return the arguments of `remember` for each fact of a sentence, in order; at least one."""
    of_me = OF_ME.match(fold(sentence)) is not None
    whole = len(sentence) > LONGEST or SUBORDINATES.search(fold(sentence)) is not None
    found = [sentence] if whole else _of_me(sentence) if of_me else _of_others(sentence)
    kept = list(dict.fromkeys(found)) if len(found) <= MOST else [sentence]
    return [{"fact": fact} if of_me else _fact(fact) for fact in kept]


def _of_me(sentence: str) -> list[str]:
    """Return "I work at Acme" and "I live in Lima" of "I work at Acme and live in Lima"."""
    pieces = _pieces(sentence, lambda rest: GOES_ON_OF_ME.match(fold(rest)) is not None)
    if not all(TELLS_OF_ME.search(fold(piece)) for piece in pieces):
        return [sentence]
    by_me = I_DO.match(fold(pieces[0])) is not None
    return [piece if OF_ME.match(fold(piece)) or not by_me else f"I {piece}" for piece in pieces]


def _of_others(sentence: str) -> list[str]:
    """Return what is told of each, with its subject before it."""
    several = len(_subjects(sentence)[0]) > 1
    going_on = (GOES_ON_OF_SEVERAL,) if several else (GOES_ON,)
    pieces = _pieces(
        sentence, lambda rest: any(form.match(fold(rest)) for form in going_on) or (not several and _names_one(rest))
    )
    told, whose = list[str](), list[str]()
    for piece in pieces:
        goes_on = read(going_on, piece) if whose else None
        whose, said = (whose, _of_one(goes_on["said"]) if several else goes_on["said"]) if goes_on else _subjects(piece)
        if not whose:
            return [sentence]
        told += [f"{name} {said}" for name in whose]
    return told


def _pieces(sentence: str, is_told: Callable[[str], bool]) -> list[str]:
    """Return the parts of a sentence, cut where a joining word stands before another fact."""
    pieces, start = list[str](), 0
    for joint in BETWEEN_FACTS.finditer(fold(sentence)):
        if joint.start() > start and is_told(sentence[joint.end() :]):
            pieces.append(sentence[start : joint.start()].strip())
            start = joint.end()
    return [*pieces, sentence[start:].strip()]


def _names_one(rest: str) -> bool:
    """Whether what follows a joining word tells something of another person, who is named."""
    own = OWN_SUBJECT.match(fold(rest))
    return own is not None and rest[:1].isupper() and not BETWEEN_FACTS.search(fold(rest)[: own.end()])


def _subjects(piece: str) -> tuple[list[str], str]:
    """Return whom a piece is about and what it says of each; none if it cannot be told."""
    several = read((PEOPLE_DO,), piece)
    if several and not TOGETHER.search(fold(piece)):
        names = [name.strip() for name in BETWEEN_NAMES.split(several["names"])]
        if len(names) > 1 and all(name[:1].isupper() for name in names):
            return names, _of_one(several["said"])
    said = read(SAID_OF, piece)
    return ([said["about"]], said["said"]) if said else ([], "")


def _of_one(said: str) -> str:
    """Return "works at Acme" for "work at Acme"."""
    verb, _, rest = said.partition(" ")
    return f"{SINGULAR.get(fold(verb), verb)} {rest}".strip()


def _fact(fact: str) -> dict[str, Any]:
    """Return the arguments of `remember` for one fact: what it is about, and the relation it tells, if it does."""
    found = SENTENCES.read("tells_relation", fact)
    if found is not None and not NOT_SO.search(fold(found.slots["subject"])):
        subject, to = found.slots["subject"], found.slots["to"]
        if _may_name(subject) and _may_name(to):
            relation = " ".join(fact[len(subject) : len(fact) - len(to)].split())
            types = TYPES.get(found.slots["relation"], ("thing", "thing"))
            return {
                "fact": f"{relation} {to}",
                "about": subject,
                "entityType": types[0],
                "relation": relation,
                "to": to,
                "toType": types[1],
            }
    said: Mapping[str, str] | None = read(SAID_OF, fact)
    return {"fact": said["said"], "about": said["about"]} if said else {"fact": fact}


def _may_name(text: str) -> bool:
    """Whether a text may be the name of something: it begins with a capital or a digit, or is a word or two alone."""
    words = plain(text).split()
    if text[:1].isupper() or text[:1].isdigit():
        return True
    return 0 < len(words) <= MOST_LOWER and not any(word in ENGLISH | SPANISH or len(word) < 2 for word in words)
