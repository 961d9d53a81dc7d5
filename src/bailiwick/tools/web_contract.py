"""The way to pages and services outside."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass


@dataclass(frozen=True, slots=True, kw_only=True)
class WebAnswer:
    """What came back, whatever its status."""

    url: str
    """Where it came from in the end, after redirects."""
    status: int
    headers: Mapping[str, str]
    """By name in small letters."""
    body: bytes
    """Unpacked; cut at the cap."""
    truncated: bool
    """Whether there was more."""
    text: str
    """The body as text, in the character set it declares or, failing that, looks like."""

    @property
    def media_type(self) -> str:
        """Return the declared media type in small letters, without parameters; empty when none is declared."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def json(self) -> Any:
        """Return the body's value. Raises `CallFailed` (class `tool`) when it is not whole JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            host = self.url.split("/")[2]
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STORE_NO_DATA, shop=host)) from None


class Web(Protocol):
    """Fetches public addresses only: nothing inside this machine or its networks can be reached through it.

    Its methods raise `CallFailed`: class `validation` for an address that is none, `network` when it cannot be
    reached (also when it is not public: which of the two is not told), `timeout` when it takes too long. With
    `configured`, an address on the host and port of one of the `services` may be private.
    """

    @property
    def services(self) -> Mapping[str, str]:
        """Base addresses of services, by the names under which plug-ins declare them, as far as there are any.

        A place in braces is filled in by the caller, e.g. `{shop}`.
        """
        ...

    async def get(
        self,
        url: str,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        configured: bool = False,
        seconds: float = 20.0,
        most_bytes: int = 2 << 20,
    ) -> WebAnswer:
        """Get, following up to five redirects; `headers` go to the first host only."""
        ...

    async def post(
        self,
        url: str,
        *,
        json: Any,
        headers: Mapping[str, str] | None = None,
        configured: bool = False,
        seconds: float = 20.0,
        most_bytes: int = 2 << 20,
    ) -> WebAnswer:
        """Post JSON; redirects are not followed."""
        ...
