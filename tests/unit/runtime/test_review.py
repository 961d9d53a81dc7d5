"""Reviews happen when the agent's policy says so, and an unreadable verdict never holds an answer back."""

import pytest

from bailiwick.core.agents import Agent, ReviewPolicy
from bailiwick.core.decisions import Mode
from bailiwick.core.executions import Usage
from bailiwick.runtime.review import due, read_verdict


@pytest.mark.parametrize(
    ("policy", "mode", "doubts", "expected"),
    [
        (ReviewPolicy.NEVER, Mode.SUPERVISED, ["empty"], False),
        (ReviewPolicy.ON_DOUBT, Mode.SUPERVISED, [], False),
        (ReviewPolicy.ON_DOUBT, Mode.SUPERVISED, ["limit"], True),
        (ReviewPolicy.ALWAYS, Mode.SUPERVISED, [], True),
        (ReviewPolicy.ALWAYS, Mode.DIRECT, ["empty"], False),
    ],
)
def test_a_review_is_due_as_the_policy_says(policy, mode, doubts, expected):
    assert due(Agent(id="a", name="A", review=policy), mode, doubts) is expected


def test_a_verdict_is_read_from_the_text_around_it():
    verdict = read_verdict('Sure: {"verdict": "revise", "reason": "too long", "advice": "cut it"} ok', Usage())
    assert (verdict.verdict, verdict.reason, verdict.advice) == ("revise", "too long", "cut it")


@pytest.mark.parametrize("text", ["", "no", "{", '{"verdict": 3}', "[1]", '{"verdict": "revise"}', "{}", "}{"])
def test_anything_else_accepts_the_answer(text):
    assert read_verdict(text, Usage()).verdict == "accept"
