"""Opens budgets."""

from zoneinfo import ZoneInfo

from bailiwick.agents.rosters import Rosters
from bailiwick.features.budgets.actions import Budgets
from bailiwick.features.budgets.ledger import JOB, SpendingLedgers
from bailiwick.features.budgets.prices import Prices
from bailiwick.features.budgets.settings import BudgetSettings
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.house import House
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.models.catalog import Catalog
from bailiwick.models.first_limit import FirstLimit
from bailiwick.models.settings import ModelSettings
from bailiwick.runs.actions import Executions
from bailiwick.runs.ledger import Ledgers


async def open_budgets(house: House) -> None:
    """Add the parts, have runs keep within limits, and those go on whose limit begins anew."""
    settings, users = house.settings, house[Directory].users
    ledgers = SpendingLedgers(
        house.database,
        house.stores,
        house[RememberedReads],
        Prices(settings.of(BudgetSettings), house[Catalog].price_of),
        ZoneInfo(settings.timezone),
        fallbacks=settings.of(ModelSettings).fallbacks,
    )
    budgets = Budgets(house.database, house.stores, ledgers, house[Rosters], house[Executions], users)

    async def begin_anew(user_id: str, arguments: dict[str, str]) -> None:
        await budgets.go_on(user_id, arguments["limit"])

    house[Jobs].register(JOB, begin_anew)
    house.offers(Ledgers).append(ledgers)
    house.offers(FirstLimit).append(budgets)
    house.add(ledgers, budgets)
    house.duties.append(budgets.go_on)
