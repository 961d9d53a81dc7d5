"""Connections to model providers that people keep in the product."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.core.record import Record

NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{0,39}$"
"""What a connection can be called: it stands before the colon of its models' names."""
LONGEST_NAME = 40
LONGEST_ADDRESS = 500
LONGEST_KEY = 4_000
LONGEST_MODEL = 150
MOST_MODELS = 100
"""Models of one connection that can be chosen, or described by hand."""
MOST_CONNECTIONS = 50
"""Of the installation, and of one person."""
SHOWN_END = 4
"""Characters of a key that are shown, those at its end."""
SHORTEST_SHOWN = 12
"""Characters; of a shorter key nothing is shown."""
HIGHEST_PRICE = 100_000.0
"""US dollars per million tokens."""
LARGEST_CONTEXT = 100_000_000
"""Tokens."""


class ConnectionKind(StrEnum):
    """Whose protocol a connection speaks."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    OLLAMA = "ollama"
    OPENROUTER = "openrouter"
    OPENAI_COMPATIBLE = "openai-compatible"
    """Any server that speaks OpenAI's Chat Completions."""


class ModelPurpose(StrEnum):
    """What administrators choose a model for, for everybody."""

    DEFAULT = "default-model"
    """For agents that name none."""
    EMBEDDER = "embedder"
    """For search by meaning."""
    ROUTING = "routing-model"
    """To be asked where a message goes that the rules leave open."""


class FactOrigin(StrEnum):
    """Where what is known of a model comes from."""

    HAND = "hand"
    """Somebody set it here."""
    PROVIDER = "provider"
    """The provider says so in its list of models."""
    TABLE = "table"
    """The tables that ship with the product."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFacts(Record):
    """What is known of a model; None for what is not."""

    input_price: float | None = None
    """US dollars per million tokens read."""
    output_price: float | None = None
    """US dollars per million tokens written."""
    context_tokens: int | None = None
    """How much it reads and writes in one call."""
    tools: bool | None = None
    """Whether it can call tools."""
    images: bool | None = None
    """Whether it can see pictures."""
    thinking: bool | None = None
    """Whether it can think before it answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConnection(Record):
    """A connection as people see it; nothing of its key but its end."""

    id: str
    name: str
    """Stands before the colon of its models' names."""
    kind: ConnectionKind
    address: str
    """Base address; empty for the provider's own."""
    for_everybody: bool
    """Whether everybody's agents use it; else only those of who made it."""
    has_key: bool
    key_end: str
    """The last four characters of its key; empty for a short one, and for who may not change it."""
    models: Sequence[str]
    """What is offered in lists; empty for all that the provider lists."""
    default_model: str
    """What it is used with where nothing else is chosen; may be empty."""
    facts: Mapping[str, ModelFacts] = field(default_factory=dict[str, ModelFacts])
    """What was set by hand, by what the provider calls the model."""
    created_at: datetime
    updated_at: datetime

    @property
    def breaker(self) -> str:
        """What its failures are counted under: its name, and of a person's own, whose name others may use too, its
        id."""
        return self.name if self.for_everybody else self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class NewConnection:
    """A connection to be made."""

    kind: ConnectionKind
    name: str = ""
    """Empty for the kind's own name, or one like it that is free."""
    address: str = ""
    key: str | None = field(default=None, repr=False)
    for_everybody: bool = True
    models: Sequence[str] = ()
    default_model: str = ""
    facts: Mapping[str, ModelFacts] = field(default_factory=dict[str, ModelFacts])


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenConnection:
    """A connection with its key, for calls."""

    connection: ModelConnection
    key: str | None = field(default=None, repr=False)
    closed: bool = False
    """Whether it has a key that could not be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredModels:
    """What is kept of models for one person."""

    connections: Sequence[OpenConnection] = ()
    """The installation's, the oldest first, and then the person's own."""
    default: str | None = None
    """The model that an administrator chose for agents that name none."""
    embedder: str | None = None
    """The model that an administrator chose for search by meaning, or `local`."""
    routing: str | None = None
    """The model that an administrator chose for routing, or `default`."""


NOTHING_STORED = StoredModels()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionUses(Record):
    """Who uses a connection's models."""

    agents: Sequence[str] = ()
    """Names of the caller's own agents that name one."""
    other_agents: int = 0
    """Agents of other people that name one."""
    preferred: bool = False
    """Whether the caller prefers one."""
    preferred_by_others: int = 0
    """Other people who prefer one."""
    default: bool = False
    """Whether one is the installation's default."""
    embedder: bool = False
    """Whether one is the installation's embedder."""
    routing: bool = False
    """Whether one is asked where messages go that the rules leave open."""

    @property
    def any(self) -> bool:
        """Whether anything uses it."""
        of_installation = self.default or self.embedder or self.routing
        return bool(self.agents or self.other_agents or self.preferred or self.preferred_by_others or of_installation)


def check_name(name: str) -> None:
    """Raise `InvalidInput` unless a connection can be called so."""
    if not re.fullmatch(NAME_PATTERN, name) or name.endswith("\n"):
        raise InvalidInput(Reason.of(ReasonCode.CONNECTION_NAME), field="name")


def key_end(key: str) -> str:
    """Return what is shown of a key."""
    return key[-SHOWN_END:] if len(key) >= SHORTEST_SHOWN else ""


def read_facts(said: Mapping[str, Any]) -> Mapping[str, ModelFacts]:
    """Return facts as they were stored."""
    return {model: ModelFacts(**facts) for model, facts in said.items()}
