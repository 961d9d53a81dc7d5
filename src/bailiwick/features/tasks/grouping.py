"""How tasks are put into groups that people make."""

from bailiwick.kernel.groupable import Groupable

things = Groupable(
    kind="task",
    rows="SELECT id, title, updated_at AS changed_at, status IN ('done', 'cancelled') AS done, tainted FROM tasks"
    " WHERE deleted_at IS NULL",
    link="/tasks/{id}",
    icon="kanban",
    words={"en": ("task", "tasks"), "es": ("tarea", "tareas")},
    told_by=("createTask", "changeTask", "restoreTask"),
)
