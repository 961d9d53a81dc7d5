"""Golden messages: what people write, who must get it, and who must not."""

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bailiwick import Roster, Router, Stage, shipped_agents
from bailiwick_router.core.language import detect_language
from bailiwick_router.examples import train

HERE = Path(__file__).parent
NOBODY = "nobody"


def read(file: str) -> dict[str, Any]:
    return tomllib.loads((HERE / file).read_text(encoding="utf-8"))


GOLDEN = [
    (language, agent, text)
    for agent, messages in read("golden.toml")["golden"].items()
    for language, texts in messages.items()
    for text in texts
]
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
    assert [text for _, _, text in GOLDEN if bare(text) in examples] == []
    texts = [bare(text) for _, _, text in GOLDEN]
    assert len(set(texts)) == len(texts)


def test_golden_messages_are_decided_by_what_the_agents_say_of_themselves(
    router: Router, record_property: Callable[[str, object], None]
) -> None:
    stages = Counter(router.decide(text).stage for _, _, text in GOLDEN)
    for stage, number in stages.items():
        record_property(str(stage), number)
    print(f"\nGolden messages by deciding stage: {dict(stages)}")  # shown by pytest -s
    assert set(stages) <= {Stage.INTENTS, Stage.EXAMPLES, Stage.TAGS}
