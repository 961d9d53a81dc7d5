"""The model of the local embedder as an encoder of single messages: rows of length 1, computed in this process."""

import os
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bailiwick.kernel.arithmetic import bound_arithmetic
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.extras import Extra
from bailiwick.kernel.reasons import Reason, ReasonCode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bailiwick.models.minilm import MiniLM

BATCH = 64
"""Texts that are encoded at a time; those of like length go together."""
LATEST = 16
"""Rows that are kept in case the same texts are asked for again."""
READ_FOR_NAME = 1 << 20
"""Bytes of the weights that tell one model from another."""


class LocalEncoder:
    """A sentence-transformer of the MiniLM kind in a folder. Safe to be used by several threads."""

    def __init__(self, model: "MiniLM", name: str, folder: Path) -> None:
        self._model = model
        self.folder = folder
        """Where the model was read from."""
        self._known: dict[str, NDArray[np.float32]] = {}
        self._latest: dict[str, NDArray[np.float32]] = {}
        """Rows of the latest texts: a message that is decided on two rosters is encoded once."""
        self.name = name
        """Tells it from other models: the name of the folder, and a digest of what is in it."""

    @classmethod
    def load(cls, folder: Path) -> "LocalEncoder":
        """Read the model. Raises `Unavailable` when it, or a library it needs, is not there."""
        weights = folder / "model.safetensors"
        if not weights.is_file():
            raise Unavailable(Reason.of(ReasonCode.NO_MODEL_IN_FOLDER, folder=str(folder)))
        bound_arithmetic()
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            from bailiwick.models.minilm import MiniLM  # its libraries are an extra of their own
        except ImportError:
            raise Unavailable(Extra.EMBEDDINGS.missing) from None
        try:
            with weights.open("rb") as file:
                digest = blake2b(file.read(READ_FOR_NAME) + str(weights.stat().st_size).encode(), digest_size=6)
            return cls(MiniLM.load(folder), f"{folder.name}-{digest.hexdigest()}", folder)
        except Exception as error:
            # The libraries raise errors of their own kinds for files that are damaged.
            raise Unavailable(
                Reason.of(ReasonCode.MODEL_NOT_READ, folder=str(folder), problem=type(error).__name__)
            ) from error

    def remember(self, texts: Iterable[str], told: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Encode texts that will be asked for, many at a time, which takes a fraction of the time; keeps the rows.

        `told` is told how many are done, of how many.
        """
        # Of like length, so that little is spent on what fills up the shorter ones.
        wanted = sorted({text for text in texts if text not in self._known}, key=lambda text: (len(text), text))
        for at in range(0, len(wanted), BATCH):
            part = wanted[at : at + BATCH]
            self._known.update(zip(part, self._rows(part), strict=True))
            told(at + len(part), len(wanted))

    def encode(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one row of length 1 for each text; no row, and no columns, for none."""
        import numpy as np  # loaded with the model

        rows = {text: self._known.get(text, self._latest.get(text)) for text in texts}
        new = [text for text, row in rows.items() if row is None]
        for at in range(0, len(new), BATCH):
            part = new[at : at + BATCH]
            rows.update(zip(part, self._rows(part), strict=True))
        latest = {text: row for text, row in rows.items() if row is not None}
        self._latest = dict(islice(reversed(latest.items()), LATEST))
        return np.stack([latest[text] for text in texts]) if texts else np.zeros((0, 0), np.float32)

    def _rows(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np  # loaded with the model

        return np.array(self._model.embed(texts), np.float32)
