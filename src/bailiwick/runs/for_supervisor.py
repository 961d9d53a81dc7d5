"""Which messages are for the supervisor itself: questions for the team and the product, and words of company."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.models import small_talk
from bailiwick.models.recognising import recognise, stands_alone
from bailiwick.tools.records import Request, Tool
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.language import Language
from bailiwick_router.text import normalise, words_of

if TYPE_CHECKING:
    from bailiwick_router.pipeline import Router

NAMED = "agent"
"""The argument in which a tool for the team takes whom it is asked about."""


class ForSupervisor(NamedTuple):
    """That a message is for the supervisor itself."""

    why: Reason
    language: Language | None
    """Of the words that were read; None where those are not known."""


def for_supervisor(
    text: str, before: str, language: Language, router: "Router", tools: Mapping[str, Tool]
) -> ForSupervisor | None:
    """Return why the message is the supervisor's, and its language where its words say that; None if it is not.

    `before` is the user's message before it. A tool for the team reads a question about somebody only if that is one
    of the roster: “why did you choose Peter?” and not “why did you choose red?”.
    """
    if len(text) > small_talk.LONGEST:
        return None
    text = router.query(text).asked or text
    request = Request(text=text, language=language)
    for name, tool in tools.items():
        if tool.spec.for_team and tool.recogniser is not None:
            found = recognise(name, tool.recogniser, request)
            if found is not None and _known(found.arguments.get(NAMED), router):
                return ForSupervisor(Reason.of(RoutingReason.TEAM_ASKED), found.language)
    company = small_talk.read(text, small_talk.COMPANY, language)
    if company is not None and not (small_talk.goes_further(*company) and stands_alone(text, language, tools)):
        return ForSupervisor(Reason.of(RoutingReason.COMPANY), "es" if company[1].language == "es" else "en")
    if small_talk.goes_on(text, before) and not stands_alone(text, language, tools):
        return ForSupervisor(Reason.of(RoutingReason.COMPANY), None)
    return None


def respelt(text: str, router: "Router") -> Iterator[str]:
    """Yield what a message may be meant to ask that no tool reads as typed, up to what the router reads itself."""
    query = router.query(text)
    for meant in () if query.read_by_tools else query.respellings:
        if router.choose(meant)[1] is Stage.SMALL_TALK:
            return
        yield meant


def _known(name: object, router: "Router") -> bool:
    if not isinstance(name, str):
        return True
    words = words_of(normalise(name))
    return bool(words) and router.index.names.at(words, 0, marked=True)[0] == len(words)
