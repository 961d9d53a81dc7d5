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
    OWNERS_ONLY = "owners-only"
    """Only owners make and change owners."""
    NOT_YOURSELF = "not-yourself"
    """Nobody suspends themselves."""
    HAS_JOINED = "has-joined"
    """Who has come in, `name`, is given no new invitation."""
    CONFIRM_THEIR_NAME = "confirm-their-name"
    """The name of who is removed is not written as it stands."""
    NO_SUCH_PERSON = "no-such-person"
    """Nobody has this `name` or id."""
    SEVERAL_OF_THAT_NAME = "several-of-that-name"
    """More than one person has this `name`."""
