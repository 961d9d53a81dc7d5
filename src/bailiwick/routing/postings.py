"""Postings: which agents have a term, for sets of agents that may be few or very many."""

from collections.abc import Iterator, Sequence

LONG = 128
"""Above this many agents a posting also keeps a bit mask, so that it is combined rather than walked."""
_WINDOW = 1024


class Postings:
    """The slots (small numbers) of the agents that have a term.

    A short one is a plain list. A long one is a set with a bit mask; masks are combined by whole-number
    arithmetic, thirty agents in one machine step. Adding or removing a slot costs the same at any size.
    """

    __slots__ = ("_bits", "_mask", "long", "slots")

    def __init__(self) -> None:
        self.slots: list[int] | set[int] = []
        self.long = False
        """Whether it has a mask."""
        self._bits: bytearray | None = None
        self._mask: int | None = None

    def __len__(self) -> int:
        return len(self.slots)

    def __contains__(self, slot: int) -> bool:
        return slot in self.slots

    def add(self, slot: int) -> None:
        """Add a slot that is not there yet."""
        if isinstance(self.slots, list):
            self.slots.append(slot)
            if len(self.slots) > LONG:
                self._bits = bytearray()
                for each in self.slots:
                    self._set(each)
                self.slots, self.long = set(self.slots), True
        else:
            self.slots.add(slot)
            self._set(slot)

    def _set(self, slot: int) -> None:
        bits, at = self._bits, slot >> 3
        if bits is None:
            return
        if at >= len(bits):
            # An eighth on top, so that a mask that grows agent by agent is not copied each time.
            bits.extend(bytes(at + 1 - len(bits) + (len(bits) >> 3)))
        bits[at] |= 1 << (slot & 7)
        self._mask = None

    def remove(self, slot: int) -> None:
        """Remove a slot that is there."""
        self.slots.remove(slot)
        if self._bits is not None:
            self._bits[slot >> 3] &= ~(1 << (slot & 7))
            self._mask = None
            if len(self.slots) <= LONG // 2:
                self.slots, self._bits, self.long = list(self.slots), None, False

    def mask(self) -> int:
        """Return the slots as the bits of a whole number."""
        if self._mask is None:
            bits = self._bits
            if bits is None:
                bits = bytearray((max(self.slots) >> 3) + 1 if self.slots else 0)
                for slot in self.slots:
                    bits[slot >> 3] |= 1 << (slot & 7)
                return int.from_bytes(bits, "little")
            self._mask = int.from_bytes(bits, "little")
        return self._mask


def slots_in(mask: int) -> Iterator[int]:
    """Yield the positions of the bits of `mask`, lowest first; the cost of the first few is small."""
    base = 0
    while mask:
        skip = (mask & -mask).bit_length() - 1
        mask >>= skip
        base += skip
        window = mask & ((1 << _WINDOW) - 1)
        while window:
            low = window & -window
            yield base + low.bit_length() - 1
            window ^= low
        mask >>= _WINDOW
        base += _WINDOW


class Phrases:
    """Postings of phrases of one or more words, found in a sequence of words by their first word."""

    __slots__ = ("_lengths", "_postings")

    def __init__(self) -> None:
        self._postings: dict[str, Postings] = {}
        self._lengths: dict[str, dict[int, int]] = {}
        """First word → length in words → how many phrases begin so."""

    def __len__(self) -> int:
        return len(self._postings)

    def __iter__(self) -> Iterator[str]:
        return iter(self._postings)

    def get(self, phrase: str) -> Postings | None:
        """Return the postings of a phrase (words joined by single spaces)."""
        return self._postings.get(phrase)

    def add(self, phrase: str, slot: int) -> None:
        """Add an agent that has `phrase`."""
        postings = self._postings.get(phrase)
        if postings is None:
            postings = self._postings[phrase] = Postings()
            first, length = phrase.partition(" ")[0], phrase.count(" ") + 1
            lengths = self._lengths.setdefault(first, {})
            lengths[length] = lengths.get(length, 0) + 1
        postings.add(slot)

    def remove(self, phrase: str, slot: int) -> None:
        """Remove an agent that has `phrase`."""
        postings = self._postings[phrase]
        postings.remove(slot)
        if not len(postings):
            del self._postings[phrase]
            first, length = phrase.partition(" ")[0], phrase.count(" ") + 1
            lengths = self._lengths[first]
            lengths[length] -= 1
            if not lengths[length]:
                del lengths[length]
            if not lengths:
                del self._lengths[first]

    def find(self, words: Sequence[str]) -> Iterator[tuple[int, int, Postings]]:
        """Yield (start, number of words, postings) for every phrase that stands in `words`."""
        for start, word in enumerate(words):
            lengths = self._lengths.get(word)
            if lengths is None:
                continue
            for length in lengths:
                if length == 1:
                    yield start, 1, self._postings[word]
                elif start + length <= len(words):
                    postings = self._postings.get(" ".join(words[start : start + length]))
                    if postings is not None:
                        yield start, length, postings
