"""How documents are put into groups that people make."""

from bailiwick.kernel.groupable import Groupable

things = Groupable(
    kind="document",
    rows="SELECT id, title, updated_at AS changed_at, false AS done, tainted FROM documents",
    link="/memory/documents/{id}",
    icon="file-text",
    words={"en": ("document", "documents", "file", "doc"), "es": ("documento", "documentos", "archivo", "doc")},
    told_by=("createDocument",),
)
