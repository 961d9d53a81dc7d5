"""Routing: microseconds a decision and a change to the roster at growing sizes, beside a plain loop.

Both sides run in one process on the same agents and messages with the same arithmetic (the tag score with stop
words, stems and phrases; the plain loop has every agent's terms prepared and only adds up). `decide` does more
than the loop: all stages, evidence for the best 20, and the record.

The columns: `new` is a message that this router sees for the first time; `decide` is one that it saw before, so that
the processor's caches and its own are warm, in the best of some rounds. `wall` is what passes on the clock, `cpu` what
this process was given of it, so that other work on the machine does not blur the figure.
"""

import gc
import random
import statistics
from collections.abc import Sequence
from time import perf_counter, process_time
from typing import Any

from bailiwick import Agent, Roster, Router
from bailiwick.routing.profiles import Standard
from bailiwick.routing.reading import Reading
from bailiwick.routing.text import normalise, tokens_of, words_of

SIZES = (10, 100, 1_000, 10_000, 100_000)
SEED = 20261121
ROUNDS = 5
DECISIONS, CHANGES = 1_000, 200
SMALLEST = {"SIZES": (10,), "DECISIONS": 20, "CHANGES": 2, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""
COMMON = "agent help helps answers questions team work data people find write plan daily simple project".split()
ASKING = (
    "can you help me with {} and {}", "please find a good {} for the {}", "what is the best {} for my {} {}",
    "explain {} and {} to the team", "I need a {} about {} for work", "quiero {} con {} por favor",
    "write a plan for {} {}", "{} {}", "how do I {} the {} of my {}", "help",
)  # fmt: skip
SYLLABLES = [consonant + vowel for consonant in "bcdfglmnprstv" for vowel in "aeio"]


class World:
    """A seeded maker of agents and messages over a Zipf vocabulary (exponent 1) that begins with common words."""

    def __init__(self, seed: int, words: int = 20_000) -> None:
        self._random = random.Random(seed)
        made: dict[str, None] = dict.fromkeys(COMMON)
        while len(made) < words:
            made["".join(self._random.choices(SYLLABLES, k=self._random.randint(2, 4)))] = None
        self._words = list(made)
        self._weights: list[float] = []
        total = 0.0
        for rank in range(1, words + 1):
            total += 1 / rank
            self._weights.append(total)

    def draw(self, number: int) -> list[str]:
        return self._random.choices(self._words, cum_weights=self._weights, k=number)

    def agent(self, number: int) -> Agent:
        # Tags are the rarer words of a field: drawn without the common ones.
        tags = [
            " ".join(self._random.choices(self._words[len(COMMON) :], cum_weights=self._weights[len(COMMON) :], k=size))
            for size in self._random.choices((1, 2), weights=(4, 1), k=self._random.randint(5, 12))
        ]
        return Agent(
            id=f"agent-{number}", name=" ".join(self.draw(2)), description=" ".join(self.draw(12)), tags=tags,
            priority=self._random.choice((0, 0, 0, 1)),
        )  # fmt: skip

    def message(self) -> str:
        form = self._random.choice(ASKING)
        return form.format(*self.draw(3))


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
        wanted = list(dict.fromkeys(
            tuple(self.profile.term(token, name) for name in reading.readings)
            for token in reading.tokens if token not in self.profile.stop_words
        ))  # fmt: skip
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


def run() -> list[dict[str, Any]]:
    """Return one row per size, in microseconds: decisions (wall p50 and p95, CPU), changes, the plain loop's p50."""
    rows: list[dict[str, Any]] = []
    for size in SIZES:
        world = World(SEED)
        agents = [world.agent(number) for number in range(size)]
        messages = [world.message() for _ in range(DECISIONS)]
        roster = Roster(agents)
        router = Router(roster, classifier=None)
        for _ in range(100):
            router.decide(world.message())
        gc.collect()
        gc.freeze()
        new = _decide_all(router, messages)
        best = [min(each) for each in zip(*[_decide_all(router, messages) for _ in range(ROUNDS)], strict=True)]
        p50 = best[0]
        row: dict[str, Any] = {"agents": size}
        for label, found in (("new", new), ("decide", best)):
            row |= {f"{label}_wall_p50_us": found[0], f"{label}_wall_p95_us": found[1], f"{label}_cpu_us": found[2]}
        row["decisions_per_second"] = 1e6 / best[2]
        row |= _changes(world, roster, size)
        loop = PlainLoop(agents)
        plain: list[float] = []
        for message in messages[: max(5, min(DECISIONS, 200_000 // size))]:
            started = perf_counter()
            best = loop.best(message)
            plain.append(perf_counter() - started)
            candidates = router.decide(message).candidates
            if best != (candidates[0].score if candidates else 0.0):
                raise RuntimeError(f"the index and the plain loop disagree on {message!r}")
        row["loop_p50_us"] = statistics.median(plain) * 1e6
        row["loop_ratio"] = row["loop_p50_us"] / p50
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
    "new p50": "new_wall_p50_us",
    "new cpu": "new_cpu_us",
    "p50": "decide_wall_p50_us",
    "p95": "decide_wall_p95_us",
    "cpu": "decide_cpu_us",
    "a second": "decisions_per_second",
    "add": "add_p50_us",
    "replace": "replace_p50_us",
    "remove": "remove_p50_us",
    "loop": "loop_p50_us",
    "loop/p50": "loop_ratio",
}
"""Heading of each column, and the figure below it."""


def main() -> None:
    """Print the table."""
    rows = run()
    print(f"microseconds; seed {SEED}, best of {ROUNDS} rounds; `new`: messages never seen before;")
    print("`loop`: the same arithmetic over all agents in plain Python, without stages, evidence and record")
    print("".join(f"{heading:>10}" for heading in COLUMNS))
    for row in rows:
        print("".join(f"{row[name]:>10,.0f}" for name in COLUMNS.values()))


if __name__ == "__main__":
    main()
