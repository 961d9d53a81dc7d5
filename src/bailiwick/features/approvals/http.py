"""Approvals: tool calls that wait for the caller's word, and what the caller allowed for good."""

from typing import Annotated
from uuid import UUID

from fastapi import Body as Content
from fastapi import Query
from pydantic import Field

from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Before, Body, Flag, Limit, PathUuid, Reply, WorkerId
from bailiwick.people.callers import Approver, Keeper, Reader
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.actions import Approvals
from bailiwick.runs.approvals.records import Approval, ApprovalStatus, Grant
from bailiwick.runs.approvals.store import ApprovalStore

approvals = router("approvals")

ToolName = Annotated[str, Field(min_length=1, max_length=200, description="The tool's name.")]


class ApprovalList(Reply):
    """A page of approvals, latest first."""

    approvals: list[Approval]
    pending: Annotated[int, Field(description="How many calls wait for the caller in all.")]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class ApproveRequest(Body):
    """A yes."""

    always: Flag = False
    """Let this agent call this tool from now on without asking."""


class DenyRequest(Body):
    """A no."""

    note: Annotated[str, Field(max_length=2000)] = ""
    """What the agent is told, e.g. what to do instead."""


class GrantList(Reply):
    """What agents may do without asking."""

    grants: list[Grant]


class RevokeRequest(Body):
    """A permission to take back."""

    agent_id: WorkerId
    tool: ToolName


@approvals.get("/api/approvals", operation_id="listApprovals", summary="List approvals", responses=documented(401))
async def list_approvals(
    caller: Reader,
    platform: CurrentPlatform,
    status: Annotated[ApprovalStatus | None, Query(description="Only those that stand so.")] = None,
    execution_id: Annotated[UUID | None, Query(alias="executionId", description="Only of this execution.")] = None,
    before: Before = None,
    limit: Limit = 50,
) -> ApprovalList:
    """Return tool calls that wait or waited for the caller, with their exact arguments."""
    store, user_id = platform.stores[ApprovalStore], caller.user.id
    found = await store.list(
        user_id,
        status=status,
        before=before,
        limit=limit + 1,
        execution_id=str(execution_id) if execution_id else None,
    )
    return ApprovalList(
        approvals=list(found[:limit]),
        pending=await store.count_pending(user_id),
        next_before=found[limit - 1].created_at.isoformat() if len(found) > limit else None,
    )


@approvals.get(
    "/api/approvals/grants",
    operation_id="listGrants",
    summary="List what is allowed for good",
    responses=documented(401),
)
async def list_grants(caller: Reader, platform: CurrentPlatform) -> GrantList:
    """Return which agents may call which tools without asking."""
    return GrantList(grants=list(await platform[Approvals].grants(caller.user.id)))


@approvals.post(
    "/api/approvals/grants/revoke",
    operation_id="revokeGrant",
    summary="Take a permission back",
    status_code=204,
    responses=documented(400, 401, 404, 413, 415),
)
async def revoke_grant(
    body: Annotated[RevokeRequest, Content(examples=[{"agentId": "gmail", "tool": "gmail__send"}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> None:
    """Let the agent ask again before each call of the tool."""
    await platform[Approvals].revoke(caller.user.id, body.agent_id, body.tool)


@approvals.get(
    "/api/approvals/{id}", operation_id="getApproval", summary="Read an approval", responses=documented(401, 404)
)
async def get_approval(approval_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Approval:
    """Return one call that waits or waited, with its exact arguments."""
    return await platform.stores[ApprovalStore].get(caller.user.id, approval_id)


@approvals.post(
    "/api/approvals/{id}/approve",
    operation_id="approve",
    summary="Let a call be made",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def approve(
    approval_id: PathUuid,
    caller: Approver,
    platform: CurrentPlatform,
    body: Annotated[ApproveRequest | None, Content(examples=[{"always": False}])] = None,
) -> Approval:
    """Let exactly this call be made, once; its execution goes on when nothing else of it waits."""
    always = body is not None and body.always
    return await platform[Executions].approve(caller.user.id, approval_id, always=always)


@approvals.post(
    "/api/approvals/{id}/deny",
    operation_id="deny",
    summary="Have a call not made",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def deny(
    approval_id: PathUuid,
    caller: Approver,
    platform: CurrentPlatform,
    body: Annotated[DenyRequest | None, Content(examples=[{"note": "Ask Ana first."}])] = None,
) -> Approval:
    """Have this call not made; the agent reads the note and goes on."""
    return await platform[Executions].deny(caller.user.id, approval_id, body.note if body else "")
