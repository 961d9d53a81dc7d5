"""Budgets, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"budgets": "commands:app"},
    routers=("http:budgets",),
    events="events",
    opens="opening:open_budgets",
    reasons="reasons:BudgetReason",
    settings="settings:BudgetSettings",
)
