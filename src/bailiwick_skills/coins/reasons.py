"""Reasons that have to do with coins; their sentences are in `locales/reasons.*.json`."""

from bailiwick.plugin import OwnReason


class CoinsReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    SERVICE_REFUSED_OPTIONAL_KEY = "service-refused-optional-key"
    """A `service` refused the key, which is the credential of that `name` and need not be."""
    KEY_IS_NONE = "key-is-none"
    """The credential of that `name` is no key."""
    NAME_COINS = "name-coins"
    """No coins are named, or more than `most`."""
    NO_CURRENCY = "no-currency"
    """No prices are quoted in a `currency`."""
    NO_COINS = "no-coins"
    """There are no such `coins`."""
    RARE_COINS = "rare-coins"
    """There are more rare coins than `most`."""
