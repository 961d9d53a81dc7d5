"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, Plugin, ServiceAddress, Tool
from bailiwick_skills.coins.reasons import CoinsReason
from bailiwick_skills.coins.tools import crypto_tools


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    return crypto_tools(equipment.web)


plugin = Plugin(
    toolset=toolset,
    reasons=CoinsReason,
    services=(
        ServiceAddress(
            name="coingecko",
            setting="coingecko_url",
            default="https://api.coingecko.com/api/v3",
            description="Where prices of cryptocurrencies come from, without a key or with a demo key; may be private.",
        ),
        ServiceAddress(
            name="coingecko_pro",
            setting="coingecko_pro_url",
            default="https://pro-api.coingecko.com/api/v3",
            description="Where they come from for people whose key is one of a paid plan; may be private.",
        ),
    ),
)
