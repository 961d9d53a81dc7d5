"""People of benches."""

from bailiwick.features.account.persons_store import PersonStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.people.records import UserRole
from bailiwick.people.store import AccessStore


async def add_person(stores: Stores, user_id: str) -> None:
    """Add a member who has come in."""
    owner = await stores[AccessStore].ensure_owner("Owner")
    await stores[PersonStore].add(owner.id, user_id, "Bench", UserRole.MEMBER, None)
    await stores[AccessStore].join(user_id)
