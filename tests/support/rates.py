"""What was asked for lately, forgotten or long ago."""

from support.site import Site


def forget_rates(site: Site) -> None:
    """Have nobody have asked a site for anything lately."""

    async def forget() -> None:
        async with site.platform.database.without_user() as connection:
            await connection.execute("delete from rate_buckets")

    site.run(forget())
