"""An agent that is a Python function."""

import secrets

from bailiwick import Agent, Role
from bailiwick.plugin import AgentRequest

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


def flip(request: AgentRequest) -> str:
    """Answer with a side of the coin, in the person's language."""
    return secrets.choice(SIDES[request.language])
