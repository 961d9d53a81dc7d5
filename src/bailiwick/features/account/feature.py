"""The account, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"account": "commands:app"},
    routers=("http:account",),
    opens="opening:open_account",
    reasons="reasons:AccountReason",
)
