"""Opens what the product says of itself."""

from bailiwick.features.about.requests import asks_to_stop
from bailiwick.kernel.house import House
from bailiwick.runs.submission import ActsAtOnce


class StopRequests:
    """An order to stop does not wait for what it is to stop."""

    def reads(self, text: str) -> bool:
        """Whether the message only asks to stop."""
        return asks_to_stop(text)


async def open_about(house: House) -> None:
    """Have orders to stop carried out at once."""
    house.offers(ActsAtOnce).append(StopRequests())
