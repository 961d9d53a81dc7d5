"""Ranking: the best agents of a side by what they share with a message, exactly, without walking the roster.

Short postings are walked, and the features of each agent they name collected as the bits of a number. The few
longest postings are not walked: their masks are split against one another into groups of agents with the same
features, and only groups that can still reach the best are looked at.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import fsum
from typing import NamedTuple

from bailiwick_router.index import RANK_BITS, SLOT_BITS, RosterIndex, Side
from bailiwick_router.postings import slots_in
from bailiwick_router.reading import MessageFeature
from bailiwick_router.rules import RoutingSettings

MASKED = 6
"""Most features whose masks are split; further long ones are walked. Splitting n of them makes up to 2ⁿ groups."""
_SLOT = (1 << SLOT_BITS) - 1
_PLACE_BITS = SLOT_BITS + RANK_BITS
_ranked = tuple.__new__
"""Makes a `Ranked` in half the time of its own constructor, up to twenty times a decision."""


class Measure(NamedTuple):
    """One way to value the features of an agent."""

    bits: int
    """The features that count; an agent with none of them is not ranked."""
    value: Callable[[int], float]
    """Features → value; more features never make it lower."""
    rarity: Callable[[int], float]
    """Features → what decides between agents of equal value and priority."""


def tag_measure(features: Sequence[MessageFeature], settings: RoutingSettings) -> Measure:
    """Score of the tag stage.

    value = word weight × words + tag weight × tags. Rarity is the sum over words and tags of weight ÷ number of
    agents that have it (an agent that has it in two readings or spellings counts for each), so that a word few
    agents know counts for more than one that many know.
    """
    word_weight, tag_weight = settings.word_weight, settings.tag_weight
    kinds = [feature.kind for feature in features]
    words, tags = _bits(kinds, "word"), _bits(kinds, "tag")

    def value(pattern: int) -> float:
        return word_weight * (pattern & words).bit_count() + tag_weight * (pattern & tags).bit_count()

    def rarity(pattern: int) -> float:
        # An exact sum, so that the order of the words cannot make two equal ones differ.
        left, shares = pattern & counted, list[float]()
        while left:
            bit = left & -left
            left ^= bit
            share = known.get(bit)
            if share is None:
                weight = word_weight if bit & words else tag_weight
                share = known[bit] = weight / features[bit.bit_length() - 1].frequency()
            shares.append(share)
        return fsum(shares)

    counted, known = words | tags, dict[int, float]()
    """The features that count; bit → what each adds to the rarity."""
    return Measure(counted, value, rarity)


def intent_measure(features: Sequence[MessageFeature], settings: RoutingSettings) -> Measure:
    """Confidence of the intents stage: min(cap, weight × keywords) + min(cap, weight × patterns), at most 1."""
    kinds = [feature.kind for feature in features]
    keywords, patterns = _bits(kinds, "keyword"), _bits(kinds, "pattern")

    def value(pattern: int) -> float:
        by_keyword = min(settings.keyword_cap, settings.keyword_weight * (pattern & keywords).bit_count())
        by_pattern = min(settings.pattern_cap, settings.pattern_weight * (pattern & patterns).bit_count())
        # Six places: 0.4 + 0.3 must reach a threshold of 0.7 however the sum is rounded in binary.
        return min(1.0, round(by_keyword + by_pattern, 6))

    def rarity(pattern: int) -> float:
        return 0.0

    return Measure(keywords | patterns, value, rarity)


def _bits(kinds: Sequence[str], kind: str) -> int:
    """Return the features of a kind, which stand side by side (see `Reading.features`), as bits."""
    count = kinds.count(kind)
    return (1 << count) - 1 << kinds.index(kind) if count else 0


class Ranked(NamedTuple):
    """An agent's place in a ranking."""

    slot: int
    features: int
    """All features it has, as bits."""
    value: float
    priority: int


