"""Options of budgets."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings

Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class BudgetSettings(OwnSettings):
    """Options of budgets."""

    unknown_input_price: float = Field(
        default=15.0,
        ge=0,
        description="What limits on spending take a million tokens sent to a model to cost whose price nobody knows,"
        " in US dollars.",
    )
    unknown_output_price: float = Field(
        default=75.0,
        ge=0,
        description="What limits on spending take a million tokens of such a model's answers to cost, in US dollars.",
    )
    model_prices: Mapping[str, tuple[Price, Price]] = Field(
        default_factory=dict[str, tuple[Price, Price]],
        description="US dollars for a million tokens sent and answered, by model (`openai:gpt-5`) or by provider"
        ' (`ollama`), where limits on spending are to count another price than the list\'s: `{"ollama": [0.1, 0.1]}`.',
    )
