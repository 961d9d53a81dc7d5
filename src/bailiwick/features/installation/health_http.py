"""Says whether this process lives, and whether it can work."""

import asyncio
import shutil
from typing import Literal

from starlette.requests import Request

from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.features.installation.settings import InstallationSettings
from bailiwick.kernel.errors import StorageFull, Unavailable
from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.guard import MIB
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Reply
from bailiwick.kernel.reasons import Reason, ReasonCode

FULL_SECONDS = 60.0
"""For so long after the database's disk was found full this process says that it cannot work."""

health = router("health")


class Alive(Reply):
    """The process answers."""

    status: Literal["ok"] = "ok"


@health.get("/healthz", operation_id="getLiveness", summary="Does the process live?", responses=documented())
async def get_liveness() -> Alive:
    """Answer without touching anything else, for a supervisor that restarts what hangs."""
    return Alive()


@health.get("/readyz", operation_id="getReadiness", summary="Can the process work?", responses=documented())
async def get_readiness(request: Request, platform: CurrentPlatform) -> Alive:
    """Answer 503 while the database does not answer, a disk is full or the process is stopping, for a load balancer."""
    if request.app.state.draining.begun:
        raise Unavailable(Reason.of(InstallationReason.STOPPING))
    if not await platform.database.ready():
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE))
    if platform.database.was_full(FULL_SECONDS):
        raise RequestRefused(503, StorageFull.code, Reason.of(ReasonCode.DATABASE_FULL))
    free = await asyncio.to_thread(shutil.disk_usage, platform.settings.home)
    least = platform.settings.of(InstallationSettings).disk_reserve_mb
    if free.free < least * MIB:
        raise RequestRefused(503, StorageFull.code, Reason.of(InstallationReason.LITTLE_SPACE, least=least))
    return Alive()
