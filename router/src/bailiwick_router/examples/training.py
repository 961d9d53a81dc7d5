"""Training: from the examples of a roster to its classifier, without a clock, a network or chance."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.core.agents import Agent
from bailiwick_router.examples.calibration import HeldOut, calibrated
from bailiwick_router.examples.counted import Counted
from bailiwick_router.examples.coverage import coverages
from bailiwick_router.examples.explanation import TrainingExamples
from bailiwick_router.examples.grams import grams_of
from bailiwick_router.examples.meaning import Meaning, learned_meaning
from bailiwick_router.examples.model import Classifier, Encoder
from bailiwick_router.examples.rows import Floats, SparseRows
from bailiwick_router.examples.slices import alike_slices, mixed_slices
from bailiwick_router.examples.svm import BIAS, PASSES, Machines, machines
from bailiwick_router.examples.training_texts import (
    EXAMPLE,
    TrainingText,
    most_grams,
    taught,
    training_digest,
    training_texts_of,
)
from bailiwick_router.examples.vocabulary import Vocabulary
from bailiwick_router.learning_versions import LATEST, LEARNING
from bailiwick_router.phrases import is_small_talk
from bailiwick_router.text import normalise, words_of

LENGTHS = (1.0, 1.0)
"""What the words of a text and the pieces of its words count."""
FEW = 400_000
"""Up to so many texts × agents two slices of each kind are held out; beyond it one of each is large enough, and what is
learned without it in fewer passes tells as much of what scores mean."""
WITHOUT, THEN = range(2), range(2, 5)
"""Passes beyond it: without a slice, and then with all texts, going on with what was learned without the mixed slice.
So they come as far as six passes from nothing do, for most texts have been visited five times."""
Places = NDArray[np.intp]


def trained(
    agents: Iterable[Agent],
    corrections: Sequence[tuple[str, str]] = (),
    encoder: Encoder | None = None,
    learning: int = LATEST,
) -> Classifier:
    """Return the classifier of a roster; see `bailiwick_router.examples.train`."""
    given = list(agents)
    training_texts = training_texts_of(given, corrections)
    ids = tuple(dict.fromkeys(one.agent for one in training_texts))
    place = {agent: at for at, agent in enumerate(ids)}
    owners = np.array([place[one.agent] for one in training_texts], np.intp)
    real = np.array([at for at, one in enumerate(training_texts) if one.real], np.intp)
    costs = np.array([one.weight for one in training_texts], np.float32)
    counted = Counted.of([grams_of(one.text) for one in training_texts])
    vocabulary = Vocabulary.of(counted, LENGTHS, most_grams(len(ids)))
    rows = vocabulary.rows(counted)
    few = len(training_texts) * len(ids) <= FEW
    numbers = range(2 if few else 1)
    mixed, alike = mixed_slices(owners, real), alike_slices(rows, owners, real)
    vectors = (
        None if encoder is None else np.asarray(encoder.encode([each.text for each in training_texts]), np.float32)
    )

    texts = _with_bias(rows)

    def learned(seen: Places, passes: range, begun: Machines | None = None) -> tuple[Machines, Meaning | None]:
        meaning = None if vectors is None else learned_meaning(vectors, owners, costs, seen, len(ids))
        own = [texts[at] for at in seen]
        return machines(own, rows.width + 1, owners[seen], costs[seen], len(ids), passes, begun), meaning

    known = vocabulary.known_to_others(counted)

    def judged(held: NDArray[np.bool_]) -> tuple[HeldOut, Machines]:
        """Return how texts are judged by what is learned of the others, and that."""
        own, own_meaning = learned(np.flatnonzero(~held), range(PASSES) if few else WITHOUT)
        out = np.flatnonzero(held)
        scores = rows.taken(out).times(own.weights[:-1]) + BIAS * own.weights[-1]
        if own_meaning is not None and vectors is not None:
            scores += own_meaning.scores(vectors[out])
        return HeldOut(scores.astype(np.float64), owners[out], known[out]), own

    # One at a time: what was learned without some texts is as large as the classifier itself.
    judged_alike = HeldOut.together([judged(alike == number)[0] for number in numbers])
    if few:
        judged_mixed = HeldOut.together([judged(mixed == number)[0] for number in numbers])
        found, meaning = learned(np.arange(len(training_texts)), range(PASSES))
    else:
        judged_mixed, without = judged(mixed == 0)
        duals = np.zeros((len(training_texts), len(ids)), np.float32)
        duals[mixed != 0] = without.duals
        found, meaning = learned(np.arange(len(training_texts)), THEN, Machines(without.weights, duals))
    examples = [(each.agent, each.text) for each in training_texts if each.source == EXAMPLE]
    covered, tags_held = coverages(taught(given, corrections), examples)
    counts = np.bincount(owners[real], minlength=len(ids))
    return Classifier(
        digest=training_digest(given, corrections, encoder.name if encoder else None, learning=learning),
        learning=learning,
        agents=ids,
        counts=tuple(counts.tolist()),
        covered=tuple(covered[agent] for agent in ids),
        tags_held=tags_held if LEARNING[learning].tags_weighed else frozenset(),
        greeters=frozenset(
            one.agent
            for one in training_texts
            if one.real and is_small_talk(words_of(normalise(one.text)), frozenset())
        ),
        vocabulary=vocabulary,
        weights=found.weights,
        calibration=calibrated(judged_mixed, judged_alike, counts),
        examples=_examples(training_texts, rows, real, owners, len(ids)),
        meaning=meaning,
        encoder=encoder,
    )


def _with_bias(rows: SparseRows) -> list[tuple[Places, Floats]]:
    """Return the columns and values of each row, and in a last column what is the same for all texts.

    Columns are of the kind that arrays are looked up by, lest they are turned into it at each visit.
    """
    last, same = np.array([rows.width]), np.array([BIAS], np.float32)
    return [
        (np.concatenate([columns, last], dtype=np.intp), np.concatenate([values, same]))
        for columns, values in rows.each()
    ]


def _examples(
    training_texts: Sequence[TrainingText],
    rows: SparseRows,
    real: NDArray[np.intp],
    owners: NDArray[np.intp],
    agents: int,
) -> TrainingExamples:
    starts = np.zeros(agents + 1, np.int32)
    np.cumsum(np.bincount(owners[real], minlength=agents), out=starts[1:])
    return TrainingExamples(
        tuple(training_texts[at].text for at in real),
        tuple(training_texts[at].source for at in real),
        starts,
        rows.taken(real),
    )
