"""What `doctor` finds: one thing that was looked at each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bailiwick_router.core.record import Record

NAMED = 5
"""Agents that are named where many have the same finding, and sentences told of one kind of finding."""

OTHERWISE = "{code}, each in words of its own; `bailiwick lint` and `bailiwick agents show` tell them."


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Record):
    """One thing that was looked at."""

    name: str
    """What was looked at, e.g. `database`."""
    ok: bool
    detail: str
    """How it is, and what to do where it is not well, in English."""
    required: bool = True
    """Whether the product is broken without it."""
    code: str = ""
    """Of what kind a finding about agents is: a code of lint or of what an agent lacks."""
    agents: Sequence[str] = ()
    """The ids of the agents that it was found of; none for what is about the installation."""


def grouped(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, with those of one kind about agents that say the same as one.

    Of each kind the five that come first are told in their own words, and all others as one more: what comes of it
    grows with the kinds, not with the agents.
    """
    first: dict[tuple[object, ...], Finding] = {}
    agents: dict[tuple[object, ...], dict[str, None]] = {}
    told: dict[tuple[str, str], set[str]] = {}
    for finding in findings:
        if finding.agents:
            sentences = told.setdefault((finding.name, finding.code), set())
            if len(sentences) < NAMED:
                sentences.add(finding.detail)
            if finding.detail not in sentences:
                finding = replace(finding, detail=OTHERWISE.format(code=finding.code))
        key = (finding.name, finding.code, finding.ok, finding.required, finding.detail)
        first.setdefault(key, finding)
        agents.setdefault(key, {}).update(dict.fromkeys(finding.agents))
    return [replace(finding, agents=tuple(agents[key])) for key, finding in first.items()]
