"""Options of runs."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class RunSettings(OwnSettings):
    """Options of runs."""

    unfinished_per_person: int = Field(
        default=500, ge=1, description="Most requests of one person that wait or run at a time; further ones get a 429."
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
    context_tokens: int = Field(
        default=32_000,
        ge=1_000,
        description="How many tokens a model reads and writes in one call where that is not known of it.",
    )
    summary_percent: int = Field(
        default=75,
        ge=0,
        le=100,
        description="When earlier turns fill this share of the room for them, in percent, the older part of a"
        " conversation becomes a summary; 0 for never: then the oldest turns are left out.",
    )
    result_characters: int = Field(
        default=20_000,
        ge=1_000,
        description="How much of what a tool returns a model is given at once; it can read on from there.",
    )
    chat_file_mb: int = Field(
        default=20, ge=1, le=100, description="Largest file that can be sent with a message, MiB."
    )
    chat_files: int = Field(default=10, ge=1, le=50, description="Most files that can be sent with one message.")
    chat_files_mb: int = Field(
        default=2000, ge=1, description="Most that the files that one person sent with messages may hold, in MiB."
    )
    approval_hours: float = Field(
        default=24.0, gt=0, description="How long a tool call waits for a person's approval before it expires."
    )
