"""Routing: microseconds a decision and a change to the roster at growing sizes, beside a plain loop.

Agents and messages are in real words, and every message is decided for the first time; see `bench.world`. Both sides
run in one process on the same agents and messages with the same arithmetic (the tag score with stop words, stems and
phrases; the plain loop has every agent's terms prepared and only adds up). `decide` does all stages; the trace
(candidates, evidence, reports) is made when it is read, which `trace` times.

    python -m bench.routing --data FOLDER
"""

import gc
import statistics
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bailiwick import Agent, Roster, Router
from bailiwick_router.profiles import Standard
from bailiwick_router.reading import Reading
from bailiwick_router.text import normalise, tokens_of, words_of
from bench.world import World, folder_of

SIZES = (10, 100, 1_000, 10_000, 100_000)
GOALS = {10: 80, 100: 80, 1_000: 150, 10_000: 300}
"""Microseconds that half of the decisions may take, by the number of agents."""
ADD_GOAL, BUILD_GOAL = 100, 10
"""Microseconds for one agent more; seconds for 100,000 agents."""
SEED = 20261121
ROUNDS = 3
"""Each with messages of its own; the best counts, for what else runs on a machine makes others longer."""
DECISIONS, CHANGES = 1_000, 200
SMALLEST = {"SIZES": (10,), "DECISIONS": 20, "CHANGES": 2, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""


class PlainLoop:
    """The same tag score by going through all agents."""

    def __init__(self, agents: Sequence[Agent]) -> None:
        self.profile = Standard()
        self.agents = [
            (
                agent.priority,
                [self._terms(agent, reading) for reading in self.profile.readings],
                [self._phrases(agent, reading) for reading in self.profile.readings],
            )
            for agent in agents
        ]

    def _terms(self, agent: Agent, reading: str) -> set[str]:
        text = " ".join([*agent.tags, agent.name, agent.description, agent.objective])
        return {
            self.profile.agent_term(token, reading, agent.languages)
            for token in tokens_of(words_of(normalise(text)))
            if token not in self.profile.stop_words
        }

    def _phrases(self, agent: Agent, reading: str) -> list[str]:
        found = (self.profile.tag_words(tag) for tag in agent.tags)
        return [
            " ".join(self.profile.agent_term(word, reading, agent.languages) for word in words)
            for words in found
            if words
        ]

    def best(self, message: str) -> float:
        """Return the highest score."""
        reading = Reading(message, self.profile)
        each = [self.profile.readings.index(name) for name in reading.readings]
        terms = [[self.profile.term(token, name) for token in reading.tokens] for name in reading.readings]
        grams: list[dict[str, int]] = [{} for _ in terms]
        names: dict[tuple[str, ...], int] = {}
        for start in range(len(reading.tokens)):
            for end in range(start + 1, min(start + 3, len(reading.tokens)) + 1):
                phrases = tuple(" ".join(words[start:end]) for words in terms)
                name = names.setdefault(phrases, len(names))
                for known, phrase in zip(grams, phrases, strict=True):
                    known[phrase] = name
        wanted = list(
            dict.fromkeys(
                tuple(self.profile.term(token, name) for name in reading.readings)
                for token in reading.tokens
                if token not in self.profile.stop_words
            )
        )
        best = 0.0
        for _, terms, phrases in self.agents:
            score = 0.0
            for stems in wanted:
                if any(stem in terms[number] for number, stem in zip(each, stems, strict=True)):
                    score += 1.0
            hits = {
                known[phrase]
                for number, known in zip(each, grams, strict=True)
                for phrase in phrases[number]
                if phrase in known
            }
            score += 2.0 * len(hits)
            best = max(best, score)
        return best


def _quantiles(seconds: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2] * 1e6, ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] * 1e6


def _decide_all(router: Router, messages: Sequence[str]) -> tuple[float, float, float]:
    """Return the microseconds of a decision: wall p50, wall p95, mean CPU."""
    times: list[float] = []
    began = process_time()
    for message in messages:
        started = perf_counter()
        router.decide(message)
        times.append(perf_counter() - started)
    return *_quantiles(times), (process_time() - began) / len(messages) * 1e6


