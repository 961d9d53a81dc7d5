"""Events: facts in the past tense, with the names they have on the wire.

Facts are stored and numbered per execution; stream events are never stored. To add one, write a class in the module
of its subject: from there it is in `EVENTS`, and has its name here.
"""

from bailiwick.kernel.events.facts import (
    changes,
    documents,
    executions,
    helpers,
    routing,
    schedules,
    swarm,
    tasks,
)
from bailiwick.kernel.events.facts.base import Event as Event
from bailiwick.kernel.events.facts.base import Fact as Fact
from bailiwick.kernel.events.facts.changes import *
from bailiwick.kernel.events.facts.documents import *
from bailiwick.kernel.events.facts.executions import *
from bailiwick.kernel.events.facts.helpers import *
from bailiwick.kernel.events.facts.routing import *
from bailiwick.kernel.events.facts.schedules import *
from bailiwick.kernel.events.facts.swarm import *
from bailiwick.kernel.events.facts.tasks import *

SUBJECTS = (executions, helpers, changes, swarm, documents, tasks, schedules, routing)

EVENTS: tuple[type[Event], ...] = tuple(
    sorted(
        (
            each
            for subject in SUBJECTS
            for each in vars(subject).values()
            if isinstance(each, type) and issubclass(each, Event) and each.__module__ == subject.__name__
        ),
        key=lambda event: not event.stored,
    )
)
"""Every event in the order of the documentation: as they are written, those that are never stored last."""


USES = "uses"
"""The name under which is kept in memory when each agent was last used."""


Told = tuple[Event, str | None]
"""A fact, and the agent that it is about."""