class Scores:
    """Which agents of a side have which features of a message."""

    def __init__(
        self, features: Sequence[MessageFeature], index: RosterIndex, side: Side, without: Collection[int] = ()
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
        self.left_out = [slot for slot in sorted(without) if self._scored(slot)] if without else []
        """Those of `without` that would have been ranked."""
        self._without = set(self.left_out)
        for slot in self.left_out:
            self._walked.pop(slot, None)
        self._slots: dict[int, list[int]] = {}
        """Features → the walked agents that have exactly those."""
        for slot, pattern in self._walked.items():
            if pattern in self._slots:
                self._slots[pattern].append(slot)
            else:
                self._slots[pattern] = [slot]

    def _collect(self) -> None:
        walked, get = self._walked, self._walked.get
        self._choose_masks()
        bit = 1
        for feature in self.features:
            if bit not in self._masks:
                for postings in feature.postings:
                    slots = postings.slots
                    self.touched += len(slots)
                    if walked:
                        for slot in slots:
                            walked[slot] = get(slot, 0) | bit
                    else:
                        walked.update(dict.fromkeys(slots, bit))
            bit <<= 1
        for bit, slots in self._masked:
            both = slots.intersection(walked)
            self.touched += len(both)
            for slot in both:
                walked[slot] |= bit

    def _choose_masks(self) -> None:
        """Take the masks of the features with the longest postings."""
        long = {at for at, feature in enumerate(self.features) for postings in feature.postings if postings.long}
        for at in sorted(long, key=lambda at: (-self.features[at].frequency(), at))[:MASKED]:
            mask = 0
            for postings in self.features[at].postings:
                mask |= postings.mask()
                slots = postings.slots
                self._masked.append((1 << at, slots if isinstance(slots, set) else set(slots)))
            self._masks[1 << at] = mask

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
        hidden = sum([any(slot in slots for _, slots in self._masked) for slot in self._without])
        beside = sum([len(slots) for pattern, slots in self._slots.items() if not pattern & masked])
        return anywhere.bit_count() - hidden + beside

    def best(self, measure: Measure, limit: int) -> list[Ranked]:
        """Return the best `limit` agents by value, priority, rarity and registration, best first."""
        bits = measure.bits
        if not bits or limit < 1:
            return []
        levels: dict[float, list[int]] = {}
        value_of = measure.value
        for pattern in self._slots:
            if pattern & bits:
                value = value_of(pattern)
                if value in levels:
                    levels[value].append(pattern)
                else:
                    levels[value] = [pattern]
        groups = self._groups(measure, self._floor(levels, limit)) if self._masks else {}
        found: list[Ranked] = []
        for value in sorted(levels.keys() | groups.keys() if groups else levels, reverse=True):
            left = limit - len(found)
            if groups and value in groups:
                found += self._equals_in_groups(measure, value, levels.get(value, []), groups[value], left)
            else:
                found += self._equals(measure, value, levels[value], left)
            if len(found) >= limit:
                break
        return found

    def _floor(self, levels: dict[float, list[int]], limit: int) -> float:
        """Return a value that `limit` walked agents reach; 0 when there are not that many."""
        for value in sorted(levels, reverse=True):
            limit -= sum([len(self._slots[pattern]) for pattern in levels[value]])
            if limit <= 0:
                return value
        return 0.0

    def _groups(self, measure: Measure, floor: float) -> dict[float, list[tuple[int, int]]]:
        """Return value → (features, mask) of the groups of masked agents that can reach `floor`."""
        masks = [(bit, mask) for bit, mask in self._masks.items() if bit & measure.bits]
        rest = sum([bit for bit, _ in masks])
        if not masks or measure.value(rest) < floor:
            return {}
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
        found: dict[float, list[tuple[int, int]]] = {}
        for pattern, members in groups:
            found.setdefault(measure.value(pattern), []).append((pattern, members))
        return found

    def _equals(self, measure: Measure, value: float, patterns: Sequence[int], limit: int) -> list[Ranked]:
        """Return the best `limit` of the walked agents of one value, those with `patterns`."""
        places = self._index.places
        if len(patterns) == 1:
            # Of the best there are mostly agents with the same features: they differ by their places alone.
            slots = self._slots[patterns[0]]
            order = [places[slots[0]]] if len(slots) == 1 else sorted([places[slot] for slot in slots])
        else:
            rarities = [measure.rarity(pattern) for pattern in patterns]
            ranks = {rarity: rank << SLOT_BITS for rank, rarity in enumerate(sorted(set(rarities), reverse=True))}
            order = []
            for pattern, rarity in zip(patterns, rarities, strict=True):
                rank = ranks[rarity]
                order += [places[slot] + rank for slot in self._slots[pattern]]
            order.sort()
        walked = self._walked
        return [
            _ranked(Ranked, (slot := place & _SLOT, walked[slot], value, -(place >> _PLACE_BITS)))
            for place in order[:limit]
        ]

    def _equals_in_groups(
        self, measure: Measure, value: float, patterns: Sequence[int], groups: list[tuple[int, int]], limit: int
    ) -> list[Ranked]:
        """Return the same where there are also masked agents of that value, those of `groups`."""
        places = self._index.places
        rarities = {pattern: measure.rarity(pattern) for pattern in (*patterns, *[each for each, _ in groups])}
        rarest_first = sorted(set(rarities.values()), reverse=True)
        ranks = {rarity: rank << SLOT_BITS for rank, rarity in enumerate(rarest_first)}
        taken = self._take(rarities, groups, limit)
        order = [places[slot] + ranks[rarities[pattern]] for slot, pattern in taken.items()]
        for pattern in patterns:
            rank = ranks[rarities[pattern]]
            order += [places[slot] + rank for slot in self._slots[pattern]]
        order.sort()
        # A masked agent was split by the features of this measure only.
        partial = any([not bit & measure.bits for bit in self._masks])
        found: list[Ranked] = []
        walked = self._walked
        for place in order[:limit]:
            slot = place & _SLOT
            features = walked.get(slot) or (self.features_of(slot) if partial else taken[slot])
            found.append(_ranked(Ranked, (slot, features, value, -(place >> _PLACE_BITS))))
        return found

    def _take(self, rarities: dict[int, float], groups: Iterable[tuple[int, int]], limit: int) -> dict[int, int]:
        """Return slot → features of the first `limit` of groups of equal value, or of some more."""
        by_rarity: dict[float, list[tuple[int, int]]] = {}
        for pattern, mask in groups:
            by_rarity.setdefault(rarities[pattern], []).append((pattern, mask))
        taken: dict[int, int] = {}
        priorities = self._side.priorities
        for priority in sorted(priorities, reverse=True):
            among = None if len(priorities) == 1 else priorities[priority].mask()
            for rarity in sorted(by_rarity, reverse=True):
                for pattern, mask in by_rarity[rarity]:
                    for slot in self._first(mask if among is None else mask & among, limit):
                        taken[slot] = pattern
                if len(taken) >= limit:
                    return taken
        return taken

    def _first(self, mask: int, limit: int) -> list[int]:
        """Return the first `limit` slots of a mask that are neither walked nor left out."""
        first: list[int] = []
        for slot in slots_in(mask):
            self.touched += 1
            if slot not in self._walked and slot not in self._without:
                first.append(slot)
                if len(first) == limit:
                    break
        return first
