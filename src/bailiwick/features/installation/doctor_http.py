"""What is wrong with this process and its installation."""

from bailiwick.features.installation.doctor import examine
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Reply
from bailiwick.people.administrators import Administrator
from bailiwick.runs.findings import Finding

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
