"""Examples: how well the router finds the agent by its examples, beside scikit-learn and semantic-router.

All learn from the same examples and judge the same messages in one run. `router` is `Router.decide` with everything
(small talk, splitting, tags, refusal), `classifier` what was learned alone, without refusing; `beyond` the share of
messages of nobody that the router leaves to nobody; `lost` what refusing costs on messages that belong to somebody.

    python -m bench.examples --data FOLDER --encoder FOLDER --examples 1 5 10 20 100 --described --learning 1

FOLDER of `--data` (or BAILIWICK_BENCH_INTENTS) has train.jsonl and val.jsonl with `text`, `intent` (nothing for
messages of nobody) and `domain`; without it the shipped agents are measured: two thirds of their examples are learned
from and the others judged. `--described` gives the agents tags and a description beside their names, made of what tells
their examples from others; `--learning` measures versions of the rules of learning. FOLDER of `--encoder` (or
BAILIWICK_BENCH_ENCODER) has a model of the MiniLM kind.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bailiwick import Agent, Roster, Router, shipped_agents
from bailiwick_router.examples import train
from bailiwick_router.learning_versions import LATEST
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.stopwords import STOP_WORDS
from bailiwick_router.text import normalise, tokens_of, words_of
from bench.python_peer import python_of
from bench.world import read

COUNTS = (1, 5, 10, 20, 100)
GOAL_US, GOAL_SECONDS = 400, 5
"""Microseconds of a decision with what was learned, and processor seconds of training on the most examples."""
PEERS = True
"""Whether the contenders take part, which are downloaded."""
SMALLEST = {"PEERS": False}
"""What `--smallest` makes of the sizes."""
COLUMNS = ("agents", "examples", "contender", "right %", "router %", "lost", "beyond %", "us", "train s", "MB")


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be learned and judged."""

    label: str
    agents: Sequence[Agent]
    judged: Sequence[tuple[str, str]]
    beyond: Sequence[str]
    """Messages that are nobody's."""


class MiniLMEncoder:
    """The local model, each text encoded once."""

    name = "minilm"

    def __init__(self, folder: Path) -> None:
        from bailiwick.models.minilm import MiniLM  # only where a model is given

        self._model = MiniLM.load(folder)
        self._known: dict[str, NDArray[np.float32]] = {}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row of length 1 for each text."""
        new = sorted({text for text in texts if text not in self._known}, key=len)
        for start in range(0, len(new), 32):
            some = new[start : start + 32]
            self._known.update(zip(some, np.array(self._model.embed(some), np.float32), strict=True))
        return np.stack([self._known[text] for text in texts])


def tasks_of(folder: Path, counts: Sequence[int], *, described: bool = False) -> list[Task]:
    """Return tasks of a set: for each number of examples, an agent for each intent and one for each domain.

    They have names, and also tags and descriptions where they are to be `described`.
    """
    train_rows, judged_rows = read(folder / "train.jsonl"), read(folder / "val.jsonl")
    beyond = [row["text"] for row in judged_rows if row["intent"] is None]
    found: list[Task] = []
    for label in ("intent", "domain"):
        by: dict[str, dict[str, list[str]]] = {}
        for row in train_rows:
            by.setdefault(row[label], {}).setdefault(row["intent"], []).append(row["text"])
        tags = telling(by) if described else {}
        judged = [(row["text"], row[label]) for row in judged_rows if row["intent"] is not None]
        for count in counts:
            agents = [
                Agent(
                    id=name,
                    name=name.replace("_", " "),
                    examples=in_turn(list(intents.values()))[:count],
                    tags=tags.get(name, ()),
                    description=f"Helps with {', '.join(tags[name])}." if name in tags else "",
                )
                for name, intents in by.items()
            ]
            found.append(Task(f"{len(agents)} {label}s{' +' if described else ''}", agents, judged, beyond))
    return found


def telling(by: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[str, list[str]]:
    """Return tags for each agent: the words of its name, and the five that tell its examples best from others."""
    having: dict[str, Counter[str]] = {}
    for name, intents in by.items():
        words = (set(tokens_of(words_of(normalise(text)))) - STOP_WORDS for texts in intents.values() for text in texts)
        having[name] = Counter(word for some in words for word in some)
    spread = Counter(word for counts in having.values() for word in counts)
    found: dict[str, list[str]] = {}
    for name, counts in having.items():
        weights = {word: count * math.log(len(by) / spread[word]) for word, count in counts.items()}
        best = sorted(weights, key=lambda word: (-weights[word], word))[:5]
        found[name] = list(dict.fromkeys([*tokens_of(name.split("_")), *best]))
    return found


def in_turn(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return the first of each list, then the second of each, and so on: a domain's intents alike."""
    return [text for texts in zip(*lists, strict=False) for text in texts]


def shipped() -> Task:
    """Return the task of the shipped agents: every third example is judged, the others are learned."""
    agents: list[Agent] = []
    judged: list[tuple[str, str]] = []
    for agent in Roster(shipped_agents()):
        if agent.role.routable:
            judged += [(text, agent.id) for text in agent.examples[::3]]
            kept = [text for at, text in enumerate(agent.examples) if at % 3]
            agents.append(agent.evolve(examples=kept))
    return Task("shipped", agents, judged, [])


