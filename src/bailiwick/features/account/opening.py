"""Opens accounts."""

from bailiwick.agents.releases.learning import Learning
from bailiwick.features.account.actions import Account
from bailiwick.features.account.erasure import erase
from bailiwick.features.account.persons import Persons
from bailiwick.features.account.persons_store import PersonStore
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.house import House
from bailiwick.people.actions import People
from bailiwick.runs.actions import Executions
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox


async def open_account(house: House) -> None:
    """Add the part."""
    remembered, learning, directory = house[RememberedReads], house[Learning], house[Directory]

    async def erase_everything(user_id: str) -> None:
        await directory.do(erase, user_id)
        remembered.drop(user_id)
        await learning.forget()

    account = Account(house.stores, house[Executions], house[BubblewrapSandbox], erase_everything)
    house.add(account)
    house.add(Persons(house.stores[PersonStore], house[People], account))
