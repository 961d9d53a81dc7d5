"""What a run can be for, each with one effect at stake: how it begins, is found, and what its end brings."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import product
from typing import Any

from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.records import Action, ActionType, Overlap, RunStatus, ScheduleDraft, Times
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.swarm.records import DeliveryStatus
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.tasks.actions import Tasks
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.records import PERSON
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.records import Execution, StepKind
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick_router.core.agents import ReviewPolicy, Role
from support.running import Person, working
from support.swarms import swarm_of

TOOL, LAST = "TOOL", "#LAST"
"""Marks in the scripts: the tool that has the effect, and the turn before the end."""


def script_of(instructions: str, *, text: str = "hello", answer: str = "Result: {result}", user: str = "") -> str:
    """Return the rule of an agent that has the effect and says what came of it."""
    return f"""
[[rule]]
instructions = "{instructions}"
{f'user = "{user}"' if user else ""}
[[rule.turn]]
calls = [{{ tool = "TOOL", arguments = {{ text = "{text}" }} }}]
[[rule.turn]]
text = "{answer}"
#LAST
"""


def asking(instructions: str, call: str, *, user: str = "", **answer: str) -> str:
    """Return the rule of an agent that makes one call and answers with what came of it, or as `answer` says."""
    said = answer.get("then", 'text = "First: {result}"')
    return f"""
[[rule]]
instructions = "{instructions}"
{f'user = "{user}"' if user else ""}
[[rule.turn]]
calls = [{call}]
[[rule.turn]]
{said}
"""


FIRST = '{ tool = "recordOnce", arguments = { text = "first" } }'
SCRIBE = '{ tool = "call_scribe_agent", arguments = { task = "write", context = "" } }'
ADVICE = "Name the colour"
HANDS_IN = 'calls = [{ tool = "complete_task", arguments = { result = "%s: {result}" } }]'
SCRIPT = "".join(
    [
        """
[[rule]]
instructions = "You review another agent's answer"
user = "First"
[[rule.turn]]
text = '{"verdict": "revise", "reason": "it is bare", "advice": "Name the colour."}'

[[rule]]
instructions = "You review another agent's answer"
[[rule.turn]]
text = '{"verdict": "accept", "reason": "it says what is known", "advice": ""}'
""",
        *(script_of(f"You are the {name}") for name in ("clerk", "worker", "scribe", "planner")),
        script_of("You are Ana"),
        asking(
            "You are the porter",
            '{ tool = "recordIdempotent", arguments = { text = "before" } }',
            then='calls = [{ tool = "hand_over", arguments = { to = "carrier", reason = "It is too heavy." } }]',
        ),
        script_of("You are the carrier"),
        asking("You are the lead", SCRIBE, then='text = "{result}"\n#LAST'),
        asking(
            "You are the asker",
            '{ tool = "recordIdempotent", arguments = { text = "sibling" } },'
            ' { tool = "recordApproved", arguments = { text = "hello" } }',
            then='text = "Result: {result}"',
        ),
        script_of("You are the poet", text="further", answer="Revised: {result}", user=ADVICE),
        asking("You are the poet", FIRST),
        script_of("You are the doubter", text="further", answer="Revised: {result}", user=ADVICE),
        asking("You are the doubter", f'{FIRST}, {{ tool = "noSuchTool", arguments = {{}} }}'),
        asking(
            "You are the hand",
            '{ tool = "TOOL", arguments = { text = "further" } }',
            user=ADVICE,
            then=HANDS_IN % "Revised",
        ),
        asking("You are the hand", FIRST, then=HANDS_IN % "First"),
        asking(
            "You are the editor",
            SCRIBE.replace("scribe", "drafter"),
            user=ADVICE,
            then='calls = [{ tool = "TOOL", arguments = { text = "further" } }]\n'
            '[[rule.turn]]\ntext = "Revised: {result}"',
        ),
        asking("You are the editor", SCRIBE.replace("scribe", "drafter")),
        asking("You are the drafter", FIRST),
        asking(
            "You are Bea",
            '{ tool = "send", arguments = { to = "Carl", content = "Write it.", expects_reply = false } }',
            then='text = "I asked Carl."',
        ),
        '[[rule]]\ninstructions = "You are Carl"\n[[rule.turn]]\ntext = "(nothing to say)"\n',
        '[[rule]]\ninstructions = "answered parts of one message"\nuser = "Name the colour"\n[[rule.turn]]\n'
        'text = "Revised: wrote further"\n',
        '[[rule]]\ninstructions = "answered parts of one message"\n[[rule.turn]]\ntext = "First"\n',
        asking("You are the baker", FIRST),
        '[[rule]]\ninstructions = "You are the singer"\n[[rule.turn]]\ntext = "Sung"\n',
    ]
)

Find = Callable[[], Awaitable[str]]
"""Returns the execution's id once there is one."""
Check = Callable[[Execution], Awaitable[None]]
"""Looks at what followed from the end."""


