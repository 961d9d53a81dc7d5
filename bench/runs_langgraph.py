"""Runs of a LangGraph graph of three nodes whose checkpoints are in PostgreSQL, each in a thread of its own; runs in an
environment of its own.

Its one argument is the address of a database that is its own.
"""

import asyncio
import sys
from itertools import count
from typing import TypedDict

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, StateGraph
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from bench.runs_asked import ANSWER, MESSAGE, answer


class State(TypedDict, total=False):
    message: str
    text: str


async def accept(state: State) -> State:
    return {"message": state["message"]}


async def model(state: State) -> State:
    return {"text": ANSWER}


async def finish(state: State) -> State:
    return {"text": state["text"]}


async def main() -> None:
    settings = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    async with AsyncConnectionPool(sys.argv[1], min_size=1, max_size=10, kwargs=settings) as pool:
        saver = AsyncPostgresSaver(pool)
        await saver.setup()
        builder = StateGraph(State)
        builder.add_sequence([accept, model, finish])
        builder.add_edge(START, "accept")
        builder.add_edge("finish", END)
        graph = builder.compile(checkpointer=saver)
        threads = count()

        async def run(lane: int) -> None:
            thread = {"configurable": {"thread_id": f"thread-{next(threads)}"}}
            # Each step is stored before the next begins, as everybody else's here is.
            assert (await graph.ainvoke({"message": MESSAGE}, thread, durability="sync"))["text"] == ANSWER

        await answer(run)


if __name__ == "__main__":
    asyncio.run(main())
