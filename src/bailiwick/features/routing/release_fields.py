"""Releases on the wire: what clients write, and pages of them."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Self

from fastapi import Path, Query
from pydantic import AfterValidator, BeforeValidator, Field, StrictBool

from bailiwick.agents.releases.records import Release, ShadowFigures
from bailiwick.features.routing.edit_fields import Edits
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.http.wire import Body, Flag, Reply, Whole, not_blank
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.record import camel
from bailiwick_router.core.releases import RoutingChange
from bailiwick_router.release_content import LONGEST, plain_rules
from bailiwick_router.rules import RoutingSettings

LARGEST_NUMBER = 2**31 - 1
MOST_CHANGES = 1000
"""Differences that are told; more are only counted."""
LARGEST_RULE = 10_000


def known_form_of_number(text: str) -> int:
    """Return a release's number. Raises `NotFound` for what no release has."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and 1 <= int(text) <= LARGEST_NUMBER):
        raise not_found("release")
    return int(text)


WrittenReason = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(not_blank)]
"""Why, in a sentence."""
PathNumber = Annotated[
    int, Path(alias="number", description="The release's number."), BeforeValidator(known_form_of_number)
]
QueryNumber = Annotated[
    int | None, Query(ge=1, le=LARGEST_NUMBER, description="Another release's number; by default its parent.")
]
BeforeNumber = Annotated[
    int | None, Query(ge=1, le=LARGEST_NUMBER, description="Only releases before this number, for paging.")
]


RuleValue = (
    StrictBool
    | Annotated[int | float, Field(ge=0, le=LARGEST_RULE, allow_inf_nan=False)]
    | Annotated[str, Field(max_length=LONGEST)]
    | Annotated[list[Stage], Field(max_length=len(Stage))]
)
"""A switch, a number, a name, or the stages that run."""


class RoutingRule(Reply):
    """One of the rules by which messages are routed."""

    name: str
    value: bool | float | str | list[Stage]
    """What the release that decides has."""
    usual: bool | float | str | list[Stage]
    """What the installation has, where no release says otherwise."""
    whole: bool
    """Whether only whole numbers will do."""


class RoutingRules(Reply):
    """The rules of routing, in their order."""

    rules: list[RoutingRule]

    @classmethod
    def of(cls, settings: RoutingSettings, usual: RoutingSettings) -> Self:
        """Return rules beside those of the installation."""
        installed = plain_rules(usual)
        return cls(
            rules=[
                RoutingRule(name=camel(name), value=value, usual=installed[name], whole=type(value) is int)
                for name, value in plain_rules(settings).items()
            ]
        )


class NewRelease(Body):
    """A release that is made from edits, on top of what decides now."""

    reason: WrittenReason
    """Why it is made."""
    edits: Edits = ()
    """What differs; made to the agents when it is published."""
    rules: dict[str, RuleValue] = Field(default_factory=dict, max_length=50)
    """Rules of routing by name, e.g. `intentThreshold`, with what they are to be; see `GET /api/routing/rules`."""

    def chosen_rules(self) -> Mapping[str, Any]:
        """Return the settings by their names in the core. Raises `InvalidInput` for unknown ones."""
        return rules_of(self.rules)


class AutoPublish(Body):
    """Whether edits are published at once."""

    auto_publish: Flag
    """On until the person chooses otherwise; an edit that would break a golden case waits all the same."""


class ReplayRequest(Body):
    """How much is decided again."""

    limit: Annotated[Whole, Field(ge=1, le=10_000)] | None = None
    """How many of the latest messages; by default as many as the installation's setting says."""


class PublishRequest(Body):
    """Why a release is published."""

    reason: WrittenReason | None = None
    """In place of the reason it was made for."""
    override: WrittenReason | None = None
    """Why it is published although it breaks golden cases; without it that is refused."""


class RollbackRequest(Body):
    """Why an earlier release is to decide again."""

    reason: WrittenReason | None = None


class CanaryRequest(Body):
    """How much traffic a candidate gets."""

    share: Annotated[Whole, Field(ge=1, le=100)]
    """Percent of the conversations."""


class ReleaseList(Reply):
    """A page of releases, latest first."""

    releases: list[Release]
    next_before: int | None
    """Give this as `before` for the next page; null on the last one."""


class ReleaseDiff(Reply):
    """What differs between two releases."""

    changes: list[RoutingChange]
    """The first 1,000."""
    count: int
    """How many there are."""


class ShadowList(Reply):
    """How agents in the shadow would have done, most would-be wins first."""

    shadows: list[ShadowFigures]


def rules_of(given: Mapping[str, bool | float | str | list[Stage]]) -> Mapping[str, Any]:
    """Return settings of routing by their names in the core. Raises `InvalidInput` for unknown or unfit ones."""
    known = {camel(each.name): each for each in fields(RoutingSettings)}
    rules: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise InvalidInput(Reason.of(RoutingReason.NO_SUCH_RULE, name=name[:60]), field="rules")
        default = getattr(RoutingSettings(), known[name].name)
        if isinstance(default, tuple) or isinstance(value, list):
            if not (isinstance(default, tuple) and isinstance(value, list)):
                code = RoutingReason.RULE_STAGES if isinstance(default, tuple) else ReleaseReason.RULE_IS_NUMBER
                raise InvalidInput(Reason.of(code, name=name, stages=", ".join(Stage)), field="rules")
            rules[known[name].name] = value
            continue
        if isinstance(default, str) or isinstance(value, str):
            if not (isinstance(default, str) and isinstance(value, str)):
                code = RoutingReason.RULE_TEXT if isinstance(default, str) else ReleaseReason.RULE_IS_NUMBER
                raise InvalidInput(Reason.of(code, name=name, most=LONGEST), field="rules")
            rules[known[name].name] = value
            continue
        if isinstance(default, bool) is not isinstance(value, bool):
            code = RoutingReason.RULE_BOOLEAN if isinstance(default, bool) else ReleaseReason.RULE_IS_NUMBER
            raise InvalidInput(Reason.of(code, name=name), field="rules")
        if isinstance(default, int) and not float(value).is_integer():
            raise InvalidInput(Reason.of(ReleaseReason.RULE_WHOLE, name=name), field="rules")
        rules[known[name].name] = type(default)(value)
    return rules
