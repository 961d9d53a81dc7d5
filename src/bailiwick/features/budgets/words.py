"""What limits are called that nobody has named."""

from collections.abc import Mapping

from bailiwick.features.budgets.records import LONGEST_NAME, LimitPeriod, LimitScope
from bailiwick_router.core.language import Language

EVERYBODY: Mapping[Language, str] = {"en": "Everybody", "es": "Todo el mundo"}
ALL_OF_MINE: Mapping[Language, str] = {"en": "All of mine", "es": "Todo lo mío"}
PERIODS: Mapping[Language, Mapping[LimitPeriod, str]] = {
    "en": {LimitPeriod.DAY: ", each day", LimitPeriod.MONTH: ", each month", LimitPeriod.ALWAYS: ""},
    "es": {LimitPeriod.DAY: ", cada día", LimitPeriod.MONTH: ", cada mes", LimitPeriod.ALWAYS: ""},
}


def name_of(scope: LimitScope, subject: str | None, period: LimitPeriod, language: Language) -> str:
    """Return what a limit is called; `subject` is the name of the person, agent, conversation, swarm or task."""
    ends = PERIODS[language][period]
    if scope is LimitScope.EVERYBODY:
        return EVERYBODY[language] + ends
    return (subject or ALL_OF_MINE[language])[: LONGEST_NAME - len(ends)] + ends
