"""Reasons that have to do with the account; their sentences are in `locales/reasons.*.json`."""

from bailiwick.kernel.reasons import OwnReason


class AccountReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    FIRST_OWNER_STAYS = "first-owner-stays"
    """The first owner cannot be erased."""
    CONFIRM_NAME = "confirm-name"
    """The name is not written as it stands."""
    LAST_OWNER = "last-owner"
    """The last owner cannot leave."""
