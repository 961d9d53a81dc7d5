"""Documents, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    needed="Tools read and write documents, as `Equipment` promises to plug-ins.",
    commands={"documents": "commands:app"},
    routers=("search_http:document_search", "http:documents"),
    events="events",
    tools="toolset:toolset",
    retention="retention:OldDocuments",
    settings="settings:DocumentSettings",
    groupable="grouping:things",
)
