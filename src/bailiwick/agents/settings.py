"""Options of agents, and of how messages are routed to them."""

from typing import Literal

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class AgentSettings(OwnSettings):
    """Options of agents, and of how messages are routed to them."""

    routing_profile: Literal["standard", "classic"] = Field(
        default="standard", description="`classic` is the plain arithmetic: no stop words, no stems, no phrases."
    )
    routing_split: bool = Field(
        default=True,
        description="Give two or three requests in one message to the agents they are for, and answer them together. "
        "The classic profile never does.",
    )
    routing_examples: bool = Field(
        default=True,
        description="Learn from the agents' examples, and from what people say about wrong decisions, without a model. "
        "The classic profile never does.",
    )
    routing_embedder: bool = Field(
        default=False,
        description="Learn from the meaning of examples too, with the model of the embedder `local`; a decision then "
        "takes some milliseconds.",
    )
    routing_replay_messages: int = Field(
        default=1000,
        ge=1,
        le=10_000,
        description="How many of the latest messages a change of routing is tried on before it is published.",
    )
    runtime_agent_minutes: float = Field(default=30.0, gt=0, description="Life of a runtime agent after its last use.")
