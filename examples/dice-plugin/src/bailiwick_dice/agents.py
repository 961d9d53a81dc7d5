"""The agents: one from a TOML file that a model carries out, one that is a Python function."""

import secrets
from pathlib import Path

from bailiwick import Agent, Role
from bailiwick.builtin_agents import load
from bailiwick.core.ports import AgentRequest
from bailiwick.runtime.callables import CallableAgent

COIN = Agent(
    id="coin",
    name="Coin",
    role=Role.SPECIALIST,
    description="Flips a coin.",
    objective="Flip a coin and say which side is up.",
    tags=("coin", "flip a coin", "heads or tails", "moneda", "cara o cruz"),
    keywords=("coin", "flip", "moneda"),
    patterns=(r"\b(flip|toss|lanza|tira)\b.*\b(coin|moneda)\b", r"\bheads or tails\b|\bcara o cruz\b"),
    examples=("Flip a coin", "Heads or tails?", "Lanza una moneda", "¿Cara o cruz?"),
    icon="coin",
)
SIDES = {"en": ("Heads.", "Tails."), "es": ("Cara.", "Cruz.")}


def agents() -> list[Agent | CallableAgent]:
    """Return what the entry point `bailiwick.agents` registers."""
    return [*load(Path(__file__).with_name("roster")), CallableAgent(COIN, flip)]


def flip(request: AgentRequest) -> str:
    """Answer with a side of the coin, in the person's language."""
    return secrets.choice(SIDES[request.language])
