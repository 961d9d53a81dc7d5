"""Reads requests about reminders without a model, and words their answers; English and Spanish."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

from bailiwick.features.reminders import words
from bailiwick.features.reminders.reasons import ReminderReason
from bailiwick.features.reminders.records import LONGEST_TEXT
from bailiwick.features.reminders.rules import SHOWN_BETWEEN
from bailiwick.kernel.reasons import Reason
from bailiwick.tools.phrases import STOPS, fold, plain, points, undoes, without_courtesies
from bailiwick.tools.records import PastCall, Recognition, Request
from bailiwick.tools.sentences import SentenceReading, Sentences
from bailiwick.tools.times.reading import read_time, take_time
from bailiwick_router.core.language import Language

SENTENCES = Sentences(files("bailiwick.features.reminders") / "sentences")
LONGEST = 600
"""Longest message read as one about reminders, in characters."""
LONGEST_NAME = 60
"""Longest answer to which reminder is meant, in characters."""
TOOLS = frozenset(
    ("setReminder", "listReminders", "moveReminder", "completeReminder", "deleteReminder", "undoReminder")
)
ASKED_WHEN = frozenset((ReminderReason.REMINDER_WHEN, ReminderReason.TIME_UNREADABLE, ReminderReason.TIME_PASSED))
NUMBER: Mapping[Language, str] = {"en": "number", "es": "número"}
"""What is put before the place of a reminder that a list does not have: the places of another are not meant."""
ASKED_WHICH = frozenset((ReminderReason.WHICH_REMINDER, ReminderReason.NO_SUCH_REMINDER))
REMINDER = "reminder"
"""What a slot means in which a reminder is called one."""
NO_REMINDER = frozenset(
    "what who whom whose why how where which when whats what's who's if whether of qué quién quiénes cómo cuándo dónde "
    "cuál cuáles cuánto cuántos cuánta cuántas".split()
)
"""What follows "remind me" in a question for something that is known."""
REMIND = frozenset("me recuerdame recuerdeme recordarme recordame acuerdame".split())


class SetReader:
    """Reads "remind me tomorrow at 9 to call Ana", and the answer to when or of what."""

    def read(self, request: Request) -> Recognition | None:
        """Return what the person is to be reminded of, and the words for when; None for something else."""
        if answer := self._answer(request):
            return Recognition(arguments=answer, confidence=0.97)
        for found in _all("remind_that", request.text) if request.said else ():
            when = found.slots.get("when")
            if when is None or read_time(when, request.language) is not None:
                return Recognition(arguments=_arguments(request.said, when), confidence=0.97)
        if _asks(request.text):
            return None
        for found in _all("remind", request.text):
            what, when = found.slots.get("what", ""), found.slots.get("when")
            if when is not None and read_time(when, request.language) is None:
                continue
            if when is None:
                what, when = take_time(what, request.language)
            if points(what) and request.said:
                what = request.said[:LONGEST_TEXT]
            return Recognition(arguments=_arguments(what, when), confidence=0.97)
        for found in _all("remind_at", request.text):
            what, when = take_time(found.slots["what"], request.language)
            if when is not None:
                return Recognition(arguments=_arguments(_without_to(what), when), confidence=0.97)
        return None

    def _answer(self, request: Request) -> dict[str, Any] | None:
        call = _asked_back(request, "setReminder")
        if call is None or call.why is None:
            return None
        if call.why.code in ASKED_WHEN and (when := _time_in(request)):
            return {**call.arguments, "when": when}
        if call.why.code == ReminderReason.REMINDER_WHAT and _read("remind", request.text) is None:
            what, when = take_time(without_courtesies(request.text), request.language)
            return _arguments(_without_to(what), when or call.arguments.get("when"))
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "I will remind you tomorrow, Friday 27 November, at 09:00: call Ana."."""
        del arguments
        return words.is_set(result, language)


