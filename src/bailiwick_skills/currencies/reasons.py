"""Reasons that have to do with currencies; their sentences are in `locales/reasons.*.json`."""

from bailiwick.plugin import OwnReason


class CurrenciesReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    NO_RATES = "no-rates"
    """No exchange rates can be had now, for the reason that is its part."""
    NO_RATE_FOR = "no-rate-for"
    """There is no rate of `currency`, only of these `currencies`."""
    FROM_WHICH_CURRENCY = "from-which-currency"
    """An amount is to be converted and its currency was not said."""
    WHICH_CURRENCY = "which-currency"
    """`currency` names no currency."""