@dataclass(frozen=True, kw_only=True)
class Shape:
    """One way in which a run comes about and has its effect."""

    begin: Callable[[Person], Awaitable[tuple[Find, Check]]]
    """Puts there what is to be done, without anybody working on it yet."""
    tool: str = ""
    """The tool that has the effect, where it is always the same one."""
    effect: str = "hello"
    """What it writes; nothing where nothing is at stake."""
    model: str = "model:1"
    """Key of the model call that asks for it; nothing where the run begins behind that."""
    call: str = "tool:1:0"
    """Key of the call that has it."""
    last: str = "model:2"
    more: tuple[str, ...] = ()
    """What else it commits."""
    stands: dict[str, int] = field(default_factory=dict[str, int])
    """Effects that it has besides, and how often."""
    says: str = "wrote hello"
    begins_with: str = ""

    def boundaries(self) -> list[str]:
        """Return all moments around what it commits."""
        effect = [f"{self.call} running", f"{self.call} completed"] if self.effect else []
        asked = [f"{self.model} completed"] if self.model and self.effect else []
        commits = ["claim", *self.more, *asked, *effect, f"{self.last} completed", "finish"]
        return [f"{side} {what}" for what, side in product(commits, ("before", "after"))]

    def unknown(self) -> dict[str, int]:
        """Return the boundaries after which it is not known what became of the effect, and how often it happened."""
        if not self.effect:
            return {}
        # What a model asked for begins in the transaction that keeps its answer; what was approved with the claim.
        begun = f"after {self.model} completed" if self.model else "after claim"
        return {begun: 0, f"after {self.call} running": 0, f"before {self.call} completed": 1}


async def nothing_else(done: Execution) -> None:
    """Nothing follows."""


async def _known(execution: Execution) -> str:
    return execution.id


async def _chat(someone: Person, name: str = "clerk", *, supervised: bool = True, **fields: Any) -> tuple[Find, Check]:
    await someone.has(name, instructions=f"You are the {name}.", tools=["record.*", "lookUp"], **fields)
    execution = await someone.submit("write hello into it", agent_id=name, force_supervised=supervised)
    return partial(_known, execution), nothing_else


async def _task(someone: Person, name: str = "worker", **fields: Any) -> tuple[Find, Check]:
    tools = ["record.*", "lookUp", "complete_task"]
    await someone.has(name, instructions=f"You are the {name}.", tools=tools, **fields)
    draft = TaskDraft(title="Write it down", agent_id=name, supervised=True)
    task = await someone.platform[Tasks].create(someone.id, draft)
    _, execution = await someone.platform[Tasks].run(someone.id, task.id)

    async def handed_in(done: Execution) -> None:
        now = await someone.platform.stores[TaskStore].get(someone.id, task.id)
        assert (now.status, now.result) == (TaskStatus.REVIEW, done.answer)

    return partial(_known, execution), handed_in


