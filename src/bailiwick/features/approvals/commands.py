"""`bailiwick approvals …`: tool calls that wait for a person."""

from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.invisible import shown
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table
from bailiwick.kernel.terminal.texts import phrase, word
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.records import User
from bailiwick.people.session import with_platform
from bailiwick.runs.approvals.lines import call_in_words, found_in_words
from bailiwick.runs.approvals.records import Approval, ApprovalStatus, Grant
from bailiwick.runs.records import Execution

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Decided = tuple[Approval, Execution]
Timeout = Annotated[float, typer.Option()]
ApprovalId = Annotated[str, typer.Argument()]


@app.command("list")
def list_approvals(
    every: Annotated[bool, typer.Option("--all")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> list[Approval]:
        from bailiwick.runs.approvals.store import ApprovalStore

        status = None if every else ApprovalStatus.PENDING
        return list(await platform.stores[ApprovalStore].list(owner.id, status=status, limit=200))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    table(
        ("id", "agent", "tool", "about", "arguments", "why", "status"),
        [
            (
                a.id,
                a.agent_id,
                a.tool,
                found_in_words(a),
                call_in_words(a),
                shown(said(a.why, a.reason)),
                word(a.status),
            )
            for a in found
        ],
        empty=phrase("approvals.nothing-waits-for-you"),
    )


@app.command()
def approve(
    approval_id: ApprovalId,
    always: Annotated[bool, typer.Option()] = False,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Decided:
        from bailiwick.runs.actions import Executions

        approval = await platform[Executions].approve(owner.id, approval_id, always=always)
        return approval, await platform[Executions].wait(owner.id, approval.execution_id, timeout)

    _show(with_platform(work, home, worker=True), json)


@app.command()
def deny(
    approval_id: ApprovalId,
    note: Annotated[str, typer.Option()] = "",
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Decided:
        from bailiwick.runs.actions import Executions

        approval = await platform[Executions].deny(owner.id, approval_id, note)
        return approval, await platform[Executions].wait(owner.id, approval.execution_id, timeout)

    _show(with_platform(work, home, worker=True), json)


@app.command()
def grants(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[Grant]:
        from bailiwick.runs.approvals.actions import Approvals

        return list(await platform[Approvals].grants(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(grant.agent_id, grant.tool, grant.created_at.astimezone().strftime("%Y-%m-%d %H:%M")) for grant in found]
    table(("agent", "tool", "since"), rows, empty=phrase("approvals.agents-ask-before-every-call-that"))


@app.command()
def revoke(
    agent: Annotated[str, typer.Argument()],
    tool: Annotated[str, typer.Argument()],
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.runs.approvals.actions import Approvals

        await platform[Approvals].revoke(owner.id, agent, tool)

    with_platform(work, home)
    console().print(phrase("approvals.asks-again-before-it-calls", agent=agent, tool=tool))


def _show(decided: Decided, json: bool) -> None:
    approval, execution = decided
    if json:
        print_json({"approval": approval, "status": execution.status, "answer": execution.answer})
    elif execution.status is ExecutionStatus.WAITING:
        console(error=True).print(phrase("approvals.other-calls-of-the-same-request"))
    elif execution.answer is not None:
        console().print(execution.answer, markup=False, soft_wrap=True)
    else:
        failed = (
            said(execution.failure.why, execution.failure.message)
            if execution.failure
            else phrase("approvals.the-request-is", status=word(execution.status))
        )
        console(error=True).print(failed, markup=False, soft_wrap=True)
