"""Opens memory."""

from functools import partial

from bailiwick.features.memory.duties import expire_knowledge
from bailiwick.features.memory.observation_points import ObservationPoints
from bailiwick.features.memory.recalling import MemoryRecall
from bailiwick.features.memory.search import KnowledgeSearch
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.house import House
from bailiwick.models.chosen_embedder import ChosenEmbedder
from bailiwick.models.embedding_job import Embedding, Points
from bailiwick.runs.recalling import KnowsFacts


async def open_memory(house: House) -> None:
    """Add the parts and the duty, and have observations embedded."""
    house.add(KnowledgeSearch(house.stores, house[ChosenEmbedder], house[Embedding]))
    house.offers(KnowsFacts).append(MemoryRecall(house.database, house[RememberedReads]))
    house.offers(Points).append(house.stores[ObservationPoints])
    house.duties.append(partial(expire_knowledge, house.stores))
