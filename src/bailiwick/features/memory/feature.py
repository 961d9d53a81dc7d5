"""Memory, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"memory": "commands:app"},
    routers=("http:knowledge", "history_http:knowledge_history", "import_http:knowledge_import"),
    events="events",
    tools="toolset:toolset",
    opens="opening:open_memory",
    reasons="reasons:MemoryReason",
)
