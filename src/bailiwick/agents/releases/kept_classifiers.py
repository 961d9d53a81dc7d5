"""Kept classifiers: what was learned is kept in files for the next process, because reading it is much quicker."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from bailiwick.agents.releases.learned_from import TrainingData
from bailiwick.kernel.errors import InvalidInput
from bailiwick_router.relearning import Train

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier, Encoder

MOST_FILES = 20
MOST_DAYS = 7.0
"""Files not read for so long are deleted, with the next that is written."""

log = structlog.get_logger(__name__)


class KeptClassifiers:
    """Trains classifiers, or reads those that were trained before. Used in threads, one at a time.

    The files hold the examples' texts: only their owner may read them, and erasing a person deletes all of them.
    """

    def __init__(self, folder: Path, train: Train, encoder: "Encoder | None" = None) -> None:
        self._folder = folder
        self._train = train
        self._encoder = encoder

    def classifier(self, training_data: TrainingData) -> "Classifier":
        """Return the classifier of this training data. Raises what training raises."""
        file = self._folder / training_data.digest
        found = self._read(file, training_data.digest)
        if found is None:
            found = self._train(training_data.agents, training_data.corrections, learning=training_data.learning)
            self._write(file, found.to_bytes())
        return found

    def forget(self) -> None:
        """Delete every file; what is needed again is learned anew."""
        for file in self._files():
            file.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        """Return the files, the latest first."""
        try:
            aged = [(file.stat().st_mtime, file) for file in self._folder.iterdir()]
        except OSError:
            return []
        return [file for _, file in sorted(aged, reverse=True)]

    def _read(self, file: Path, digest: str) -> "Classifier | None":
        try:
            data = file.read_bytes()
            file.touch()
        except OSError:
            return None
        from bailiwick_router.examples.model import Classifier  # loads numpy

        with suppress(InvalidInput):
            found = Classifier.from_bytes(data, self._encoder)
            if found.digest == digest:
                return found
        return None

    def _write(self, file: Path, data: bytes) -> None:
        """Write it whole or not at all, and delete what is too old or too much."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = file.with_suffix(f".{os.getpid()}")
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
                opened.write(data)
            part.replace(file)
            for number, old in enumerate(self._files()):
                with suppress(FileNotFoundError):
                    if number >= MOST_FILES or time.time() - old.stat().st_mtime > MOST_DAYS * 86_400:
                        old.unlink()
        except OSError as error:
            log.warning("what was learned could not be kept; it is learned anew next time", error=str(error))
