"""Reasons that have to do with reminders; their sentences are in `locales/reasons.*.json`."""

from bailiwick.kernel.reasons import OwnReason


class ReminderReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    REMINDER_WHAT = "reminder-what"
    """It is not said what a person is to be reminded of."""
    REMINDER_WHEN = "reminder-when"
    """It is not said when a person is to be reminded."""
    TIME_UNREADABLE = "time-unreadable"
    """Words say no time: `when`."""
    TIME_PASSED = "time-passed"
    """A time has passed: `when`."""
    NO_REMINDERS = "no-reminders"
    """There is no reminder."""
    NO_SUCH_REMINDER = "no-such-reminder"
    """No reminder is like `which`; those that there are: `reminders`."""
    WHICH_REMINDER = "which-reminder"
    """Several `reminders` may be meant."""
    REMINDER_CHANGED_SINCE = "reminder-changed-since"
    """The reminder was given or changed after what is to be undone."""
