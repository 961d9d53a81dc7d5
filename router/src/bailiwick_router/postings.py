"""Postings: which agents have a term, for sets of agents that may be few or very many."""

from collections.abc import Collection, Iterator, Sequence

LONG = 128
"""Above this many agents a posting also keeps a bit mask, so that it is combined rather than walked."""
_WINDOW = 1024


class Postings:
    """The slots (small numbers) of the agents that have a term.

    A short one is a plain list. A long one is a set with a bit mask; masks are combined by whole-number
    arithmetic, thirty agents in one machine step. Adding or removing a slot costs the same at any size.
    """

    __slots__ = ("_bits", "_mask", "long", "slots")

    def __init__(self, *slots: int) -> None:
        """`slots` are a few to begin with."""
        self.slots: list[int] | set[int] = [*slots]
        self.long = False
        """Whether it has a mask."""
        self._bits: bytearray | None = None
        self._mask: int | None = None

    def __len__(self) -> int:
        return len(self.slots)

    def __contains__(self, slot: int) -> bool:
        return slot in self.slots

    def add(self, slots: Sequence[int]) -> None:
        """Add slots that are not there yet."""
        known, bits = self.slots, self._bits
        if isinstance(known, list):
            known += slots
            if len(known) > LONG:
                self.slots, self.long = set(known), True
            return
        known.update(slots)
        self._mask = None
        if bits is not None:
            for slot in slots:
                _set_bit(bits, slot)

    def put(self, slot: int) -> None:
        """Add one slot that is not there yet."""
        known = self.slots
        if isinstance(known, set):
            known.add(slot)
            self._mask = None
            if self._bits is not None:
                _set_bit(self._bits, slot)
        elif len(known) < LONG:
            known.append(slot)
        else:
            self.add((slot,))

    def remove(self, slot: int) -> None:
        """Remove a slot that is there."""
        self.slots.remove(slot)
        if self.long:
            self._mask = None
            if self._bits is not None:
                self._bits[slot >> 3] &= ~(1 << (slot & 7))
            if len(self.slots) <= LONG // 2:
                self.slots, self._bits, self.long = list(self.slots), None, False

    def mask(self) -> int:
        """Return the slots as the bits of a whole number."""
        mask = self._mask
        if mask is None:
            if self._bits is not None:
                mask = int.from_bytes(self._bits, "little")
            else:
                mask = _mask_of(self.slots)
                self._bits = bytearray(mask.to_bytes((mask.bit_length() + 7) >> 3, "little")) if self.long else None
            self._mask = mask if self.long else None
        return mask


def _set_bit(bits: bytearray, slot: int) -> None:
    at = slot >> 3
    if at >= len(bits):
        # An eighth on top, so that a mask that grows agent by agent is not copied each time.
        bits.extend(bytes(at + 1 - len(bits) + (len(bits) >> 3)))
    bits[at] |= 1 << (slot & 7)


def _mask_of(slots: Collection[int]) -> int:
    digits = bytearray(b"0") * (max(slots, default=0) + 1)
    for slot in slots:
        digits[slot] = 49
    digits.reverse()
    return int(digits, 2)


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

    def add(self, phrase: str, slots: Sequence[int]) -> None:
        """Add agents that have `phrase`."""
        postings = self._postings.get(phrase)
        if postings is None:
            postings = self._postings[phrase] = Postings()
            self._note_length(phrase)
        postings.add(slots)

    def put(self, phrase: str, slot: int) -> None:
        """Add one agent that has `phrase`."""
        postings = self._postings.get(phrase)
        if postings is None:
            self._postings[phrase] = Postings(slot)
            self._note_length(phrase)
        else:
            postings.put(slot)

    def _note_length(self, phrase: str) -> None:
        first, length = phrase, 1
        if " " in phrase:
            first, length = phrase.partition(" ")[0], phrase.count(" ") + 1
        lengths = self._lengths.get(first)
        if lengths is None:
            self._lengths[first] = {length: 1}
        else:
            lengths[length] = lengths.get(length, 0) + 1

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

    def find(self, words: Sequence[str]) -> list[tuple[int, int, str, Postings]]:
        """Return (start, number of words, phrase, postings) for every phrase that stands in `words`."""
        found: list[tuple[int, int, str, Postings]] = []
        begun = self._lengths
        for start, word in enumerate(words):
            if word not in begun:
                continue
            for length in begun[word]:
                if length == 1:
                    found.append((start, 1, word, self._postings[word]))
                elif start + length <= len(words):
                    phrase = " ".join(words[start : start + length])
                    postings = self._postings.get(phrase)
                    if postings is not None:
                        found.append((start, length, phrase, postings))
        return found
