"""The page of what comes of the faults of model providers, made of what the tests do to them."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bailiwick.kernel.reasons import Reason, ReasonCode
from generator.tables import NOTICE, code, table

DATA = Path(__file__).resolve().parents[2] / "tests" / "models" / "model_faults.toml"
PROVIDERS = {
    "openai-chat": "OpenAI Chat",
    "openai-responses": "OpenAI Responses",
    "anthropic": "Anthropic",
    "google": "Google",
}
OUTCOME = ("class", "reason", "calls", "passed", "breaker")
BREAKER = {"no": "", "counts": "counts", "opens": "opens at once"}
HEAD = f"""{NOTICE}
# Faults of model providers

What comes of what goes wrong with the call of a model. Each row is a test: servers that speak each provider's wire do
it to the provider's real client, with another model listed to answer
[in its place](../how-to/use-your-own-model.md#when-a-call-fails). "Asked" is how often the provider is asked, the first
time included, before it is given up; what half an answer had said is taken back each time. The
[breaker](../how-to/use-your-own-model.md#when-a-call-fails) of a provider opens after four failures in a row, and after
one that took longer than three seconds to show.
"""
CALLS = """
## What a model asks for

A tool that there is not, and arguments that are not JSON or not what the tool takes, are no fault of the call: the call
of the tool is answered with what is wrong, the model goes on from there, and the step says so in the journal.
"""


def page() -> str:
    """Return the page."""
    faults = tomllib.loads(DATA.read_text(encoding="utf-8"))["fault"]
    columns = ("fault", "provider", "what is said", "class", "asked", "then", "breaker")
    return f"{HEAD}\n{table(columns, (row for fault in faults for row in _rows(fault)))}\n{CALLS}"


def _rows(fault: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
    """Yield a row for each outcome, with the providers that have it."""
    outcomes: dict[tuple[Any, ...], list[str]] = {}
    for provider, name in PROVIDERS.items():
        said = {**fault, **fault.get(provider, {})}
        outcomes.setdefault(tuple(said[each] for each in OUTCOME), []).append(name)
    for (kind, reason, calls, passed, breaker), names in outcomes.items():
        sentence = Reason.of(ReasonCode(reason), provider="openai", model="a-model", words=".").text()
        yield (
            fault["title"],
            "all" if len(names) == len(PROVIDERS) else ", ".join(names),
            sentence,
            code(kind),
            str(calls),
            "another model, or rules" if passed else "it fails",
            BREAKER[breaker],
        )
