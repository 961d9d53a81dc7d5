"""Opens swarms."""

from bailiwick.agents.rosters import Rosters
from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.creating import Creating
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.settings import SwarmSettings
from bailiwick.features.swarm.tools import swarm_specs
from bailiwick.features.swarm.turn import SwarmDependencies
from bailiwick.features.swarm.turns import Turns
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.house import House
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.models.catalog import Catalog
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.runner import Runner
from bailiwick.tools.records import ToolSpec
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox


async def open_swarm(house: House) -> None:
    """Add the part, and have residents take their turns."""
    dependencies, jobs, bus, directory = house[RunDependencies], house[Jobs], house[Bus], house[Directory]
    most = house.settings.of(SwarmSettings).unread_per_resident
    mailing = Mailing(house.database, house.stores, jobs, bus, dependencies.queue, house[Background], most_unread=most)
    creating = Creating(house.database, house.stores, house[Rosters], house[Catalog])
    turns = Turns(dependencies, SwarmDependencies(mailing=mailing, creating=creating), house[Runner], jobs)
    house.add(Swarms(house.database, house.stores, jobs, bus, mailing, creating, house[BubblewrapSandbox]))
    house.offers(ToolSpec).extend(swarm_specs())
    house.kept_up["wake sleepers"] = lambda: turns.look_after(directory.active)
