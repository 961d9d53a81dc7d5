"""Answers about reminders, in words."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bailiwick.features.reminders.records import Reminder
from bailiwick.kernel.times_said import Words, sentence
from bailiwick.tools.times.saying import moment_in_words, told_in_words
from bailiwick_router.core.language import Language

Said = Mapping[str, Any]
"""A reminder as its tools return it."""

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "set": "I will remind you {when}: {text}. {undo}",
        "set again": "I will remind you: {text}. {times}; the first time is {when}. {undo}",
        "moved": "I moved it. I will remind you {when}: {text}. {undo}",
        "moved again": "I moved it: {text}. {times}; the next time is {when}. {undo}",
        "deleted": 'The reminder "{text}" is deleted. {undo}',
        "done": 'Done: "{text}". {undo}',
        "done again": 'Done: "{text}". I will remind you again {when}. {undo}',
        "undo": 'Say "undo" to take that back.',
        "undone gone": 'Undone: there is no reminder "{text}".',
        "undone": "Undone: I will remind you {when}: {text}.",
        "undone open": 'Undone: the reminder "{text}" waits for you.',
        "none": 'You have no reminders. Say for example "remind me tomorrow at 9 to call Ana".',
        "none then": "You have no reminders for that day.",
        "waits": "{text} (it was for {when})",
        "comes": "{text}: {when}",
        "comes again": "{text}: {times}; next {when}",
        "delivered": "Reminder: **{text}**",
        "late": "Reminder, late because nothing ran at its time: **{text}**. It was for {when}.",
    },
    "es": {
        "set": "Te lo recordaré {when}: {text}. {undo}",
        "set again": "Te lo recordaré: {text}. {times}; la primera vez será {when}. {undo}",
        "moved": "Cambiado. Te lo recordaré {when}: {text}. {undo}",
        "moved again": "Cambiado: {text}. {times}; la próxima vez será {when}. {undo}",
        "deleted": "He borrado el recordatorio «{text}». {undo}",
        "done": "Hecho: «{text}». {undo}",
        "done again": "Hecho: «{text}». Te lo volveré a recordar {when}. {undo}",
        "undo": "Di «deshacer» para volver atrás.",
        "undone gone": "Deshecho: ya no hay ningún recordatorio «{text}».",
        "undone": "Deshecho: te lo recordaré {when}: {text}.",
        "undone open": "Deshecho: el recordatorio «{text}» te espera.",
        "none": "No tienes recordatorios. Di, por ejemplo, «recuérdame mañana a las 9 llamar a Ana».",
        "none then": "No tienes recordatorios para ese día.",
        "waits": "{text} (era para {when})",
        "comes": "{text}: {when}",
        "comes again": "{text}: {times}; la próxima vez, {when}",
        "delivered": "Recordatorio: **{text}**",
        "late": "Recordatorio, con retraso porque nada funcionaba a su hora: **{text}**. Era para {when}.",
    },
}


def is_set(said: Said, language: Language) -> str:
    """Return that a reminder is set, and for when."""
    return _text("set again" if said["repeats"] else "set", said, language)


def moved(said: Said, language: Language) -> str:
    """Return when a reminder is now."""
    return _text("moved again" if said["repeats"] else "moved", said, language)


def deleted(said: Said, language: Language) -> str:
    """Return that a reminder is deleted."""
    return _text("deleted", said, language)


def done(said: Said, language: Language) -> str:
    """Return that a reminder is done, and when it comes again."""
    return _text("done again" if said["dueAt"] else "done", said, language)


def undone(said: Said, language: Language) -> str:
    """Return what is so again after a change was taken back."""
    if said["deleted"]:
        return _text("undone gone", said, language)
    return _text("undone" if said["dueAt"] and not said["deliveredAt"] else "undone open", said, language)


def listed(result: Mapping[str, Any], language: Language) -> str:
    """Return reminders as a numbered list."""
    found = result["reminders"]
    if not found:
        return TEXTS[language]["none then" if result["day"] else "none"]
    lines: list[str] = []
    for number, said in enumerate(found, 1):
        key = "waits" if said["deliveredAt"] else "comes again" if said["repeats"] else "comes"
        lines.append(f"{number}. {_text(key, said, language)}")
    return "\n".join(lines)


def delivered(reminder: Reminder, now: datetime) -> str:
    """Return the message by which a reminder is given, in its language; `now` is in its zone."""
    texts = TEXTS[reminder.language]
    if not reminder.late:
        return texts["delivered"].format(text=reminder.text)
    when = moment_in_words(reminder.meant_for or now, now, reminder.language)
    return texts["late"].format(text=reminder.text, when=when)


def _text(key: str, said: Said, language: Language) -> str:
    moment = said["meantFor"] if said["deliveredAt"] and key == "waits" else said["dueAt"]
    when = "" if moment is None else told_in_words(moment, said["today"], language)
    times = said["repeats"]
    spoken = "" if times is None else sentence(Words(**times["words"]), times["cron"], times["everySeconds"], language)
    undo = TEXTS[language]["undo"]
    return TEXTS[language][key].format(text=said["text"].rstrip("."), when=when, times=spoken, undo=undo)