def measure(task: Task, encoder: MiniLMEncoder | None, learning: int = LATEST) -> dict[str, Any]:
    """Return the figures of our side, with a version of the rules of learning."""
    # Of one processor, since it uses no more: what else the machine does changes it little.
    started = process_time()
    learned = train(task.agents, encoder=encoder, learning=learning)
    seconds = process_time() - started
    settings = RoutingSettings(learning=learning)
    router = Router(Roster(task.agents), settings=settings, classifier=learned)
    decided = [(router.decide(text), agent) for text, agent in task.judged]
    alone = sum(learned.judge(text).agent == agent for text, agent in task.judged)
    lost = sum(
        decision.agent is None and decision.learned is not None and decision.learned.agent == agent
        for decision, agent in decided
    )
    left = [router.decide(text).agent is None for text in task.beyond]
    return {
        "right": alone / len(task.judged),
        "router": sum(decision.agent == agent for decision, agent in decided) / len(decided),
        "lost": lost / len(decided),
        "beyond": sum(left) / len(left) if left else None,
        "microseconds": statistics.median(decision.microseconds for decision, _ in decided),
        "seconds": seconds,
        "megabytes": len(learned.to_bytes()) / 1e6,
    }


class Peers:
    """The contenders in their own environment."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("classifier_peers.py")
        self._process = subprocess.Popen(
            [python_of("classifiers"), script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, task: Task, encoder: MiniLMEncoder | None) -> dict[str, dict[str, Any]]:
        """Return right, microseconds and seconds of each contender."""
        # They learn an agent's name as one more example: what it is called is known to all sides.
        learn = [(text, agent.id) for agent in task.agents for text in (agent.name, *agent.examples)]
        judge = [text for text, _ in task.judged]
        vectors = None
        if encoder is not None:
            vectors = [encoder.encode(texts).tolist() for texts in ([text for text, _ in learn], judge)]
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None:
            raise RuntimeError("the contenders have no pipes")
        pipe_in.write(json.dumps({"learn": learn, "judge": judge, "vectors": vectors}) + "\n")
        pipe_in.flush()
        answered = json.loads(pipe_out.readline())
        return {
            name: {
                "right": statistics.fmean(
                    label == agent for label, (_, agent) in zip(found["labels"], task.judged, strict=True)
                ),
                "microseconds": found["microseconds"],
                "seconds": found["seconds"],
            }
            for name, found in answered.items()
        }

    def close(self) -> None:
        """Let them end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(30)


def show(task: Task, contender: str, found: dict[str, Any]) -> None:
    """Print one line of the table."""

    def share(name: str) -> str:
        value = found.get(name)
        return "" if value is None else f"{value * 100:.2f}"

    count = round(statistics.median(len(agent.examples) for agent in task.agents))
    line = (
        task.label,
        count,
        contender,
        share("right"),
        share("router"),
        share("lost"),
        share("beyond"),
        f"{found['microseconds']:,.0f}",
        f"{found['seconds']:.2f}",
        f"{found['megabytes']:.1f}" if "megabytes" in found else "",
    )
    print("{:<12}{:>9}  {:<28}{:>9}{:>10}{:>7}{:>10}{:>8}{:>9}{:>8}".format(*line), flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.examples")
    parser.add_argument("--data", type=Path, default=os.environ.get("BAILIWICK_BENCH_INTENTS"))
    parser.add_argument("--encoder", type=Path, default=os.environ.get("BAILIWICK_BENCH_ENCODER"))
    parser.add_argument("--examples", type=int, nargs="+", default=COUNTS)
    parser.add_argument("--described", action="store_true", help="with tags and descriptions too")
    parser.add_argument("--learning", type=int, nargs="+", default=[LATEST], help="versions of the rules of learning")
    parser.add_argument("--alone", action="store_true", help="without the contenders")
    given = parser.parse_args(arguments)
    encoder = MiniLMEncoder(Path(given.encoder)) if given.encoder else None
    tasks = tasks_of(Path(given.data), given.examples, described=given.described) if given.data else []
    print("right: the agent that belongs; peers' us is a judgement in a batch, ours a whole decision of a new message;")
    print(f"goals: {GOAL_US} us, and {GOAL_SECONDS} s of training on 15,000 examples, of one processor")
    print("{:<12}{:>9}  {:<28}{:>9}{:>10}{:>7}{:>10}{:>8}{:>9}{:>8}".format(*COLUMNS))
    peers = Peers() if PEERS and not given.alone else None
    try:
        for task in [shipped(), *tasks]:
            for learning in given.learning:
                name = "Bailiwick" if learning == LATEST else f"Bailiwick, learning {learning}"
                show(task, name, measure(task, None, learning))
            if encoder is not None:
                show(task, "Bailiwick, vectors", measure(task, encoder))
            if peers is not None:
                for name, found in peers.measure(task, encoder).items():
                    show(task, name, found)
    finally:
        if peers is not None:
            peers.close()


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
