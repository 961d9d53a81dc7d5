"""Opens what is done about routing."""

from bailiwick.agents.releases.canaries import Canaries
from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.learning_apart import LearningApart
from bailiwick.agents.releases.publishing import Publishing
from bailiwick.agents.releases.trials import ReleaseTrials
from bailiwick.agents.releases.working_copy import WorkingCopy
from bailiwick.agents.rosters import Rosters
from bailiwick.agents.settings import AgentSettings
from bailiwick.features.routing.advice import Advice
from bailiwick.features.routing.checks import learned
from bailiwick.features.routing.golden import Golden
from bailiwick.features.routing.misroute_actions import Misroutes
from bailiwick.features.routing.releases import Releases
from bailiwick.kernel.house import House
from bailiwick.models.catalog import Catalog
from bailiwick.runs.actions import Executions
from bailiwick.runs.checks import Checks
from bailiwick_router.rules import RoutingSettings


async def open_routing(house: House) -> None:
    """Add the parts, and have a server looked at for whether it has learned."""
    database, stores, rosters, publishing = house.database, house.stores, house[Rosters], house[Publishing]
    messages = house.settings.of(AgentSettings).routing_replay_messages
    releases = Releases(
        database,
        stores,
        rosters,
        publishing,
        house[WorkingCopy],
        house[ReleaseTrials],
        house[Learning],
        house[Canaries],
        settings=house[RoutingSettings],
        messages=messages,
        models=house[Catalog],
    )
    house.add(
        releases,
        Golden(database, stores, rosters, releases),
        Misroutes(database, stores, rosters, house[Executions], publishing.edit),
        Advice(stores, rosters, releases, house[LearningApart].train, messages=messages),
    )
    house[Checks].of_servers.append(learned)
