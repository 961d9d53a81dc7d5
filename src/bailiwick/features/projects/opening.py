"""Opens projects."""

from bailiwick.features.projects.actions import Projects
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.house import House


async def open_projects(house: House) -> None:
    """Add the part, and look after what was deleted."""
    projects = Projects(house.database, house.stores, house.offers(Groupable))
    house.add(projects)
    house.duties.append(projects.tidy)
