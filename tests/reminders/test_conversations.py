"""Reminders by talking: whole conversations without a model, in English and Spanish."""

import asyncio

import re2

from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import Person, person, running

DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d{1,2} [A-Z][a-z]+(?: \d{4})?"
DIA = r"(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d{1,2} de [a-z]+(?: de \d{4})?"

TALKS = {
    "set at once": [
        ("remind me tomorrow at 9 to call Ana", rf"remind you tomorrow, {DAY}, at 09:00: call Ana\. Say \"undo\""),
        ("move it to ten", rf"tomorrow, {DAY}, at 10:00: call Ana"),
        ("what are my reminders?", rf"^1\. call Ana: tomorrow, {DAY}, at 10:00$"),
        ("delete it", r'The reminder "call Ana" is deleted'),
        ("undo", rf"Undone: I will remind you tomorrow, {DAY}, at 10:00: call Ana"),
        ("what are my reminders?", "call Ana"),
    ],
    "asked when": [
        ("remind me to buy milk", r"^When\?"),
        ("tomorrow at 5pm please", rf"tomorrow, {DAY}, at 17:00: buy milk"),
        ("cancel the reminder about milk", '"buy milk" is deleted'),
        ("what are my reminders?", "You have no reminders"),
    ],
    "asked of what": [
        ("set a reminder", "What shall I remind you of?"),
        ("call mom tomorrow at 6pm", rf"tomorrow, {DAY}, at 18:00: call mom"),
    ],
    "something else than the answer": [
        ("remind me to buy milk", r"^When\?"),
        ("what is 2 + 2?", "4"),
    ],
    "again and again": [
        ("every weekday at 8 remind me to stretch", r"stretch\. At 08:00 on weekdays; the first time is .*at 08:00"),
        ("move it to 7:30am", r"At 07:30 on weekdays; the next time is .*at 07:30"),
        ("mark it as done", r'Done: "stretch"\. I will remind you again .*at 07:30'),
    ],
    "which one": [
        ("remind me tomorrow at 9 to call Ana", "call Ana"),
        ("remind me tomorrow at 11 to call Bob", "call Bob"),
        ("cancel the reminder about call", r"Which one do you mean: call Ana; call Bob\?"),
        ("the second one", '"call Bob" is deleted'),
    ],
    "puesto de una vez": [
        ("recuérdame comprar leche mañana a las 9", rf"Te lo recordaré mañana, {DIA}, a las 09:00: comprar leche"),
        ("muévelo a las diez", rf"mañana, {DIA}, a las 10:00"),
        ("¿qué recordatorios tengo?", rf"^1\. comprar leche: mañana, {DIA}, a las 10:00$"),
        ("cancela el recordatorio de la leche", "He borrado el recordatorio «comprar leche»"),
        ("deshaz eso", rf"Deshecho: te lo recordaré mañana, {DIA}, a las 10:00"),
    ],
    "se pregunta cuándo": [
        ("recuerdame llamar a mama", r"^¿Cuándo\?"),
        ("mañana a las 5 de la tarde", rf"mañana, {DIA}, a las 17:00: llamar a mama"),
    ],
    "todos los días": [
        ("ponme un recordatorio todos los lunes a las 9 para enviar el informe", r"A las 09:00, lunes; la primera vez"),
    ],
}


async def talk(somebody: Person, turns) -> list[str]:
    thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
    return [(await somebody.ask(message, conversation_id=thread.id)).answer or "" for message, _ in turns]


def test_reminders_are_set_moved_listed_and_deleted_by_talking(own_database, tmp_path):
    async def story() -> dict[str, list[str]]:
        async with running(own_database.owner, tmp_path) as platform:
            return {title: await talk(await person(platform), turns) for title, turns in TALKS.items()}

    told = asyncio.run(story())
    wrong = [
        f"{title}: {message!r} was answered: {answer}"
        for title, turns in TALKS.items()
        for (message, part), answer in zip(turns, told[title], strict=True)
        if not re2.search(part, answer)
    ]
    assert not wrong, "\n".join(wrong)
