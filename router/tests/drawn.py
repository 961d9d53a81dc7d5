"""Drawn rosters, edits of them, and messages, over few words so that much is shared."""

from hypothesis import strategies as st

from bailiwick_router import Agent, AgentStatus, Role, Roster

WORDS = (
    "recipe recipes receta recetas cook cooking cocinar war wars guerra guerras second mail mails correo care car"
    " caro the para agent help ski skiing snow nieve list lista listas plan plane night noche"
).split()

words = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
tags = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join), max_size=4)
bodies = st.fixed_dictionaries(
    {
        "name": words.map(lambda text: f"x {text}"),
        "description": words,
        "objective": words,
        "tags": tags,
        "priority": st.sampled_from([0, 0, 1, 5]),
        "languages": st.sampled_from([("en", "es"), ("en",), ("es",), ("fr",)]),
        "status": st.sampled_from([AgentStatus.ACTIVE] * 4 + [AgentStatus.PAUSED]),
        "role": st.sampled_from([Role.SPECIALIST, Role.CUSTOM, Role.CUSTOM, Role.HELPER]),
    }
)
edits = st.lists(st.tuples(st.sampled_from(["add", "add", "put", "remove"]), st.integers(0, 11), bodies), max_size=25)
messages = st.lists(
    st.lists(st.sampled_from([*WORDS, "what", "is", "el", "of"]), max_size=9).map(" ".join), min_size=1, max_size=4
)


def edit(roster: Roster, kind: str, number: int, body: dict) -> None:
    agent = Agent(id=f"a{number}", **body)
    if kind == "remove":
        if agent.id in roster:
            roster.remove(agent.id)
    elif agent.id not in roster:
        roster.add(agent)
    elif kind == "put":
        roster.replace(agent)
