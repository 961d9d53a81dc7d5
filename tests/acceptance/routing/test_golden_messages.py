"""Golden messages: what people write, who must get it, and who must not."""

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bailiwick import Roster, Router, Stage

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


@pytest.fixture(scope="module")
def router() -> Router:
    return Router(Roster.builtin())


@pytest.mark.parametrize(("language", "agent", "text"), GOLDEN, ids=[f"{case[0]}-{case[2]}" for case in GOLDEN])
def test_a_message_reaches_the_agent_it_is_meant_for(router: Router, language: str, agent: str, text: str) -> None:
    decision = router.decide(text)
    assert decision.agent == agent, decision.reason
    assert decision.model_calls == 0


@pytest.mark.parametrize(
    ("language", "agents", "text"), OUT_OF_SCOPE, ids=[f"{case[0]}-{case[2]}" for case in OUT_OF_SCOPE]
)
def test_a_look_alike_does_not_reach_the_agent_it_looks_like(
    router: Router, language: str, agents: frozenset[str], text: str
) -> None:
    decision = router.decide(text)
    assert (decision.agent or NOBODY) in agents, decision.reason


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_routable_agent_has_golden_messages_in_each_language(language: str) -> None:
    counts = Counter(agent for each, agent, _ in GOLDEN if each == language)
    routable = {agent.id for agent in Roster.builtin() if agent.routable}
    assert set(counts) == routable
    assert min(counts.values()) >= 12
    assert sum(each == language for each, _, _ in OUT_OF_SCOPE) >= 40


def test_golden_messages_are_not_the_examples_of_the_agents() -> None:
    def bare(text: str) -> str:
        return "".join(character for character in text.casefold() if character.isalnum())

    examples = {bare(example) for agent in Roster.builtin() for example in agent.examples}
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
