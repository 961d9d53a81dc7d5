"""Who there is: the one question about all users, which only the owner of the tables may ask."""

from collections.abc import Sequence

import psycopg

from bailiwick.core.errors import Unavailable


def user_ids(owner_url: str) -> Sequence[str]:
    """Return the ids of all users, oldest first, for upkeep that then acts as each of them.

    The application role sees only the user it acts for. Raises `Unavailable`.
    """
    try:
        with psycopg.connect(owner_url, connect_timeout=5) as connection:
            rows = connection.execute("SELECT user_id FROM public.users ORDER BY created_at, user_id").fetchall()
    except psycopg.OperationalError as error:
        raise Unavailable("The database cannot be reached now; try again in a moment.") from error
    return [str(row[0]) for row in rows]
