"""List prices of models and the cost of a call, from the genai-prices tables."""

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from bailiwick.kernel.usage import Usage

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

MOST_TOKENS = 10_000_000
"""Tokens that one call can plausibly have used; what a server reports beyond that is cut to it."""

MOST_UNPRICED = 1000
"""Models without a price that are remembered; a server names its models as it likes."""


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """List price in US dollars per million tokens."""

    input: float
    output: float


@dataclass(frozen=True, slots=True)
class KnownPrice:
    """What is known of the price of a model."""

    kind: str
    """What kind of provider it is called at."""
    price: ModelPrice | None
    """None where it is not known."""


def price(provider: str | None, model: str, url: str | None = None) -> ModelPrice | None:
    """Return the list price of `model` at `provider` (an id of genai-prices), None if it is unknown.

    Where that is not known the provider is told by the `url` at which it is reached.
    """
    # genai-prices loads its tables in about half a second: not on the way of a command that needs no prices.
    from genai_prices import Usage as PricedUsage
    from genai_prices import calc_price

    usage = PricedUsage(input_tokens=1_000, output_tokens=1_000)
    try:
        now = datetime.now(UTC)
        if provider is None:
            found = calc_price(usage, model, provider_api_url=url, genai_request_timestamp=now)
        else:
            found = calc_price(usage, model, provider_id=provider, genai_request_timestamp=now)
    except (LookupError, ValueError):
        return None
    return ModelPrice(_float(found.input_price * 1000), _float(found.output_price * 1000))


def context_tokens(provider: str | None, model: str, url: str | None = None) -> int | None:
    """Return how many tokens `model` reads and writes in one call, by the same tables; None if that is unknown."""
    from genai_prices.data_snapshot import get_snapshot  # see `price`

    try:
        _, found = get_snapshot().find_provider_model(model, None, provider, url)
    except (LookupError, ValueError):
        return None
    return found.context_window


class Meter:
    """Reads the usage of responses, and remembers which models have no list price: looking in vain is slow."""

    def __init__(self) -> None:
        self._unpriced: set[tuple[str | None, str | None, str | None]] = set()

    def usage(self, response: "ModelResponse") -> Usage:
        """Return what one call used: token counts within reason, cost by list price or 0 where it is unknown."""
        reported = response.usage
        input_tokens, output_tokens = _tokens(reported.input_tokens), _tokens(reported.output_tokens)
        plausible = (input_tokens, output_tokens) == (reported.input_tokens, reported.output_tokens)
        return Usage(
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            model_calls=1,
            cost=self._cost(response) if plausible and input_tokens + output_tokens else 0.0,
        )

    def _cost(self, response: "ModelResponse") -> float:
        model = (response.provider_url, response.provider_name, response.model_name)
        if model in self._unpriced or response.model_name is None:
            return 0.0
        try:
            return _float(response.cost().total_price)
        except LookupError:
            if len(self._unpriced) < MOST_UNPRICED:
                self._unpriced.add(model)
            return 0.0
        except ValueError:  # counts that contradict one another
            return 0.0


def _tokens(count: object) -> int:
    return max(0, min(MOST_TOKENS, count)) if isinstance(count, int) else 0


def _float(amount: Decimal) -> float:
    return float(amount) if amount.is_finite() and amount > 0 else 0.0
