"""Services that answer with JSON: asked, and their answers read with distrust."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.web_contract import Web, WebAnswer

SECONDS = 10.0
MOST_BYTES = 1 << 20
LONGEST_REASON = 200
LONGEST_WAIT = 3_600.0


class Service:
    """One service at an address that an administrator may have changed."""

    def __init__(self, web: Web, service: str, name: str, *, seconds: float = SECONDS) -> None:
        """`service` is its name in the port, `name` the one that people know."""
        self.name = name
        self._web = web
        self._base = web.services[service].rstrip("/")
        self._seconds = seconds

    async def ask(
        self, path: str, query: Mapping[str, str] | None = None, *, headers: Mapping[str, str] | None = None
    ) -> WebAnswer:
        """Return its answer, whatever the status; not one that asks to wait. Raises `CallFailed`."""
        answer = await self._web.get(
            f"{self._base}{path}",
            query=query,
            headers={"accept": "application/json", **(headers or {})},
            configured=True,
            seconds=self._seconds,
            most_bytes=MOST_BYTES,
        )
        if answer.status == 429:
            raise self.too_often(wait_of(answer))
        return answer

    def value_of(self, answer: WebAnswer) -> Any:
        """Return the JSON value of a good answer. Raises `CallFailed` for a bad or cut one."""
        if answer.status != 200:
            raise self.refused(answer)
        if answer.truncated:
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_SENT_TOO_MUCH, service=self.name))
        return answer.json()

    def refused(self, answer: WebAnswer) -> CallFailed:
        """Return the failure for an answer with an error, with the service's own reason where it gives one."""
        words = _reason(answer).rstrip(".")
        said = Reason.of(ReasonCode.SERVICE_STATUS, service=self.name, status=answer.status)
        if words:
            said = Reason.of(ReasonCode.SERVICE_STATUS_SAYING, service=self.name, status=answer.status, words=words)
        return CallFailed(ErrorClass.TOOL, said, outside=bool(words))

    def not_accepted(self, answer: WebAnswer) -> CallFailed:
        """Return the failure for an answer that finds fault with what was asked."""
        words = _reason(answer)
        if not words:
            return self.refused(answer)
        said = Reason.of(ReasonCode.SERVICE_NOT_ACCEPTED, service=self.name, words=words)
        return CallFailed(ErrorClass.VALIDATION, said, outside=True)

    def too_often(self, wait: float | None) -> CallFailed:
        """Return the failure for a service that asks to wait."""
        said = Reason.of(ReasonCode.SERVICE_TOO_OFTEN, service=self.name)
        if wait:
            said = Reason.of(ReasonCode.SERVICE_TOO_OFTEN_WAIT, service=self.name, count=math.ceil(wait))
        return CallFailed(ErrorClass.RATE_LIMIT, said, retry_after=wait)

    def garbled(self) -> CallFailed:
        """Return the failure for an answer that is not what was asked for."""
        return CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_GARBLED, service=self.name))


def wait_of(answer: WebAnswer) -> float | None:
    """Return the seconds that an answer asks to wait; None where it names none (or a date)."""
    given = answer.headers.get("retry-after", "").strip()
    return min(float(given), LONGEST_WAIT) if given.isascii() and given.isdigit() and len(given) < 9 else None


def _reason(answer: WebAnswer) -> str:
    try:
        value = answer.json()
    except CallFailed:
        return ""
    for key in ("reason", "error", "error_message"):
        if reason := text(mapping(value).get(key), LONGEST_REASON):
            return reason
    status = mapping(mapping(value).get("status")) or mapping(mapping(value).get("error")).get("status")
    return text(mapping(status).get("error_message"), LONGEST_REASON)


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a JSON object as it is, an empty one for anything else."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def sequence(value: Any) -> Sequence[Any]:
    """Return a JSON array as it is, an empty one for anything else."""
    return cast("Sequence[Any]", value) if isinstance(value, list) else ()


def text(value: Any, most: int) -> str:
    """Return a text in one line of at most `most` printable characters; empty for anything else."""
    if not isinstance(value, str):
        return ""
    line = " ".join("".join(c if c.isprintable() else " " for c in value[: 4 * most]).split())
    return line[:most]


def number(value: Any, least: float = -1e15, most: float = 1e15) -> float | None:
    """Return a finite number between the bounds; None for anything else, also for true and false."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) and least <= found <= most else None
