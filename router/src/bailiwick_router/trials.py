"""Trials: what edits do to many messages, by deciding again only those that they can touch.

A decision depends on the message, the context and what agents have of the message. Adding or removing a tag changes
what its agent has only of messages that share a word with it, a keyword only where it stands, a pattern only where it
matches; with that only the rarity of words in such messages changes for others. All other messages are decided as
before, so deciding them again would tell nothing. A priority settles ties alone, which takes something the agent has.
A name of a supervisor may make any message small talk: such an edit touches all.

A router that has learned from examples keeps what it has learned while tags, keywords, patterns, priorities and texts
are tried, although they are a small part of what it learns from. An example is tried by learning anew, and may touch
every message.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from bailiwick_router.comparison import ComparedDecision, outcomes
from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.edits import TEXTS, edited
from bailiwick_router.index import keyword_phrase
from bailiwick_router.pipeline import Router
from bailiwick_router.profiles import Profile
from bailiwick_router.relearning import Train, relearned
from bailiwick_router.touching import Touched, terms_of


@dataclass(frozen=True, slots=True)
class Tried:
    """What edits do to the messages of a trial, in the order of the messages."""

    fixed: tuple[ReplayQuery, ...]
    """Labelled, right with the edits and wrong without."""
    broken: tuple[ReplayQuery, ...]
    """Labelled, wrong with the edits and right without."""
    flipped: tuple[ReplayQuery, ...]
    """Not labelled, with another agent than without."""
    settled: tuple[tuple[ReplayQuery, str | None], ...]
    """Left to a model without the edits and not with them, each with who gets it."""


class Trials:
    """Messages with their decisions now, to try edits on. The roster may change only within trials."""

    def __init__(
        self,
        router: Router,
        queries: Sequence[ReplayQuery],
        *,
        model_available: bool = False,
        train: Train | None = None,
    ) -> None:
        """Decide each message once. `model_available` is what the decisions are told of a model; `train` learns anew
        where an example is tried, by default in this thread."""
        self._router = router
        self._train = train
        self._model_available = model_available
        self.queries = tuple(queries)
        self.before = self._decided(self.queries)
        """By message: how it is decided now."""
        profile = router.index.profile
        self.touched = [Touched(query.text, profile) for query in self.queries]
        """By message: what can matter to it."""
        self._by_term: dict[str, list[int]] = {}
        self._by_word: dict[str, list[int]] = {}
        for at, message in enumerate(self.touched):
            for term in message.terms:
                self._by_term.setdefault(term, []).append(at)
            for word in message.words:
                self._by_word.setdefault(word, []).append(at)

    def __len__(self) -> int:
        return len(self.queries)

    def touching(self, edits: Iterable[Edit]) -> list[int]:
        """Return the messages that edits can touch, in order."""
        found: set[int] = set()
        for edit in edits:
            agent = self._router.roster.get(edit.agent)
            if agent is not None:
                found.update(self._touching(edit, agent))
        return sorted(found)

    def tried(self, edits: Sequence[Edit]) -> Tried:
        """Return what edits do. Raises `InvalidInput` for edits that cannot be made."""
        taught = any(edit.field == "examples" for edit in edits)
        touched = self.touching(edits)
        with edited(self._router.roster, edits), self._learning() if taught else nullcontext():
            after = self._decided([self.queries[at] for at in touched])
        fixed: list[ReplayQuery] = []
        broken: list[ReplayQuery] = []
        flipped: list[ReplayQuery] = []
        settled: list[tuple[ReplayQuery, str | None]] = []
        for at, outcome in zip(touched, after, strict=True):
            query, before = self.queries[at], self.before[at]
            if before.stage is Stage.MODEL and outcome.stage is not Stage.MODEL:
                settled.append((query, outcome.agent))
            if query.labelled:
                right, was = outcome.agent == query.agent, before.agent == query.agent
                if right and not was:
                    fixed.append(query)
                elif was and not right:
                    broken.append(query)
            elif outcome.agent != before.agent:
                flipped.append(query)
        return Tried(tuple(fixed), tuple(broken), tuple(flipped), tuple(settled))

    @contextmanager
    def _learning(self) -> Generator[None]:
        """Let the router learn from its agents as they are, for the length of a block, if it has learned before."""
        router, before = self._router, self._router.classifier
        if before is not None:
            router.learn(relearned(before, router.roster, self._train))
        try:
            yield
        finally:
            router.learn(before)

    def _decided(self, queries: Sequence[ReplayQuery]) -> list[ComparedDecision]:
        return outcomes(self._router, queries, model_available=self._model_available)

    def _touching(self, edit: Edit, agent: Agent) -> Iterable[int]:
        value, profile = str(edit.value), self._router.index.profile
        if edit.field == "keywords":
            first = keyword_phrase(value).partition(" ")[0]
            return [at for at in self._by_word.get(first, ()) if self.touched[at].by_keyword(value)]
        if edit.field == "patterns":
            return [at for at, message in enumerate(self.touched) if message.by_pattern(value)]
        if edit.field == "examples":
            return range(len(self.queries)) if self._router.classifier else ()
        if edit.field == "priority":
            return self._touched_by(agent, profile)
        if edit.field == "name" and agent.role is Role.SUPERVISOR:
            return range(len(self.queries))
        old = getattr(agent, edit.field) if edit.field in TEXTS else ""
        return self._sharing(f"{old} {value}", profile)

    def _touched_by(self, agent: Agent, profile: Profile) -> set[int]:
        """Return the messages that share a word with an agent; ties are settled among tag scores alone."""
        return set(self._sharing(" ".join((*agent.tags, *(getattr(agent, field) for field in TEXTS))), profile))

    def _sharing(self, text: str, profile: Profile) -> Iterable[int]:
        return {at for term in terms_of(text, profile) for at in self._by_term.get(term, ())}
