"""Events: facts in the past tense, with the names they have on the wire.

Facts are stored and numbered per execution; stream events are never stored. Those of a feature are in its `events.py`,
the others here. To add one, write a class in the module of its subject: that is all.
"""

from collections.abc import Iterable
from types import ModuleType

from bailiwick.kernel.events.facts import changes, executions, helpers, routing
from bailiwick.kernel.events.facts.base import Event as Event
from bailiwick.kernel.events.facts.base import Fact as Fact
from bailiwick.kernel.events.facts.changes import *
from bailiwick.kernel.events.facts.executions import *
from bailiwick.kernel.events.facts.helpers import *
from bailiwick.kernel.events.facts.routing import *


def events_in(modules: Iterable[ModuleType]) -> tuple[type[Event], ...]:
    """Return the events of modules in the order of the documentation: as they are written, unstored ones last."""
    found = [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Event) and each.__module__ == module.__name__
    ]
    return tuple(sorted(found, key=lambda event: not event.stored))


SUBJECTS = (executions, helpers, changes, routing)
EVENTS = events_in(SUBJECTS)
"""The events that are of no feature."""


USES = "uses"
"""The name under which is kept in memory when each agent was last used."""


Told = tuple[Event, str | None]
"""A fact, and the agent that it is about."""
