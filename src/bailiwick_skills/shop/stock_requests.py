"""How requests to change the stock are read without a model; the wordings are in `sentences`."""

from collections.abc import Mapping
from typing import Any

from bailiwick.plugin import (
    Language,
    PastCall,
    ReasonCode,
    Recognition,
    Request,
    chosen,
    in_digits,
    plain,
    undoes,
)
from bailiwick_skills.shop import words as words
from bailiwick_skills.shop.phrases import LONGEST_REQUEST, SENTENCES, understood

TOOL = "shopifyUpdateStock"
QUOTES = "\"'“”«»‘’ "
LONGEST_ANSWER = 80
MARKS = str.maketrans(",()", "   ")
INTENTS = (("set_stock", "quantity", 1), ("add_stock", "change", 1), ("take_stock", "change", -1))
"""Intent, the argument that its number is, and its sign."""


class StockReader:
    """Reads "set the stock of the blue mug to 12", "add 5 red shirts to stock", and "undo" after it."""

    def read(self, request: Request) -> Recognition | None:
        """Return the product and how many; nothing when the request is about something else."""
        if len(request.text) > LONGEST_REQUEST:
            return None
        return self._going_on(request) or self._asked(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many there are and were, and how that is undone."""
        del arguments
        return words.stock(result, language)

    def _asked(self, request: Request) -> Recognition | None:
        found = understood(request.core)
        if found is None:
            return None
        _, written, about = found
        # A month or a week is part of what the product is called.
        written = request.core if "period" in about else written
        store = {"store": about["store"]} if about.get("store", "all") != "all" else {}
        for said in dict.fromkeys((written, in_digits(written, request.language))):
            for intent, argument, sign in INTENTS:
                if reading := SENTENCES.read(intent, said):
                    more = {argument: sign * _pieces(reading.slots["pieces"])}
                    return _recognition(reading.slots, more, store, reading.language)
        if reading := SENTENCES.read("stock_of", written):
            return _recognition(reading.slots, {}, store, reading.language)
        return None

    def _going_on(self, request: Request) -> Recognition | None:
        """Return the call that goes on with the last one: undone, or with what it lacked."""
        if (meant := chosen(request, TOOL)) and request.just_called is not None:
            return Recognition(arguments={**request.just_called.arguments, "product": meant}, confidence=0.97)
        last = request.just_called
        if last is not None and last.name == TOOL and undoes(request.core) and _has_changed(last):
            return Recognition(arguments=_opposite(last), confidence=0.97)
        call = request.asked_back
        if call is None or call.name != TOOL or call.why is None:
            return None
        answer = _answer(call, request.core.strip(f"{QUOTES}.,;:!?¡¿"), request.language)
        return None if answer is None else Recognition(arguments={**call.arguments, **answer}, confidence=0.95)


def _recognition(
    slots: Mapping[str, str], more: Mapping[str, Any], store: Mapping[str, Any], language: Any
) -> Recognition | None:
    product = slots["product"].strip(QUOTES)
    place = {"location": slots["location"].strip(QUOTES)} if slots.get("location") else {}
    if not product:
        return None
    return Recognition(
        arguments={"product": product, **more, **place, **store},
        confidence=0.97 if more else 0.9,
        language=language,
    )


def _pieces(written: str) -> int:
    return int(written.replace(".", "").replace(",", ""))


def _has_changed(call: PastCall) -> bool:
    return isinstance(call.result, Mapping) and call.result.get("changed") is True


def _opposite(call: PastCall) -> dict[str, Any]:
    """Return the arguments that take back what was changed; what was sold or added since then stays so."""
    result = call.result
    return {
        "product": result["productId"],
        "variant": result["variantId"],
        "location": result["location"],
        "change": result["before"] - result["after"],
        "store": result["store"],
    }


def _answer(call: PastCall, said: str, language: Language) -> Mapping[str, Any] | None:
    """Return what a message says of what the call lacked; None if it says something else."""
    if call.why is None or not said or len(said) > LONGEST_ANSWER:
        return None
    match call.why.code:
        case ReasonCode.STOCK_HOW_MANY:
            reading = SENTENCES.read("how_many", in_digits(said, language))
            return None if reading is None else {"quantity": _pieces(reading.slots["pieces"])}
        case ReasonCode.SAY_WHICH_VARIANT:
            name = _one_of(said, str(call.why.values.get("variants", "")))
            return None if name is None else {"variant": name}
        case ReasonCode.SAY_WHICH_LOCATION:
            name = _one_of(said, str(call.why.values.get("locations", "")))
            return None if name is None else {"location": name}
        case _:
            return None


def _one_of(said: str, listed: str) -> str | None:
    """Return the name that a message takes out of those that were listed, "the large one"; None if it takes none."""
    names = [said, *(reading.slots["name"].strip(QUOTES) for reading in SENTENCES.read_all("this_one", said))]
    there = f" {' '.join(plain(listed).translate(MARKS).split())} "
    return next((name for name in names if f" {plain(name)} " in there), None)
