"""Says whether this process lives, and whether it can work."""

from typing import Literal

from starlette.requests import Request

from bailiwick.api.parts import CurrentPlatform
from bailiwick.api.problems import documented
from bailiwick.api.routes import router
from bailiwick.api.wire import Reply
from bailiwick.core.errors import Unavailable

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
    """Answer 503 while the database does not answer or the process is stopping, for a load balancer."""
    if request.app.state.draining.begun:
        raise Unavailable("This process is stopping.")
    if not await platform.database.ready():
        raise Unavailable("The database cannot be reached now; try again.")
    return Alive()
