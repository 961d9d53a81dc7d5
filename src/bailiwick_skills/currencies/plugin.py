"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, ServiceAddress, Tool
from bailiwick_skills.currencies.reasons import CurrenciesReason
from bailiwick_skills.currencies.tools import currency_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    return currency_tools(equipment.web)


plugin = Plugin(
    toolset=toolset,
    reasons=CurrenciesReason,
    services=(
        ServiceAddress(
            name="frankfurter",
            setting="exchange_rates_url",
            default="https://api.frankfurter.dev/v1",
            description="Where exchange rates come from: a Frankfurter, which serves the daily reference rates of the"
            " European Central Bank; may be private.",
        ),
    ),
)
