"""Options of models and of the embedder."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr

from bailiwick.kernel.settings import OwnSettings


class ModelSettings(OwnSettings):
    """Options of models and of the embedder."""

    model: str | None = Field(
        default=None,
        description="Default model as provider:model; without it the first usable provider, else the offline model.",
    )
    openai_base_url: str | None = Field(
        default=None, description="Base address of an OpenAI-compatible server (vLLM, llama.cpp, OpenRouter, GLM, …)."
    )
    openai_api_key: SecretStr | None = Field(default=None, description="Key for openai_base_url or OpenAI.")
    anthropic_api_key: SecretStr | None = Field(default=None, description="Key for Anthropic.")
    google_api_key: SecretStr | None = Field(default=None, description="Key for Google.")
    anthropic_base_url: str | None = Field(
        default=None, description="Another address for Anthropic's API, e.g. a proxy."
    )
    google_base_url: str | None = Field(default=None, description="Another address for Google's API, e.g. a proxy.")
    ollama_url: str = Field(
        default="http://127.0.0.1:11434", description="Where to look for a local Ollama; empty for nowhere."
    )
    fallbacks: tuple[str, ...] = Field(
        default=("offline",),
        description="Models that are asked in turn where one does not answer, for agents that list none: a JSON list of"
        " provider:model. `offline` lets rules and tools answer what they can.",
    )
    routing_model: str | None = Field(
        default=None,
        description="Model that is asked, once and briefly, where a message goes when the rules leave it open:"
        " `provider:model`, `default`, or an empty text for none. Unless it is set, administrators choose in Settings.",
    )
    own_connections: Literal["off", "public", "any"] = Field(
        default="public",
        description="Whether people may connect models of their own: `off` for administrators alone, `public` for"
        " providers on the public internet, `any` also for addresses in this machine and its networks.",
    )
    model_timeout: float = Field(default=120.0, gt=0, description="Longest silence of a model call, in seconds.")
    embedder: str = Field(
        default="",
        description="What lets documents be searched by meaning: `openai:MODEL` (any server that speaks OpenAI's"
        " embeddings), `ollama:MODEL`, or `local` (a small model in this process); empty to search by words only.",
    )
    embedder_base_url: str | None = Field(
        default=None, description="Address of the embedder's server, where it is not that of the models."
    )
    embedder_api_key: SecretStr | None = Field(
        default=None, description="Key for the embedder's server, where it is not that of the models."
    )
    embedder_folder: Path | None = Field(
        default=None, description="Where the model of the local embedder is; `models` in the data directory otherwise."
    )
