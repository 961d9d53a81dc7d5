"""Whole conversations without a model about sums, units, currencies and days: who answers each turn, and what."""

import asyncio

import pytest

from bailiwick.runs.records import Execution
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.public_web import Internet
from support.running import Person, person, running
from support.weather_service import as_json

RATES = {"amount": 1.0, "base": "EUR", "date": "2026-11-25", "rates": {"USD": 1.25, "GBP": 0.8, "JPY": 160.0}}
TALKS = {
    "a tip": [
        ("cool, what's 15% tip on 84.50?", "A 15% tip on 84.50 is 12.675, 97.175 with it. Rounded: 12.68 and 97.18."),
        ("and 20%?", "A 20% tip on 84.50 is 16.90, 101.40 with it."),
        ("divide that by 3", "101.4/3 = 33.8"),
        ("round it", "round(33.8) = 34"),
    ],
    "una propina": [
        ("oye, una propina del 15% sobre 84,50", "Una propina del 15 % sobre 84,50 son 12,675; 97,175 con ella."),
        ("¿y del 20%?", "Una propina del 20 % sobre 84,50 son 16,90; 101,40 con ella."),
    ],
    "numbers in words": [
        ("what is five plus seven", "5 + 7 = 12"),
        ("double it", "12·2 = 24"),
        ("plus 20%", "24 + 20% = 28.8"),
    ],
    "números en palabras": [
        ("cuanto es veinte por tres", "20·3 = 60"),
        ("divide eso entre dos", "60/2 = 30"),
    ],
    "a bill": [
        ("split 120 between 5 people", "120 split between 5 is 24 each."),
        ("and 6?", "120 split between 6 is 20 each."),
    ],
    "lists and primes": [
        ("average of 3, 5, 10", "The average of 3, 5 and 10 is 6"),
        ("median of 3, 5, 10", "The median of 3, 5 and 10 is 5."),
        ("is 97 prime?", "Yes, 97 is prime."),
        ("and 98?", "No, 98 is not prime: it is 2·7^2."),
        ("prime factors of 360", "2^3·3^2·5"),
    ],
    "interest": [
        ("compound interest on 1000 at 5% for 10 years", "is 1,628.89 after 10 years (628.89 of it interest)"),
        ("and for 20 years?", "is 2,653.30 after 20 years"),
        ("calculate my mortgage: 200000 at 3.5% for 30 years", "costs 898.09 a month"),
    ],
    "hipoteca": [
        ("calcula mi hipoteca: 200.000 al 3,5% a 30 años", "cuesta 898,09 al mes"),
        ("y al 4%?", "cuesta 954,83 al mes"),
    ],
    "percentages": [
        ("20% off 80", "80 - 20% = 64"),
        ("what percent of 80 is 20", "20 is 25% of 80."),
        ("100 after 21% VAT", "100 with 21% tax is 121, 21 of it the tax."),
        ("square root of 144", "sqrt(144) = 12"),
        ("and 81?", "sqrt(81) = 9"),
    ],
    "units": [
        ("how many cups in a litre", "4.22675283773 cup"),
        ("10 km in miles", "6.21371192237 mi"),
        ("and to meters?", "10 km = 10000 m"),
        ("6 feet 2 inches in cm", "187.96 cm"),
    ],
    "a currency": [
        ("200 usd in eur", "$200.00 is €160.00. Reference rate of the European Central Bank of 25 November 2026"),
        ("and in pounds?", "$200.00 is £128.00."),
        ("and 50?", "$50.00 is £32.00."),
    ],
    "una moneda": [
        ("cuantos euros son 100 dolares", "100,00 $ son 80,00 €."),
        ("¿y en yenes?", "100,00 $ son 12.800 ¥."),
    ],
    "two clocks": [
        ("time in tokyo vs new delhi", "New Delhi is 3 hours and 30 minutes behind."),
        ("what time is it in tokyo", "Asia/Tokyo"),
        ("and in dubai", "Asia/Dubai"),
        ("how many hours between them?", "Dubai is 5 hours behind."),
    ],
    "days": [
        ("how many days until christmas?", "to Friday, 25 December 2026."),
        ("and new year?", "to Friday, 1 January 2027."),
        ("what day was 3 march 1999", "Wednesday, 3 March 1999"),
        ("days between 1 may 2027 and 12 june 2027", "42 days: from Saturday, 1 May 2027"),
        ("in 45 days is what date", "In 45 days: "),
        ("whats the time", "UTC"),
    ],
    "días": [
        ("cuantos dias faltan para navidad", "al viernes 25 de diciembre de 2026."),
        ("dime la hora", "(UTC, UTC+00:00)."),
        ("¿qué hora es en Buenos Aires?", "America/Argentina/Buenos_Aires"),
        ("¿y mañana?", "Mañana en Buenos Aires: "),
    ],
}


async def talk(somebody: Person, turns: list[tuple[str, str]]) -> list[Execution]:
    thread = await somebody.main(SUPERVISOR_ID, Mode.SUPERVISED)
    return [await somebody.ask(message, conversation_id=thread.id) for message, _ in turns]


def misread(told: dict[str, list[Execution]], talks: dict[str, list[tuple[str, str]]], agent: str) -> list[str]:
    return [
        f"{title}: {message!r} was answered by {execution.agent_id}: {execution.answer}"
        for title, turns in talks.items()
        for (message, part), execution in zip(turns, told[title], strict=True)
        if execution.agent_id != agent or part not in (execution.answer or "")
    ]


def test_each_turn_is_answered_by_peter_and_names_what_was_computed(own_database, home):
    with Internet() as internet:
        base = f"http://127.0.0.1:{internet.port}"
        internet.replies[f"{base}/latest"] = as_json(RATES)

        async def story() -> dict[str, list[Execution]]:
            async with running(own_database.owner, home, exchange_rates_url=base) as platform:
                return {title: await talk(await person(platform), turns) for title, turns in TALKS.items()}

        told = asyncio.run(story())
    assert not (found := misread(told, TALKS, "peter-logical")), "\n".join(found)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("200 usd in eur", "No exchange rate can be had now: "),
        ("¿cuántos euros son 100 dólares?", "Ahora no se puede pedir ningún tipo de cambio: "),
    ],
)
def test_without_a_way_out_it_is_said_that_no_rate_can_be_had(own_database, home, message, said):
    async def story() -> Execution:
        async with running(own_database.owner, home, exchange_rates_url="http://127.0.0.1:9") as platform:
            return await (await person(platform)).ask(message)

    execution = asyncio.run(story())
    assert execution.agent_id == "peter-logical"
    assert (execution.answer or "").startswith(said)