def _trace(router: Router, messages: Sequence[str]) -> float:
    """Return the microseconds that half of the traces take at most, beside their decisions."""
    times: list[float] = []
    for message in messages:
        decision = router.decide(message)
        started = perf_counter()
        _ = decision.candidates
        times.append(perf_counter() - started)
    return _quantiles(times)[0]


def run(folder: Path | None = None) -> list[dict[str, Any]]:
    """Return one row per size, in microseconds: decisions (wall p50 and p95, CPU), changes, the plain loop's p50."""
    rows: list[dict[str, Any]] = []
    for size in SIZES:
        world = World(folder, SEED)
        agents = [world.agent(number) for number in range(size)]
        began = process_time()
        roster = Roster(agents)
        router = Router(roster, classifier=None)
        row: dict[str, Any] = {"agents": size, "build_s": process_time() - began, "goal": GOALS.get(size)}
        for _ in range(100):
            router.decide(world.message())
        gc.collect()
        gc.freeze()
        rounds = [_decide_all(router, [world.message() for _ in range(DECISIONS)]) for _ in range(ROUNDS)]
        row["p50_us"], row["p95_us"], row["cpu_us"] = (min(each) for each in zip(*rounds, strict=True))
        row["decisions_per_second"] = 1e6 / row["cpu_us"]
        row["trace_us"] = _trace(router, [world.message() for _ in range(DECISIONS)])
        row |= _changes(world, roster, size)
        loop = PlainLoop(agents)
        plain: list[float] = []
        for message in [world.message() for _ in range(max(5, min(DECISIONS, 200_000 // size)))]:
            started = perf_counter()
            best = loop.best(message)
            plain.append(perf_counter() - started)
            candidates = router.decide(message).candidates
            if best != (candidates[0].score if candidates else 0.0):
                raise RuntimeError(f"the index and the plain loop disagree on {message!r}")
        row["loop_p50_us"] = statistics.median(plain) * 1e6
        row["loop_ratio"] = row["loop_p50_us"] / row["p50_us"]
        gc.unfreeze()
        rows.append(row)
    return rows


def _changes(world: World, roster: Roster, size: int) -> dict[str, float]:
    fresh = [world.agent(size + at) for at in range(CHANGES)]
    found: dict[str, list[float]] = {"add": [], "replace": [], "remove": []}
    for agent in fresh:
        changed = agent.evolve(tags=[*agent.tags, "something new"])
        for name, change in (
            ("add", lambda agent=agent: roster.add(agent)),
            ("replace", lambda agent=changed: roster.replace(agent)),
            ("remove", lambda agent=agent: roster.remove(agent.id)),
        ):
            started = perf_counter()
            change()
            found[name].append(perf_counter() - started)
    return {
        f"{name}_{label}_us": value
        for name, times in found.items()
        for label, value in zip(("p50", "p95"), _quantiles(times), strict=True)
    }


COLUMNS = {
    "agents": "agents",
    "p50": "p50_us",
    "goal": "goal",
    "p95": "p95_us",
    "cpu": "cpu_us",
    "a second": "decisions_per_second",
    "trace": "trace_us",
    "add": "add_p50_us",
    "replace": "replace_p50_us",
    "remove": "remove_p50_us",
    "loop": "loop_p50_us",
    "loop/p50": "loop_ratio",
    "build s": "build_s",
}
"""Heading of each column, and the figure below it."""


def _cell(value: float | None) -> str:
    return f"{'' if value is None else f'{value:,.2f}' if value < 10 else f'{value:,.0f}':>10}"


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table."""
    rows = run(folder_of(arguments, "routing"))
    print(f"microseconds; seed {SEED}, best of {ROUNDS} rounds, each of messages never seen before; `loop`: the same")
    print("arithmetic over all agents in plain Python, without stages; `trace`: candidates and evidence, when read;")
    print(f"goals beside `p50`: `add` {ADD_GOAL}, `build s` (processor time) {BUILD_GOAL} for 100,000 agents")
    print("".join(f"{heading:>10}" for heading in COLUMNS))
    for row in rows:
        print("".join(_cell(row[name]) for name in COLUMNS.values()), flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
