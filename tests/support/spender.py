"""A process that spends as long as there is room: `python spender.py <app url> <JSON: user, runs, limit>`.

Each run is a branch of its own. Prints how many calls were made.
"""

import asyncio
import json
import sys
from typing import Any

from bailiwick.features.budgets.rules import ALWAYS, WorstCase
from bailiwick.features.budgets.store import BudgetStore, Line, UsedByCall
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores

CASE = WorstCase(input=60, input_money=60, token_money=1, least=90, most=90)
"""Each call reserves 150 tokens and uses 100."""


async def main(app_url: str, given: dict[str, Any]) -> None:
    async with Database(app_url, pool_size=4) as database:
        store, user = Stores(database)[BudgetStore], given["user"]
        limits = await store.concerning(user)

        async def spend(run: str) -> int:
            made = 0
            while True:
                key = f"model:{made}"
                async with database.as_user(user):
                    found = await store.account(
                        user,
                        run,
                        1,
                        everything=False,
                        lines=[Line(key, limit, ALWAYS) for limit in limits],
                        over=(),
                        asked=(key, CASE),
                    )
                if found.reached is not None and found.later:
                    await asyncio.sleep(0.01)
                    continue
                if found.reached is not None:
                    return made
                async with database.as_user(user):
                    await store.account(
                        user,
                        run,
                        1,
                        everything=False,
                        lines=[Line(key, limit, ALWAYS) for limit in limits],
                        over=[UsedByCall(key, 100, 100, 1)],
                        asked=None,
                    )
                made += 1

        print(json.dumps(sum(await asyncio.gather(*map(spend, given["runs"])))))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))
