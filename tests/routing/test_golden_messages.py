"""Golden messages: what people write, who must get it, and who must not."""

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bailiwick import Roster, Router, Stage, shipped_agents
from bailiwick.kernel.settings import Settings
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.language import detect_language
from bailiwick_router.examples import train
from support.deciding import AsInTheProduct

HERE = Path(__file__).parent
NOBODY = "nobody"


def read(file: str) -> dict[str, Any]:
    return tomllib.loads((HERE / file).read_text(encoding="utf-8"))


def messages(table: str) -> list[tuple[str, str, str]]:
    """Return the messages of a table of golden.toml: language, agent, text."""
    groups = read("golden.toml")[table]
    return [(lang, agent, text) for agent, found in groups.items() for lang, texts in found.items() for text in texts]


GOLDEN = messages("golden")
"""What the rules alone decide."""
TYPED_WELL, TYPED_BADLY = messages("typed_well"), messages("typed_badly")
"""What the product decides with all that it has."""
MISSES = {text: agent for agent, texts in read("golden.toml")["misses"].items() for text in texts}
"""Of these the ones that somebody else gets, with who that is."""
OUT_OF_SCOPE = [
    (language, frozenset(group["agents"]), text)
    for group in read("out_of_scope.toml")["group"]
    for language in ("en", "es")
    for text in group[language]
]
SEVERAL = [(language, case) for case in read("split.toml")["several"] for language in ("en", "es")]
WHOLE = [(language, text) for language in ("en", "es") for text in read("split.toml")["whole"][language]]


@pytest.fixture(scope="module")
def router() -> Router:
    """The rules alone."""
    return Router(Roster(shipped_agents()), classifier=None)


@pytest.fixture(scope="module")
def taught(router: Router) -> Router:
    """The same router after it has learned from the agents' examples."""
    return Router(router.roster, classifier=train(router.roster))


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> AsInTheProduct:
    """The router as the product has it."""
    return AsInTheProduct(Settings(home=tmp_path_factory.mktemp("home")))


@pytest.mark.parametrize("agent", sorted({agent for _, agent, _ in GOLDEN}))
def test_messages_reach_the_agent_they_are_meant_for(router: Router, agent: str) -> None:
    decisions = [(text, router.decide(text)) for _, meant, text in GOLDEN if meant == agent]
    assert [(text, found.agent, found.reason) for text, found in decisions if found.agent != agent] == []
    assert {found.model_calls for _, found in decisions} == {0}


def test_a_look_alike_does_not_reach_the_agent_it_looks_like(router: Router) -> None:
    assert [
        (text, found.agent, found.reason)
        for _, agents, text in OUT_OF_SCOPE
        if ((found := router.decide(text)).agent or NOBODY) not in agents
    ] == []


@pytest.mark.parametrize(("language", "case"), SEVERAL, ids=[f"{case[0]}-{case[1][case[0]]}" for case in SEVERAL])
def test_requests_for_several_agents_reach_each_of_them(router: Router, language: str, case: dict[str, Any]) -> None:
    decision = router.decide(case[language])
    assert [part.agent for part in decision.parts] == case["agents"], decision.stages
    assert [at for at, part in enumerate(decision.parts) if part.leans] == case.get("leans", [])
    assert (decision.agent, decision.stage, decision.model_calls) == (case["agents"][0], Stage.SPLIT, 0)
    assert all(part.candidates[0].agent == part.agent and part.candidates[0].evidence for part in decision.parts)
    assert not Router(router.roster, profile="classic").decide(case[language]).parts


@pytest.mark.parametrize(("language", "text"), WHOLE, ids=[f"{case[0]}-{case[1]}" for case in WHOLE])
def test_what_only_looks_like_several_requests_stays_whole(router: Router, language: str, text: str) -> None:
    decision = router.decide(text)
    assert not decision.parts, decision.reason


def test_what_was_learned_from_examples_takes_no_message_from_the_agent_it_is_meant_for(taught: Router) -> None:
    assert [(text, found) for _, agent, text in GOLDEN if (found := taught.decide(text).agent) != agent] == []
    assert [
        (text, found)
        for _, agents, text in OUT_OF_SCOPE
        if (found := taught.decide(text).agent or NOBODY) not in agents
    ] == []


def test_what_was_learned_from_examples_takes_apart_what_is_several_requests_and_nothing_else(taught: Router) -> None:
    for language, case in SEVERAL:
        assert [part.agent for part in taught.decide(case[language]).parts] == case["agents"], case[language]
    whole = [text for _, text in WHOLE] + [text for _, _, text in (*GOLDEN, *OUT_OF_SCOPE)]
    whole += [example for agent in taught.roster if agent.routable for example in agent.examples]
    assert [text for text in whole if taught.decide(text).parts] == []


