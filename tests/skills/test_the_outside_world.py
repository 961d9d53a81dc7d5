"""Weather, prices, snow, facts and mail, asked in plain words without a model, on a running platform."""

import asyncio
import sys
from functools import partial
from pathlib import Path

import pytest

from bailiwick.features.mcp.actions import McpServers
from bailiwick.features.mcp.records import McpServer, McpTransport
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.actions import People
from support import gmail_server, weather_service
from support.public_web import Internet
from support.running import Person, running
from support.weather_service import as_json

MAIL = Path(gmail_server.__file__)
BITCOIN = {"usd": 65_000.0, "usd_market_cap": 1.2e12, "usd_24h_change": 1.5, "last_updated_at": 1_795_000_000}
EUROS = {name.replace("usd", "eur"): value for name, value in BITCOIN.items()}


def test_questions_about_the_outside_world_are_answered_from_real_calls(own_database, home):
    with Internet() as internet:
        base = f"http://127.0.0.1:{internet.port}"
        internet.replies |= {
            f"{base}/v1/search": weather_service.places,
            f"{base}/v1/forecast": weather_service.forecast,
            f"{base}/snow/v1/forecast": partial(weather_service.mountain),
            f"{base}/simple/price": lambda hit: as_json({"bitcoin": EUROS if "=eur" in hit.url else BITCOIN}),
        }
        addresses = dict.fromkeys(("open_meteo_url", "open_meteo_geocoding_url", "coingecko_url", "meadows_url"), base)

        async def story():
            async with running(own_database.owner, home, **addresses) as platform:
                owner = Person(platform, (await platform[People].owner()).id)

                async def ask(message, **options):
                    execution = await owner.ask(message, **options)
                    assert execution.status is ExecutionStatus.COMPLETED, execution
                    return execution.answer

                said = await ask("What's the weather in Paris tomorrow?", agent_id="main")
                assert "Tomorrow: rain, 1 to 11 °C, 80 % chance of precipitation" in said
                assert "**Madrid, Spain**" in await ask("and in Madrid?", agent_id="main")
                assert "65.000,00 €" in await ask("¿Cuál es el precio de bitcoin en euros?", agent_id="main")
                assert "$65,000.00, ▲ 1.50 % in 24 h" in await ask("price of bitcoin", agent_id="peter-logical")
                assert "wikipedia.org" in await ask("Tell me a fun fact about space", agent_id="ami-creative")
                first = await ask("Cuéntame un dato curioso sobre el espacio", agent_id="ami-creative")
                assert first != await ask("otro", agent_id="ami-creative")
                # The resort's own site has nothing here, which is said before the rest.
                internet.replies[f"{base}/v1/forecast"] = weather_service.mountain
                snow = await ask("How's the snow at Meadows?", agent_id="ski")
                assert snow.startswith("The resort's own report could not be read: ")
                assert "**Mt. Hood Meadows**: A powder day." in snow

        asyncio.run(story())


def packages(hit):
    """Answer a search of npm: express and a less loaded one; of another name that one alone."""
    found = [
        {
            "package": {"name": name, "version": "1.0.0", "description": f"{name} serves pages", "links": {}},
            "downloads": {"weekly": weekly},
        }
        for name, weekly in (("express", 35_000_000), ("express-lite", 1_200), ("express-max", 90_000_000))
    ]
    if "text=express-lite" in hit.url:
        found = found[1:2]
    return as_json({"objects": found, "total": len(found)})


