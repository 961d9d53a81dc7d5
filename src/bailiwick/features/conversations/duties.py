"""What is done every hour so that messages are found quickly."""

from functools import partial

from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.house import House
from bailiwick.runs.threads.store import ConversationStore


async def index_messages(stores: Stores, user_id: str) -> None:
    """Write down where the words of messages stand, so that a search need not look at each."""
    while await stores[ConversationStore].index_messages(user_id):
        pass


async def open_conversations(house: House) -> None:
    """Add the duty."""
    house.duties.append(partial(index_messages, house.stores))
