"""Documents, declared to the house."""

from bailiwick.kernel.feature import Feature
from bailiwick.kernel.groupable import Groupable

feature = Feature(
    module=__name__,
    needed="Tools read and write documents, as `Equipment` promises to plug-ins.",
    commands={"documents": "commands:app"},
    routers=("search_http:document_search", "http:documents"),
    events="events",
    tools="toolset:toolset",
    retention="retention:OldDocuments",
    settings="settings:DocumentSettings",
    groupable=Groupable(
        kind="document",
        rows="SELECT id, title, updated_at AS changed_at, false AS done, tainted FROM documents",
        link="/memory/documents/{id}",
        icon="file-text",
        words={"en": ("document", "documents", "file", "doc"), "es": ("documento", "documentos", "archivo", "doc")},
        told_by=("createDocument",),
    ),
)
