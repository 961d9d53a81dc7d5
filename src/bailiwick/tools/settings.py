"""Options of tools, and of the sandbox that programs run in."""

from pydantic import Field, SecretStr

from bailiwick.kernel.settings import OwnSettings


class ToolSettings(OwnSettings):
    """Options of tools, and of the sandbox that programs run in."""

    credential_key: SecretStr | None = Field(
        default=None,
        description="Keys that seal credentials, 32 bytes in base64 each, newest first, separated by commas; "
        "without it they are in credentials.key in the data directory.",
    )
    npm_registry: str = Field(
        default="https://registry.npmjs.org",
        description="Registry that npm packages are searched in, and loaded from in the sandbox; may be private.",
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