def test_follow_ups_go_on_with_what_was_found_outside(own_database, home):
    with Internet() as internet:
        base = f"http://127.0.0.1:{internet.port}"
        internet.replies |= {
            f"{base}/v1/search": weather_service.places,
            f"{base}/v1/forecast": weather_service.forecast,
            f"{base}/-/v1/search": packages,
        }
        addresses = dict.fromkeys(("open_meteo_url", "open_meteo_geocoding_url", "meadows_url", "npm_registry"), base)

        async def story():
            async with running(own_database.owner, home, **addresses) as platform:
                owner = Person(platform, (await platform[People].owner()).id)

                async def ask(message, agent_id="main"):
                    execution = await owner.ask(message, agent_id=agent_id)
                    return execution.answer

                assert "?" in await ask("what's the weather")
                assert "**Paris, Île-de-France, France**" in await ask("paris")
                assert "**Paris, Texas" in await ask("no, the one in texas")
                assert "express-lite" in await ask("search npm for express")
                assert (await ask("which one is more popular?")).startswith("**express-max** is the most downloaded")
                assert "35,000,000 downloads a week" in await ask("the second one"), "of the list by downloads"
                internet.replies[f"{base}/v1/forecast"] = weather_service.mountain
                assert "By the model of" in await ask("how's the snow at meadows?", "ski")
                tomorrow = await ask("what about tomorrow?", "ski")
                assert "Tomorrow:" in tomorrow
                assert "Today:" not in tomorrow
                assert "which lifts run is told at" in await ask("which lifts are open?", "ski")
                assert "Sierra Nevada" in await ask("¿Hay nieve en Sierra Nevada?", "ski")
                saturday = await ask("¿y el sábado?", "ski")
                assert "sábado" in saturday.lower()
                assert "Hoy" not in saturday

        asyncio.run(story())


def test_mail_is_listed_and_read_through_the_mail_server_and_without_one_it_is_said_how_to_connect_it(
    own_database, home
):
    async def story():
        async with running(own_database.owner, home) as platform:
            if platform[McpServers].unavailable:
                pytest.skip(platform[McpServers].unavailable)
            owner = await platform[People].owner()
            someone = Person(platform, owner.id)

            async def ask(message, agent_id="gmail"):
                execution = await someone.ask(message, agent_id=agent_id)
                assert execution.status is ExecutionStatus.COMPLETED, execution
                return execution.answer

            assert "an administrator first registers a mail server" in await ask("any new mail?", "main")
            paths = (sys.prefix, sys.base_prefix, str(MAIL.parent))
            server = McpServer(
                id="",
                name="gmail",
                transport=McpTransport.STDIO,
                command=sys.executable,
                args=(str(MAIL),),
                paths=paths,
            )
            added = await platform[McpServers].register(owner, server, {})
            assert "not enabled for you" in await ask("any new mail?", "main")
            await platform[McpServers].enable(owner, added.server.id, {})
            said = await ask("Any new mail?")
            assert said.startswith("1 mail (`in:inbox is:unread`):\n\n1. **Invoice 2041** · Ada \\<ada@example.org\\>")
            read = await ask("read the first one")
            assert "> Please pay by Friday." in read
            await ask("any mail?")
            assert "From: Grace" in await ask("who sent the last one?")
            assert "1 mail (`invoice`):" in await ask("is there mail about the invoice?")
            assert await ask("is there mail about the zeppelin?") == "Nothing found with `zeppelin`."
            assert (await ask("reply to Ada saying I paid")).startswith("I only read mail")
            assert "1 correo (`from:grace`):" in await ask("¿Tengo correos de Grace?")
            facts = await platform.stores[EventStore].recent(owner.id, kinds=["tool-execution"])
            assert [fact.data["tool"] for fact in reversed(facts)] == [
                "mailboxStatus",
                "mailboxStatus",
                "gmail__search_emails",
                "gmail__read_email",
                "gmail__search_emails",
                "gmail__read_email",
                "gmail__search_emails",
                "gmail__search_emails",
                "mailboxStatus",
                "gmail__search_emails",
            ]
            await someone.ask("send an email to bob saying hi", agent_id="gmail")
            later = await platform.stores[EventStore].recent(owner.id, kinds=["tool-execution"])
            assert [fact.data["tool"] for fact in later[: len(later) - len(facts)]] == ["mailboxStatus"]  # nothing sent

    asyncio.run(story())
