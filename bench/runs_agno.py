"""Runs of an agno agent that keeps its sessions in PostgreSQL, one in each; runs in an environment of its own.

Its one argument is the address of a database that is its own.
"""

import asyncio
import sys
from dataclasses import dataclass
from itertools import count
from typing import Any

from agno.agent import Agent
from agno.db.postgres import AsyncPostgresDb
from agno.models.base import Model
from agno.models.response import ModelResponse

from bench.runs_asked import ANSWER, MESSAGE, answer


@dataclass
class Fixed(Model):
    """A model that says one thing at once."""

    id: str = "fixed"

    async def ainvoke(self, *args: Any, **kwargs: Any) -> ModelResponse:
        return ModelResponse(role="assistant", content=ANSWER)

    def invoke(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError  # agno's class has these, too; no run that is measured comes here

    invoke_stream = ainvoke_stream = _parse_provider_response = _parse_provider_response_delta = invoke


async def main() -> None:
    database = AsyncPostgresDb(db_url=sys.argv[1].replace("postgresql:", "postgresql+psycopg_async:", 1))
    agent = Agent(model=Fixed(), db=database, telemetry=False)
    sessions = count()

    async def run(lane: int) -> None:
        assert (await agent.arun(MESSAGE, session_id=f"session-{next(sessions)}")).content == ANSWER

    await answer(run)


if __name__ == "__main__":
    asyncio.run(main())
