"""The difference of two releases, change by change."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bailiwick_router.core.agents import ROUTING_FIELDS
from bailiwick_router.core.releases import ReleaseContent, RoutingChange
from bailiwick_router.release_content import with_learning


def diff(before: ReleaseContent, after: ReleaseContent) -> list[RoutingChange]:
    """Return what is different in `after`: rules by name, agents in order, what people taught; none for equals.

    An agent that is only in another place of the order is changed in its field `order`, from its old place to its new
    one, counted from 1 among those that both have.
    """
    return [
        *_rules(with_learning(before.rules), with_learning(after.rules)),
        *_agents(before, after),
        *_examples(before, after),
    ]


def _rules(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[RoutingChange]:
    return [
        RoutingChange(
            kind="changed" if name in before and name in after else "added" if name in after else "removed",
            subject="rule",
            name=name,
            before=before.get(name),
            after=after.get(name),
        )
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    ]


def _agents(before: ReleaseContent, after: ReleaseContent) -> list[RoutingChange]:
    old = {held["id"]: held for held in before.agents}
    new = {held["id"]: held for held in after.agents}
    changes = [
        RoutingChange(kind="removed", subject="agent", name=name, before=held.get("name"))
        for name, held in old.items()
        if name not in new
    ]
    for name, held in new.items():
        if name not in old:
            changes.append(RoutingChange(kind="added", subject="agent", name=name, after=held.get("name")))
            continue
        changes += [
            RoutingChange(
                kind="changed",
                subject="agent",
                name=name,
                field=field,
                before=old[name].get(field),
                after=held.get(field),
            )
            for field in ROUTING_FIELDS
            if old[name].get(field) != held.get(field)
        ]
    return changes + _moved([name for name in old if name in new], [name for name in new if name in old])


def _moved(before: list[str], after: list[str]) -> list[RoutingChange]:
    places = {name: place for place, name in enumerate(before, 1)}
    return [
        RoutingChange(kind="changed", subject="agent", name=name, field="order", before=places[name], after=place)
        for place, name in enumerate(after, 1)
        if places[name] != place
    ]


def _examples(before: ReleaseContent, after: ReleaseContent) -> list[RoutingChange]:
    old, new = Counter(before.corrections), Counter(after.corrections)
    gone = [
        RoutingChange(kind="removed", subject="example", name=agent, field="examples", before=message)
        for message, agent in (old - new).elements()
    ]
    come = [
        RoutingChange(kind="added", subject="example", name=agent, field="examples", after=message)
        for message, agent in (new - old).elements()
    ]
    return gone + come
