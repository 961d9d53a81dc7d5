"""Packing: a header and arrays as bytes, to be read again; nothing in the bytes is ever run."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

MARK = b"bailiwick examples 1\n"
"""What the bytes begin with; the number is another when they are laid out in another way."""
KINDS = ("<f2", "<f4", "<f8", "<i4", "<i8")
"""What the numbers of an array may be."""


def pack(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the mark, the length of the header, the header in JSON, and the arrays one after the other."""
    kinds = [(name, array.dtype.newbyteorder("<").str, array.shape) for name, array in arrays.items()]
    text = json.dumps([header, kinds]).encode()
    numbers = [
        array.astype(kind, copy=False).tobytes() for array, (_, kind, _) in zip(arrays.values(), kinds, strict=True)
    ]
    return b"".join([MARK, len(text).to_bytes(8, "little"), text, *numbers])


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays. Raises `ValueError` for bytes that are laid out otherwise, or cut short."""
    if not data.startswith(MARK):
        raise ValueError("The bytes begin with another mark.")
    start = len(MARK) + 8
    end = start + int.from_bytes(data[len(MARK) : start], "little")
    header, kinds = json.loads(data[start:end])
    arrays: dict[str, NDArray[Any]] = {}
    for name, kind, shape in kinds:
        if kind not in KINDS:
            raise ValueError(f"There are no numbers of the kind {kind!r}.")
        count = int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(data, kind, count, end).reshape(shape)
        end += count * np.dtype(kind).itemsize
    if end != len(data):
        raise ValueError("The bytes go on after the last array.")
    return header, arrays
