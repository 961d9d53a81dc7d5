"""No key in any sentence, exception chain, log line or representation."""

import asyncio
import base64
import logging
import traceback
from collections.abc import Callable
from urllib.parse import quote

import pytest
from pydantic_ai.messages import ModelRequest, UserPromptPart

from bailiwick.kernel.redaction import redactor
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.contract import ModelRequest as Question
from support.providers import Answer, Fault, Listener, ProviderServer

KEYS = ("canary-openai/key+1", "canary-anthropic/key+2", "canary-google/key+3")
FORMS = [
    form for key in KEYS for form in (key, quote(key, safe=""), base64.b64encode(key.encode()).decode().rstrip("="))
]
MODELS = ("openai:local-model", "openai-responses:gpt-4o", "anthropic:claude-haiku-4-5", "google:gemini-3.8-flash")
ECHO = f"the key was {' or '.join(FORMS)}, see https://example.test/?key={quote(KEYS[0], safe='')}"
BAD = [
    *(Answer(status=status, error=ECHO) for status in (400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 503)),
    *(Answer(fault=fault, error=ECHO) for fault in (Fault.STREAM_ERROR, Fault.CUT, Fault.RESET, Fault.HTML)),
]


@pytest.mark.parametrize("model", MODELS)
def test_a_key_that_the_provider_repeats_is_nowhere_to_be_read(
    model: str,
    server: ProviderServer,
    make_catalog: Callable[..., Catalog],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    server.answers += BAD
    written: list[str] = []
    catalog = make_catalog()

    async def run() -> None:
        caller, heard = ProviderCaller(catalog), Listener()
        asked = Question(model=model, instructions="", messages=[ModelRequest(parts=[UserPromptPart(content="Hello")])])
        for _ in BAD:
            try:
                await caller.call(asked, heard.on_text, heard.on_retry)
            except CallFailed as error:
                written.extend([str(error), repr(error), "".join(traceback.format_exception(error))])
        written.extend([repr(catalog), repr(caller)])
        await catalog.aclose()

    asyncio.run(run())
    assert len(written) == 3 * len(BAD) + 2, "every answer was to fail"
    assert KEYS[MODELS.index(model) - 1 if MODELS.index(model) else 0] in str(server.requests[0].headers)
    everything = "\n".join([*written, caplog.text])
    assert [form for form in FORMS if form in everything] == []


def test_a_key_that_a_model_test_meets_is_not_in_its_outcome(
    server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(status=400, error=ECHO))

    async def run() -> str:
        catalog = make_catalog()
        try:
            return repr(await catalog.test("openai:local-model"))
        finally:
            await catalog.aclose()

    outcome = asyncio.run(run())
    assert "the key was" in outcome
    assert [form for form in FORMS if form in outcome] == []


def test_texts_without_a_secret_stay_as_they_are() -> None:
    redact = redactor(["a-long-secret", "abc", "", None])
    assert redact("abc and a-short one") == "abc and a-short one"
    assert redact("x a-long-secret y") == "x … y"
