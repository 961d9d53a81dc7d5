"""A confidence means what it says, and a refusal costs as little as it may."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_router.examples.calibration import Calibration, HeldOut, calibrated
from bailiwick_router.examples.svm import machines

scores = st.lists(st.floats(-3, 3), min_size=1, max_size=6).map(np.array)


@given(scores, st.floats(0.5, 20), st.floats(-2, 2), st.floats(0.05, 3))
def test_the_confidences_of_a_message_are_shares_of_one(given_scores, sharpness, offset, steepness):
    shares = shares_of(Calibration(sharpness, offset, steepness, (0.0,) * 3, 1.0), given_scores)
    assert min(shares) >= 0
    assert abs(sum(shares) - 1) < 1e-6
    assert shares[int(given_scores.argmax())] > 0


def shares_of(calibration, given_scores):
    return calibration.confidences(given_scores, int(given_scores.argmax()), range(len(given_scores)))


MANY = np.full(5, 400)


def drawn(size, noise, agents=5, seed=3):
    random = np.random.default_rng(seed)
    right = random.integers(0, agents, size)
    values = random.normal(0, noise, (size, agents))
    values[np.arange(size), right] += 1
    return HeldOut(values, right, np.ones(size))


@pytest.mark.parametrize("noise", [0.3, 0.6, 1.0])
def test_noisy_scores_are_trusted_as_much_as_they_deserve(noise):
    made = calibrated(drawn(2_000, noise), drawn(2_000, noise, seed=4), MANY)
    fresh = drawn(2_000, noise, seed=5)
    sure = np.array([max(shares_of(made, row)) for row in fresh.scores])
    right = fresh.scores.argmax(axis=1) == fresh.right
    assert abs(sure.mean() - right.mean()) < 0.03


def test_the_threshold_of_refusal_loses_about_the_share_it_may():
    made = calibrated(drawn(4_000, 0.4), drawn(4_000, 0.4, seed=4), MANY)
    fresh = drawn(4_000, 0.4, seed=5)
    signal = fresh.scores.max(axis=1) + 0.5
    assert 0.005 < (signal < made.least[-1]).mean() < 0.03


def test_the_machines_find_what_a_plain_solver_of_the_same_problem_finds():
    random = np.random.default_rng(8)
    texts, width, agents = 60, 12, 3
    matrix = random.normal(0, 1, (texts, width)).astype(np.float32)
    own = random.integers(0, agents, texts)
    matrix[np.arange(texts), own] += 2
    matrix *= 1.5 / np.linalg.norm(matrix, axis=1, keepdims=True)
    cost = random.uniform(0.5, 2, texts).astype(np.float32)
    found = machines([(slice(0, width), row) for row in matrix], width, own, cost, agents, range(50)).weights
    for agent in range(agents):
        signs = np.where(own == agent, 1.0, -1.0)

        def loss(weights, signs=signs):
            return weights @ weights / 2 + (cost * np.maximum(0, 1 - signs * (matrix @ weights)) ** 2).sum()

        best = np.zeros(width)
        for _ in range(4_000):
            short = np.maximum(0, 1 - signs * (matrix @ best))
            best = best - 0.0015 * (best - 2 * matrix.T @ (cost * signs * short))
        assert loss(found[:, agent]) < loss(best) * 1.01
