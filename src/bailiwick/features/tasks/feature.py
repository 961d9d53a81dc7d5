"""Tasks, declared to the house."""

from bailiwick.kernel.feature import Feature
from bailiwick.kernel.groupable import Groupable

feature = Feature(
    module=__name__,
    commands={"tasks": "commands:app"},
    routers=("http:tasks",),
    events="events",
    tools="toolset:toolset",
    opens="opening:open_tasks",
    reasons="reasons:TaskReason",
    groupable=Groupable(
        kind="task",
        rows="SELECT id, title, updated_at AS changed_at, status IN ('done', 'cancelled') AS done, tainted FROM tasks"
        " WHERE deleted_at IS NULL",
        link="/tasks/{id}",
        icon="kanban",
        words={"en": ("task", "tasks"), "es": ("tarea", "tareas")},
        told_by=("createTask", "changeTask", "restoreTask"),
    ),
)
