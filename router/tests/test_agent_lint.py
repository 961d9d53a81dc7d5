"""Lint: each warning on the agent that earns it, and none on one that does not."""

import pytest

from bailiwick_router import Agent, InvalidInput, Role, Roster, Router, lint

BAKING = ["How do I bake bread?", "A cake for ten, please", "Is the oven hot?", "¿Cómo hago pan para la cena?"]


def codes(agent: Agent, *others: Agent) -> list[str]:
    return [each.code for each in lint(agent, Roster(others))]


def clean(agent_id: str = "a", **fields) -> Agent:
    return Agent(id=agent_id, name="Chef", **{"tags": ["recipe", "receta"], **fields})


def test_a_good_agent_earns_no_warning():
    assert codes(clean(keywords=["bake"], patterns=[r"\bbake\b"])) == []


@pytest.mark.parametrize(
    ("fields", "code", "value"),
    [
        ({"tags": ["recipe", "receta", "ui"]}, "tag-never-matches", "ui"),
        ({"tags": ["recipe", "receta", "!!"]}, "tag-never-matches", "!!"),
        ({"tags": ["recipe", "receta", "the"]}, "tag-is-stop-word", "the"),
        ({"tags": ["recipe", "receta", "para los"]}, "tag-is-stop-word", "para los"),
        ({"tags": ["recipe", "música", "Musica"]}, "duplicate-tag", "Musica"),
        ({"keywords": ["buzón", "buzon"]}, "duplicate-keyword", "buzon"),
        ({"keywords": ["?"]}, "keyword-never-matches", "?"),
        ({"patterns": ["bake", "bake"]}, "duplicate-pattern", "bake"),
        ({"patterns": [r"\w+"]}, "pattern-without-literal", r"\w+"),
        ({"tags": ["recipe", "bread"]}, "missing-language", "es"),
        ({"tags": ["receta", "cocina"]}, "missing-language", "en"),
        ({"keywords": ["why", "para los"]}, "keyword-is-stop-word", "para los"),
        ({"examples": [*BAKING, "How do I bake BREAD"]}, "duplicate-example", "How do I bake BREAD"),
        ({"examples": [*BAKING, "?!"]}, "example-says-nothing", "?!"),
        ({"examples": BAKING[:2]}, "few-examples", "2"),
        ({"examples": BAKING[:3]}, "missing-language", "es"),
    ],
)
def test_what_will_surprise_the_author_is_said(fields, code, value):
    assert [(each.code, each.value) for each in lint(clean(**fields), Roster())] == [(code, value)]


def test_a_pattern_of_another_agent_collides():
    found = lint(clean(patterns=["bake"]), Roster([clean("other", tags=["bread", "pan"], patterns=["bake"])]))
    assert [(each.code, "“other”" in each.message) for each in found] == [("pattern-collides", True)]


def test_an_example_of_another_agent_speaks_for_neither():
    other = clean("other", tags=["bread", "pan"], examples=["is the OVEN hot", *BAKING[:1]])
    found = lint(clean(examples=BAKING), Roster([other]))
    assert [(each.code, each.value, "“other”" in each.message) for each in found] == [
        ("example-shared", BAKING[0], True),
        ("example-shared", BAKING[2], True),
    ]
    assert codes(clean(examples=BAKING), other.evolve(role=Role.HELPER)) == []


def test_a_tag_that_many_agents_have_is_too_general():
    cooks = [clean(f"c{n}", tags=[f"recipe{n}", *["Kitchens"][n // 4 :]], languages=["en"]) for n in range(8)]
    (found,) = lint(cooks[0], Roster(cooks))
    assert (found.code, found.value, "4 of the 8" in found.message) == ("tag-too-general", "Kitchens", True)
    assert codes(cooks[0], *cooks[1:3], *cooks[4:]) == []
    assert codes(cooks[5], *cooks) == []


def test_an_agent_is_not_in_its_own_way():
    agent = clean(patterns=["bake"])
    assert lint(agent, Roster([agent])) == []


def test_a_pattern_that_does_not_compile_is_refused():
    with pytest.raises(InvalidInput):
        lint(clean(patterns=["(?=x)"]), Roster())


def test_an_agent_without_anything_to_match_never_wins():
    assert codes(Agent(id="a", name="Al")) == ["never-wins"]
    assert codes(Agent(id="a", name="Al", role=Role.HELPER)) == []


def test_an_agent_whose_words_another_has_too_never_wins():
    strong = clean("strong", tags=["recipe", "receta", "bread"], keywords=["bake"])
    weak = clean("weak")
    assert codes(weak, strong) == ["never-wins"]
    assert codes(weak.evolve(priority=1), strong) == []
    assert codes(weak.evolve(keywords=["cake"]), strong) == []
    assert codes(weak.evolve(examples=BAKING), strong) == []
    assert [each.code for each in lint(weak, Roster([weak, strong]))] == []
    assert [each.code for each in lint(weak, Roster([weak, strong.evolve(priority=1)]))] == ["never-wins"]


def test_an_agent_said_never_to_win_does_not_win():
    strong, weak = clean("strong", tags=["recipe", "receta", "bread"]), clean("weak")
    router = Router(Roster([strong, weak]))
    for message in ("recipe", "receta", "chef", "a recipe for bread", "recetas"):
        assert router.decide(message).agent == "strong"
