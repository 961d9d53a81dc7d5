"""A tool with a recogniser, run without server, database or model."""

import asyncio
from typing import Annotated

from pydantic import Field

from bailiwick import CallFailed, ErrorClass, Recognition, Request, ToolContext
from bailiwick.tools.toolbox import tool


class PlateRecogniser:
    """Reads "parking fee for AB-123"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the arguments the request asks for, or nothing."""
        before, found, plate = request.text.strip(" ?.").partition("parking fee for ")
        if not found or before or " " in plate:
            return None
        return Recognition(arguments={"plate": plate}, confidence=0.9)

    def say(self, arguments, result, language):
        """Word the result for a person."""
        if language == "es":
            return f"{arguments['plate']} debe {result['euros']:.2f} €."
        return f"{arguments['plate']} owes €{result['euros']:.2f}."


@tool(origin="plugin", read_only=True, timeout=5.0, recogniser=PlateRecogniser())
async def parkingFee(
    context: ToolContext,
    plate: Annotated[str, Field(max_length=12, description="Number plate, e.g. AB-123.")],
) -> dict[str, float]:
    """Look up the parking fee of a car.

    Call this whenever somebody asks what a car owes. Returns euros.
    """
    fees = {"AB-123": 4.5}
    if plate not in fees:
        raise CallFailed(ErrorClass.TOOL, f"No car with the plate {plate} is parked here; check the spelling.")
    return {"euros": fees[plate]}


async def main() -> None:
    request = Request(text="parking fee for AB-123", language="en")
    recognition = parkingFee.recogniser.read(request)
    context = ToolContext(user_id="u", execution_id="e", agent_id="parking", call_id="c")
    result = await parkingFee.run(context, recognition.arguments)
    print(parkingFee.recogniser.say(recognition.arguments, result, "en"))
    try:
        await parkingFee.run(context, {"plate": 7})
    except CallFailed as refused:
        print(refused)


if __name__ == "__main__":
    asyncio.run(main())
