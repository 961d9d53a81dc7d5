"""Each of the team does its work without a model: the message finds it, its own tool answers, in both languages."""

import asyncio
from functools import partial

import pytest

from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.records import StepKind
from support import weather_service
from support.public_web import Internet
from support.running import person, running
from support.weather_service import as_json

BITCOIN = {"usd": 65_000.0, "usd_market_cap": 1.2e12, "usd_24h_change": 1.5, "last_updated_at": 1_795_000_000}
# What has effects comes first: once strangers' words have been read in a thread, it needs a person's word.
ASKED = {
    "en": [
        ("Create a task to renew the passport", "main", "createTask", "enew the passport"),
        ("hello Cleo", "cleo-supervisor", None, "Who is here"),
        ("Search my documents for the notice period", "toby-technical", "searchDocuments", "notice period"),
        ("Tell me a fun fact about space", "ami-creative", "randomFact", "wikipedia.org"),
        ("Create a document titled Plan with the text: begin", "ami-creative", "createDocument", "Plan"),
        ("Solve 2x + 5 = 15", "peter-logical", "calculator", "x = 5"),
        ("What time is it in Tokyo?", "peter-logical", "getCurrentDateTime", "Tokyo"),
        ("What is the price of bitcoin?", "peter-logical", "cryptoPrices", "65,000"),
        ("Show me the latest orders of my Shopify store", "emma-ecommerce", "shopifyGetOrders", "No Shopify store"),
        ("Any new mail?", "gmail", "mailboxStatus", "MCP"),
        ("How is the snow at Meadows?", "ski", "skiConditions", "Mt. Hood Meadows"),
        ("Add milk to my shopping list", "notes", "appendNote", "milk"),
        ("What's the weather in Madrid?", "main", "weatherInfo", "Madrid"),
        ("Remember that my sister is called Ana", "main", "remember", "Ana"),
        ("What is 12 * 7? And tell me a fun fact", "cleo-supervisor", "calculator", "84"),
    ],
    "es": [
        ("Crea una tarea para renovar el pasaporte", "main", "createTask", "enovar el pasaporte"),
        ("hola Cleo", "cleo-supervisor", None, "Quién está aquí"),
        ("Busca en mis documentos el plazo de preaviso", "toby-technical", "searchDocuments", "plazo de preaviso"),
        ("Cuéntame un dato curioso sobre el espacio", "ami-creative", "randomFact", "wikipedia.org"),
        ("Resuelve 2x + 5 = 15", "peter-logical", "calculator", "x = 5"),
        ("¿Qué hora es en Tokio?", "peter-logical", "getCurrentDateTime", "Tokio"),
        ("¿Cuál es el precio del bitcoin?", "peter-logical", "cryptoPrices", "65.000"),
        ("¿Cómo está la nieve en Meadows?", "ski", "skiConditions", "Mt. Hood Meadows"),
        ("Añade leche a mi lista de la compra", "notes", "appendNote", "leche"),
        ("¿Qué tiempo hace en Madrid?", "main", "weatherInfo", "Madrid"),
        ("Resuelve 2x + 5 = 15 y cuéntame un dato curioso", "cleo-supervisor", "randomFact", "x = 5"),
    ],
}


@pytest.mark.parametrize("language", ASKED)
def test_each_of_the_team_answers_with_its_own_tool_without_a_model(own_database, home, language):
    with Internet() as internet:
        base = f"http://127.0.0.1:{internet.port}"
        internet.replies |= {
            f"{base}/v1/search": weather_service.places,
            f"{base}/v1/forecast": weather_service.forecast,
            f"{base}/snow/v1/forecast": partial(weather_service.mountain),
            f"{base}/simple/price": lambda hit: as_json({"bitcoin": BITCOIN}),
        }
        addresses = dict.fromkeys(("open_meteo_url", "open_meteo_geocoding_url", "coingecko_url", "meadows_url"), base)

        async def story():
            told = []
            async with running(own_database.owner, home, **addresses) as platform:
                someone = await person(platform)
                for message, agent, tool, words in ASKED[language]:
                    # Snow and weather are asked at one address; what answers there depends on who asks.
                    service = weather_service.mountain if agent == "ski" else weather_service.forecast
                    internet.replies[f"{base}/v1/forecast"] = service
                    execution = await someone.ask(message)
                    used = [step.name for step in execution.steps if step.kind is StepKind.TOOL]
                    answer = execution.answer or f"{execution.status} {execution.failure}"
                    fits = (
                        execution.status is ExecutionStatus.COMPLETED
                        and execution.agent_id == agent
                        and (tool in used if tool else not used)
                        and words in answer
                    )
                    told += [] if fits else [(message, execution.agent_id, used, answer)]
            return told

        assert asyncio.run(story()) == []
