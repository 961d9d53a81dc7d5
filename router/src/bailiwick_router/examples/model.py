"""The classifier of examples: which agent a message belongs to, how sure that is, and what decided."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.core.decisions import ExampleMatch, Learned
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.examples.calibration import Calibration, scope_signal_of
from bailiwick_router.examples.covered import Coverage
from bailiwick_router.examples.explanation import TrainingExamples, deciding_words
from bailiwick_router.examples.grams import Grams, grams_of
from bailiwick_router.examples.meaning import Meaning
from bailiwick_router.examples.packed import pack, unpack
from bailiwick_router.examples.rows import Floats, Ints, SparseRows
from bailiwick_router.examples.svm import BIAS
from bailiwick_router.examples.training_texts import LONGEST, same_words
from bailiwick_router.examples.vocabulary import Vocabulary
from bailiwick_router.learning_versions import RULE, learning_of
from bailiwick_router.text import MESSAGE_LIMIT

IN_SCOPE = 0.5
"""How sure it must be that a message is an agent's business, lest it is refused."""
LEADERS = 5
"""Agents whose examples are looked through for those most like a message."""
TOGETHER = 32
"""Texts that are encoded at once."""


class Encoder(Protocol):
    """Makes vectors of texts, on this machine and always the same."""

    @property
    def name(self) -> str:
        """Tells it from other encoders."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row of length 1 for each text."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """What was learned from the examples of a roster. Safe to be used by several threads."""

    digest: str
    """Digest of what it was trained on; see `training_digest`."""
    learning: int
    """The version of the rules of learning; see `learning_versions`."""
    agents: tuple[str, ...]
    """Ids of the agents it knows, in alphabetical order."""
    counts: tuple[int, ...]
    """How many examples each has, corrections with them."""
    covered: tuple[Coverage, ...]
    """How well each agent's tags and patterns agree with its examples."""
    tags_held: frozenset[str]
    """Keys of the tags that examples hold, which say nothing beside them; none with the first rules of learning."""
    greeters: frozenset[str]
    """Agents that have small talk among their examples."""
    vocabulary: Vocabulary
    weights: Floats
    """Column of a gram × agent, and a last row for what is the same for all texts."""
    calibration: Calibration
    examples: TrainingExamples
    meaning: Meaning | None = None
    """What was learned of what the encoder makes of the examples."""
    encoder: Encoder | None = None
    _places: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _owners: Mapping[str, Sequence[str]] = field(init=False, repr=False, compare=False)
    _bias: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_places", {agent: at for at, agent in enumerate(self.agents)})
        object.__setattr__(self, "_bias", BIAS * self.weights[-1])
        owners: dict[str, list[str]] = {}
        for place, agent in enumerate(self.agents):
            for text in self.examples.texts[self.examples.starts[place] : self.examples.starts[place + 1]]:
                owners.setdefault(same_words(text), []).append(agent)
        object.__setattr__(self, "_owners", owners)

    def examples_of(self, agent: str) -> int:
        """Return how many examples of an agent it was trained on; 0 for one that it does not know."""
        place = self._places.get(agent)
        return 0 if place is None else self.counts[place]

    def owners_of(self, text: str, words: Sequence[str] | None = None) -> Sequence[str]:
        """Return the agents that have the words of a text, and no others, as an example; none for most texts.

        `words` are those of the text, normalised, where they are known.
        """
        known = words is not None and len(text) <= LONGEST
        return self._owners.get(" ".join(words or ()) if known else same_words(text), ())

    def coverage_of(self, agent: str) -> Coverage:
        """Return how well an agent's tags and patterns agree with its examples."""
        place = self._places.get(agent)
        return Coverage(0.0, 0.0) if place is None else self.covered[place]

    def judge(
        self, text: str, barred: Callable[[str], bool] = lambda agent: False, grams: Grams | None = None
    ) -> Learned:
        """Return what the examples say of a message; agents that are `barred` are passed over in the ranking.

        `grams` are those of the text, where they are known. The examples and features are looked for when they are
        read, which takes as long again.
        """
        return self._judged(text, self._encoded([text]), barred, grams)

    def judge_many(self, texts: Sequence[str]) -> list[Learned]:
        """Return what the examples say of each message."""
        found: list[Learned] = []
        for start in range(0, len(texts), TOGETHER):
            some = texts[start : start + TOGETHER]
            vectors = self._encoded(some)
            for at, text in enumerate(some):
                found.append(self._judged(text, None if vectors is None else vectors[at : at + 1]))
        return found

    def _encoded(self, texts: Sequence[str]) -> Floats | None:
        if self.encoder is None:
            return None
        return np.asarray(self.encoder.encode([text[:MESSAGE_LIMIT] for text in texts]), np.float32)

    def to_bytes(self) -> bytes:
        """Return all that `from_bytes` needs, but for the encoder; the texts of the examples are in it."""
        examples = self.examples
        header = {
            "digest": self.digest,
            RULE: self.learning,
            "agents": self.agents,
            "counts": self.counts,
            "covered": [(each.held, each.right) for each in self.covered],
            "tags": sorted(self.tags_held),
            "grams": [list(block) for block in self.vocabulary.columns],
            "lengths": self.vocabulary.lengths,
            "vocabulary": self.vocabulary.texts,
            "greeters": sorted(self.greeters),
            "calibration": self.calibration.to_list(),
            "texts": examples.texts,
            "sources": examples.sources,
            "encoder": None if self.encoder is None else self.encoder.name,
        }
        return pack(header, self._arrays())

    @classmethod
    def from_bytes(cls, data: bytes, encoder: Encoder | None = None) -> Self:
        """Return the classifier that `to_bytes` has stored; one trained with an encoder needs the same again.

        Raises `InvalidInput` for bytes that are no classifier of this version, or of another encoder.
        """
        try:
            return cls._unpacked(*unpack(data), encoder)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise InvalidInput(Reason.of(RoutingReason.CLASSIFIER_OTHER_VERSION)) from error

    @classmethod
    def _unpacked(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], encoder: Encoder | None) -> Self:
        if header["encoder"] != (None if encoder is None else encoder.name):
            raise ValueError("The encoder is another.")
        columns: list[dict[str, int]] = []
        width = 0
        for block in header["grams"]:
            columns.append({gram: width + number for number, gram in enumerate(block)})
            width += len(block)
        first, second = header["lengths"]
        vocabulary = Vocabulary(columns, arrays["rarity"], header["vocabulary"], (first, second))
        rows = SparseRows(arrays["starts"], arrays["columns"], arrays["values"], width)
        return cls(
            digest=header["digest"],
            learning=learning_of(header),
            agents=tuple(header["agents"]),
            counts=tuple(header["counts"]),
            covered=tuple(Coverage(held, right) for held, right in header["covered"]),
            tags_held=frozenset(header.get("tags", ())),
            greeters=frozenset(header["greeters"]),
            vocabulary=vocabulary,
            weights=arrays["weights"],
            calibration=Calibration.of_list(header["calibration"]),
            examples=TrainingExamples(tuple(header["texts"]), tuple(header["sources"]), arrays["first"], rows),
            meaning=Meaning(arrays["middle"], arrays["machines"], arrays["centres"]) if "middle" in arrays else None,
            encoder=encoder,
        )

    def _arrays(self) -> dict[str, NDArray[Any]]:
        rows, meaning = self.examples.rows, self.meaning
        arrays: dict[str, NDArray[Any]] = {
            "rarity": self.vocabulary.rarity,
            "weights": self.weights,
            "first": self.examples.starts,
            "starts": rows.starts,
            "columns": rows.columns,
            "values": rows.values,
        }
        if meaning is not None:
            arrays |= {"middle": meaning.middle, "machines": meaning.weights, "centres": meaning.centres}
        return arrays

    @property
    def memory(self) -> int:
        """How many bytes its arrays take."""
        return sum(array.nbytes for array in self._arrays().values())

    def _judged(
        self,
        text: str,
        vector: Floats | None,
        barred: Callable[[str], bool] = lambda agent: False,
        grams: Grams | None = None,
    ) -> Learned:
        columns, values, known = self.vocabulary.row(grams or grams_of(text))
        scores = (values @ self.weights.take(columns, 0) + self._bias).astype(np.float64)
        if self.meaning is not None and vector is not None:
            scores += self.meaning.scores(vector)[0]
        first, second = self._first_two(scores, barred)
        best = int(scores.argmax()) if len(scores) else None
        in_scope = self._in_scope(known, scores, best)
        sure, next_sure = self.calibration.confidences(scores, best, (first, second))
        return Learned.later(
            partial(self._explained, text, columns, values, scores, first, second),
            agent=None if first is None else self.agents[first],
            confidence=round(sure, 4),
            in_scope=round(in_scope, 4),
            refused=in_scope < IN_SCOPE,
            runner_up=None if second is None else self.agents[second],
            runner_up_confidence=round(next_sure, 4),
            classifier=self.digest,
        )

    def _first_two(self, scores: NDArray[np.float64], barred: Callable[[str], bool]) -> tuple[int | None, int | None]:
        """Return the agents with the highest scores that are not barred, of equals those first that come first."""
        left = scores.copy()
        found: list[int] = []
        for _ in range(len(scores)):
            # As sorting would find them, which takes several times longer: nearly always two looks are enough.
            at = int(left.argmax())
            left[at] = -np.inf
            if not barred(self.agents[at]):
                found.append(at)
                if len(found) == 2:
                    return found[0], found[1]
        return (found[0] if found else None), None

    def _explained(
        self,
        text: str,
        columns: Ints,
        values: Floats,
        scores: NDArray[np.float64],
        first: int | None,
        second: int | None,
    ) -> Mapping[str, Any]:
        leaders: list[int] = np.argsort(-scores, kind="stable")[:LEADERS].tolist()
        added = values * self._lead(columns, first, second)
        return {
            "examples": tuple(
                ExampleMatch(agent=self.agents[agent], text=known, similarity=round(similarity, 4), source=source)
                for agent, known, similarity, source in self.examples.nearest(columns, values, leaders)
            ),
            "features": deciding_words(text, grams_of(text), self.vocabulary, columns, added),
        }

    def _in_scope(self, known: float, scores: NDArray[np.float64], best: int | None) -> float:
        if best is None or (not known and self.meaning is None):
            # Without any word that an example has, pieces of words alone would be guessed by.
            return 0.0
        return self.calibration.in_scope(scope_signal_of(float(scores[best]), known), self.counts[best])

    def _lead(self, columns: Ints, first: int | None, second: int | None) -> Floats:
        if first is None:
            return np.zeros(len(columns), np.float32)
        own = self.weights[columns, first]
        return own if second is None else own - self.weights[columns, second]
