"""The account, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"account": "commands:app", "people": "persons_commands:app"},
    routers=("http:account", "persons_http:persons"),
    opens="opening:open_account",
    reasons="reasons:AccountReason",
)
