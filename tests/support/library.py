"""A person's documents without a server: jobs are written down and carried out by hand."""

from bailiwick.llm.embedders import ConfiguredEmbedder
from bailiwick.runtime.document_search import DocumentSearch
from bailiwick.runtime.documents import Documents
from bailiwick.runtime.embedding import Embedding
from bailiwick.storage.jobs import Jobs
from bailiwick.storage.stores import Stores
from bailiwick.tools.documents.apart import ApartReader


def library(stores: Stores, *, total_mb: int = 100) -> Documents:
    """Return the documents on these stores, without an embedder."""
    jobs, embedder = Jobs(stores.database), ConfiguredEmbedder(None)
    return Documents(
        stores.database,
        stores,
        jobs,
        ApartReader(),
        DocumentSearch(stores, embedder),
        Embedding(stores.database, stores, jobs, embedder),
        file_mb=1,
        total_mb=total_mb,
    )
