"""What exceptions mean, where no server can provoke them."""

import pytest
from pydantic_ai.exceptions import (
    ModelAuthenticationError,
    ModelHTTPError,
    ModelRateLimitError,
    UnexpectedModelBehavior,
    UserError,
)

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.classify import LONGEST_REASON, classify


def same(text: str) -> str:
    return text


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ConnectionResetError(), ErrorClass.NETWORK),
        (TimeoutError(), ErrorClass.TIMEOUT),
        (UserError("no such part"), ErrorClass.VALIDATION),
        (UnexpectedModelBehavior("what is this"), ErrorClass.MODEL),
        (UnexpectedModelBehavior("Streamed response ended without content or tool calls"), ErrorClass.NETWORK),
        (KeyError("surprise"), ErrorClass.MODEL),
    ],
)
def test_exceptions_without_a_status_have_a_class(error: Exception, expected: ErrorClass) -> None:
    assert classify(error, "openai:m", same).error_class is expected


def test_a_surprise_is_named_but_not_quoted() -> None:
    sentence = str(classify(RuntimeError("/home/someone/secret path"), "openai:m", same))
    assert "RuntimeError" in sentence
    assert "secret path" not in sentence


def test_our_own_guard_is_found_behind_what_a_client_made_of_it() -> None:
    ours = CallFailed(ErrorClass.MODEL, "too long")
    wrapped = RuntimeError("connection error")
    wrapped.__cause__ = ours
    assert classify(wrapped, "openai:m", same) is ours


@pytest.mark.parametrize(
    ("model", "setting"),
    [
        ("openai:m", "OPENAI_API_KEY or BAILIWICK_OPENAI_API_KEY"),
        ("google:m", "GEMINI_API_KEY or BAILIWICK_GOOGLE_API_KEY"),
    ],
)
def test_a_key_that_is_refused_is_told_with_the_settings_that_hold_it(model: str, setting: str) -> None:
    error = ModelHTTPError.for_category(ModelAuthenticationError, status_code=401, model_name="m")
    assert f"Set another one as {setting}" in str(classify(error, model, same))
    assert str(classify(error, "own:m", same)) == "own refused the key. Enter another one under Settings → Models."


def test_a_cycle_of_causes_ends() -> None:
    first, second = RuntimeError("a"), RuntimeError("b")
    first.__cause__, second.__cause__ = second, first
    assert classify(first, "openai:m", same).error_class is ErrorClass.MODEL


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -3.0])
def test_a_wait_that_is_no_number_of_seconds_is_not_passed_on(seconds: float) -> None:
    error = ModelHTTPError.for_category(ModelRateLimitError, status_code=429, model_name="m", retry_after=seconds)
    assert classify(error, "openai:m", same).retry_after is None


def test_a_providers_words_are_one_short_printable_line() -> None:
    words = "line one\r\n\x1b[31mred\u202e " + "x" * 5000
    error = ModelHTTPError(400, "m", {"error": {"message": words}})
    sentence = str(classify(error, "openai:m", same))
    assert sentence.isprintable()
    assert len(sentence) < LONGEST_REASON + 100


@pytest.mark.parametrize("body", [None, "", {}, {"error": None}, {"error": {"message": 5}}, ["x"]])
def test_an_error_without_words_is_a_plain_sentence(body: object) -> None:
    sentence = str(classify(ModelHTTPError(413, "m", body), "openai:m", same))
    assert sentence == "openai answered with status 413."
