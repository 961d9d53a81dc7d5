"""What models can do, by the profiles of the model library."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_ai.profiles.anthropic import anthropic_model_profile
from pydantic_ai.profiles.google import google_model_profile
from pydantic_ai.profiles.openai import openai_model_profile

from bailiwick.models.connections import ModelFacts

PROFILES: Mapping[str, Callable[[str], Any]] = {
    "openai": openai_model_profile,
    "openai-chat": openai_model_profile,
    "openai-responses": openai_model_profile,
    "anthropic": anthropic_model_profile,
    "google": google_model_profile,
}
"""By provider; of servers that serve any model nothing is known by its name."""


def abilities(provider: str, model: str) -> ModelFacts:
    """Return what a model can do; nothing where its provider serves models of anybody."""
    profile_of = PROFILES.get(provider)
    if profile_of is None:
        return ModelFacts()
    profile: Mapping[str, Any] = dict(profile_of(model) or {})
    return ModelFacts(
        tools=bool(profile.get("supports_tools", True)),
        images=bool(profile.get("supports_image_input", True)),
        thinking=bool(profile.get("supports_thinking", False)),
    )