async def _schedule(someone: Person) -> tuple[Find, Check]:
    await someone.has("planner", instructions="You are the planner.", tools=["record.*", "lookUp"])
    action = Action(type=ActionType.TASK, title="Write hello", agent_id="planner")
    draft = ScheduleDraft(name="Once", times=Times(every_seconds=600), action=action, overlap=Overlap.QUEUE)
    schedule = await someone.platform[Schedules].create(someone.id, draft)
    await let_pass(someone, timedelta(seconds=5))
    assert await someone.platform[Schedules].fire_due(someone.id)
    (run,) = await someone.platform[Schedules].runs(someone.id, schedule.id)

    async def counted(done: Execution) -> None:
        (now,) = await someone.platform[Schedules].runs(someone.id, schedule.id)
        assert (now.status, now.execution_status, now.execution_id) == (RunStatus.FIRED, done.status, done.id)
        task = await someone.platform.stores[TaskStore].get(someone.id, now.task_id or "")
        assert (task.status, task.result) == (TaskStatus.REVIEW, done.answer)

    async def fired() -> str:
        return run.execution_id or ""

    return fired, counted


async def let_pass(someone: Person, ago: timedelta) -> None:
    """Let all schedules have been due for the first time so long ago."""
    async with someone.platform.database.as_user(someone.id) as connection:
        await connection.execute(
            "update schedules set created_at = created_at - (next_at - (now() - $1::interval)),"
            " next_at = now() - $1::interval",
            ago,
        )
    await someone.platform.stores[ScheduleStore].note_next(someone.id)


async def _helper(someone: Person) -> tuple[Find, Check]:
    tools = ["record.*", "lookUp"]
    await someone.has("scribe", role=Role.HELPER, instructions="You are the scribe.", tools=tools)
    await someone.has("lead", instructions="You are the lead.", tools=tools, helpers=["scribe"])
    execution = await someone.submit("have it written", agent_id="lead")

    async def reported(done: Execution) -> None:
        (helper,) = [step for step in done.steps if step.kind is StepKind.HELPER]
        assert (helper.output or {})["result"] == done.answer

    return partial(_known, execution), reported


async def _turn(someone: Person) -> tuple[Find, Check]:
    swarm = await swarm_of(someone)
    ana = await swarm.has("Ana", tools=["record.*", "lookUp"])
    await swarm.write("Have it written down.", to="Ana")

    async def begun() -> Any:
        turns = await swarm.stores[ResidentTurnStore].list(swarm.user, ana.id)
        return turns[0].execution_id if turns else None

    async def read_and_answered(done: Execution) -> None:
        await swarm.sleeps()
        mails = await swarm.mails()
        assert [(mail.sender, mail.content) for mail in mails[1:]] == [(ana.id, done.answer)], "answered once"
        (delivery,) = [one for one in mails[0].deliveries if one.recipient != PERSON]
        assert delivery.status is DeliveryStatus.READ
        (turn,) = await swarm.stores[ResidentTurnStore].list(swarm.user, ana.id)
        assert turn.status is ExecutionStatus.COMPLETED

    return partial(swarm.until, begun), read_and_answered


async def _sending_turn(someone: Person) -> tuple[Find, Check]:
    swarm = await swarm_of(someone)
    bea, carl = await swarm.has("Bea"), await swarm.has("Carl")
    await swarm.write("Have it written.", to="Bea")

    async def begun() -> Any:
        turns = await swarm.stores[ResidentTurnStore].list(swarm.user, bea.id)
        return turns[0].execution_id if turns else None

    async def sent_once(done: Execution) -> None:
        await swarm.sleeps()
        mails = await swarm.mails()
        assert [(mail.sender, mail.content) for mail in mails[1:]] == [(bea.id, "Write it."), (bea.id, done.answer)]
        assert [mail.position for mail in mails] == [1, 2, 3]
        read = [one.status for mail in mails for one in mail.deliveries if one.recipient != PERSON]
        assert set(read) == {DeliveryStatus.READ}
        assert len(await swarm.stores[ResidentTurnStore].list(swarm.user, carl.id)) == 1

    return partial(swarm.until, begun), sent_once


