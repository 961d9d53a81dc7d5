"""A call that waits for a person, in words for a terminal: nothing in it can hide."""

import json

from bailiwick.kernel.invisible import shown
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.runs.approvals.records import Approval


def call_in_words(approval: Approval, *, indent: int | None = None) -> str:
    """Return the exact arguments as JSON."""
    return shown(json.dumps(dict(approval.arguments), ensure_ascii=False, indent=indent))


def found_in_words(approval: Approval) -> str:
    """Return what the call is about, a line for each thing; nothing where its tool cannot tell."""
    return "\n".join(_in_words(each) for each in approval.found or ())


def _in_words(thing: FoundThing) -> str:
    name = f'{shown(thing.kind)} "{shown(thing.title)}"'
    named = name if thing.id == thing.title else f"{name} ({shown(thing.id)})"
    price = "" if thing.new_value is None else f": {shown(thing.old_value or '')} → {shown(thing.new_value)}"
    excerpt = shown(" / ".join(thing.excerpt.splitlines()))
    return f"{named}{price}" + (f": {excerpt}" if excerpt else "")
