"""The page of events."""

import inspect
from dataclasses import fields

from pydantic import TypeAdapter

from bailiwick.app import all_events
from bailiwick.kernel.events.facts import Event
from bailiwick_router.core.record import camel
from generator.tables import NOTICE, code, kind, table

HEAD = f"""{NOTICE}
# Events

Facts are stored, numbered within their execution and can be read again; stream events are sent and not stored. In a
stream every fact also has `at` and `timestamp`, the time it was stored. [How events work](../concepts/events.md).
"""


def page() -> str:
    """Return the page."""
    overview = table(
        ("name on the wire", "kind", "meaning"),
        [(f"[`{event.wire}`](#{_anchor(event)})", _kind(event), _meaning(event)) for event in all_events()],
    )
    return "\n".join([HEAD, overview, "", *(_section(event) for event in all_events())])


def _section(event: type[Event]) -> str:
    schema = TypeAdapter(event).json_schema(by_alias=True)
    definitions, properties = schema.get("$defs", {}), schema.get("properties", {})
    names = wire_names(event)
    rows = [
        (code(names[field.name]), kind(entry, definitions), entry.get("description", ""))
        for field in fields(event)
        for entry in [properties[camel(field.name)]]
    ]
    body = table(("field", "type", "meaning"), rows) if rows else "No fields."
    return f"## {event.wire}\n\n{_meaning(event)} Class `{event.__name__}`, {_kind(event)}.\n\n{body}\n"


def wire_names(event: type[Event]) -> dict[str, str]:
    """Return each field's name on the wire, as the event itself spells it."""
    marks = {field.name: f"<{field.name}>" for field in fields(event)}
    spelled = {value: name for name, value in event(**marks).data().items()}
    return {field: spelled[mark] for field, mark in marks.items()}


def _anchor(event: type[Event]) -> str:
    return "".join(c for c in event.wire.lower() if c.isalnum() or c in "-_")


def _kind(event: type[Event]) -> str:
    return "fact" if event.stored else "stream"


def _meaning(event: type[Event]) -> str:
    return inspect.cleandoc(event.__doc__ or "").replace("\n", " ")
