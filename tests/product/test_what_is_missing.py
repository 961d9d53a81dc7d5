"""A missing sandbox, mailbox or store is named as the cause, through the whole product without a language model."""

import asyncio
from pathlib import Path

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from support.running import person, running
from support.sandboxes import without_bubblewrap

REASON = "bubblewrap was not found"
SPANISH_REASON = "No se encontró bubblewrap"
ASKED = {
    "en": [
        ('Run console.log("Hello")', None, REASON),
        ('Run console.log("Hello")', "code", REASON),
        ("run the shell command `ls`", "main", REASON),
        ("Install lodash and show what chunk does", "code", REASON),
        ("Any new mail?", "gmail", "No mailbox is connected"),
        ("Send an email to Ana that I am late", "gmail", "No mailbox is connected"),
        ("How many orders did we get today?", "emma-ecommerce", "No Shopify store is connected"),
    ],
    "es": [
        ('Ejecuta console.log("Hola")', "code", SPANISH_REASON),
        ("Reenvía el último correo a Ana", "gmail", "No hay ningún buzón conectado"),
        ("¿Cuántos pedidos hemos tenido hoy?", "emma-ecommerce", "No hay ninguna tienda de Shopify conectada"),
    ],
}


@pytest.mark.parametrize("language", ASKED)
def test_what_is_missing_is_named_with_what_to_do(
    own_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    without_bubblewrap(monkeypatch, tmp_path)

    async def story() -> list[tuple[str, str | None]]:
        wrong = []
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            for message, agent, words in ASKED[language]:
                answer = (await someone.ask(message, agent_id=agent)).answer or ""
                if words not in answer or "one of my tools" in answer or "mis herramientas" in answer:
                    wrong.append((message, answer))
        return wrong

    assert asyncio.run(story()) == []
