"""Replay: 10,000 messages decided before and after a change of the roster, beside a bare loop over `decide`.

Two rosters, both learned from their examples: the agents that ship, and 150 with 20 examples each: the intents of a
folder, else made ones (see `bench.world`). The change gives one agent a tag. The bare loop is what one would write
first: both routers decide every message, and the agents are compared. `loop/compare` is how many times longer it
takes; it is run on every tenth message. `replay` is the way of the command line: one router, decision by decision.

    python -m bench.replay --data FOLDER

Seconds are the processor time of this one thread, so that other work on the machine does not blur them.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, as the figures say

import random
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

from bailiwick import Agent, ReplayQuery, Roster, Router, compare, replay, train
from bailiwick.agents.builtin import load
from bench.examples import tasks_of
from bench.world import World, folder_of

SEED = 20261122
MESSAGES = 10_000
MADE, EXAMPLES = 150, 20
"""Agents that are made, and examples of each."""
EVERY = 10
"""The bare loop, and the replay with records, get every tenth message."""
ROUNDS = 3
"""The best of so many counts: what else runs on a machine makes even processor time longer."""
SMALLEST = {"MESSAGES": 50, "MADE": 5, "EXAMPLES": 3, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""
GOAL = 5.0
"""Seconds that 10,000 messages may take."""


def made_agents(folder: Path | None) -> list[Agent]:
    """Return agents with examples: those of the folder's intents, or made ones about their own tags."""
    if folder is not None:
        return tasks_of(folder, (EXAMPLES,))[0].agents[:MADE]
    world, draw = World(None, SEED), random.Random(SEED)
    agents: list[Agent] = []
    for number in range(MADE):
        agent = world.agent(number)
        agents.append(agent.evolve(examples=[f"{world.message()} {draw.choice(agent.tags)}" for _ in range(EXAMPLES)]))
    return agents


def messages_like(folder: Path | None, agents: Sequence[Agent]) -> list[ReplayQuery]:
    """Return different messages: those to decide of the world, and half as many made of two examples each."""
    world, draw = World(folder, SEED + 1), random.Random(SEED + 1)
    examples = [example for agent in agents for example in agent.examples]
    found = dict.fromkeys(world.message() for _ in range(MESSAGES * 2 // 3))
    while len(found) < MESSAGES:
        one, other = (draw.choice(examples).split() for _ in range(2))
        found[" ".join([*one[: draw.randint(2, 8)], *other[-draw.randint(1, 4) :]])] = None
    return [ReplayQuery(text=text) for text in found]


def learned(agents: Sequence[Agent]) -> Router:
    """Return a router that has learned from the agents' examples."""
    router = Router(Roster(agents), classifier=None)
    router.learn(train(router.roster))
    return router


def run(folder: Path | None = None) -> list[dict[str, Any]]:
    """Return one row per roster: processor seconds for 10,000 messages, each way."""
    rows: list[dict[str, Any]] = []
    for name, agents in (("shipped", list(load())), (f"{MADE} made", made_agents(folder))):
        queries = messages_like(folder, agents)
        started = process_time()
        before = learned(agents)
        taught = process_time() - started
        after = learned([agents[0], agents[1].evolve(tags=[*agents[1].tags, "project"]), *agents[2:]])
        times: list[float] = []
        for _ in range(ROUNDS):
            started = process_time()
            report = compare(before, after, queries, queries[:100])
            times.append(process_time() - started)
        seconds = min(times)
        some = queries[::EVERY]
        started = process_time()
        flips = sum(before.decide(query.text).agent != after.decide(query.text).agent for query in some)
        loop = (process_time() - started) * len(queries) / len(some)
        started = process_time()
        replay(after, some)
        records = (process_time() - started) * len(queries) / len(some)
        part = compare(before, after, some, [])
        if part.flips != flips:
            raise RuntimeError(f"compare finds {part.flips} flips, the loop {flips}")
        rows.append(
            {
                "roster": name,
                "train": taught,
                "compare": seconds,
                "messages/s": len(queries) / seconds,
                "flips": report.flips,
                "loop": loop,
                "loop/compare": loop / seconds,
                "replay": records,
            }
        )
    return rows


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table."""
    print(f"processor seconds for {MESSAGES:,} messages; seed {SEED}; the goal of compare is {GOAL:g}")
    rows = run(folder_of(arguments, "replay"))
    print("".join(f"{heading:>14}" for heading in rows[0]))
    for row in rows:
        print("".join(f"{each:>14,.2f}" if isinstance(each, float) else f"{each:>14}" for each in row.values()))


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
