"""What is wrong with this process and its installation."""

from bailiwick.api.administration import Administrator
from bailiwick.api.parts import CurrentPlatform
from bailiwick.api.problems import documented
from bailiwick.api.routes import router
from bailiwick.api.wire import Reply
from bailiwick.core.checkup import Finding
from bailiwick.runtime.doctor import examine

doctor = router("installation")


class Checkup(Reply):
    """What was found."""

    findings: list[Finding]


@doctor.get(
    "/api/doctor",
    operation_id="examineInstallation",
    summary="What is wrong with this process?",
    responses=documented(401),
)
async def examine_installation(caller: Administrator, platform: CurrentPlatform) -> Checkup:
    """Look through this process, its installation and the caller's agents; no model is called."""
    return Checkup(findings=list(await examine(platform, caller.user, serving=True)))
