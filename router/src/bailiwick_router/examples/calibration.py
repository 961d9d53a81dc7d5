"""Calibration: what scores mean, found from scores that examples would have had if they had not been among them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Places = NDArray[np.intp]

SHARPNESS = 6.0
"""Factor on the scores before anything is known."""
PRIOR = 10.0
"""Examples as many as which the guesses before anything is known count."""
REFUSED_WRONGLY = 0.0175
"""Share of the examples that are recognised and may yet be held to be no agent's business."""
SIZES = (5, 20)
"""Numbers of examples up to which agents are few, or some; beyond they are many."""
ENOUGH = 20
"""Recognised examples without which there is no threshold of refusal, nor one for agents of a size."""
NOTHING = 1e9
UNCERTAIN = 2.0
"""Standard errors by which the threshold of refusal is lowered."""
KNOWN_WEIGHT = 0.5
"""What it counts for the scope of a message that all its words are known, in scores."""
_LEAST = 1e-9
_LARGE = 50.0
"""Beyond it e to the power of a value is as good as nothing, or too much to count."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How scores become probabilities."""

    sharpness: float
    """Factor on the scores before they are turned into shares of 1 (softmax)."""
    offset: float
    steepness: float
    """Confidence = 1 ÷ (1 + e^−(offset + steepness × ln(share ÷ (1 − share)))), for the highest share (Platt 1999)."""
    least: tuple[float, ...]
    """The signal of scope (see `scope_signal`) below which a message is refused, for agents with ever more examples.

    As many as `SIZES` and one: what is found for an agent with few examples is less like them.
    """
    slope: float
    """How fast the sureness of scope rises around `least`."""

    @classmethod
    def of_list(cls, values: Sequence[float]) -> Self:
        """Return what `to_list` gave."""
        sharpness, offset, steepness, slope, *least = values
        return cls(sharpness, offset, steepness, tuple(least), slope)

    def to_list(self) -> list[float]:
        """Return the numbers that it is made of."""
        return [self.sharpness, self.offset, self.steepness, self.slope, *self.least]

    def confidences(self, scores: Doubles, best: int | None, agents: Sequence[int | None]) -> list[float]:
        """Return how sure it is of some agents, for the scores of one text; of all agents together it is 1.

        `best` is the agent with the highest score. It is 0 for None.
        """
        if best is None or len(scores) < 2:
            return [0.0 if agent is None else 1.0 for agent in agents]
        scaled = scores * self.sharpness
        shares = np.exp(scaled - scaled[best])
        shares /= shares.sum()
        sure = self._sure(float(shares[best]))
        shares[best] = 0
        factor = (1 - sure) / max(float(shares.sum()), 1e-300)
        return [0.0 if agent is None else sure if agent == best else float(shares[agent]) * factor for agent in agents]

    def _sure(self, share: float) -> float:
        kept = min(max(share, _LEAST), 1 - _LEAST)
        return _logistic(self.offset + self.steepness * math.log(kept / (1 - kept)))

    def in_scope(self, signal: float, examples: int) -> float:
        """Return how sure it is that a message is an agent's business: below 0.5 it is refused.

        `examples` is how many the agent with the highest score has.
        """
        return _logistic(self.slope * (signal - self.least[_size(examples)]))


def softmax(values: Doubles) -> Doubles:
    """Return shares of 1 in proportion to e to the power of the values, row by row."""
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def logistic(values: Doubles) -> Doubles:
    """Return 1 ÷ (1 + e^−value) for each value."""
    return 1 / (1 + np.exp(-np.clip(values, -_LARGE, _LARGE)))


def _logistic(value: float) -> float:
    """Return the same for one value, for which arrays are slow."""
    return 1 / (1 + math.exp(-min(max(value, -_LARGE), _LARGE)))


def log_odds(share: Doubles) -> Doubles:
    """Return ln(share ÷ (1 − share)), for shares that are kept away from 0 and 1."""
    kept = np.clip(share, _LEAST, 1 - _LEAST)
    return np.log(kept / (1 - kept))


def scope_signal(scores: Doubles, known: Doubles | float) -> Doubles:
    """Return, row by row, what tells messages that are an agent's business from others; higher is more likely so.

    The highest score, plus a part of the share of the message's words that any example has.
    """
    return scores.max(axis=-1, initial=-np.inf) + KNOWN_WEIGHT * known


