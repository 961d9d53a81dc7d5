"""Everything a decision says about why."""

from bailiwick import Agent, Role, Roster, Router

roster = Roster(
    [
        Agent(
            id="lists",
            name="Lists",
            role=Role.SPECIALIST,
            description="Keeps shopping lists and reminders.",
            tags=["shopping list", "reminder", "lista de la compra"],
            keywords=["list"],
            patterns=[r"\b(add|put)\b.*\blist\b"],
        ),
        Agent(
            id="shop",
            name="Shop",
            role=Role.SPECIALIST,
            description="Finds things to buy.",
            tags=["shopping", "price"],
        ),
    ]
)
decision = Router(roster).decide("Put milk on my shopping list")

print(f"{decision.agent} by {decision.stage}, confidence {decision.confidence}, margin {decision.margin}")
print(decision.reason)
for report in decision.stages:
    print(f"  {report.outcome:8} {report.stage:11} {report.reason}")
for candidate in decision.candidates:
    print(f"{candidate.agent}: score {candidate.score}, confidence {candidate.confidence}")
    for item in candidate.evidence:
        print(f"  {item.weight:+.1f} {item.kind:8} {item.text!r} of its {item.field}, found {item.matched!r}")
