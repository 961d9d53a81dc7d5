"""A turn in one line, for later turns that no longer read it in full."""

from collections.abc import Sequence

from pydantic_ai.messages import ModelRequest, UserPromptPart

from bailiwick.features.swarm.neighbours import TurnStart, asked
from bailiwick.features.swarm.records import Digest
from bailiwick.kernel.quoting import in_one_line
from bailiwick.runs.records import Step, StepKind
from bailiwick.runs.taint import mark
from bailiwick.runs.threads.history import SaidTurn
from bailiwick.runs.threads.records import Exchange

LONGEST = 400
"""Characters of a digest."""
EXCERPT = 120
OUTSIDE = "[from outside] "
"""What a resident's model reads before the digest of a turn that had read what strangers wrote."""
HEADING = "Earlier turns of yours, in short and oldest first:"


def digest_of(start: TurnStart, steps: Sequence[Step], said: str) -> str:
    """Return what a turn was about: who wrote what, what was used, what came of it."""
    mail = asked(start.claim.mails)
    parts = ["woken by hand"]
    if mail is not None:
        more = len(start.claim.mails) - 1
        others = f" (and {more} more)" if more else ""
        parts = [f"#{mail.position} {start.name(mail.sender)}{others}: {in_one_line(mail.content, EXCERPT)}"]
    tools = dict.fromkeys(step.name for step in steps if step.kind in (StepKind.TOOL, StepKind.HELPER))
    if tools:
        parts.append(f"used {', '.join(tools)}")
    if said.strip():
        parts.append(f"you: {in_one_line(said, EXCERPT)}")
    return in_one_line(" · ".join(parts), LONGEST)


def in_short(digests: Sequence[Digest]) -> SaidTurn:
    """Return digests, oldest first, as what models read in place of those turns."""
    text = "\n".join([HEADING, *(f"- {OUTSIDE if one.tainted else ''}{one.text}" for one in digests)])
    read = ModelRequest(parts=[UserPromptPart(content=text)], metadata=mark(any(one.tainted for one in digests)))
    return SaidTurn(Exchange(agent_id=None, answered=True, messages=()), [read], len(digests))
