"""Golden cases on the wire: what clients write, and what comes of reading a file."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Query
from pydantic import AfterValidator, Field

from bailiwick.agents.releases.records import GoldenCase
from bailiwick.kernel.http.wire import AgentId, Body, Reply, Whole, not_blank

CaseText = Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(not_blank)]
"""A message, as a person would write it."""
Note = Annotated[str, Field(max_length=2000)]
CaseFormat = Literal["jsonl", "csv"]
BeforeCase = Annotated[UUID | None, Query(description="Only what is older than the case of this id, for paging.")]
LARGEST_FILE = 4_000_000
"""Characters of a file of cases."""


class NewCase(Body):
    """A message and the agent that must get it."""

    text: CaseText
    agent: AgentId | None
    """Its agent; null for a message that no agent should get."""
    last_agent: AgentId | None = None
    """The agent that answered last in the thread, where the message is a follow-up."""
    note: Note = ""
    """Why it matters."""


class CaseChanges(Body):
    """Fields to change; those left out keep their value."""

    text: CaseText = ""
    agent: AgentId | None = None
    """Its agent; null for a message that no agent should get."""
    last_agent: AgentId | None = None
    note: Note = ""

    def changes(self) -> dict[str, Any]:
        """Return the fields that the request named, as the core has them."""
        return self.given()


class CaseFile(Body):
    """Golden cases in a file."""

    format: CaseFormat
    """JSON lines with `text`, `agent` and optionally `lastAgent`; or CSV with these columns."""
    content: Annotated[str, Field(min_length=1, max_length=LARGEST_FILE)]
    """What the file holds."""


class GoldenRunRequest(Body):
    """Which release decides the cases."""

    release: Annotated[Whole, Field(ge=1, le=2**31 - 1)] | None = None
    """Its number; by default what decides now."""


class PinRequest(Body):
    """What to add to a pinned decision."""

    note: Note = ""
    """Why it matters."""


class CaseList(Reply):
    """A page of golden cases, latest first."""

    cases: list[GoldenCase]
    total: int
    """How many there are on all pages."""
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""
