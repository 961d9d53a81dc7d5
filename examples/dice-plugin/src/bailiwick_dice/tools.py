"""The tool `rollDice`, and how it is used without a language model."""

import random
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import Language, Recognition, Request, ToolContext, tool
from bailiwick_dice.phrases import MOST_DICE, MOST_SIDES, read_dice


class DiceRecogniser:
    """Reads requests for dice and words the result."""

    def read(self, request: Request) -> Recognition | None:
        """Return the arguments of rollDice; nothing if the request is about something else."""
        dice = read_dice(request.text)
        if dice is None:
            return None
        arguments = {"sides": dice.sides, "count": dice.count}
        return Recognition(
            arguments=arguments if dice.seed is None else {**arguments, "seed": dice.seed}, confidence=0.95
        )

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "2d6: 3 + 5 = 8." or, for one die, "d20: 17."."""
        del arguments, language  # numbers read alike in both languages
        rolls: list[int] = result["rolls"]
        if len(rolls) == 1:
            return f"d{result['sides']}: {rolls[0]}."
        return f"{len(rolls)}d{result['sides']}: {' + '.join(map(str, rolls))} = {result['total']}."


# Rolling changes nothing, so a call that was interrupted is simply made again.
@tool(origin="plugin", read_only=True, timeout=5.0, recogniser=DiceRecogniser())
async def rollDice(
    context: ToolContext,
    sides: Annotated[int, Field(ge=2, le=MOST_SIDES, description="Sides of each die.")] = 6,
    count: Annotated[int, Field(ge=1, le=MOST_DICE, description="How many dice.")] = 1,
    seed: Annotated[int | None, Field(description="The same seed gives the same roll.")] = None,
) -> dict[str, Any]:
    """Roll dice.

    Call this for every roll; never invent one. Returns sides, rolls (one number per die) and their total.
    """
    del context
    source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311  (dice, not secrets)
    rolls = [source.randint(1, sides) for _ in range(count)]
    return {"sides": sides, "rolls": rolls, "total": sum(rolls)}
