"""What `doctor` finds: one thing that was looked at each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, text_of, why_of
from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record

NAMED = 5
"""Agents that are named where many have the same finding, and sentences told of one kind of finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Record):
    """One thing that was looked at."""

    name: str
    """What was looked at, e.g. `database`."""
    ok: bool
    detail: str
    """How it is, and what to do where it is not well, in English."""
    why: Reason | None = None
    """The same as a code with values, unless it is in `lack` or in the words of another program."""
    lack: Lack | None = None
    """What is missing, where that is what is wrong."""
    about: str = ""
    """Which of them it is of, by name, where there are several of what was looked at, e.g. `javascript`."""
    required: bool = True
    """Whether the product is broken without it."""
    code: str = ""
    """Of what kind a finding about agents is: a code of lint or of what an agent lacks."""
    agents: Sequence[str] = ()
    """The ids of the agents that it was found of; none for what is about the installation."""

    @classmethod
    def of(
        cls,
        name: str,
        said: Said | Lack,
        *,
        ok: bool = False,
        about: str = "",
        required: bool = True,
        code: str = "",
        agents: Sequence[str] = (),
    ) -> "Finding":
        """Return what was found, with its English."""
        lack, reason = (said, None) if isinstance(said, Lack) else (None, why_of(said))
        plain = said.said if isinstance(said, Lack) else text_of(said)
        return cls(
            name=name,
            ok=ok,
            detail=_joined(about, plain),
            why=reason,
            lack=lack,
            about=about,
            required=required,
            code=code,
            agents=agents,
        )

    def text(self, language: Language) -> str:
        """Return how it is, and what to do where it is not well, in a language."""
        if self.lack is not None:
            return _joined(self.about, self.lack.text(language))
        return self.detail if self.why is None else _joined(self.about, self.why.text(language))


def _joined(about: str, said: str) -> str:
    return f"{about}: {said}" if about and said else about or said


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
                alike = Reason.of(ReasonCode.EACH_IN_ITS_WAY, name=finding.code)
                finding = replace(finding, detail=alike.text(), why=alike, lack=None)
        key = (finding.name, finding.code, finding.ok, finding.required, finding.detail)
        first.setdefault(key, finding)
        agents.setdefault(key, {}).update(dict.fromkeys(finding.agents))
    return [replace(finding, agents=tuple(agents[key])) for key, finding in first.items()]
