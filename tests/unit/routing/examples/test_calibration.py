"""A confidence means what it says, and few messages that somebody should get are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick import Roster
from bailiwick.routing.examples import train
from bailiwick.routing.examples.calibration import Calibration, HeldOut, calibrated
from bailiwick.routing.examples.svm import machines


@pytest.fixture(scope="module")
def judged():
    """Messages that were not learned from, with the agent they belong to and what is said of them."""
    agents = [agent for agent in Roster.builtin() if agent.role.routable]
    found = []
    for turn in range(3):
        learned = train(
            agent.evolve(examples=[text for at, text in enumerate(agent.examples) if at % 3 != turn])
            for agent in agents
        )
        found += [(agent.id, learned.judge(text)) for agent in agents for text in agent.examples[turn::3]]
    return found


def test_of_the_messages_with_a_confidence_that_share_goes_right(judged):
    confidence = np.array([learned.confidence for _, learned in judged])
    right = np.array([learned.agent == agent for agent, learned in judged])
    assert right.mean() > 0.8
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.97), (0.97, 1.01)):
        inside = (confidence >= low) & (confidence < high)
        assert inside.sum() > 20
        # Never surer than it may be; unsure ones may be right more often.
        assert confidence[inside].mean() - right[inside].mean() < 0.1
        assert low < 0.5 or right[inside].mean() - confidence[inside].mean() < 0.1


def test_few_messages_of_somebody_are_refused(judged):
    assert np.mean([learned.refused for agent, learned in judged if learned.agent == agent]) < 0.05


def test_most_nonsense_is_refused():
    learned = train(Roster.builtin())
    nonsense = ["xq zzv wkjh pfft", "lorem ipsum dolor sit amet", "qwertz uiop asdf", "blorp florp glorp", "jjj kkk"]
    assert sum(learned.judge(text).refused for text in nonsense) >= 4


scores = st.lists(st.floats(-3, 3), min_size=1, max_size=6).map(np.array)


@given(scores, st.floats(0.5, 20), st.floats(-2, 2), st.floats(0.05, 3))
def test_the_confidences_of_a_message_are_shares_of_one(given_scores, sharpness, offset, steepness):
    shares = Calibration(sharpness, offset, steepness, (0.0,) * 3, 1.0).confidences(given_scores)
    assert (shares >= 0).all()
    assert abs(shares.sum() - 1) < 1e-6


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
    sure = np.array([made.confidences(row).max() for row in fresh.scores])
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
