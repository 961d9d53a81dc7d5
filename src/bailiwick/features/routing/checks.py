"""What the doctor looks at of routing."""

from bailiwick.agents.releases.records import ExamplesState
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.features.routing.releases import Releases
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason
from bailiwick.people.records import User
from bailiwick.runs.findings import Finding

LEARNED = {
    ExamplesState.TRAINED: ReleaseReason.LEARNED_FROM,
    ExamplesState.TRAINING: ReleaseReason.LEARNING_FROM,
    ExamplesState.NONE: ReleaseReason.NOTHING_TO_LEARN,
    ExamplesState.OFF: ReleaseReason.LEARNING_OFF,
    ExamplesState.FAILED: ReleaseReason.LEARNING_FAILED,
}


async def learned(platform: Platform, user: User) -> list[Finding]:
    """Whether the server has learned from examples."""
    state = await platform[Releases].state(user.id)
    why = Reason.of(LEARNED[state.examples_state], count=state.examples)
    return [Finding.of("examples", why, ok=state.examples_state is not ExamplesState.FAILED, required=False)]
