"""How options are read, and those that no room or feature has: name, type, default and a sentence.

Values come from, weakest first: `config.toml` in the data directory, `BAILIWICK_…` environment
variables, command-line flags.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self, TypeVar, cast

import platformdirs
from pydantic import Field, PrivateAttr, SecretStr, create_model
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

MOST_RATE = 1_000_000
"""Largest rate in a minute."""


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


class OwnSettings(_Options):
    """Options of one room, feature or plug-in; read with `Settings.of`."""


Own = TypeVar("Own", bound=OwnSettings)


class Settings(_Options):
    """Options of the process; those of a room, feature or plug-in are read with `of`."""

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
    rate_sign_ins: int = Field(
        default=20,
        ge=0,
        le=MOST_RATE,
        description="Sign-ins that fail in a minute, of one address or for one person, before further ones get a 429;"
        " 0 for any number. A right link always works.",
    )
    rate_keys: int = Field(
        default=60,
        ge=0,
        le=MOST_RATE,
        description="API keys that one person may make in a minute before further ones get a 429; 0 for any number.",
    )
    rate_runs: int = Field(
        default=3000,
        ge=0,
        le=MOST_RATE,
        description="Messages and runs of tasks, schedules and swarms that one person may begin in a minute before"
        " further ones get a 429; 0 for any number.",
    )
    rate_uploads: int = Field(
        default=600,
        ge=0,
        le=MOST_RATE,
        description="Files and documents that one person may send in a minute before further ones get a 429; 0 for any"
        " number.",
    )
    rate_searches: int = Field(
        default=1200,
        ge=0,
        le=MOST_RATE,
        description="Searches that one person may begin in a minute before further ones get a 429; 0 for any number.",
    )
    rate_key_percent: int = Field(
        default=75,
        ge=0,
        le=100,
        description="How much of its person's rates one API key may use, in percent, so that a program leaves room for"
        " them; 0 for no limit of its own.",
    )
    rate_address_persons: int = Field(
        default=10,
        ge=0,
        le=10_000,
        description="For how many persons' rates one address is good, sign-ins apart; 0 for any number.",
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
    timezone: str = Field(default="UTC", description="IANA time zone of people who have not set one.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level that is logged."
    )
    crash_at: str | None = Field(
        default=None, description="For durability tests: end this process (SIGKILL) at the named journal boundary."
    )

    _read: dict[type[OwnSettings], Any] = PrivateAttr(default_factory=dict[type[OwnSettings], Any])

    def of(self, kind: type[Own]) -> Own:
        """Return the options of a room, feature or plug-in, as they were when first asked for.

        Raises pydantic's `ValidationError`.
        """
        if kind not in self._read:
            given = {name: value for name, value in (self.model_extra or {}).items() if name in kind.model_fields}
            self._read[kind] = kind(**given)
        return self._read[kind]

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other options, read anew."""
        copied = super().model_copy(update=update, deep=deep)
        copied._read = {}
        return copied


def values_of(settings: Settings, options: Mapping[str, tuple[str | None, str]]) -> Mapping[str, str | None]:
    """Return the values of options that are named by what plug-ins declare, each a text, by their names.

    `options` are their defaults and descriptions. Values come from where those of `settings` do, which also keeps
    what it was made with and is no option of its own.
    """
    fields: dict[str, Any] = {
        name: (str | None, Field(default=default, description=description))
        for name, (default, description) in options.items()
    }
    made = create_model("PluginSettings", __base__=_Options, **fields)
    given = {name: value for name, value in (settings.model_extra or {}).items() if name in options}
    return cast("Mapping[str, str | None]", made(**given).model_dump(include=set(options)))