def test_every_example_of_an_agent_reaches_it_once_it_is_learned(taught: Router) -> None:
    assert [
        (text, decision.agent)
        for agent in taught.roster
        if agent.routable
        for text in agent.examples
        if (decision := taught.decide(text)).agent != agent.id
    ] == []


def test_the_product_gives_all_messages_but_the_known_misses_to_whom_they_are_meant_for(
    product: AsInTheProduct,
) -> None:
    missed = {
        text: found
        for _, agent, text in (*GOLDEN, *TYPED_WELL, *TYPED_BADLY)
        if (found := product.decide(text).agent or SUPERVISOR_ID) != agent
    }
    known = {text: SUPERVISOR_ID if agent == NOBODY else agent for text, agent in MISSES.items()}
    assert {text: agent for text, agent in missed.items() if text not in known} == {}, "new misses"
    assert [text for text in known if text not in missed] == [], "no misses any more: take them off the list"
    assert missed == known


def test_misses_are_few_and_fewer_where_people_type_well() -> None:
    well, badly = ([text in MISSES for *_, text in table] for table in (TYPED_WELL, TYPED_BADLY))
    assert sum(well) + sum(badly) == len(MISSES)
    assert sum(well) <= 0.05 * len(well)
    assert sum(badly) <= 0.17 * len(badly)


def test_the_golden_messages_are_a_thousand_and_a_third_of_them_are_typed_badly() -> None:
    total = len(GOLDEN) + len(TYPED_WELL) + len(TYPED_BADLY)
    assert total >= 1_000
    assert 3 * len(TYPED_BADLY) >= total
    agents = {agent.id for agent in Roster(shipped_agents()) if agent.routable} | {SUPERVISOR_ID}
    for table in (TYPED_WELL, TYPED_BADLY):
        counts = Counter((language, agent) for language, agent, _ in table)
        assert set(counts) == {(language, agent) for language in ("en", "es") for agent in agents}
        assert min(counts.values()) >= 6


def test_every_example_of_an_agent_reaches_it_as_the_product_decides(product: AsInTheProduct) -> None:
    """Helpers are asked by the agent that has them, and what is several requests the supervisor hands out."""
    roster = product.router.roster
    wrong = []
    for agent in roster:
        asked = SUPERVISOR_ID if agent.id == SUPERVISOR_ID else agent.id if agent.routable else "main"
        for text in agent.examples:
            decision = product.decide(text)
            found = SUPERVISOR_ID if decision.parts or decision.agent is None else decision.agent
            if found != asked:
                wrong.append((agent.id, text, decision.agent))
    assert wrong == []


def test_no_golden_message_and_no_example_is_taken_apart(router: Router) -> None:
    texts = [text for _, _, text in (*GOLDEN, *OUT_OF_SCOPE)]
    texts += [example for agent in router.roster if agent.routable for example in agent.examples]
    assert [text for text in texts if router.decide(text).parts] == []


@pytest.mark.parametrize("agent", [agent.id for agent in Roster(shipped_agents()) if agent.routable])
def test_the_requests_that_people_are_shown_reach_the_agent_that_they_are_shown_for(router: Router, agent: str) -> None:
    examples = (router.roster.get(agent) or pytest.fail(agent)).examples
    half = next(at for at, example in enumerate(examples) if detect_language(example) == "es")
    shown = [*examples[:10], *examples[half : half + 10]]
    assert [(text, decision.agent) for text in shown if (decision := router.decide(text)).agent != agent] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_routable_agent_has_golden_messages_in_each_language(language: str) -> None:
    counts = Counter(agent for each, agent, _ in GOLDEN if each == language)
    routable = {agent.id for agent in Roster(shipped_agents()) if agent.routable}
    assert set(counts) == routable
    assert min(counts.values()) >= 12
    assert sum(each == language for each, _, _ in OUT_OF_SCOPE) >= 40


def test_golden_messages_are_not_the_examples_of_the_agents() -> None:
    def bare(text: str) -> str:
        return "".join(character for character in text.casefold() if character.isalnum())

    examples = {bare(example) for agent in Roster(shipped_agents()) for example in agent.examples}
    every = [text for *_, text in (*GOLDEN, *TYPED_WELL, *TYPED_BADLY)]
    assert [text for text in every if bare(text) in examples] == []
    texts = [bare(text) for text in every]
    assert len(set(texts)) == len(texts)


def test_golden_messages_are_decided_by_what_the_agents_say_of_themselves(
    router: Router, record_property: Callable[[str, object], None]
) -> None:
    stages = Counter(router.decide(text).stage for _, _, text in GOLDEN)
    for stage, number in stages.items():
        record_property(str(stage), number)
    print(f"\nGolden messages by deciding stage: {dict(stages)}")  # shown by pytest -s
    assert set(stages) <= {Stage.INTENTS, Stage.EXAMPLES, Stage.TAGS}
