"""What a release holds: made of agents, compared, and made into agents again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, cast

from bailiwick_router.core.agents import ENUM_FIELDS, ROUTING_FIELDS, SEQUENCE_FIELDS, Agent, Origin
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.learning_versions import FIRST, LATEST, LEARNING, RULE, learning_of
from bailiwick_router.rules import RoutingSettings

LIVE = "status"
"""The field in which agents are always as they are now, whatever a release says."""
KEPT = tuple(field for field in ROUTING_FIELDS if field not in ("id", LIVE))
"""The fields in which agents are as a release says."""


def content_of(
    agents: Iterable[Agent], corrections: Sequence[tuple[str, str]] = (), rules: Mapping[str, Any] | None = None
) -> ReleaseContent:
    """Return what a release of these agents holds; runtime agents are in none.

    It is learned with the latest version unless the rules say otherwise.
    """
    return ReleaseContent(
        agents=tuple(fields_of(agent) for agent in agents if agent.origin is not Origin.RUNTIME),
        corrections=tuple(corrections),
        rules={RULE: LATEST, **(rules or {})},
    )


def fields_of(agent: Agent) -> dict[str, Any]:
    """Return what routing reads of an agent, as JSON."""
    found: dict[str, Any] = {name: getattr(agent, name) for name in ROUTING_FIELDS}
    found |= {name: list(found[name]) for name in ROUTING_FIELDS if name in SEQUENCE_FIELDS}
    found |= {name: str(found[name]) for name in ROUTING_FIELDS if name in ENUM_FIELDS}
    return found


def agents_of(content: ReleaseContent) -> list[Agent]:
    """Return the agents of a release as far as routing knows them, in order."""
    return [Agent(**{name: value for name, value in held.items() if name in ROUTING_FIELDS}) for held in content.agents]


def deciding(content: ReleaseContent, now: Mapping[str, Agent]) -> list[Agent]:
    """Return the agents of a release as they decide now, in order.

    Each has what the release says of it, and is active or not as the agent is `now`; one that is gone is left out.
    """
    found: list[Agent] = []
    for held in content.agents:
        agent = now.get(held["id"])
        if agent is not None and agent.origin is not Origin.RUNTIME:
            found.append(agent.evolve(**{name: held[name] for name in KEPT if name in held}))
    return found


def same(one: ReleaseContent, other: ReleaseContent) -> bool:
    """Whether two releases decide alike at any moment: whether agents are active is not a matter of releases."""
    return (
        _without_status(one) == _without_status(other)
        and tuple(one.corrections) == tuple(other.corrections)
        and with_learning(one.rules) == with_learning(other.rules)
    )


def _without_status(content: ReleaseContent) -> list[dict[str, Any]]:
    return [{name: value for name, value in held.items() if name != LIVE} for held in content.agents]


def with_learning(rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a release's rules, its learning version among them."""
    return {**rules, RULE: learning_of(rules)}


def newly_learned(content: ReleaseContent) -> ReleaseContent:
    """Return what a release holds, with the latest learning version."""
    return replace(content, rules={**content.rules, RULE: LATEST})


def settings_with(rules: Mapping[str, Any], base: RoutingSettings) -> RoutingSettings:
    """Return the installation's settings with a release's rules in their place, and its learning version.

    Raises `InvalidInput` for what is no setting of routing, or not a value for it.
    """
    known: dict[str, Any] = {field.name: getattr(base, field.name) for field in fields(base)}
    known[RULE] = FIRST
    values: dict[str, Any] = {}
    for name, value in rules.items():
        if name not in known:
            raise InvalidInput(Reason.of(RoutingReason.NO_SUCH_RULE, name=repr(name[:80])), field="rules")
        values[name] = _value(name, value, known[name])
    if learning_of(values) not in LEARNING:
        raise InvalidInput(Reason.of(RoutingReason.RULE_LEARNING, most=LATEST), field="rules")
    return RoutingSettings(**{**known, **values})


def _value(name: str, value: Any, usual: Any) -> Any:
    if isinstance(usual, tuple):
        return _stages(name, value)
    if isinstance(usual, str):
        if not isinstance(value, str) or len(value) > LONGEST:
            raise InvalidInput(Reason.of(RoutingReason.RULE_TEXT, name=name, most=LONGEST), field="rules")
        return value.strip()
    if isinstance(usual, bool):
        if not isinstance(value, bool):
            raise InvalidInput(Reason.of(RoutingReason.RULE_BOOLEAN, name=name), field="rules")
        return value
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= LARGEST or (isinstance(usual, int) and value != int(value)):
        kind = "whole number" if isinstance(usual, int) else "number"
        raise InvalidInput(Reason.of(RoutingReason.RULE_NUMBER, name=name, kind=kind, most=LARGEST), field="rules")
    return type(usual)(value)


LARGEST = 10_000
LONGEST = 200
"""Characters of a rule that is a text."""


def _stages(name: str, value: Any) -> tuple[Stage, ...]:
    try:
        found = tuple(Stage(each) for each in cast(Iterable[Any], value))
    except (TypeError, ValueError):
        found = ()
    if not found or len(set(found)) != len(found):
        raise InvalidInput(Reason.of(RoutingReason.RULE_STAGES, name=name, stages=", ".join(Stage)), field="rules")
    return found


def plain_rules(settings: RoutingSettings) -> dict[str, Any]:
    """Return settings of routing as JSON, by name."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
