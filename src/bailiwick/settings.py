"""Every option once: its name, type, default and a sentence.

Values come from, weakest first: `config.toml` in the data directory, `BAILIWICK_…` environment
variables, command-line flags.
"""

import os
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource


def default_home() -> Path:
    """Return the data directory: `BAILIWICK_HOME`, else the platform's place for user data."""
    return Path(os.environ.get("BAILIWICK_HOME") or platformdirs.user_data_dir("bailiwick")).expanduser()


class Settings(BaseSettings):
    """All options of Bailiwick."""

    model_config = SettingsConfigDict(env_prefix="BAILIWICK_", extra="ignore", frozen=True)

    home: Path = Field(default_factory=default_home, description="Directory of the database, keys and logs.")
    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=8420, ge=0, le=65535, description="Port to listen on; 0 picks a free one.")
    allowed_hosts: tuple[str, ...] = Field(
        default=(), description="Further Host names to accept besides loopback names and `host`."
    )
    trusted_proxies: tuple[str, ...] = Field(
        default=(),
        description="Addresses or networks of proxies whose X-Forwarded-For and -Proto count; none by default.",
    )
    open_browser: bool = Field(
        default=True, description="Open the web app in a browser when `bailiwick` starts in a terminal."
    )
    root_path: str = Field(default="", description="Path prefix when served behind a proxy, e.g. /bailiwick.")
    database_url: SecretStr | None = Field(
        default=None,
        description="PostgreSQL 15 or later to use instead of the embedded one; its role must own the database.",
    )
    database_pool: int = Field(default=10, ge=2, le=200, description="Most database connections of one process.")
    concurrency: int = Field(default=20, ge=1, le=1000, description="Executions one worker carries out at a time.")
    heartbeat_seconds: float = Field(default=1.0, gt=0, description="How often a worker says that it lives.")
    stalled_seconds: float = Field(
        default=6.0, gt=0, description="Silence after which a worker's executions are taken over."
    )
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
    model_timeout: float = Field(default=120.0, gt=0, description="Longest silence of a model call, in seconds.")
    routing_profile: Literal["standard", "classic"] = Field(
        default="standard", description="`classic` is the plain arithmetic: no stop words, no stems, no phrases."
    )
    runtime_agent_minutes: float = Field(default=30.0, gt=0, description="Life of a runtime agent after its last use.")
    session_days: float = Field(default=30.0, gt=0, description="Life of a login session.")
    event_days: float = Field(default=30.0, gt=0, description="How long stored events are kept.")
    timezone: str = Field(default="UTC", description="IANA time zone of people who have not set one.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level that is logged."
    )
    crash_at: str | None = Field(
        default=None, description="For durability tests: end this process (SIGKILL) at the named journal boundary."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags beat the environment, the environment beats the file."""
        file = TomlConfigSettingsSource(settings_cls, default_home() / "config.toml")
        return init_settings, env_settings, file
