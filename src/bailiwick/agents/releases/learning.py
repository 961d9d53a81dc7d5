"""Learning: the classifiers of examples are trained in the background, and no decision waits for one."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from bailiwick.agents.releases.kept_classifiers import KeptClassifiers
from bailiwick.agents.releases.learned_from import Corrections, TrainingData
from bailiwick.kernel.background import Background
from bailiwick_router.core.agents import Agent
from bailiwick_router.learning_versions import LATEST
from bailiwick_router.relearning import Train

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier, Encoder

KEPT = 32
"""Classifiers that are shared by all users with the same agents; most people have those that ship."""

log = structlog.get_logger(__name__)


class Learning:
    """Trains one classifier at a time, each once, and keeps the latest."""

    def __init__(
        self,
        background: Background,
        train: Train,
        *,
        on: bool,
        encoder: "Encoder | None" = None,
        shipped: Sequence[Agent] = (),
        folder: Path | None = None,
    ) -> None:
        """`train` makes a classifier; it is called in a thread. `on` is whether anything is learned at all; `encoder`
        adds the meaning of texts to their words. What is learned is kept in the folder, if there is one, for processes
        that start later."""
        self._background = background
        self._on = on
        self._encoder = encoder
        self._shipped = self.training_data(shipped, ())
        self._files = None if folder is None else KeptClassifiers(folder, train, encoder)
        self._make = _making(train) if self._files is None else self._files.classifier
        self._kept: OrderedDict[str, Classifier] = OrderedDict()
        self._failed: set[str] = set()
        self._under_way: dict[str, asyncio.Future[None]] = {}
        self._turn = asyncio.Semaphore(1)

    def training_data(self, agents: Iterable[Agent], corrections: Corrections, learning: int = LATEST) -> TrainingData:
        """Return what there is to learn from these agents and corrections, with a version of the rules of learning."""
        encoder = self._encoder.name if self._encoder else None
        return TrainingData(agents, corrections, encoder, on=self._on, learning=learning)

    def prepare(self) -> None:
        """Begin with what most people need: what the shipped agents teach."""
        self.begin(self._shipped)

    async def forget(self) -> None:
        """Delete what was learned and is not in use, because a user's texts are to be erased."""
        self._kept.clear()
        if self._files is not None:
            await asyncio.to_thread(self._files.forget)

    def failed(self, digest: str) -> bool:
        """Whether training failed before; it is not tried again by this process."""
        return digest in self._failed

    def classifier(self, digest: str) -> "Classifier | None":
        """Return what has been trained, if it has been."""
        found = self._kept.get(digest)
        if found is not None:
            self._kept.move_to_end(digest)
        return found

    def begin(self, training_data: TrainingData) -> None:
        """Train in the background, unless that is done, under way, or has failed before."""
        digest = training_data.digest
        if digest and digest not in self._kept and digest not in self._failed and digest not in self._under_way:
            self._under_way[digest] = asyncio.get_running_loop().create_future()
            self._background.start(f"learn {digest}", self._learn(training_data))

    async def learned(self, training_data: TrainingData) -> "Classifier | None":
        """Return the classifier of this training data, once it is trained; None where none is made of it."""
        self.begin(training_data)
        waiting = self._under_way.get(training_data.digest)
        if waiting is not None:
            await asyncio.shield(waiting)
        return self.classifier(training_data.digest)

    async def _learn(self, training_data: TrainingData) -> None:
        try:
            async with self._turn:
                classifier = await asyncio.to_thread(self._make, training_data)
            if classifier.digest != training_data.digest:
                raise AssertionError("A classifier has another digest than was foretold")
            self._kept[training_data.digest] = classifier
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        except Exception:
            self._failed.add(training_data.digest)
            log.exception("learning from examples failed; routing goes on without", classifier=training_data.digest)
        finally:
            done = self._under_way.pop(training_data.digest)
            if not done.done():
                done.set_result(None)


def _making(train: Train) -> "Callable[[TrainingData], Classifier]":
    return lambda data: train(data.agents, data.corrections, learning=data.learning)
