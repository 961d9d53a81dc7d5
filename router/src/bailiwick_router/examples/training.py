"""Training: from the examples of a roster to its classifier, without a clock, a network or chance."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.core.agents import Agent
from bailiwick_router.examples.calibration import HeldOut, calibrated
from bailiwick_router.examples.coverage import coverages
from bailiwick_router.examples.explanation import Examples
from bailiwick_router.examples.grams import grams_of
from bailiwick_router.examples.material import EXAMPLE, Lesson, lessons_of, most_grams, taught, training_digest
from bailiwick_router.examples.meaning import Meaning, learned_meaning
from bailiwick_router.examples.model import Classifier, Encoder
from bailiwick_router.examples.rows import Floats, Ints, Rows
from bailiwick_router.examples.slices import alike_slices, mixed_slices
from bailiwick_router.examples.svm import BIAS, PASSES, machines
from bailiwick_router.examples.vocabulary import Vocabulary
from bailiwick_router.phrases import is_small_talk
from bailiwick_router.text import normalise, words_of

LENGTHS = (1.0, 1.0)
"""What the words of a text and the pieces of its words count."""
FEW = 400_000
"""Up to so many texts × agents two slices of each kind are held out; beyond it one of each is large enough, and what is
learned without it in fewer passes tells as much of what scores mean."""
FEWER_PASSES = 2
Places = NDArray[np.intp]


def trained(
    agents: Iterable[Agent], corrections: Sequence[tuple[str, str]] = (), encoder: Encoder | None = None
) -> Classifier:
    """Return the classifier of a roster; see `bailiwick_router.examples.train`."""
    given = list(agents)
    lessons = lessons_of(given, corrections)
    ids = tuple(dict.fromkeys(lesson.agent for lesson in lessons))
    place = {agent: at for at, agent in enumerate(ids)}
    owners = np.array([place[lesson.agent] for lesson in lessons], np.intp)
    real = np.array([at for at, lesson in enumerate(lessons) if lesson.real], np.intp)
    costs = np.array([lesson.weight for lesson in lessons], np.float32)
    grams = [grams_of(lesson.text) for lesson in lessons]
    vocabulary = Vocabulary.of(grams, LENGTHS, most_grams(len(ids)))
    rows = vocabulary.rows(grams)
    few = len(lessons) * len(ids) <= FEW
    numbers = range(2 if few else 1)
    held = [
        slices == number
        for slices in (mixed_slices(owners, real), alike_slices(rows, owners, real))
        for number in numbers
    ]
    vectors = None if encoder is None else np.asarray(encoder.encode([each.text for each in lessons]), np.float32)

    texts = _with_bias(rows)

    def learned(seen: Places, passes: int) -> tuple[Floats, Meaning | None]:
        meaning = None if vectors is None else learned_meaning(vectors, owners, costs, seen, len(ids))
        own = [texts[at] for at in seen]
        return machines(own, rows.width + 1, owners[seen], costs[seen], len(ids), passes), meaning

    known = np.array([vocabulary.known_share(text, alone=True) for text in grams])
    judged: list[HeldOut] = []
    for each in held:
        # One at a time: what was learned without some texts is as large as the classifier itself.
        own_weights, own_meaning = learned(np.flatnonzero(~each), PASSES if few else FEWER_PASSES)
        out = np.flatnonzero(each)
        scores = rows.taken(out).times(own_weights[:-1]) + BIAS * own_weights[-1]
        if own_meaning is not None and vectors is not None:
            scores += own_meaning.scores(vectors[out])
        judged.append(HeldOut(scores.astype(np.float64), owners[out], known[out]))
        del own_weights, own_meaning
    weights, meaning = learned(np.arange(len(lessons)), PASSES)
    examples = [(each.agent, each.text) for each in lessons if each.source == EXAMPLE]
    covered = coverages(taught(given, corrections), examples)
    counts = np.bincount(owners[real], minlength=len(ids))
    return Classifier(
        digest=training_digest(given, corrections, encoder.name if encoder else None),
        agents=ids,
        counts=tuple(counts.tolist()),
        covered=tuple(covered[agent] for agent in ids),
        greeters=frozenset(
            lesson.agent
            for lesson in lessons
            if lesson.real and is_small_talk(words_of(normalise(lesson.text)), frozenset())
        ),
        vocabulary=vocabulary,
        weights=weights,
        calibration=calibrated(
            HeldOut.together(judged[: len(numbers)]), HeldOut.together(judged[len(numbers) :]), counts
        ),
        examples=_examples(lessons, rows, real, owners, len(ids)),
        meaning=meaning,
        encoder=encoder,
    )


def _with_bias(rows: Rows) -> list[tuple[Ints, Floats]]:
    """Return the columns and values of each row, and in a last column what is the same for all texts."""
    last, same = np.array([rows.width], np.int32), np.array([BIAS], np.float32)
    return [(np.concatenate([columns, last]), np.concatenate([values, same])) for columns, values in rows.each()]


def _examples(
    lessons: Sequence[Lesson], rows: Rows, real: NDArray[np.intp], owners: NDArray[np.intp], agents: int
) -> Examples:
    starts = np.zeros(agents + 1, np.int32)
    np.cumsum(np.bincount(owners[real], minlength=agents), out=starts[1:])
    return Examples(
        tuple(lessons[at].text for at in real), tuple(lessons[at].source for at in real), starts, rows.taken(real)
    )
