"""Takes what a tool call has opened of a person's secrets out of what the call says."""

import logging
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.reasons import why_of
from bailiwick.kernel.redaction import MARK, redactor, without_secrets
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.records import Secrets, ToolContext
from bailiwick.tools.wrappers import Do, Wrapped, tool_broke

log = logging.getLogger(__name__)


class Redacted(Wrapped):
    """Puts `…` for every secret that was opened during a call into its result or its error, however it is encoded.

    It stands inside whatever logs errors: the unexpected error of a call that opened a secret is logged here, cleaned.
    """

    async def _around(self, do: Do, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Do it, and clean what comes of it."""
        opened = _Opened(context.secrets)
        try:
            result = await do(name, replace(context, secrets=opened), arguments)
        except Exception as error:
            if not opened.values:
                raise
            raise _cleaned(name, error, redactor(opened.values)) from None
        return _without(result, redactor(opened.values)) if opened.values else result


class _Opened:
    """Notes what is opened."""

    def __init__(self, inner: Secrets) -> None:
        self._inner = inner
        self.values: set[str] = set()

    async def open(self, name: str) -> str:
        """Return the secret of that name."""
        value = await self._inner.open(name)
        self.values.add(value)
        return value


def _cleaned(name: str, error: Exception, clean: Callable[[str], str]) -> Exception:
    """Return the error without secrets, and of the same kind where callers act on the kind."""
    if isinstance(error, CallFailed):
        return error.reworded(without_secrets(error.said, clean))
    if isinstance(error, BailiwickError):
        # Its kind decides what happens next; its text may be the peer's.
        error.args = tuple(clean(str(part)) for part in error.args)
        error.why = why_of(without_secrets(error.said, clean))
        return error
    if isinstance(error, TimeoutError | ConnectionError):
        return type(error)(clean(str(error)))
    log.error("tool %s failed\n%s", name, clean("".join(traceback.format_exception(error))))
    return CallFailed(ErrorClass.TOOL, tool_broke(name, error))


def _without(value: Any, clean: Callable[[str], str]) -> Any:
    """Return a JSON value without secrets, in keys and numbers too."""
    match value:
        case str():
            return clean(value)
        case bool() | None:
            return value
        case int() | float():
            return MARK if clean(str(value)) != str(value) else value
        case dict():
            pairs = cast("dict[str, Any]", value).items()
            return {clean(str(key)): _without(item, clean) for key, item in pairs}
        case FoundThing():
            return replace(value, title=clean(value.title), excerpt=clean(value.excerpt))
        case list():
            return [_without(item, clean) for item in cast("list[Any]", value)]
        case _:
            return value
