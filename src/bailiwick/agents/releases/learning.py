"""Learning: the classifiers of examples are trained in the background, and no decision waits for one."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from bailiwick.agents.releases.kept_classifiers import KeptClassifiers
from bailiwick.agents.releases.learned_from import Corrections, Material
from bailiwick.kernel.background import Background
from bailiwick_router.core.agents import Agent
from bailiwick_router.relearning import Train

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier, Encoder

KEPT = 32
"""Classifiers that are kept for whoever has the same agents; most people have those that ship."""

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
        self._shipped = self.material(shipped, ())
        self._files = None if folder is None else KeptClassifiers(folder, train, encoder)
        self._make = _making(train) if self._files is None else self._files.classifier
        self._kept: OrderedDict[str, Classifier] = OrderedDict()
        self._failed: set[str] = set()
        self._under_way: dict[str, asyncio.Future[None]] = {}
        self._turn = asyncio.Semaphore(1)

    def material(self, agents: Iterable[Agent], corrections: Corrections) -> Material:
        """Return what there is to learn from these agents and corrections."""
        return Material(agents, corrections, self._encoder.name if self._encoder else None, on=self._on)

    def prepare(self) -> None:
        """Begin with what most people need: what the shipped agents teach."""
        self.begin(self._shipped)

    async def forget(self) -> None:
        """Delete what was learned and is not in use, because somebody's texts are to be erased."""
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

    def begin(self, material: Material) -> None:
        """Train in the background, unless that is done, under way, or has failed before."""
        digest = material.digest
        if digest and digest not in self._kept and digest not in self._failed and digest not in self._under_way:
            self._under_way[digest] = asyncio.get_running_loop().create_future()
            self._background.start(f"learn {digest}", self._learn(material))

    async def learned(self, material: Material) -> "Classifier | None":
        """Return the classifier of this material, once it is trained; nothing where none is made of it."""
        self.begin(material)
        waiting = self._under_way.get(material.digest)
        if waiting is not None:
            await asyncio.shield(waiting)
        return self.classifier(material.digest)

    async def _learn(self, material: Material) -> None:
        try:
            async with self._turn:
                classifier = await asyncio.to_thread(self._make, material)
            if classifier.digest != material.digest:
                raise AssertionError("A classifier has another digest than was foretold")
            self._kept[material.digest] = classifier
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        except Exception:
            self._failed.add(material.digest)
            log.exception("learning from examples failed; routing goes on without", classifier=material.digest)
        finally:
            done = self._under_way.pop(material.digest)
            if not done.done():
                done.set_result(None)


def _making(train: Train) -> "Callable[[Material], Classifier]":
    return lambda material: train(material.agents, material.corrections)
