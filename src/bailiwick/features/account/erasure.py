"""Erasing: everything of one person is deleted; the one thing that only the owner of the tables may do."""

import psycopg

from bailiwick.features.account.reasons import AccountReason
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_by_owner
from bailiwick.kernel.errors import Conflict, Unavailable, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.records import FIRST_OWNER_ID

ACT_AS = "SELECT set_config('bailiwick.user_id', %s, true)"


def erase(owner_url: str, user_id: str) -> None:
    """Delete a person with every row of theirs and their jobs, in one transaction.

    What they set for the whole installation goes over to its first owner. Raises `NotFound`; `Conflict` for the first
    owner, without whom there is no installation; `Unavailable`.
    """
    if user_id == FIRST_OWNER_ID:
        raise Conflict(Reason.of(AccountReason.FIRST_OWNER_STAYS))
    try:
        with psycopg.connect(owner_url, connect_timeout=5) as connection:
            connection.execute("SET LOCAL search_path = public, procrastinate")  # the job engine's triggers need it
            connection.execute(ACT_AS, (user_id,))
            settings = connection.execute(
                "SELECT name, value::text, updated_at FROM public.installation_settings WHERE user_id = %s",
                (user_id,),
            ).fetchall()
            # Acting as the heir, who may change what people share.
            connection.execute(ACT_AS, (FIRST_OWNER_ID,))
            connection.execute(
                "UPDATE public.mcp_servers SET user_id = %s WHERE user_id = %s", (FIRST_OWNER_ID, user_id)
            )
            connection.execute(
                "UPDATE public.model_connections SET user_id = %s WHERE user_id = %s AND for_everybody",
                (FIRST_OWNER_ID, user_id),
            )
            # Nobody may change what is lent or granted, so the heir lends and grants it as of then.
            connection.execute(
                "INSERT INTO public.lent_folders"
                " (user_id, id, name, path, writable, for_everybody, agent_id, created_at)"
                " SELECT %s, id, name, path, writable, for_everybody, agent_id, created_at"
                " FROM public.lent_folders WHERE user_id = %s AND for_everybody ON CONFLICT DO NOTHING",
                (FIRST_OWNER_ID, user_id),
            )
            connection.execute(
                "INSERT INTO public.granted_packages (user_id, name, version, created_at)"
                " SELECT %s, name, version, created_at FROM public.granted_packages WHERE user_id = %s"
                " ON CONFLICT DO NOTHING",
                (FIRST_OWNER_ID, user_id),
            )
            connection.execute(
                "UPDATE public.spending_limits SET user_id = %s WHERE user_id = %s AND scope = 'everybody'",
                (FIRST_OWNER_ID, user_id),
            )
            for name, value, at in settings:
                connection.execute(
                    "INSERT INTO public.installation_settings AS old (user_id, name, value, updated_at)"
                    " VALUES (%s, %s, %s::json, %s) ON CONFLICT (user_id, name) DO UPDATE"
                    " SET value = excluded.value, updated_at = excluded.updated_at"
                    " WHERE old.updated_at < excluded.updated_at",
                    (FIRST_OWNER_ID, name, value, at),
                )
            connection.execute("DELETE FROM procrastinate.procrastinate_jobs WHERE args ->> 'user_id' = %s", (user_id,))
            connection.execute(ACT_AS, (user_id,))
            # What the runs under way hold of limits for everybody is given back, and their workers reserve no more.
            connection.execute("UPDATE public.executions SET attempt = attempt + 1 WHERE ended_at IS NULL")
            connection.execute("DELETE FROM public.spending_reservations")
            if not connection.execute("DELETE FROM public.users WHERE user_id = %s", (user_id,)).rowcount:
                raise not_found("user")
            audited_by_owner(connection, Act.ACCOUNT_ERASED, "user", user_id)
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
