"""The two connection strings of a database: as the owner of its tables, and as the application."""

from dataclasses import dataclass

from psycopg.conninfo import conninfo_to_dict, make_conninfo

APP_ROLE = "bailiwick_app"
"""The role that row-level security binds: no owner, no superuser, no BYPASSRLS."""
OWNER_ROLE = "bailiwick_owner"
"""The role that owns the tables of the embedded server."""
APP_OPTIONS = (
    "-c search_path=public,procrastinate"
    " -c statement_timeout=30s"
    # A stopped process must not hold a lock for long: who takes its work over waits for it.
    " -c idle_in_transaction_session_timeout=15s"
)
KEEPALIVES = {
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    # What was sent and is not acknowledged keeps keepalives from being sent; the kernel alone waits for a quarter hour.
    "tcp_user_timeout": "25000",
}
"""With these a connection to a machine that fell silent counts as lost after 25 seconds."""


@dataclass(frozen=True, slots=True)
class DatabaseUrls:
    """Connection strings as libpq reads them."""

    owner: str
    """For migrations and upkeep only."""
    app: str
    """For everything else."""


def app_url(base: str, *, options: str = "", **parts: str | int) -> str:
    """Return `base` for the application: with `parts` replaced and our options after its own."""
    own = str(conninfo_to_dict(base).get("options") or "")
    joined = " ".join(part for part in (own, APP_OPTIONS, options) if part)
    return make_conninfo(base, options=joined, application_name="bailiwick", **KEEPALIVES, **parts)
