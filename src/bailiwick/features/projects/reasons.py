"""Reasons that have to do with projects; their sentences are in `locales/reasons.*.json`."""

from bailiwick.kernel.reasons import OwnReason


class ProjectReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    PROJECT_NAME = "project-name"
    """It is not said what a project is to be called."""
    PROJECT_NAME_TAKEN = "project-name-taken"
    """There is a project called `name` already."""
    NO_PROJECTS = "no-projects"
    """There is no project."""
    NO_SUCH_PROJECT = "no-such-project"
    """No project is called `name`; those that there are: `projects`."""
    PROJECT_TO_BEGIN = "project-to-begin"
    """Something is to be put into a project `name`, which there is not."""
    WHICH_PROJECT = "which-project"
    """Several `projects` may be meant, or none is named."""
    PUT_WHAT = "put-what"
    """It is not said what is to be put into, or taken out of, a project."""
    NO_SUCH_THING = "no-such-thing"
    """Nothing that can be put into a project is called `title`."""
    WHICH_THING = "which-thing"
    """Several `things` may be meant."""
    NOT_IN_PROJECT = "not-in-project"
    """There is nothing called `title` in the project `name`."""
    KIND_UNKNOWN = "kind-unknown"
    """There is no kind of thing called `kind`; those that there are: `kinds`."""
    KIND_AND_THING = "kind-and-thing"
    """The kind of a thing, or its id, is given without the other."""
