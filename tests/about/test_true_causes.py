"""Where something cannot be done, the first sentence says what is missing, in the language of the message."""

import asyncio

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.runs.records import Execution
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from support.running import person, running

CAUSES = [
    ("¿va a llover mañana?", "¿Dónde?"),
    ("write a story about rain", "This needs a language model, and no language model is configured here."),
    ("escribe un poema sobre la lluvia", "Para esto hace falta un modelo de lenguaje"),
    ("check my email", "No mailbox is connected"),
    ("¿tengo correo nuevo?", "No hay ningún buzón conectado"),
    ("Gmail, reply to Ada saying I paid", "No mailbox is connected"),
    ("Emma, raise all prices by 10%", "No Shopify store is connected."),
    ("ask Emma which products are out of stock", "No Shopify store is connected."),
    ("Emma, ¿cuánto vendimos ayer?", "No hay ninguna tienda de Shopify conectada."),
    ("use the code helper to run console.log('Hello')", "bubblewrap was not found"),
    ("usa el ayudante de código para ejecutar console.log('Hola')", "No se encontró bubblewrap"),
    ("Main, run bash: ls", "bubblewrap was not found"),
    ("use the code helper to compute fibonacci of 20", "This needs a language model"),
    ("xyzzy plugh qwfpgj", "I do not know what to do with this"),
]
INTERNAL = ("call_code_agent", "mailboxStatus", "run_js", "shopifyGet")
"""What nobody should have to read."""


def test_what_is_missing_is_said_first_and_without_names_of_tools(own_database, tmp_path, monkeypatch) -> None:
    why = Reason.of(ReasonCode.BUBBLEWRAP_MISSING)
    monkeypatch.setattr(BubblewrapSandbox, "missing", lambda *_: why)
    monkeypatch.setattr(BubblewrapSandbox, "unavailable", property(lambda _: why))

    async def story() -> list[Execution]:
        async with running(own_database.owner, tmp_path) as platform:
            somebody = await person(platform)
            return [await somebody.ask(message, timeout=60) for message, _ in CAUSES]

    answers = [execution.answer or "" for execution in asyncio.run(story())]
    wrong = [
        f"{message!r}: {answer}"
        for (message, begins), answer in zip(CAUSES, answers, strict=True)
        if not answer.startswith(begins) or any(name in answer for name in INTERNAL)
    ]
    assert not wrong, "\n".join(wrong)