class ReminderListReader:
    """Reads "what are my reminders?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the day that is asked for, if any; None for something else."""
        found = _read("list", request.text) or (_read("list_here", request.text) if _of_reminders(request) else None)
        if found is None:
            return None
        when = found.slots.get("when")
        if when is None:
            return Recognition(arguments={}, confidence=0.96)
        return Recognition(arguments={"day": when}, confidence=0.96) if read_time(when, request.language) else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the reminders as a numbered list."""
        del arguments
        return words.listed(result, language)


class MoveReader:
    """Reads "move it to ten" right after a reminder, "move the reminder about milk to friday", "snooze 10 minutes"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which reminder, and the words for when; None for something else."""
        call = _asked_back(request, "moveReminder")
        if call is not None and call.why is not None:
            if call.why.code in ASKED_WHEN and (when := _time_in(request)):
                return Recognition(arguments={**call.arguments, "when": when}, confidence=0.97)
            if which := _which_answered(call, request):
                return Recognition(arguments={**call.arguments, "which": which}, confidence=0.96)
        for found in _all("move", request.text):
            when = found.slots["when"]
            if _is_time(when, request.language) and (which := _which(found, request)) is not None:
                return Recognition(arguments={**which, "when": when}, confidence=0.97)
        return self._corrected(request)

    def _corrected(self, request: Request) -> Recognition | None:
        """Return the time that a message names right after a reminder was set or moved: "actually 7 pm"."""
        call = request.just_called
        if call is None or call.name not in ("setReminder", "moveReminder") or request.text.strip().endswith("?"):
            return None
        if not isinstance(call.result, Mapping) or not isinstance(call.result.get("id"), str):
            return None
        for found in _all("corrected", request.text):
            if _is_time(found.slots["when"], request.language):
                arguments = {"which": call.result["id"], "when": found.slots["when"]}
                return Recognition(arguments=arguments, confidence=0.96)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return when the reminder is now."""
        del arguments
        return words.moved(result, language)


class _OneReader:
    """Reads what is to happen to one reminder, without anything else."""

    tool = ""
    intent = ""
    here = ""
    """The intent that names no reminder as one, read where the talk is of reminders."""

    def read(self, request: Request) -> Recognition | None:
        """Return which reminder; None for something else."""
        found = _read(self.intent, request.text)
        if found is not None and (named := _which(found, request)) is not None:
            return Recognition(arguments=named, confidence=0.97)
        found = _read(self.here, request.text) if self.here and _of_reminders(request) else None
        if found is not None and (named := _which(found, request)) is not None:
            return Recognition(arguments=named, confidence=0.97)
        call = _asked_back(request, self.tool)
        which = None if call is None else _which_answered(call, request)
        return Recognition(arguments={"which": which}, confidence=0.96) if which else None


class DeleteReminderReader(_OneReader):
    """Reads "cancel the reminder about milk", and "delete it" right after a reminder."""

    tool = "deleteReminder"
    intent = "delete"
    here = "delete_here"

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that it is deleted."""
        del arguments
        return words.deleted(result, language)


class DoneReader(_OneReader):
    """Reads "mark it as done" right after a reminder, and "mark the milk reminder as done"."""

    tool = "completeReminder"
    intent = "done"

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that it is done."""
        del arguments
        return words.done(result, language)


