"""A person's documents without a server: jobs are written down and carried out by hand."""

from bailiwick.features.documents.actions import Documents
from bailiwick.features.documents.search import DocumentSearch
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.models.embedders import ConfiguredEmbedder
from bailiwick.models.embedding_job import Embedding
from bailiwick.tools.documents.apart import ApartReader


class NoEmbedder:
    """Says that there is none."""

    async def in_use(self, user_id: str) -> ConfiguredEmbedder:
        """Return what embeds nothing."""
        del user_id
        return ConfiguredEmbedder(None)


def library(stores: Stores, *, total_mb: int = 100) -> Documents:
    """Return the documents on these stores, without an embedder."""
    jobs, embedders = Jobs(stores.database), NoEmbedder()
    return Documents(
        stores.database,
        stores,
        jobs,
        ApartReader(),
        DocumentSearch(stores, embedders),
        Embedding(jobs, embedders, ()),
        file_mb=1,
        total_mb=total_mb,
    )
