"""What went wrong with a model call: any exception as a classified `CallFailed` with a plain sentence."""

import math
from collections.abc import Callable
from functools import partial

import httpx2
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    UnexpectedModelBehavior,
    UserError,
)

from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.names import ModelName
from bailiwick.models.providers import refused_key

LONGEST_REASON = 200
"""Characters of a provider's own words that a sentence may quote."""

CUT_OFF = ("ended without content", "ended without a `finish_reason`")
"""How the model library words a stream that stopped before the model was done."""


KINDS: tuple[tuple[type[Exception], ErrorClass, ReasonCode | LackCode], ...] = (
    (ModelAuthenticationError, ErrorClass.AUTHENTICATION, LackCode.KEY_REFUSED),
    (ModelQuotaExceededError, ErrorClass.AUTHENTICATION, LackCode.CREDIT_USED_UP),
    (ModelRateLimitError, ErrorClass.RATE_LIMIT, ReasonCode.MODEL_ASKS_FEWER),
    (ModelUnavailableError, ErrorClass.NETWORK, ReasonCode.MODEL_OVERLOADED),
    (ModelServerError, ErrorClass.NETWORK, ReasonCode.MODEL_BROKEN),
    (ModelTimeoutError, ErrorClass.TIMEOUT, ReasonCode.MODEL_LATE),
    (ModelRequestTimeout, ErrorClass.TIMEOUT, ReasonCode.MODEL_LATE),
    (httpx2.TimeoutException, ErrorClass.TIMEOUT, ReasonCode.MODEL_LATE),
    (TimeoutError, ErrorClass.TIMEOUT, ReasonCode.MODEL_LATE),
    (ModelConnectionError, ErrorClass.NETWORK, LackCode.UNREACHABLE),
    (httpx2.TransportError, ErrorClass.NETWORK, LackCode.UNREACHABLE),
    (httpx2.StreamError, ErrorClass.NETWORK, LackCode.UNREACHABLE),
    (OSError, ErrorClass.NETWORK, LackCode.UNREACHABLE),
    (ModelContextWindowExceededError, ErrorClass.VALIDATION, ReasonCode.MODEL_TOO_LONG),
    (ModelNotFoundError, ErrorClass.MODEL, ReasonCode.MODEL_NOT_KNOWN),
    (ModelRequestRejectedError, ErrorClass.VALIDATION, ReasonCode.MODEL_REJECTED),
    (UserError, ErrorClass.VALIDATION, ReasonCode.MODEL_NOT_EXPRESSIBLE),
    (ModelAPIError, ErrorClass.MODEL, ReasonCode.MODEL_UNREADABLE),
    (UnexpectedModelBehavior, ErrorClass.MODEL, ReasonCode.MODEL_UNREADABLE),
    (ValueError, ErrorClass.MODEL, ReasonCode.MODEL_UNREADABLE),
)
"""Exception class, error class and reason, or what is missing; the first that fits is taken, so the more special
come first."""

STATUSES: dict[int, ErrorClass] = {
    408: ErrorClass.TIMEOUT,
    409: ErrorClass.NETWORK,
    413: ErrorClass.VALIDATION,
    425: ErrorClass.NETWORK,
}
"""Statuses that no exception class of the model library stands for."""


def classify(error: Exception, model: str, redact: Callable[[str], str]) -> CallFailed:
    """Return what `error`, raised by a call of `model` (`provider:model`), means to us.

    `redact` takes the secrets out of a text. The provider's own words are quoted, shortened, only where a
    request was rejected, because there they say what to change.
    """
    ours = _ours(error)
    if ours is not None:
        return ours
    provider, name = ModelName.read(model)
    said = partial(Reason.of, provider=provider, model=name or model, words=_reason(error, redact))
    if isinstance(error, ModelHTTPError) and error.status_code in STATUSES:
        answered = said(ReasonCode.MODEL_STATUS, status=error.status_code)
        return CallFailed(STATUSES[error.status_code], answered, retry_after=_retry_after(error))
    if any(words in str(error) for words in CUT_OFF):
        return CallFailed(ErrorClass.NETWORK, said(ReasonCode.MODEL_BROKE_OFF))
    for kind, error_class, code in KINDS:
        if isinstance(error, kind):
            lack = _lack(code, provider) if isinstance(code, LackCode) else None
            why = said(ReasonCode.MODEL_KEY_REFUSED if isinstance(code, LackCode) else code)
            return CallFailed(error_class, lack.said if lack else why, retry_after=_retry_after(error), lack=lack)
    failed = Reason.of(ReasonCode.MODEL_CALL_FAILED, model=model, error=type(error).__name__)
    return CallFailed(ErrorClass.MODEL, failed)


def _lack(code: LackCode, provider: str) -> Lack | None:
    """Return what is missing at the provider; None where its key is not a setting of ours."""
    return refused_key(provider) if code is LackCode.KEY_REFUSED else Lack(code=code, values={"provider": provider})


def _ours(error: BaseException) -> CallFailed | None:
    """Return the `CallFailed` that a guard of ours raised inside the client, which wraps unknown errors."""
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None or isinstance(seen, CallFailed):
            return seen
        seen = seen.__cause__ or seen.__context__
    return None


def _retry_after(error: Exception) -> float | None:
    seconds = error.retry_after if isinstance(error, ModelAPIError) else None
    return seconds if seconds is not None and math.isfinite(seconds) and seconds >= 0 else None


def _reason(error: Exception, redact: Callable[[str], str]) -> str:
    """Return `: <the provider's words>`, or a full stop where there are none."""
    body = error.body if isinstance(error, ModelAPIError) else None
    nested = body.get("error", body) if isinstance(body, dict) else None
    words = nested.get("message") if isinstance(nested, dict) else nested
    if not isinstance(words, str) or not words.strip():
        return "."
    plain = " ".join("".join(c if c.isprintable() else " " for c in redact(words[:2000])).split())
    return f": {plain}" if len(plain) <= LONGEST_REASON else f": {plain[:LONGEST_REASON]}…"
