"""Labelled messages decided by a roster, then by a changed one, and what the change does to them."""

from bailiwick import Agent, Role, Roster, Router, compare, lint_roster, read_queries, replay, train

kitchen = Agent(
    id="kitchen",
    name="Kitchen",
    role=Role.SPECIALIST,
    languages=["en"],
    tags=["pizza", "oven"],
    examples=[
        "how long does dough rest",
        "what can I bake with rye flour",
        "is fish fine with red wine",
        "a soup for ten guests",
        "how do I get wax out of a pan",
    ],
)
garage = Agent(
    id="garage",
    name="Garage",
    role=Role.SPECIALIST,
    languages=["en"],
    tags=["tyre", "brakes"],
    examples=[
        "the engine makes a noise",
        "when is the next service due",
        "change to winter wheels",
        "what does new paint cost",
        "there is water under the seat",
    ],
)

queries = read_queries("""\
{"text": "how long should the dough rest", "agent": "kitchen"}
{"text": "my brakes squeak", "agent": "garage"}
{"text": "the oven door squeaks", "agent": "garage"}
{"text": "thank you", "agent": null}
""")


def taught(*agents: Agent) -> Router:
    """Return a router that has learned from the agents' examples."""
    router = Router(Roster(agents))
    router.learn(train(agents))
    return router


before = taught(kitchen, garage)
records, summary = replay(before, queries)
for query, record in zip(queries, records, strict=True):
    print(f"{record.agent or 'nobody':<8} {record.stage:<10} {query.text}")
print(f"{summary.correct} of {summary.labelled} are right")

# What if the garage repaired ovens too? Golden cases are those that must not break.
after = taught(kitchen, garage.evolve(keywords=["squeaks", "door"], patterns=[r"\bdoor squeaks\b"]))
report = compare(before, after, queries, golden=queries[:2])
for group in report.groups:
    print(f"{group.count} from {group.before} to {group.after}, e.g. {group.samples[0].text!r}")
print(f"{report.golden_passed} of {report.golden} golden cases pass")

print([finding.code for finding in lint_roster(after)])
