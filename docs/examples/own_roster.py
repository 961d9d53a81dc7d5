"""Agents of your own, a follow-up, and an agent that may not be chosen now."""

from bailiwick import Agent, Role, Roster, Router, RoutingContext

roster = Roster(
    [
        Agent(id="kitchen", name="Kitchen", role=Role.SPECIALIST, tags=["pizza", "oven", "recipe", "receta"]),
        Agent(id="garage", name="Garage", role=Role.SPECIALIST, tags=["car", "tyre", "oil change", "coche"]),
    ]
)
router = Router(roster)

print(router.decide("A recipe for pizza, please").agent)
print(router.decide("Mi coche pierde aceite").agent)

# "And" makes a short message a follow-up; the last agent keeps the turn.
print(router.decide("And without cheese?", last_agent="kitchen").stage)

# Adding an agent touches only its own part of the index; it is routable at once.
roster.add(Agent(id="garden", name="Garden", role=Role.SPECIALIST, tags=["roses", "lawn", "césped"]))
print(router.decide("When do I cut the lawn?").agent)

# Someone may be excluded for one decision, with a cause that the record keeps.
decision = router.decide("Bake a pizza", RoutingContext(excluded=[("kitchen", "closed on Mondays")]))
print(decision.agent, decision.stage, [(each.agent, each.cause) for each in decision.excluded])
