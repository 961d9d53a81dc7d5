"""Training texts: what the classifier is trained on, each with its agent, weight and source.

An agent's own examples and people's corrections weigh 1. What an agent says of itself (name, tags, keywords,
description, objective) stands beside them as texts of less weight, so that an agent without examples has words too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from bailiwick_router.core.agents import Agent, Origin
from bailiwick_router.learning_versions import LATEST
from bailiwick_router.text import normalise, words_of

EXAMPLE, CORRECTION, ITSELF = "example", "correction", "itself"
MOST_EXAMPLES = 2_000
"""Examples of one agent that count; of more, every nth."""
MOST_TEXTS = 40_000
"""Examples of all agents together that count."""
MOST_AGENTS = 2_000
"""Agents that are learned at once; which of more, see `taught`."""
MOST_CELLS = 60_000_000
"""Most grams × agents that training keeps in memory, four bytes each."""
MOST_JUDGED = 20_000_000
"""Most examples × agents: what the time of training grows with, and memory too, four bytes each."""
LEAST_CORRECTIONS = 80
"""Corrections of one agent that count however many agents there are, the latest."""
LONGEST = 2_000
"""Characters of an example that count."""
NAME_WEIGHT, TAG_WEIGHT, TEXT_WEIGHT = 1.0, 0.5, 0.5
FIELDS = ("id", "name", "description", "objective", "tags", "keywords", "patterns", "examples", "languages")
"""The fields of an agent that training reads."""


@dataclass(frozen=True, slots=True)
class TrainingText:
    """A text and the agent it speaks for."""

    agent: str
    text: str
    weight: float
    source: str
    """`example`, `correction`, or `itself` for what an agent says of itself."""

    @property
    def real(self) -> bool:
        """Whether it is a message as people write them."""
        return self.source != ITSELF


def training_digest(
    agents: Iterable[Agent],
    corrections: Sequence[tuple[str, str]] = (),
    encoder: str | None = None,
    *,
    learning: int = LATEST,
) -> str:
    """Return the hex digest of what a classifier would be trained on, without training it.

    The order of the agents does not matter; the order of the corrections does, for the last word counts.
    """
    trained_on = [[getattr(agent, field) for field in FIELDS] for agent in taught(agents, corrections)]
    text = repr((learning, encoder, trained_on, list(corrections)))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def training_texts_of(agents: Iterable[Agent], corrections: Sequence[tuple[str, str]] = ()) -> list[TrainingText]:
    """Return what there is to learn, by agent.

    `corrections` are messages with the agent each belongs to, oldest first: of those with the same words the last
    counts, and against the examples of other agents too. Those for agents that are not given are left out.
    """
    known = taught(agents, corrections)
    ids = {agent.id for agent in known}
    corrected = {key: (text, agent) for text, agent in corrections if agent in ids and (key := same_words(text))}
    learned: dict[str, list[str]] = {}
    for text, owner in corrected.values():
        learned.setdefault(owner, []).append(text)
    found: list[TrainingText] = []
    size = max(1, len(known))
    share = max(1, min(MOST_EXAMPLES, MOST_TEXTS // size, MOST_JUDGED // size**2))
    latest = max(share, LEAST_CORRECTIONS)
    for agent in known:
        own: dict[str, str] = {}
        for text in agent.examples:
            if (key := same_words(text)) and key not in corrected:
                own.setdefault(key, text)
        corrections_of = learned.get(agent.id, [])[-latest:]
        found += [TrainingText(agent.id, text[:LONGEST], 1.0, CORRECTION) for text in corrections_of]
        found += [TrainingText(agent.id, text[:LONGEST], 1.0, EXAMPLE) for text in _spread(list(own.values()), share)]
        found += _of_itself(agent)[:share]
    return found


def most_grams(agents: int) -> int:
    """Return how many grams are known at most, of all examples of so many agents."""
    return MOST_CELLS // max(1, agents)


def same_words(text: str) -> str:
    """Return what texts have in common that are the same words."""
    return " ".join(words_of(normalise(text[:LONGEST])))


def learnable(agents: Iterable[Agent]) -> list[Agent]:
    """Return the agents that routing could choose by content, whether or not they rest, by id."""
    return sorted((agent for agent in agents if agent.role.routable), key=lambda agent: agent.id)


def lasting(agents: Iterable[Agent]) -> list[Agent]:
    """Return the agents that anything is learned of: those that routing could choose and that stay, in their order."""
    return [agent for agent in agents if agent.role.routable and agent.origin is not Origin.RUNTIME]


def taught(agents: Iterable[Agent], corrections: Sequence[tuple[str, str]] = ()) -> list[Agent]:
    """Return the agents that are learned, by id: those that routing could choose by content, at most `MOST_AGENTS`.

    Of more agents those come first that people corrected messages to, the latest first, then those with the most
    examples. The others are decided by intents and tags alone.
    """
    known = learnable(agents)
    if len(known) <= MOST_AGENTS:
        return known
    last = {agent: at for at, (_, agent) in enumerate(corrections)}
    known.sort(key=lambda agent: (-last.get(agent.id, -1), -len(agent.examples), agent.id))
    return sorted(known[:MOST_AGENTS], key=lambda agent: agent.id)


def _spread(texts: list[str], most: int) -> list[str]:
    """Return at most `most` texts, evenly from first to last."""
    if len(texts) <= most:
        return texts
    return [texts[at * len(texts) // most] for at in range(most)]


def _of_itself(agent: Agent) -> list[TrainingText]:
    weights: dict[str, float] = {}
    for text, weight in (
        (agent.name, NAME_WEIGHT),
        (agent.id, NAME_WEIGHT),
        (agent.description, TEXT_WEIGHT),
        (agent.objective, TEXT_WEIGHT),
        *((tag, TAG_WEIGHT) for tag in agent.tags),
        *((keyword, TAG_WEIGHT) for keyword in agent.keywords),
    ):
        key = same_words(text)
        if key and key not in weights:
            weights[key] = weight
    return [TrainingText(agent.id, text, weight, ITSELF) for text, weight in weights.items()]
