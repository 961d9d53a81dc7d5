"""A routing stage of your own: order numbers go to the desk that knows orders."""

from bailiwick import Agent, Passed, Query, Role, Roster, Router, RoutingContext, Stage, Verdict


class OrderNumbers:
    """Decides messages with a number such as ORD-1234."""

    stage = Stage.PLUGIN

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        for word, number in zip(query.words, query.words[1:], strict=False):
            if word == "ord" and number.isdecimal():
                return Verdict(agent="orders", confidence=1.0, reason=f"ORD-{number} is an order number.")
        return Passed("There is no order number in the message.")


roster = Roster(
    [
        Agent(id="orders", name="Orders", role=Role.SPECIALIST, tags=["order", "delivery"]),
        Agent(id="billing", name="Billing", role=Role.SPECIALIST, tags=["invoice", "late"]),
    ]
)
router = Router(roster, stages=[OrderNumbers()])
print(router.decide("ORD-1234 is late").reason)
print(router.decide("My invoice is late").reason)
