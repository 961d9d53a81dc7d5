"""Edits on agents: put on, taken back, and brought down to the fewest that do the same."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager

from bailiwick_router.core.agents import Agent
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.roster import Roster
from bailiwick_router.validate import validate

LISTS = ("tags", "keywords", "patterns", "examples")
"""Fields that entries are added to and removed from."""
TEXTS = ("name", "description", "objective")
PRIORITY = "priority"
SHOWN = 80
"""Characters of a value that an error repeats."""


def apply(agent: Agent, edit: Edit) -> Agent:
    """Return the agent with one edit made.

    Removing takes out every entry equal to the value. Raises `InvalidInput`, naming the field, for an edit of another
    agent, of a field that has no edits, with a value of the wrong type, for an entry that is there already (add) or is
    not there (remove), and for an agent that no roster would take, such as one with a pattern that does not compile.
    """
    changed = _changed(agent, edit)
    validate(changed)
    return changed


def apply_all(agent: Agent, edits: Iterable[Edit]) -> Agent:
    """Return the agent with all of its edits made, one after the other. Raises what `apply` raises."""
    for edit in edits:
        agent = _changed(agent, edit)
    validate(agent)
    return agent


def edited_agents(roster: Roster, edits: Iterable[Edit]) -> tuple[Agent, ...]:
    """Return the agents that the edits change, as they are afterwards; the roster stays as it is.

    Raises `InvalidInput` for an agent that is not on the roster, and what `apply` raises.
    """
    by_agent: dict[str, list[Edit]] = {}
    for edit in edits:
        by_agent.setdefault(edit.agent, []).append(edit)
    changed: list[Agent] = []
    for agent_id, its_edits in by_agent.items():
        agent = roster.get(agent_id)
        if agent is None:
            raise InvalidInput(Reason.of(RoutingReason.NO_SUCH_AGENT, name=agent_id[:SHOWN]), field="agent")
        changed.append(apply_all(agent, its_edits))
    return tuple(changed)


@contextmanager
def edited(roster: Roster, edits: Iterable[Edit]) -> Generator[tuple[Agent, ...]]:
    """Put edits on a roster for the length of a block; whatever happens in it, the roster is afterwards as before.

    Gives the changed agents. Raises what `edited_agents` raises, before anything is changed. The work grows with the
    edited agents, not with the roster. The block may not change the edited agents otherwise.
    """
    changed = edited_agents(roster, edits)
    before: list[Agent] = []
    try:
        for agent in changed:
            old = roster.get(agent.id)
            if old is not None:
                before.append(old)
                roster.replace(agent)
        yield changed
    finally:
        for agent in reversed(before):
            roster.replace(agent)


def tidy(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the fewest edits that do the same as these, one after the other, in order of first mention.

    Equal edits count once, the last of several values of a field stands, and adding takes back removing. They are taken
    to be possible in the given order.
    """
    last: dict[tuple[str, str, str | int | None], Edit] = {}
    for edit in edits:
        if edit.kind is EditKind.SET:
            last[edit.agent, edit.field, None] = edit
            continue
        key = (edit.agent, edit.field, edit.value)
        known = last.get(key)
        if known is None:
            last[key] = edit
        elif known.kind is not edit.kind:
            del last[key]
    return tuple(last.values())


def adding(agent: str, field: str, value: str) -> Edit:
    """Return the edit that adds an entry."""
    return Edit(kind=EditKind.ADD, agent=agent, field=field, value=value)


def removing(agent: str, field: str, value: str) -> Edit:
    """Return the edit that removes an entry."""
    return Edit(kind=EditKind.REMOVE, agent=agent, field=field, value=value)


def setting(agent: str, field: str, value: str | int) -> Edit:
    """Return the edit that gives a field another value."""
    return Edit(kind=EditKind.SET, agent=agent, field=field, value=value)


def _changed(agent: Agent, edit: Edit) -> Agent:
    if edit.agent != agent.id:
        raise InvalidInput(
            Reason.of(RoutingReason.EDIT_OF_ANOTHER, agent=repr(edit.agent[:SHOWN]), other=repr(agent.id)),
            field="agent",
        )
    if edit.kind is EditKind.SET:
        return agent.evolve(**{edit.field: _value(edit)})
    if edit.field not in LISTS:
        raise InvalidInput(
            Reason.of(RoutingReason.EDIT_LISTS, lists=", ".join(LISTS), field=repr(edit.field[:SHOWN])), field="field"
        )
    entries: Sequence[str] = getattr(agent, edit.field)
    value = edit.value
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(Reason.of(RoutingReason.EDIT_ENTRY, field=edit.field), field=edit.field)
    if edit.kind is EditKind.ADD:
        if value in entries:
            raise InvalidInput(
                Reason.of(RoutingReason.EDIT_THERE, agent=repr(agent.id), value=repr(value[:SHOWN]), field=edit.field),
                field=edit.field,
            )
        return agent.evolve(**{edit.field: (*entries, value)})
    if value not in entries:
        raise InvalidInput(
            Reason.of(RoutingReason.EDIT_ABSENT, agent=repr(agent.id), value=repr(value[:SHOWN]), field=edit.field),
            field=edit.field,
        )
    return agent.evolve(**{edit.field: tuple(entry for entry in entries if entry != value)})


def _value(edit: Edit) -> str | int:
    value = edit.value
    if edit.field == PRIORITY:
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidInput(Reason.of(RoutingReason.EDIT_PRIORITY), field=PRIORITY)
        return value
    if edit.field not in TEXTS:
        raise InvalidInput(
            Reason.of(
                RoutingReason.EDIT_SETTABLE, priority=PRIORITY, texts=", ".join(TEXTS), field=repr(edit.field[:SHOWN])
            ),
            field="field",
        )
    if not isinstance(value, str):
        raise InvalidInput(Reason.of(RoutingReason.EDIT_TEXT, field=edit.field), field=edit.field)
    return value
