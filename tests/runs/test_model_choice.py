"""A model's word on who gets a message is read strictly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.runs.model_choice import read_choice
from bailiwick.runs.single_question import object_in

KNOWN = ("potter", "gardener")
LEAF = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(KNOWN)
NAMES = st.sampled_from(("agent", "reason"))
JSON = st.recursive(
    LEAF, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2), max_leaves=4
)


def test_an_agent_or_nobody_is_chosen_with_how_sure_and_why():
    choice = read_choice(
        object_in('Sure:\n{"agent": "potter", "confidence": 0.8, "reason": "Clay\\n is  theirs."} Bye'), KNOWN
    )
    assert (choice.valid, choice.agent, choice.confidence, choice.reason) == (True, "potter", 0.8, "Clay is theirs.")
    nobody = read_choice(object_in('{"agent": null}'), KNOWN)
    assert (nobody.valid, nobody.agent, nobody.confidence) == (True, None, 0.5)


@pytest.mark.parametrize(
    "text", ["", "potter", "{", "[]", '{"agent": "baker"}', '{"agent": ["potter"]}', '{"confidence": 1}', "{" * 10_000]
)
def test_what_names_nobody_that_could_be_chosen_is_no_choice(text):
    choice = read_choice(object_in(text), KNOWN)
    assert (choice.valid, choice.agent) == (False, None)
    assert choice.reason


@given(st.fixed_dictionaries({"agent": JSON}, optional={"confidence": JSON, "reason": JSON}))
def test_nothing_that_a_model_says_is_more_than_it_may(answer):
    choice = read_choice(object_in(json.dumps(answer)), KNOWN)
    assert choice.agent is None or choice.agent in KNOWN
    assert not choice.valid or choice.agent == answer["agent"]
    assert 0.0 <= choice.confidence <= 1.0
    assert len(choice.reason) <= 300
