"""Misroutes: a person says that a decision was wrong, and the right agent gets the message at once."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.misroute_store import MisrouteStore
from bailiwick.features.routing.misroutes import Misroute
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.runs.actions import Executions
from bailiwick.runs.files.store import FileStore
from bailiwick.runs.records import Execution, RunPurpose
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.submission import Submission
from bailiwick_router.core.decisions import Decision, Mode

STOP_SECONDS = 5.0
"""How long a wrong agent that still works is given to stop."""
QUOTED = 80
"""Characters of a message that the reason of a release quotes."""

Edit = Callable[[str, Reason], AbstractAsyncContextManager[None]]
"""Opens a transaction for a user that notes what it changes about routing as a release, for a reason."""


class Misroutes:
    """Takes reports of wrong decisions; what they teach becomes part of a release, as any other edit."""

    def __init__(
        self, database: Database, stores: Stores, rosters: Rosters, executions: Executions, edit: Edit
    ) -> None:
        self._database = database
        self._stores = stores
        self._rosters = rosters
        self._executions = executions
        self._edit = edit

    async def report(
        self, user_id: str, decision_id: str, agent_id: str | None, note: str, *, reroute: bool = False
    ) -> Misroute:
        """Note that a decision was wrong, in place of an earlier report on it.

        `agent_id` should have had the message. With `reroute` it gets the message now, in the same thread, in place of
        the wrong answer and of all that came after it; report and execution are written together or not at all. Where
        the thread is one agent's own, the message goes to the right agent in a thread of its own instead. A wrong agent
        that still works is stopped first.

        Raises `NotFound` (decision, agent), `InvalidInput` (the agent that was chosen; rerouting to no agent),
        `AgentUnavailable`, `Conflict` when there is no message to give on or its answer was replaced already.
        """
        decision = await self._stores[DecisionStore].get(user_id, decision_id)
        reason = Reason.of(ReleaseReason.MISROUTE_REPORTED, message=_shortened(decision))
        if agent_id is not None:
            agent = await self._rosters.get(user_id, agent_id)
            if agent_id == decision.agent and not decision.parts:
                raise InvalidInput(Reason.of(ReleaseReason.AGENT_WAS_CHOSEN), field="agentId")
            reason = Reason.of(ReleaseReason.MESSAGE_IS_FOR, message=_shortened(decision), agent=agent.name)
        if not reroute:
            async with self._edit(user_id, reason):
                return await self._stores[MisrouteStore].report(user_id, decision_id, agent_id, note)
        if agent_id is None:
            raise InvalidInput(Reason.of(ReleaseReason.SAY_AGENT), field="agentId")
        submission = await self._again(user_id, decision_id, agent_id)
        async with self._database.as_user(user_id):
            # The roster is read in it before the report is written, as in every transaction.
            begun = await self._executions.submit(user_id, submission)
            async with self._edit(user_id, reason):
                return await self._stores[MisrouteStore].report(
                    user_id, decision_id, agent_id, note, execution_id=begun.id
                )

    async def withdraw(self, user_id: str, decision_id: str) -> None:
        """Take a report back, with what was learned from it; an execution that it started goes on.

        Raises `NotFound`.
        """
        decision = await self._stores[DecisionStore].get(user_id, decision_id)
        async with self._edit(user_id, Reason.of(ReleaseReason.REPORT_WITHDRAWN, message=_shortened(decision))):
            await self._stores[MisrouteStore].withdraw(user_id, decision_id)

    async def _again(self, user_id: str, decision_id: str, agent_id: str) -> Submission:
        """Return the request of a decision, of the right agent; the wrong one has stopped."""
        execution_id = await self._stores[DecisionStore].execution_of(user_id, decision_id)
        if execution_id is None:
            raise Conflict(Reason.of(ReleaseReason.DECISION_WAS_TRIAL))
        wrong = await self._stores[ExecutionStore].get(user_id, execution_id, steps=False)
        if wrong.purpose is RunPurpose.TASK:
            raise Conflict(Reason.of(ReleaseReason.WAS_RUN_OF_TASK))
        await self._stop(user_id, wrong)
        files = [each.id for each in await self._stores[FileStore].of(user_id, wrong.files)]
        if wrong.mode is Mode.DIRECT:
            return Submission(message=wrong.message, files=files, agent_id=agent_id)
        return Submission(
            message=wrong.message,
            files=files,
            agent_id=agent_id,
            force_supervised=True,
            conversation_id=wrong.conversation_id,
            replaces=wrong.id,
        )

    async def _stop(self, user_id: str, wrong: Execution) -> None:
        if wrong.status.terminal:
            return
        stopped = await self._executions.cancel(user_id, wrong.id)
        if not stopped.status.terminal:
            await self._executions.wait(user_id, wrong.id, STOP_SECONDS)


def _shortened(decision: Decision) -> str:
    text = " ".join(decision.message.split())
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1].rstrip()}…"