def scope_signal_of(highest: float, known: float) -> float:
    """Return the same for one message, given its highest score."""
    return highest + KNOWN_WEIGHT * known


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Examples as they were judged without being among the examples; row by row."""

    scores: Doubles
    right: Places
    """Column of the agent each belongs to."""
    known: Doubles
    """Share of the words that other examples have."""

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """Return the examples of several such sets as one."""
        return cls(*(np.concatenate([getattr(each, name) for each in parts]) for name in ("scores", "right", "known")))


def calibrated(mixed: HeldOut, alike: HeldOut, counts: NDArray[np.int64]) -> Calibration:
    """Return the calibration; `counts` are the numbers of examples of the agents.

    `alike` were held out together with those like them, `mixed` were not. Messages are like examples more than the
    one and less than the other: `alike` show how sure one may be, and both what messages are like that an agent gets.
    """
    if not len(mixed.right):
        return Calibration(SHARPNESS, 0.0, 1.0, (-NOTHING,) * (len(SIZES) + 1), 1.0)
    sharpness = _sharpness(alike)
    offset, steepness = _platt(alike, sharpness)
    both = HeldOut.together([mixed, alike])
    found = both.scores.argmax(axis=1)
    recognised = found == both.right
    signal = scope_signal(both.scores, both.known)[recognised]
    sizes = np.array([_size(int(count)) for count in counts])[found[recognised]]
    if len(signal) < ENOUGH:
        return Calibration(sharpness, offset, steepness, (-NOTHING,) * (len(SIZES) + 1), 1.0)
    usual = _lowest(signal)
    least = [
        min(usual, _lowest(signal[sizes == size])) if (sizes == size).sum() >= ENOUGH else usual
        for size in range(len(SIZES) + 1)
    ]
    # Half-way up to the usual example it is nine times as likely an agent's business as not.
    slope = float(np.log(9)) * 2 / max(float(np.median(signal)) - usual, 1e-3)
    return Calibration(sharpness, offset, steepness, tuple(least), slope)


def _size(examples: int) -> int:
    return sum(examples > most for most in SIZES)


def _lowest(signal: Doubles) -> float:
    """Return what all but few reach; of few examples the lowest is higher than that of many messages would be."""
    doubt = UNCERTAIN * float(signal.std()) / float(np.sqrt(len(signal)))
    return float(np.quantile(signal, REFUSED_WRONGLY)) - doubt


def _sharpness(held: HeldOut) -> float:
    """Return the factor under which the right agents are most likely, leaning to `SHARPNESS` where there is little."""
    rows = np.arange(len(held.right))
    below = held.scores - held.scores.max(axis=1, keepdims=True)
    losses: dict[float, float] = {}
    for least in np.arange(-3, -2, 0.25).tolist():
        raised = np.exp(below * (SHARPNESS * 2.0**least))
        for power in np.arange(least, 3.01).tolist():
            factor = SHARPNESS * 2.0**power
            shares = raised[rows, held.right] / raised.sum(axis=1)
            prior = PRIOR * float(np.log(factor / SHARPNESS)) ** 2
            losses[factor] = prior - float(np.log(np.maximum(shares, _LEAST)).sum())
            # e to the power of twice as much, without raising it anew.
            np.multiply(raised, raised, out=raised)
    return min(sorted(losses), key=losses.__getitem__)


def _platt(held: HeldOut, sharpness: float) -> tuple[float, float]:
    """Return offset and steepness under which it is likeliest which of the held out were right, by Newton's method.

    They lean to 0 and 1, which leave shares as they are.
    """
    given = np.array([0.0, 1.0])
    if not len(held.right):
        return 0.0, 1.0
    shares = softmax(held.scores * sharpness)
    inputs = np.stack([np.ones(len(shares)), log_odds(shares.max(axis=1))], axis=1)
    right = (shares.argmax(axis=1) == held.right).astype(np.float64)

    def loss(values: Doubles) -> float:
        towards = np.where(right > 0, 1, -1) * (inputs @ values)
        return float(np.logaddexp(0, -towards).sum() + PRIOR / 2 * ((values - given) ** 2).sum())

    values = given.copy()
    for _ in range(20):
        sure = logistic(inputs @ values)
        slope = inputs.T @ (sure - right) + PRIOR * (values - given)
        curve = inputs.T @ (inputs * (sure * (1 - sure))[:, None]) + PRIOR * np.eye(2)
        step = np.linalg.solve(curve, slope)
        while loss(values - step) > loss(values) and float(np.abs(step).max()) > 1e-6:
            step = step / 2
        values = values - step
    return float(values[0]), float(max(values[1], 0.05))