class UndoReminderReader:
    """Reads "undo" right after a change of a reminder."""

    def read(self, request: Request) -> Recognition | None:
        """Return the change; None for something else."""
        call = request.just_called
        if call is None or call.name not in TOOLS or not undoes(request.text):
            return None
        if not isinstance(call.result, Mapping) or "change" not in call.result:
            return None
        arguments = {"id": call.result["id"], "change": call.result["change"]}
        return Recognition(arguments=arguments, confidence=0.98)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is so again."""
        del arguments
        return words.undone(result, language)


def _read(intent: str, text: str) -> SentenceReading | None:
    return next(_all(intent, text), None)


def _all(intent: str, text: str) -> Iterator[SentenceReading]:
    yield from () if len(text) > LONGEST else SENTENCES.read_all(intent, without_courtesies(text))


def _asks(text: str) -> bool:
    """Whether it is a question for something that is known: "remind me what is on my list"."""
    words = text[:LONGEST].lower().split()
    return any(fold(first) in REMIND and second in NO_REMINDER for first, second in pairwise(words))


def _arguments(what: str, when: str | None) -> dict[str, Any]:
    text = what.strip(STOPS)[:LONGEST_TEXT]
    return {**({"text": text} if text else {}), **({"when": when} if when else {})}


def _without_to(text: str) -> str:
    """Return "call Ana" of "to call Ana" and "that I have to call Ana"."""
    found = SENTENCES.read("to_do", text)
    return found.slots["what"] if found else text


def _time_in(request: Request) -> str | None:
    """Return the words for a time that are the whole message, but for a lead-in."""
    for found in _all("answer_when", request.text):
        if _is_time(found.slots["when"], request.language):
            return found.slots["when"]
    return None


def _is_time(when: str, language: Language) -> bool:
    spans = (when, f"in {when}", f"en {when}")
    return any(read_time(each, language) is not None for each in spans)


def _asked_back(request: Request, tool: str) -> PastCall | None:
    call = request.asked_back
    return call if call is not None and call.name == tool and isinstance(call.why, Reason) else None


def _which(found: SentenceReading, request: Request) -> dict[str, Any] | None:
    """Return which reminder a sentence means.

    None where it says "it" or "the second one", and the last answer was about none. "That reminder" is the last one
    that was spoken of, whatever was answered since.
    """
    slots = found.slots
    named_so = REMINDER in (slots.get("it"), slots.get("noun")) or "number" in slots
    call = _spoken_of(request, before=named_so)
    of_reminders = _of_reminders(request)
    place = slots.get("first") or slots.get("number")
    if place and call is not None and of_reminders and (shown := _shown(call)):
        return {
            "which": shown[int(place) - 1] if 0 < int(place) <= len(shown) else f"{NUMBER[request.language]} {place}"
        }
    which = place or slots.get("which")
    if which and (of_reminders or "which" in slots or named_so):
        return {"which": which}
    if call is None:
        return None
    result: Any = call.result
    if isinstance(result, Mapping) and isinstance(result.get("id"), str):
        return {"which": result["id"]}
    shown = _shown(call)
    return {"which": shown[0]} if len(shown) == 1 else {}


def _of_reminders(request: Request) -> bool:
    """Whether the last answer was about reminders."""
    return _spoken_of(request) is not None


def _spoken_of(request: Request, *, before: bool = False) -> PastCall | None:
    """Return the last call about reminders that the last answer came of, or, with `before`, any answer of the talk."""
    calls = [*(request.past_calls if before else ()), *request.last_calls, request.just_called, request.asked_back]
    return next((call for call in reversed(calls) if call is not None and call.name in TOOLS), None)


def _shown(call: PastCall) -> Sequence[str]:
    """Return what was just told of: the ids in a list, or the texts in a question for one of them."""
    if isinstance(call.result, Mapping):
        return [each["id"] for each in call.result.get("reminders", ())]
    return str(call.why.values["reminders"]).split(SHOWN_BETWEEN) if call.why and call.why.code in ASKED_WHICH else ()


def _which_answered(call: PastCall, request: Request) -> str | None:
    """Return which reminder a message names that answers the question for it."""
    if call.why is None or call.why.code not in ASKED_WHICH or len(request.text) > LONGEST_NAME:
        return None
    if request.text.strip().endswith("?"):
        return None
    text = plain(without_courtesies(request.text)).strip(STOPS)
    found = _read("which", text)
    if found is None:
        return text or None
    place, shown = int(found.slots.get("first", 0)), _shown(call)
    return shown[place - 1] if 0 < place <= len(shown) else found.slots.get("which")
