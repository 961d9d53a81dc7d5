"""What runs need of limits on spending: each model call reserves what it may use, and gives back what it did not."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic_ai.messages import ModelMessagesTypeAdapter

from bailiwick.kernel.errors import WaitsForPerson
from bailiwick.kernel.reasons import Said
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.models.given_files import as_counted
from bailiwick.runs.records import Execution


class SpendingLimitReached(WaitsForPerson):
    """A limit on spending is reached; the run waits for a person who raises it, or for the next period."""

    def __init__(self, reason: Said, stays: Callable[[], Awaitable[bool]]) -> None:
        """`stays` says, within the transaction in which the run is set waiting, whether the limit is still as it was;
        whoever changes it later finds the run waiting."""
        super().__init__(reason)
        self.stays = stays


@dataclass(frozen=True, slots=True, kw_only=True)
class CallToMake:
    """A model call that is about to be made."""

    key: str
    """Of the step that it will be."""
    agents: frozenset[str]
    """Who asks, and who works on the run."""
    request: ModelRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOver:
    """A model call that was made, or was broken off."""

    key: str
    agents: frozenset[str]
    model: str
    usage: Usage = Usage()


class RunLedger(Protocol):
    """Keeps what one run spends within limits. It is asked last in a transaction of the run, which holds the run."""

    async def look(self) -> None:
        """Outside of transactions: read what limits there are, unless that is known."""
        ...

    async def account(
        self,
        over: Sequence[CallOver],
        call: CallToMake | None = None,
        *,
        everything: bool = False,
        last: bool = False,
    ) -> ModelRequest | None:
        """Count what calls have used, and reserve what the next one may use; in one statement, in none where no limit
        concerns the run. With `everything` all that the run has reserved is given back.

        Returns the call as it may be made, with no longer an answer than there is room for; None where there is no
        call, or where others hold the room that is left, unless this is the `last` time that it is asked for. Raises
        `SpendingLimitReached`, or `CallFailed` where the limit says that the run ends.
        """
        ...


class Ledgers(Protocol):
    """Keeps what runs spend within limits."""

    async def prepare(self, user_id: str) -> None:
        """Outside of transactions: read what there is to know before a run of the user begins."""
        ...

    def of(self, user_id: str, execution: Execution) -> RunLedger:
        """Return the ledger of a run that a worker has claimed."""
        ...

    async def check(self, user_id: str, model: str, *, agent: str | None, conversation_id: str) -> None:
        """Raise `SpendingLimitHit` where a run that the user asks for could not call the model even once, and would end
        so."""
        ...


class NoLedger:
    """The ledger where nothing limits spending."""

    async def look(self) -> None:
        """There is nothing to know."""

    async def account(
        self,
        over: Sequence[CallOver],
        call: CallToMake | None = None,
        *,
        everything: bool = False,
        last: bool = False,
    ) -> ModelRequest | None:
        """Return the call as it is."""
        del over, everything, last
        return None if call is None else call.request


def prompt_bytes(question: ModelRequest) -> int:
    """Return how long what a model call sends is: instructions, messages and tools, in bytes of UTF-8; files
    that are sent as they are count as `as_counted` says."""
    tools = [[tool.name, tool.description, tool.parameters] for tool in question.tools]
    messages = ModelMessagesTypeAdapter.dump_json(list(as_counted(question.messages)))
    size = len(question.instructions.encode("utf-8", "replace")) + len(messages)
    return size + len(json.dumps(tools, default=dict).encode())
