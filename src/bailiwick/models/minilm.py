"""A sentence-transformer of the MiniLM kind (BERT, mean pooling), computed with numpy.

Attention and layers as in Devlin et al., "BERT" (2019); pooling as in Reimers and Gurevych, "Sentence-BERT" (2019).
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

Array = NDArray[np.float32]

MOST_TOKENS = 256
"""Tokens of a text that count; the model was trained on so many."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How the model is built."""

    layers: int
    heads: int
    epsilon: float
    """Keeps the scaling of a layer from dividing by zero."""


class MiniLM:
    """Weights and tokenizer; `embed` is the only thing that it does. Safe to be used by several threads."""

    def __init__(self, weights: Mapping[str, Array], tokenizer: Tokenizer, shape: Shape) -> None:
        self._weights = weights
        self._shape = shape
        tokenizer.enable_truncation(MOST_TOKENS)
        tokenizer.enable_padding()
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read `model.safetensors`, `tokenizer.json` and `config.json`."""
        config = json.loads((folder / "config.json").read_text())
        shape = Shape(config["num_hidden_layers"], config["num_attention_heads"], config["layer_norm_eps"])
        weights = {name: value for name, value in load_file(folder / "model.safetensors").items()}
        return cls(weights, Tokenizer.from_file(str(folder / "tokenizer.json")), shape)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the mean of the last layer over the tokens of each text, scaled to length 1."""
        encoded: list[Any] = self._tokenizer.encode_batch(list(texts))
        ids = np.array([each.ids for each in encoded], dtype=np.int64)
        mask = np.array([each.attention_mask for each in encoded], dtype=np.float32)
        last = self.forward(ids, mask)
        mean = (last * mask[:, :, None]).sum(axis=1) / np.maximum(mask.sum(axis=1, keepdims=True), 1e-9)
        length = np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-12)
        return (mean / length).astype(np.float32).tolist()

    def forward(self, ids: NDArray[np.int64], mask: Array) -> Array:
        """Return the last layer, (texts, tokens, width), for token ids and a mask of ones where there are tokens."""
        weights = self._weights
        x = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][None, : ids.shape[1]]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        x = self._normed(x, "embeddings.LayerNorm")
        # What pads the shorter texts gets no attention.
        hidden = (1 - mask)[:, None, None, :] * np.float32(-1e9)
        for number in range(self._shape.layers):
            layer = f"encoder.layer.{number}"
            attended = self._dense(
                self._attention(x, hidden, f"{layer}.attention.self"), f"{layer}.attention.output.dense"
            )
            x = self._normed(x + attended, f"{layer}.attention.output.LayerNorm")
            widened = _gelu(self._dense(x, f"{layer}.intermediate.dense"))
            x = self._normed(x + self._dense(widened, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
        return x

    def _attention(self, x: Array, hidden: Array, name: str) -> Array:
        texts, tokens, width = x.shape
        heads = self._shape.heads
        size = width // heads
        # Laid out in one piece each: only then are they multiplied by the fast routines.
        query, key, value = (
            np.ascontiguousarray(
                self._dense(x, f"{name}.{part}").reshape(texts, tokens, heads, size).transpose(0, 2, *order)
            )
            for part, order in (("query", (1, 3)), ("key", (3, 1)), ("value", (1, 3)))
        )
        scores = query @ key / np.float32(math.sqrt(size)) + hidden
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares = scores / scores.sum(axis=-1, keepdims=True)
        return (shares @ value).transpose(0, 2, 1, 3).reshape(texts, tokens, width)

    def _dense(self, x: Array, name: str) -> Array:
        rows = x.reshape(-1, x.shape[-1]) @ self._weights[f"{name}.weight"].T
        return rows.reshape(*x.shape[:-1], -1) + self._weights[f"{name}.bias"]

    def _normed(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(self._shape.epsilon))
        return centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]


def _gelu(x: Array) -> Array:
    """Return x times the share of the normal distribution below it."""
    return x * np.float32(0.5) * (1 + _erf(x / np.float32(math.sqrt(2))))


def _erf(x: Array) -> Array:
    """Return the error function to 1.5e-7 (Abramowitz and Stegun, formula 7.1.26)."""
    size = np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * size)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return (np.sign(x) * (1 - series * np.exp(-size * size))).astype(np.float32)
