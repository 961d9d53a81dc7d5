"""Reminders on the wire: what clients write."""

from typing import Annotated

from pydantic import AfterValidator, Field

from bailiwick.features.reminders.records import LONGEST_TEXT, LONGEST_WHEN
from bailiwick.kernel.http.wire import Body, printable_name

Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT), AfterValidator(printable_name)]
When = Annotated[str, Field(min_length=1, max_length=LONGEST_WHEN), AfterValidator(printable_name)]


class NewReminder(Body):
    """A reminder to be set."""

    text: Text
    """What the person is to be reminded of."""
    when: When
    """In words, in English or Spanish ("tomorrow at 9", "every weekday at 8"), or as an ISO 8601 time."""


class ReminderChanges(Body):
    """What is to change of a reminder; what is left out stays."""

    text: Text | None = None
    """What the person is to be reminded of."""
    when: When | None = None
    """When, as for a new one; an hour alone keeps its day, a day alone its hour."""
