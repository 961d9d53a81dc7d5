"""Why an agent does not get a message, and the smallest edit after which it would."""

from bailiwick import Agent, Role, Roster, Router, why_not

router = Router(
    Roster(
        [
            Agent(id="kitchen", name="Kitchen", role=Role.SPECIALIST, tags=["pizza", "oven"]),
            Agent(id="garage", name="Garage", role=Role.SPECIALIST, tags=["tyre", "brakes"]),
        ]
    )
)
answer = why_not(router, "The oven door squeaks", "garage")
print(answer.reason)
for edit in answer.edits:
    print(edit.kind, edit.agent, edit.field, edit.value)
print("proven:", answer.proven)
