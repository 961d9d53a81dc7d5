"""scikit-learn and semantic-router, asked line by line (JSON) to learn and judge; runs in an environment of its own.

{"learn": [[text, label], …], "judge": [text, …], "vectors": null | [[…] of the learned, […] of the judged]} is
answered by {name: {"labels": […], "seconds": training, "microseconds": a judgement}} for each contender.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

MOST_LOGISTIC = 500_000
"""Texts × labels up to which a logistic regression on words and pieces of words is fitted: beyond it takes minutes."""


def measured(learn: Callable[[], Callable[[], Any]], number: int) -> dict[str, Any]:
    """Return labels and times of the processor; `learn` returns the function that judges all."""
    started = time.process_time()
    judge = learn()
    learned = time.process_time()
    labels = judge()
    ended = time.process_time()
    return {
        "labels": [None if label is None else str(label) for label in labels],
        "seconds": learned - started,
        "microseconds": (ended - learned) / number * 1e6,
    }


def words_and_pieces(model: Any, texts: list[str], labels: list[str], judged: list[str]) -> Callable[[], Any]:
    """Fit a linear model on TF-IDF of words, pairs of words and pieces of words."""
    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=r"(?u)\b\w+\b")
    pieces = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True)
    model.fit(hstack([words.fit_transform(texts), pieces.fit_transform(texts)]).tocsr(), labels)
    return lambda: model.predict(hstack([words.transform(judged), pieces.transform(judged)]).tocsr())


def on_vectors(learned: Any, labels: list[str], judged: Any) -> Callable[[], Any]:
    """Fit a logistic regression on vectors."""
    model = LogisticRegression(C=30, max_iter=300).fit(learned, labels)
    return lambda: model.predict(judged)


def semantic(
    learned: dict[str, Any], routes: dict[str, list[str]], judged: dict[str, Any], aggregation: str
) -> Callable[[], Any]:
    """Fill a semantic-router with texts whose vectors are given; without a threshold it names the best route."""
    from semantic_router import Route
    from semantic_router.encoders import DenseEncoder
    from semantic_router.routers import IndexedRouter

    vectors = {**judged, **learned}

    class Given(DenseEncoder):
        """Knows the vectors beforehand."""

        name: str = "given"

        def __call__(self, docs: list[str]) -> list[list[float]]:
            return [vectors[doc] for doc in docs]

        async def acall(self, docs: list[str]) -> list[list[float]]:
            return self(docs)

    router = IndexedRouter(
        encoder=Given(),
        routes=[Route(name=name, utterances=texts) for name, texts in routes.items()],
        aggregation=aggregation,
    )
    return lambda: [router(text).name for text in judged]


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    texts = [text for text, _ in asked["learn"]]
    labels = [label for _, label in asked["learn"]]
    judged: list[str] = asked["judge"]
    found = {"LinearSVC": measured(lambda: words_and_pieces(LinearSVC(), texts, labels, judged), len(judged))}
    if len(texts) * len(set(labels)) <= MOST_LOGISTIC:
        logistic = LogisticRegression(C=30, max_iter=100)
        found["LogisticRegression"] = measured(lambda: words_and_pieces(logistic, texts, labels, judged), len(judged))
    if asked.get("vectors"):
        learned, vectors = asked["vectors"]
        routes: dict[str, list[str]] = {}
        for text, label in zip(texts, labels, strict=True):
            routes.setdefault(label, []).append(text)
        by_text, judged_by_text = dict(zip(texts, learned, strict=True)), dict(zip(judged, vectors, strict=True))
        for aggregation in ("mean", "max"):
            each = measured(partial(semantic, by_text, routes, judged_by_text, aggregation), len(judged))
            labels_by_text = dict(zip(judged_by_text, each["labels"], strict=True))
            found[f"semantic-router, {aggregation}"] = {**each, "labels": [labels_by_text[text] for text in judged]}
        found["LogisticRegression, vectors"] = measured(
            lambda: on_vectors(np.array(learned), labels, np.array(vectors)), len(judged)
        )
    return found


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
