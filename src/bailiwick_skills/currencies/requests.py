"""How questions for money in another currency are read, and their answers worded, without a model."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from importlib.resources import files
from typing import Any

import re2

from bailiwick.plugin import (
    Language,
    Recognition,
    Request,
    Sentences,
    fold,
    in_digits,
    read_number,
    trouble,
)
from bailiwick_skills.currencies.reasons import CurrenciesReason
from bailiwick_skills.money.amounts import decimal, given, spoken
from bailiwick_skills.money.names import currency_named

NAME = "convertCurrency"
MAX_REQUEST = 200
SENTENCES = Sentences(files("bailiwick_skills.currencies") / "sentences")
AMOUNTS = re2.compile(r"([a-z$€£¥₹]*) ?([0-9][0-9.,]*[0-9]|[0-9]) ?([a-z$€£¥₹]*)")
"""A number with what stands on both sides of it."""
MONTHS: Mapping[Language, str] = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}


def read_conversion(request: Request) -> Recognition | None:
    """Return the amount and the two currencies; None if the request asks something else."""
    if len(request.text) > MAX_REQUEST:
        return None
    text = in_digits(request.core, request.language)
    for intent in ("convert", "rate"):
        found = SENTENCES.read(intent, text)
        if found is None:
            continue
        source, target = (currency_named(found.slots[end]) for end in ("source", "target"))
        if source and target and source != target:
            return _recognition(source, target, found.slots.get("amount"), found.language, 0.95)
    return _followed(text, request)


def _pointed(text: str, request: Request) -> Recognition | None:
    """Read "convert that to euros" after an amount with its currency; without one, the source is left to be asked."""
    found = SENTENCES.read("that_into", text)
    target = currency_named(found.slots["target"]) if found else None
    amounts = AMOUNTS.findall(fold(request.said))
    if found is None or target is None or not amounts:
        return None
    before, written, after = amounts[-1]
    value = read_number(written, found.language)
    if value is None:
        return None
    source = currency_named(before.strip()) or currency_named(after.strip()) or ""
    arguments = {"source": source, "target": target, "amount": float(value)}
    return None if source == target else Recognition(arguments=arguments, confidence=0.9)


def _followed(text: str, request: Request) -> Recognition | None:
    call = request.latest(NAME)
    if call is None:
        return _pointed(text, request)
    before = dict(call.arguments)
    if call.why is not None and call.why.code == CurrenciesReason.FROM_WHICH_CURRENCY:
        found = SENTENCES.read("from", text)
        source = currency_named(found.slots["source"]) if found else None
        return Recognition(arguments={**before, "source": source}, confidence=0.95) if source else None
    if "source" not in before or "target" not in before:
        return None
    if SENTENCES.read("the_other_way", text):
        turned = {"source": before["target"], "target": before["source"]}
        return Recognition(arguments={**before, **turned}, confidence=0.9)
    if (found := SENTENCES.read("into", text)) and (target := currency_named(found.slots["target"])):
        return Recognition(arguments={**before, "target": target}, confidence=0.92)
    if found := SENTENCES.read("another", text):
        value = read_number(found.slots["amount"], found.language)
        source = currency_named(found.slots["source"]) if "source" in found.slots else before["source"]
        if value is not None and source:
            return Recognition(arguments={**before, "source": source, "amount": float(value)}, confidence=0.9)
    return None


def _recognition(source: str, target: str, written: str | None, language: str, confidence: float) -> Recognition | None:
    arguments: dict[str, Any] = {"source": source, "target": target}
    if written:
        value = read_number(written, language)
        if value is None:
            return None
        arguments["amount"] = float(value)
    return Recognition(arguments=arguments, confidence=confidence)


def say_conversion(result: Mapping[str, Any], language: Language) -> str:
    """Return the answer a person reads."""
    spanish = language == "es"
    day = date.fromisoformat(result["day"])
    month = MONTHS[language].split()[day.month - 1]
    shown = f"{day.day} de {month} de {day.year}" if spanish else f"{day.day} {month} {day.year}"
    rate = decimal(result["rate"], 4 if result["rate"] >= 0.01 else 8, language)
    money = given(Decimal(str(result["amount"])), result["source"], language)
    other = spoken(Decimal(str(result["result"])), result["target"], language)
    said = (
        f"{money} son {other}. Cambio de referencia del Banco Central Europeo del {shown}:"
        if spanish
        else f"{money} is {other}. Reference rate of the European Central Bank of {shown}:"
    ) + f" 1 {result['source']} = {rate} {result['target']}."
    if not result["problem"]:
        return said
    why = trouble(result["problem"], language)
    return (
        f"Ahora no se pueden pedir cambios nuevos ({why.rstrip('.')}); este es el último que conozco. {said}"
        if spanish
        else f"No newer rate can be had now ({why.rstrip('.')}); this is the last one I know. {said}"
    )
