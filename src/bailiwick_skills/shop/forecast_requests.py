"""How requests for a forecast are read without a model; the wordings are in `sentences`."""

from collections.abc import Mapping
from typing import Any

from bailiwick.plugin import Language, Recognition, Request, SentenceReading
from bailiwick_skills.shop import words as words
from bailiwick_skills.shop.phrases import LONGEST_REQUEST, SENTENCES, understood

TOOL = "shopifyForecastSales"


class ForecastReader:
    """Reads "how much will we sell next month?", and "and next week?" after it."""

    def read(self, request: Request) -> Recognition | None:
        """Return which time is meant; nothing when the request is about something else."""
        if len(request.text) > LONGEST_REQUEST:
            return None
        core = request.core
        for intent, metric in (("forecast_sales", "sales"), ("forecast_orders", "orders")):
            if reading := SENTENCES.read(intent, core):
                found = understood(request.core)
                store = {"store": found[2]["store"]} if found and "store" in found[2] else {}
                return _recognition(reading, {"metric": metric, **store}, 0.97)
        call = request.latest(TOOL)
        if call is not None and (reading := SENTENCES.read("forecast_time", core)):
            return _recognition(reading, call.arguments, 0.93)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is expected, how sure that is, and how it was made."""
        del arguments
        return words.forecast(result, language)


def _recognition(reading: SentenceReading, more: Mapping[str, Any], confidence: float) -> Recognition:
    period = {"period": reading.slots["span"]} if "span" in reading.slots else {}
    language: Any = reading.language
    return Recognition(arguments={**more, **period}, confidence=confidence, language=language)
