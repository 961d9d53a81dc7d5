"""Which project, and which thing, words mean."""

from collections.abc import Sequence
from uuid import UUID

from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.records import Project, ProjectThing
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.references import called

MOST_SHOWN = 8
"""Projects or things that the question for one of them names."""
SHOWN_BETWEEN = "; "
SMALL = frozenset("the a an my of project el la los las un una mi de del proyecto".split())


def meant(projects: Sequence[Project], which: str | None) -> Project:
    """Return the project that an id, a name or words of a name mean; the only one without any.

    Raises `CallFailed` when there is none, or when several may be meant.
    """
    if not projects:
        raise failed(ProjectReason.NO_PROJECTS)
    exact = [each for each in projects if each.id == which]
    found = exact or (called(which, projects, lambda each: each.name, SMALL) if which else projects)
    if len(found) == 1:
        return found[0]
    shown = (found or projects)[:MOST_SHOWN]
    said = SHOWN_BETWEEN.join(each.name for each in shown)
    outside = any(each.tainted for each in shown)
    if not found:
        raise failed(ProjectReason.NO_SUCH_PROJECT, outside=outside, name=which or "", projects=said)
    raise failed(ProjectReason.WHICH_PROJECT, outside=outside, projects=said)


def thing_meant(things: Sequence[ProjectThing], which: str) -> ProjectThing | None:
    """Return the thing that an id, a title or words of a title mean; None where none is called so.

    Of several of one title, the one that was changed last. Raises `CallFailed` when several titles may be meant.
    """
    exact = [each for each in things if each.id == which]
    found = exact or called(which, things, lambda each: each.title, SMALL)
    titles = {each.title for each in found}
    if len(titles) <= 1:
        return max(found, key=lambda each: each.changed_at, default=None)
    shown = found[:MOST_SHOWN]
    said = SHOWN_BETWEEN.join(each.title for each in shown)
    raise failed(ProjectReason.WHICH_THING, outside=any(each.tainted for each in shown), things=said)


def is_id(text: str) -> bool:
    """Whether a text is an id, as ids are written everywhere."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def failed(code: ProjectReason, *, outside: bool = False, **values: str) -> CallFailed:
    """Return the failure of a call that lacks something, for a reason that asks for it."""
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values), outside=outside)
