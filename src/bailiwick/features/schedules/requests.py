"""Reads requests about schedules without a model, and words their answers; English and Spanish."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.kernel.times_said import Words, sentence
from bailiwick.tools.phrases import STOPS, fold, without_courtesies
from bailiwick.tools.records import Recognition, Request
from bailiwick.tools.sentences import SentenceReading, Sentences
from bailiwick.tools.times.reading import read_time, take_time
from bailiwick.tools.times.saying import told_in_words
from bailiwick_router.core.language import Language

SENTENCES = Sentences(files("bailiwick.features.schedules") / "sentences")
LONGEST = 600
"""Longest message read as one about schedules, in characters."""
LONGEST_NAME = 60
"""Longest answer to which schedule is meant, in characters."""
TOOLS = frozenset(("createSchedule", "listSchedules", "pauseSchedule", "resumeSchedule", "deleteSchedule"))
REMINDERS = ("remind", "recuerd", "recordatorio")
"""Words of a request for a reminder, which is none for a schedule."""

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "made": 'Scheduled: "{message}". {times}; the first time is {when}.',
        "none": 'Nothing is scheduled. Say for example "every weekday at 8 tell me the weather in Madrid".',
        "active": "{name}: {times}; next {when}",
        "paused": "{name}: {times}; paused",
        "ended": "{name}: {times}; it has ended",
        "is paused": '"{name}" is paused. Say "resume it" to let it go on.',
        "is resumed": '"{name}" goes on. {times}; next {when}.',
        "is deleted": 'The schedule "{name}" is deleted.',
    },
    "es": {
        "made": "Programado: «{message}». {times}; la primera vez será {when}.",
        "none": "No hay nada programado. Di, por ejemplo, «de lunes a viernes a las 8 dime el tiempo en Madrid».",
        "active": "{name}: {times}; la próxima vez, {when}",
        "paused": "{name}: {times}; en pausa",
        "ended": "{name}: {times}; ha terminado",
        "is paused": "«{name}» está en pausa. Di «reanúdala» para que siga.",
        "is resumed": "«{name}» sigue. {times}; la próxima vez, {when}.",
        "is deleted": "He borrado la programación «{name}».",
    },
}


class CreateScheduleReader:
    """Reads "every weekday at 8 the weather in Madrid", and the answer to how often."""

    def read(self, request: Request) -> Recognition | None:
        """Return the message and the words for its times; None for something else."""
        call = request.asked_back
        if call is not None and call.name == "createSchedule" and call.why is not None:
            when = without_courtesies(request.text)
            if call.why.code == ScheduleReason.SCHEDULE_WHEN and _repeats(when, request.language):
                return Recognition(arguments={**call.arguments, "when": when}, confidence=0.97)
        folded = fold(request.text[:LONGEST])
        if any(word in folded for word in REMINDERS):
            return None
        for found in _all("create", request.text):
            if (arguments := self._arguments(found, request)) is not None:
                return Recognition(arguments=arguments, confidence=0.965)
        bare = without_courtesies(request.text)
        if SENTENCES.read("times_first", bare) is None or request.text.strip().endswith("?"):
            return None
        message, when = take_time(bare, request.language)
        if when is None or not message or not bare.startswith(when):
            return None
        if not _repeats(when, request.language):
            return None
        return Recognition(arguments={"message": message.strip(STOPS), "when": when}, confidence=0.965)

    @staticmethod
    def _arguments(found: SentenceReading, request: Request) -> dict[str, Any] | None:
        slots = found.slots
        if "what" in slots:
            when = slots["when"]
            return {"message": slots["what"], "when": when} if _repeats(when, request.language) else None
        message, when = take_time(slots["all"], request.language)
        verb = slots.get("verb")
        if when is not None and message and _repeats(when, request.language):
            return {"message": f"{verb} {message}" if verb else message.strip(STOPS), "when": when}
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is scheduled, and when it comes first."""
        del arguments
        return _text("made", result, language)


class ScheduleListReader:
    """Reads "what is scheduled?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; None for something else."""
        found = next(_all("list", request.text), None)
        return None if found is None else Recognition(arguments={}, confidence=0.96)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the schedules as a numbered list."""
        del arguments
        found = result["schedules"]
        lines = [f"{number}. {_text(said['status'], said, language)}" for number, said in enumerate(found, 1)]
        return "\n".join(lines) or TEXTS[language]["none"]


class OneReader:
    """Reads what is to happen to one schedule: "pause the weather schedule", and "pause it" right after one."""

    def __init__(self, tool: str, intent: str, said: str) -> None:
        """`said` is the text of the answer."""
        self._tool = tool
        self._intent = intent
        self._said = said

    def read(self, request: Request) -> Recognition | None:
        """Return which schedule; None for something else."""
        call = request.asked_back
        why = None if call is None or call.name != self._tool else call.why
        if why is not None and why.code == ScheduleReason.WHICH_SCHEDULE and len(request.text) <= LONGEST_NAME:
            return Recognition(arguments={"which": without_courtesies(request.text)}, confidence=0.96)
        for found in _all(self._intent, request.text):
            which = self._which(found, request)
            if which is not None:
                return Recognition(arguments={"which": which}, confidence=0.96)
        return None

    @staticmethod
    def _which(found: SentenceReading, request: Request) -> str | None:
        if which := found.slots.get("which"):
            return which
        call = request.just_called
        if call is None or call.name not in TOOLS or not isinstance(call.result, Mapping):
            return None
        shown = call.result.get("schedules")
        return call.result.get("id") or (shown[0]["id"] if shown and len(shown) == 1 else None)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what has become of it."""
        del arguments
        return _text(self._said, result, language)


def _all(intent: str, text: str) -> Iterator[SentenceReading]:
    yield from () if len(text) > LONGEST else SENTENCES.read_all(intent, without_courtesies(text))


def _repeats(when: str, language: Language) -> bool:
    read = read_time(when, language)
    return read is not None and read.repeats


def _text(key: str, said: Mapping[str, Any], language: Language) -> str:
    when = "" if said["nextAt"] is None else told_in_words(said["nextAt"], said["today"], language)
    times = sentence(Words(**said["words"]), said["cron"], said["everySeconds"], language)
    return TEXTS[language][key].format(name=said["name"], message=said["message"], times=times, when=when)
