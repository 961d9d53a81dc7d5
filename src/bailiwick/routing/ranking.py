"""Ranking: the best agents of a side by what they share with a message, exactly, without walking the roster.

Short postings are walked, and the features of each agent they name collected as the bits of a number. The few
longest postings are not walked: their masks are split against one another into groups of agents with the same
features, and only groups that can still reach the best are looked at.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from bailiwick.routing.index import RosterIndex, Side
from bailiwick.routing.postings import slots_in
from bailiwick.routing.reading import Feature
from bailiwick.routing.rules import RoutingSettings

MASKED = 6
"""Most features whose masks are split; further long ones are walked. Splitting n of them makes up to 2ⁿ groups."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One way to value the features of an agent."""

    bits: int
    """The features that count; an agent with none of them is not ranked."""
    value: Callable[[int], float]
    """Features → value; more features never make it lower."""
    rarity: Callable[[int], float]
    """Features → what decides between agents of equal value and priority."""


def tag_measure(features: Sequence[Feature], settings: RoutingSettings) -> Measure:
    """Score of the tag stage.

    value = word weight × words + tag weight × tags. Rarity is the sum over words and tags of weight ÷ number of
    agents that have it (an agent that has it in two readings or spellings counts for each), so that a word few
    agents know counts for more than one that many know.
    """
    words, tags = _bits_of(features, "word"), _bits_of(features, "tag")
    word_weight, tag_weight = settings.word_weight, settings.tag_weight
    shares = [
        (1 << at, (word_weight if feature.kind == "word" else tag_weight) / feature.frequency())
        for at, feature in enumerate(features)
        if feature.kind in ("word", "tag")
    ]

    def value(pattern: int) -> float:
        return word_weight * (pattern & words).bit_count() + tag_weight * (pattern & tags).bit_count()

    def rarity(pattern: int) -> float:
        # An exact sum, so that the order of the words cannot make two equal ones differ.
        return fsum([share for bit, share in shares if pattern & bit])

    return Measure(words | tags, value, rarity)


def intent_measure(features: Sequence[Feature], settings: RoutingSettings) -> Measure:
    """Confidence of the intents stage: min(cap, weight × keywords) + min(cap, weight × patterns), at most 1."""
    keywords, patterns = _bits_of(features, "keyword"), _bits_of(features, "pattern")

    def value(pattern: int) -> float:
        by_keyword = min(settings.keyword_cap, settings.keyword_weight * (pattern & keywords).bit_count())
        by_pattern = min(settings.pattern_cap, settings.pattern_weight * (pattern & patterns).bit_count())
        # Six places: 0.4 + 0.3 must reach a threshold of 0.7 however the sum is rounded in binary.
        return min(1.0, round(by_keyword + by_pattern, 6))

    return Measure(keywords | patterns, value, lambda _: 0.0)


def _bits_of(features: Sequence[Feature], kind: str) -> int:
    return sum([1 << at for at, feature in enumerate(features) if feature.kind == kind])


class Ranked(NamedTuple):
    """An agent's place in a ranking."""

    slot: int
    features: int
    """All features it has, as bits."""
    value: float
    priority: int
    rarity: float