async def _approval(someone: Person) -> tuple[Find, Check]:
    platform = someone.platform
    await someone.has("asker", instructions="You are the asker.", tools=["record.*"])
    async with working(platform):
        execution = await someone.ask("write hello", agent_id="asker")
    (approval,) = await platform.stores[ApprovalStore].list(someone.id)
    await platform[Executions].approve(someone.id, approval.id)

    async def used(done: Execution) -> None:
        assert (await platform.stores[ApprovalStore].get(someone.id, approval.id)).status is ApprovalStatus.USED

    return partial(_known, execution), used


async def _handed_over(someone: Person) -> tuple[Find, Check]:
    await someone.has("carrier", instructions="You are the carrier.", tools=["record.*", "lookUp"])
    find, _ = await _chat(someone, "porter", supervised=False)

    async def by_the_other(done: Execution) -> None:
        assert done.agent_id == "carrier"
        (over,) = [step for step in done.steps if step.kind is StepKind.HAND_OVER]
        assert (over.agent_id, (over.output or {})["to"]) == ("porter", "carrier")
        assert [item.kind for item in await someone.events(done.id)].count("agent.handed_over") == 1

    return find, by_the_other


async def _with_drafter(someone: Person) -> tuple[Find, Check]:
    await someone.has("drafter", role=Role.HELPER, instructions="You are the drafter.", tools=["record.*"])
    return await _chat(someone, "editor", review=ReviewPolicy.ALWAYS, helpers=["drafter"])


async def _parts(someone: Person) -> tuple[Find, Check]:
    await someone.has(
        "baker",
        tags=["tart"],
        keywords=["tart"],
        instructions="You are the baker.",
        tools=["record.*"],
        review=ReviewPolicy.ALWAYS,
    )
    await someone.has("singer", tags=["sing", "song"], keywords=["sing"], instructions="You are the singer.")
    execution = await someone.submit("Make a tart with cherries and sing a song for Ana")
    return partial(_known, execution), nothing_else


REVISED: dict[str, Any] = {
    "effect": "further",
    "model": "model:revision-1",
    "call": "tool:revision-1:0",
    "last": "model:revision-2",
    "more": ("review completed",),
    "stands": {"first": 1},
    "says": "wrote further",
    "begins_with": "Revised: ",
}
PURPOSES = {
    "chat": Shape(begin=_chat, more=("supervisor completed", "router completed")),
    "task": Shape(begin=_task),
    "helper": Shape(
        begin=_helper,
        model="tool:1:0/model:1",
        call="tool:1:0/tool:1:0",
        last="tool:1:0/model:2",
        more=("tool:1:0 running", "tool:1:0 completed", "model:2 completed"),
    ),
    "schedule": Shape(begin=_schedule),
    "turn": Shape(begin=_turn),
    "revision": Shape(begin=partial(_chat, name="poet", review=ReviewPolicy.ALWAYS), **REVISED),
}
"""What runs are for."""
VARIANTS = {
    "approval": Shape(
        begin=_approval,
        tool="recordApproved",
        model="",
        call="tool:1:1",
        stands={"sibling": 1},
    ),
    "turn-that-sends": Shape(
        begin=_sending_turn,
        effect="",
        more=("model:1 completed", "tool:1:0 running", "tool:1:0 completed"),
        says="I asked Carl.",
    ),
    "hand-over": Shape(
        begin=_handed_over,
        model="model:handed-over-1",
        call="tool:handed-over-1:0",
        last="model:handed-over-2",
        more=("tool:1:0 completed", "model:2 completed", "tool:2:0 completed", "hand_over completed"),
        stands={"before": 1},
        begins_with="Porter cannot do this; Carrier answers:",
    ),
    "revision-on-doubt": Shape(begin=partial(_chat, name="doubter"), **REVISED),
    "revision-of-a-task": Shape(begin=partial(_task, name="hand", review=ReviewPolicy.ALWAYS), **REVISED),
    "revision-with-a-helper": Shape(
        begin=_with_drafter,
        **REVISED | {"model": "model:revision-2", "call": "tool:revision-2:0", "last": "model:revision-3"},
    ),
    "revision-of-parts": Shape(begin=_parts, **REVISED | {"effect": "", "last": "model:join-again-1"}),
}
"""Further ways in which some of them have their effect."""
