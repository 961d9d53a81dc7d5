"""What the runtime asks of models."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bailiwick.kernel.errors import WaitsForPerson
from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.kernel.health import Health
from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass, PassedOver
from bailiwick.kernel.usage import Outcome, Usage
from bailiwick.tools.records import MissingTool, Recogniser, Referent, ToolSpec
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.language import Language

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenModel:
    """The model that does an agent's work."""

    name: str
    """Its full name."""
    why: Reason
    """Why that one."""
    stands_in_for: str = ""
    """The model that the agent names, where that cannot be used."""

    @property
    def passed_over(self) -> "Sequence[PassedOver]":
        """Who was to do it and cannot."""
        if not self.stands_in_for:
            return ()
        return (PassedOver(model=self.stands_in_for, error_class=ErrorClass.MODEL, reason=self.why),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedAgent:
    """An agent that another one may tell a person about."""

    name: str
    description: str
    """What it does, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call of a model."""

    model: str
    """`provider:model`, `offline` or `scripted`."""
    instructions: str
    messages: "Sequence[ModelMessage]"
    tools: Sequence[ToolSpec] = ()
    temperature: float = 0.7
    max_tokens: int = 4000
    language: Language = "en"
    recognisers: Mapping[str, Recogniser] = field(default_factory=dict[str, Recogniser], repr=False)
    """How the tools are used without a model, by name; what the offline model reads."""
    missing: Sequence[MissingTool] = ()
    """The tools that the agent would have if they could be used now."""
    lacks: Sequence[Lack] = ()
    """What the agent cannot work without and does not have."""
    agent_name: str = ""
    """What the agent is called that the model speaks for; empty where it speaks for none."""
    agent_purpose: str = ""
    """What that agent is for, in a sentence in the language of the request."""
    roster: Sequence[ListedAgent] = ()
    """The agents that it may tell a person about; the instructions tell of the same."""
    known: Sequence[KnownFact] = ()
    """What is remembered and fits the message; the instructions tell of the same."""
    asked: Sequence[str] = ()
    """What is asked, the most particular first and the whole last. The offline model goes by it and not by the prompt;
    empty where nothing is asked that a tool could do, one empty text where the agent was only asked for by name."""
    fallbacks: Sequence[str] | None = None
    """Full names of the models that are asked in turn where this one does not answer; None for those of the
    installation. `offline` lets rules and tools answer, where they can."""
    by_rules: bool = False
    """Whether rules and tools may answer in place of a model."""
    refused: CallFailed | WaitsForPerson | None = None
    """Why no model may be asked, as for a limit on spending; rules and tools may answer all the same."""
    messages_for_rules: "Sequence[ModelMessage] | None" = None
    """The messages as rules and tools read them, where that is not as a model does."""
    passed_over: Sequence[PassedOver] = ()
    """Which models were to answer this piece of work before and did not."""
    fits: "Callable[[ModelRequest, str], Awaitable[bool]] | None" = field(default=None, repr=False)
    """Whether another model can be asked the same; where it cannot, the call raises `ReadsLess` in place of asking it.
    None: every model is asked the same."""


class ReadsLess(Exception):
    """No model answered that was asked, and the next one cannot read all of the question: it may be given less."""

    def __init__(
        self, model: str, fallbacks: Sequence[str], passed_over: Sequence[PassedOver], failure: CallFailed
    ) -> None:
        """`model` is the next one, `fallbacks` come after it, and `failure` is why the first did not answer."""
        super().__init__(model)
        self.model = model
        self.fallbacks = fallbacks
        self.passed_over = passed_over
        self.failure = failure


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """What a model answered."""

    response: "ModelResponse"
    usage: Usage
    """`model_calls` is 1; `cost` by list price."""
    outcome: Outcome = Outcome.ANSWERED
    """`unanswered` where the caller itself knows that this does nothing for who asked, as the offline model does."""
    referents: Sequence[Referent] = ()
    """What the message was taken to mean of what was shown before it, where rules have read it."""
    model: str = ""
    """Full name of the model that answered, where it may be another than the one that was asked first."""
    passed_over: Sequence[PassedOver] = ()
    """Who was to answer before it and did not, in order."""
    fallbacks: Sequence[str] = ()
    """Who would be asked after it."""
    unseen: Sequence[str] = ()
    """Ids of the files among the messages that the model could not see: pictures, and PDFs that hold pictures only."""


class OnText(Protocol):
    """Takes what a model says as it comes."""

    async def __call__(self, offset: int, text: str, strand: Strand = SAID) -> None:
        """Take a piece of a strand and the offset where it begins, in code points; 0 means: start over."""
        ...


async def ignore_text(offset: int, text: str, strand: Strand = SAID) -> None:
    """Take what a model says and do nothing with it."""
    del offset, text, strand


OnRetry = Callable[[str, str, float], Awaitable[None]]
"""Called before a repetition with the error class, a sentence and the seconds of the wait."""


async def ignore_retry(error_class: str, sentence: str, seconds: float) -> None:
    """Take that a call is repeated and do nothing with it."""
    del error_class, sentence, seconds


class ModelCaller(Protocol):
    """Calls models; wrappers (breaker, retry, fallback) are callers around callers."""

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Stream one model call to its end. Raises `CallFailed`, classified."""
        ...


class PersonalModels(Protocol):
    """Knows the models of each person."""

    async def of(self, user_id: str | None, preferred: str | None = None) -> "ModelCatalog":
        """Return the models of a person, who may prefer one; without a person those of the installation."""
        ...


class ModelCatalog(Protocol):
    """Knows which models are usable."""

    def resolve(self, name: str | None) -> str:
        """Return the full name of the model to use: `name`, else the default. Raises `InvalidInput` if unknown."""
        ...

    def chosen_for(self, agent: Agent | None) -> ChosenModel:
        """Return the model that an agent uses, and why: the default where it names none, and where nobody is asked for.

        The default also stands in for a model that cannot be used at all where it is listed to stand in. Raises
        `InvalidInput` for a model that there is not, where nothing stands in.
        """
        ...

    def usable(self, name: str) -> Health:
        """Say whether the model could be called (key present, provider known), without calling it."""
        ...

    async def context_tokens(self, name: str) -> int | None:
        """Return how many tokens the model reads and writes in one call; None where that is not known."""
        ...

    @property
    def routing(self) -> str | None:
        """What an administrator chose to be asked where messages go: a model's full name or `default`; None where
        nobody has a choice made."""
        ...

    @property
    def configured(self) -> bool:
        """Whether any real model is configured; otherwise the offline model answers."""
        ...
