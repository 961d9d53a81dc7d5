"""Worlds: agents and messages in real words, each word as often as people write it.

The words are those of messages that people wrote: with a folder (`--data`, or BAILIWICK_BENCH_INTENTS) those of its
train.jsonl, each line with `text`, `intent` and `domain`, and the messages to decide are those of its val.jsonl;
without one, two of three examples of the shipped agents, and the others. No message is decided twice: when all were
there, more are made of the halves of two.
"""

import argparse
import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bailiwick import Agent, Roster, shipped_agents
from bailiwick_router.stopwords import STOP_WORDS
from bailiwick_router.text import normalise, tokens_of, words_of


def folder_of(arguments: Sequence[str], name: str) -> Path | None:
    """Return the folder of `--data` among the arguments of a bench, or that of the environment."""
    parser = argparse.ArgumentParser(prog=f"python -m bench.{name}")
    parser.add_argument("--data", type=Path, default=os.environ.get("BAILIWICK_BENCH_INTENTS"))
    given = parser.parse_args(arguments).data
    return Path(given) if given else None


def read(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def texts_of(folder: Path | None) -> tuple[list[str], list[str]]:
    """Return the messages that the words are taken from, and those to decide."""
    if folder is not None:
        known, unseen = ([row["text"] for row in read(folder / f"{part}.jsonl")] for part in ("train", "val"))
        return known, unseen
    examples = [text for agent in Roster(shipped_agents()) if agent.role.routable for text in agent.examples]
    return [text for at, text in enumerate(examples) if at % 3], examples[::3]


class World:
    """A seeded maker of agents and messages."""

    def __init__(self, folder: Path | None, seed: int) -> None:
        self._random = random.Random(seed)
        known, unseen = texts_of(folder)
        self._texts = [words_of(normalise(text)) for text in known]
        self._words = [word for words in self._texts for word in words]
        self._telling = [
            telling
            for words in self._texts
            if (telling := [each for each in tokens_of(words) if each not in STOP_WORDS])
        ]
        self._unseen = unseen
        self._left = self._random.sample(unseen, len(unseen))
        self._made: set[str] = set(unseen)

    def agent(self, number: int) -> Agent:
        """Return an agent: a name and five to twelve tags of telling words, and a description of any."""
        return Agent(
            id=f"agent-{number}",
            name=" ".join(self._tag(1) for _ in range(2)),
            description=" ".join(self._random.choices(self._words, k=12)),
            tags=[self._tag(size) for size in self._random.choices((1, 2), (4, 1), k=self._random.randint(5, 12))],
            priority=self._random.choice((0, 0, 0, 1)),
        )

    def _tag(self, size: int) -> str:
        words = self._random.choice(self._telling)
        at = self._random.randrange(len(words))
        return " ".join(words[at : at + size])

    def message(self) -> str:
        """Return a message that was not there before."""
        if self._left:
            return self._left.pop()
        while True:
            one, other = (self._random.choice(self._unseen).split() for _ in range(2))
            text = " ".join([*one[: self._random.randint(1, len(one))], *other[self._random.randrange(len(other)) :]])
            if text not in self._made:
                self._made.add(text)
                return text
