"""Edits of what routing reads of an agent, as clients write them."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictInt, StrictStr, model_validator

from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.kernel.http.wire import AgentId, Body, not_blank
from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.core.reasons.faults import WrongValue

MOST_EDITS = 100
Entry = Annotated[StrictStr, Field(min_length=1, max_length=4000), AfterValidator(not_blank)]
"""A tag, keyword, pattern or example, or a field's new text."""
Priority = Annotated[StrictInt, Field(ge=-1000, le=1000)]

EXAMPLE_EDITS = [{"kind": "add", "agent": "ski", "field": "tags", "value": "avalanche"}]


class EditFields(Body):
    """One change to one field of one agent."""

    kind: EditKind
    """Add an entry to a list, remove one, or set a field."""
    agent: AgentId
    """The agent's id."""
    field: Literal["tags", "keywords", "patterns", "examples", "priority", "name", "description", "objective"]
    """What of it."""
    value: Entry | Priority
    """The entry or the new text; a number for `priority` alone."""

    @model_validator(mode="after")
    def _fits(self) -> "EditFields":
        if (self.kind is EditKind.SET) is (self.field in ("tags", "keywords", "patterns", "examples")):
            raise WrongValue(Reason.of(ReleaseReason.EDIT_BY_FIELD))
        if isinstance(self.value, int) is not (self.field == "priority"):
            raise WrongValue(Reason.of(ReleaseReason.EDIT_VALUE))
        return self

    def edit(self) -> Edit:
        """Return the edit of the core."""
        return Edit(kind=self.kind, agent=self.agent, field=self.field, value=self.value)


Edits = Annotated[tuple[EditFields, ...], Field(max_length=MOST_EDITS)]
"""Changes to make together, at most 100."""
