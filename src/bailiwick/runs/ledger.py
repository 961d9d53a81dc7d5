"""What runs need of limits on spending: each call reserves what it may use, and gives back what it did not."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bailiwick.kernel.errors import WaitsForPerson
from bailiwick.kernel.reasons import Said
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.records import Execution


class SpendingLimitReached(WaitsForPerson):
    """A limit on spending is reached; the run waits for a person who raises it, or for the next period."""

    def __init__(self, reason: Said, stays: Callable[[], Awaitable[bool]]) -> None:
        """`stays` says, within the transaction in which the run is set waiting, whether the limit is still as it was;
        whoever changes it later finds the run waiting."""
        super().__init__(reason)
        self.stays = stays


class SpendingLimitEnds(CallFailed):
    """A limit on spending is reached that says that runs end at it."""

    def __init__(self, reason: Said) -> None:
        super().__init__(ErrorClass.BUDGET, reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallToMake:
    """A model or tool call that is about to be made."""

    key: str
    """Of the step that it will be."""
    agents: frozenset[str]
    """Who asks, and who works on the run."""
    request: ModelRequest | None
    """None for a tool call."""
    can_be_refused: bool = False
    """Whether the run may go on without a model: the request then comes back with why no model may be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOver:
    """A model or tool call that was made, or was broken off."""

    key: str
    agents: frozenset[str]
    model: str = ""
    """Empty for a tool call."""
    usage: Usage = Usage()
    seconds: float = 0.0
    """How long it took; 0 of what a helper did, whose own calls count."""
    cut: bool = False
    """Whether it was cut off with its run: whoever cut it may not know that its end is written and counted, so that it
    counts where something is still reserved for it alone."""


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

        Returns a model call as it may be made, with no longer an answer than there is room for; None where there is
        none, or where others hold the room that is left, unless this is the `last` time that it is asked for. Raises
        `SpendingLimitReached`, or `SpendingLimitEnds` where the limit says that the run ends; a call that can be
        refused is returned with that instead. Raises `LostClaim`.
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
