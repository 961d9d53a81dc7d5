"""The embedder that needs no server: a small model whose weights are computed with in this process."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bailiwick.kernel.arithmetic import bound_arithmetic
from bailiwick.kernel.extras import Extra
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass

if TYPE_CHECKING:
    from bailiwick.models.minilm import MiniLM

FETCH = "bailiwick documents fetch-model"


class LocalEmbedder:
    """A sentence-transformer of the MiniLM kind in a folder; loaded when it is first asked."""

    name = space = "local"
    batch = 16

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.model = folder.name
        self._loaded: MiniLM | None = None
        self._one = asyncio.Lock()

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return an embedding for each text. Raises `CallFailed` when model or libraries are not there."""
        # One batch at a time: each uses all the processors it may.
        async with self._one:
            return await asyncio.to_thread(self._embed, list(texts))

    async def aclose(self) -> None:
        """Let go of the weights."""
        self._loaded = None

    def _embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded.embed(texts)

    def _load(self) -> "MiniLM":
        if not (self._folder / "model.safetensors").is_file():
            missing = Reason.of(ReasonCode.LOCAL_MODEL_MISSING, folder=str(self._folder), command=FETCH)
            raise CallFailed(ErrorClass.MODEL, missing)
        bound_arithmetic()
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            # numpy, tokenizers and safetensors are an extra of their own.
            from bailiwick.models.minilm import MiniLM
        except ImportError as error:
            raise CallFailed(ErrorClass.MODEL, Extra.EMBEDDINGS.missing) from error
        try:
            return MiniLM.load(self._folder)
        except Exception as error:
            # The libraries raise errors of their own kinds for files that are damaged.
            damaged = Reason.of(ReasonCode.LOCAL_MODEL_UNREADABLE, folder=str(self._folder), command=FETCH)
            raise CallFailed(ErrorClass.MODEL, damaged) from error
