"""Reads questions for the team itself, without a model; English and Spanish."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from bailiwick.features.about import words
from bailiwick.tools.records import Recognition, Request
from bailiwick.tools.sentences import ENDS, SentenceReading, Sentences, read_first
from bailiwick_router.core.language import Language

SENTENCES = Sentences(files("bailiwick.features.about") / "sentences")
LONGEST = 200
"""Characters; a longer message asks for more than this."""
SURE = 0.95


def asked(text: str, *intents: str) -> tuple[str, SentenceReading] | None:
    """Return the first of these intents that the text is, with or without its courtesies, and what it says."""
    return read_first(SENTENCES, text, intents, longest=LONGEST)


def _read(found: tuple[str, SentenceReading], arguments: Mapping[str, Any]) -> Recognition:
    language: Language = "es" if found[1].language == "es" else "en"
    return Recognition(arguments=arguments, confidence=SURE, language=language)


class TeamReader:
    """Reads who is here, what they can do, and calls for help."""

    def read(self, request: Request) -> Recognition | None:
        """Return which of it is asked; None if the request is about something else."""
        if request.text.strip() and not request.text.strip(ENDS):  # nothing but “?”
            return Recognition(arguments={"about": "help"}, confidence=SURE)
        found = asked(request.text, "you", "help", "abilities", "tools", "team")
        return None if found is None else _read(found, {"about": found[0]})

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return who is here, in words."""
        del arguments
        return words.team(result, language)


class ModelReader:
    """Reads which model answers, and how one is added."""

    def read(self, request: Request) -> Recognition | None:
        """Return a call without arguments; None if the request is about something else."""
        found = asked(request.text, "model")
        return None if found is None else _read(found, {})

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return which it is, in words."""
        del arguments
        return words.model(result, language)


class ReasonReader:
    """Reads why somebody answered."""

    def read(self, request: Request) -> Recognition | None:
        """Return about whom it is asked, where somebody is named; None if the request is about something else."""
        found = asked(request.text, "why_that_one", "why")
        if found is None:
            return None
        name = found[1].slots.get("agent") or found[1].slots.get("one")
        return _read(found, {"agent": name} if name else {})

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the reason of the decision."""
        del arguments
        return words.decision(result, language)


class CostReader:
    """Reads what something cost."""

    def read(self, request: Request) -> Recognition | None:
        """Return of what; None if the request is about something else."""
        found = asked(request.text, "cost_in_all", "cost")
        if found is None:
            return None
        return _read(found, {"conversation": True} if found[0] == "cost_in_all" else {})

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return tokens and money, in words."""
        return words.costs(result, bool(arguments.get("conversation")), language)


class StopReader:
    """Reads orders to stop."""

    def read(self, request: Request) -> Recognition | None:
        """Return a call without arguments; None if the request is about something else."""
        found = asked(request.text, "stop")
        return None if found is None else _read(found, {})

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what was stopped."""
        del arguments
        return words.stopped(result, language)


def asks_to_stop(text: str) -> bool:
    """Whether a message only asks to stop what runs."""
    return asked(text, "stop") is not None