class Scores:
    """Which agents of a side have which features of a message."""

    def __init__(
        self, features: Sequence[Feature], index: RosterIndex, side: Side, without: Collection[int] = ()
    ) -> None:
        self.features = features
        self._index = index
        self._side = side
        self._masks: dict[int, int] = {}
        """Bit of a feature → mask of agents, for the longest postings."""
        self._masked: list[tuple[int, set[int]]] = []
        self._walked: dict[int, int] = {}
        """Slot → features, for every agent that a walked posting names."""
        self.touched = 0
        """How many postings were looked at one by one."""
        self._collect()
        self.left_out = [slot for slot in sorted(without) if self._scored(slot)]
        """Those of `without` that would have been ranked."""
        self._without = set(self.left_out)
        for slot in self.left_out:
            self._walked.pop(slot, None)
        self._patterns = Counter(self._walked.values())

    def _collect(self) -> None:
        walked, get = self._walked, self._walked.get
        masked = self._choose_masks()
        for at, feature in enumerate(self.features):
            bit = 1 << at
            if bit not in masked:
                for postings in feature.postings:
                    self.touched += len(postings)
                    for slot in postings.slots:
                        walked[slot] = get(slot, 0) | bit
        for bit, slots in self._masked:
            both = slots.intersection(walked)
            self.touched += len(both)
            for slot in both:
                walked[slot] |= bit

    def _choose_masks(self) -> Collection[int]:
        """Take the masks of the features with the longest postings; return their bits."""
        long = [
            (-feature.frequency(), at, feature)
            for at, feature in enumerate(self.features)
            if any(postings.long for postings in feature.postings)
        ]
        long.sort(key=lambda each: each[:2])
        for _, at, feature in long[:MASKED]:
            mask = 0
            for postings in feature.postings:
                mask |= postings.mask()
                slots = postings.slots
                self._masked.append((1 << at, slots if isinstance(slots, set) else set(slots)))
            self._masks[1 << at] = mask
        return self._masks.keys()

    def _scored(self, slot: int) -> bool:
        return slot in self._walked or any(slot in slots for _, slots in self._masked)

    def features_of(self, slot: int) -> int:
        """Return the features of one agent, as bits."""
        known = self._walked.get(slot)
        if known is not None:
            return known
        return sum(
            1 << at
            for at, feature in enumerate(self.features)
            if any(slot in postings for postings in feature.postings)
        )

    def count(self) -> int:
        """Return how many agents have any feature."""
        anywhere, masked = 0, 0
        for bit, mask in self._masks.items():
            anywhere |= mask
            masked |= bit
        hidden = sum(any(slot in slots for _, slots in self._masked) for slot in self._without)
        beside = sum([number for pattern, number in self._patterns.items() if not pattern & masked])
        return anywhere.bit_count() - hidden + beside

    def best(self, measure: Measure, limit: int) -> list[Ranked]:
        """Return the best `limit` agents by value, priority, rarity and registration, best first."""
        bits = measure.bits
        if not bits:
            return []
        values = {pattern: measure.value(pattern) for pattern in self._patterns if pattern & bits}
        floor = self._floor(values, limit)
        found = [(pattern, slot) for slot, pattern in self._walked.items() if values.get(pattern, -1.0) >= floor]
        above = 0
        groups = self._groups(measure, floor)
        for level in sorted({value for value, _, _ in groups}, reverse=True):
            if above + sum(self._patterns[each] for each, value in values.items() if value > level) >= limit:
                break
            taken = self._take(measure, [(p, mask) for value, p, mask in groups if value == level], limit)
            found += taken
            above += len(taken)
        return self._sorted(measure, found, limit)

    def _floor(self, values: dict[int, float], limit: int) -> float:
        """Return a value that `limit` walked agents reach; 0 when there are not that many."""
        for pattern, value in sorted(values.items(), key=lambda each: -each[1]):
            limit -= self._patterns[pattern]
            if limit <= 0:
                return value
        return 0.0

    def _sorted(self, measure: Measure, found: list[tuple[int, int]], limit: int) -> list[Ranked]:
        priorities = self._index.priorities
        worth = {each: (-measure.value(each), -measure.rarity(each)) for each in {pattern for pattern, _ in found}}
        keys = [(worth[pattern][0], -priorities[slot], worth[pattern][1], slot, pattern) for pattern, slot in found]
        keys.sort()
        # A masked agent was split by the features of this measure only.
        partial = any(not bit & measure.bits for bit in self._masks)
        return [
            Ranked(slot, self.features_of(slot) if partial else pattern, -value, -priority, -rarity)
            for value, priority, rarity, slot, pattern in keys[:limit]
        ]

    def _groups(self, measure: Measure, floor: float) -> list[tuple[float, int, int]]:
        """Return (value, features, mask) of the groups of masked agents that can reach `floor`."""
        masks = [(bit, mask) for bit, mask in self._masks.items() if bit & measure.bits]
        rest = sum(bit for bit, _ in masks)
        if not masks or measure.value(rest) < floor:
            return []
        everyone = 0
        for _, mask in masks:
            everyone |= mask
        groups = [(0, everyone)]
        for bit, mask in masks:
            rest &= ~bit
            split: list[tuple[int, int]] = []
            for pattern, members in groups:
                having = members & mask
                for each, some in ((pattern | bit, having), (pattern, members ^ having)):
                    if some and (not floor or measure.value(each | rest) >= floor):
                        split.append((each, some))
            groups = split
        return [(measure.value(pattern), pattern, members) for pattern, members in groups]

    def _take(self, measure: Measure, level: list[tuple[int, int]], limit: int) -> list[tuple[int, int]]:
        """Return the first `limit` of groups of equal value, by priority, rarity and registration, or some more."""
        by_rarity: dict[float, list[tuple[int, int]]] = {}
        for pattern, mask in level:
            by_rarity.setdefault(measure.rarity(pattern), []).append((pattern, mask))
        taken: list[tuple[int, int]] = []
        priorities = self._side.priorities
        for priority in sorted(priorities, reverse=True):
            among = None if len(priorities) == 1 else priorities[priority].mask()
            for rarity in sorted(by_rarity, reverse=True):
                for pattern, mask in by_rarity[rarity]:
                    taken += self._first(pattern, mask if among is None else mask & among, limit)
                if len(taken) >= limit:
                    return taken
        return taken

    def _first(self, pattern: int, mask: int, limit: int) -> list[tuple[int, int]]:
        first: list[tuple[int, int]] = []
        for slot in slots_in(mask):
            self.touched += 1
            if slot not in self._walked and slot not in self._without:
                first.append((pattern, slot))
                if len(first) == limit:
                    break
        return first
