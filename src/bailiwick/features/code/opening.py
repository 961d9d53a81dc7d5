"""Opens what administrators allow programs."""

from bailiwick.features.code.grants import ProgramGrants
from bailiwick.features.code.programs import registry_open
from bailiwick.kernel.house import House
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox


async def open_code(house: House) -> None:
    """Add the part."""
    sandbox = house[BubblewrapSandbox]
    equipment: Equipment = house[ToolEquipment]
    house.add(
        ProgramGrants(
            house.database,
            house.stores,
            sandbox,
            registry=equipment.web.services["npm"],
            registry_open=registry_open(sandbox, equipment.web),
        )
    )
