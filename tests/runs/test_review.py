"""Reviews happen when the agent's policy says so, and an unreadable verdict holds no answer back and accepts none."""

import pytest
from pydantic_ai.messages import ModelResponse

from bailiwick.runs.doubts import doubts_of
from bailiwick.runs.review import due, read_verdict
from bailiwick.runs.reviews import FlagCause, VerdictKind
from bailiwick.runs.single_question import object_in
from bailiwick_router.core.agents import Agent, ReviewPolicy
from bailiwick_router.core.decisions import Mode


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


def test_an_answer_that_the_provider_withheld_is_in_doubt_and_none_for_its_words():
    said = ModelResponse(parts=[], finish_reason="stop")
    withheld = ModelResponse(parts=[], finish_reason="content_filter")
    assert doubts_of("I can't help with that.", said, tool_error=False, limit=False) == []
    assert doubts_of("Something", withheld, tool_error=True, limit=True) == ["tool-error", "limit", "refusal"]
    assert doubts_of(" ", None, tool_error=False, limit=False) == ["empty"]


def test_a_verdict_is_read_from_the_text_around_it():
    verdict = read_verdict(object_in('Sure: {"verdict": "revise", "reason": "too long", "advice": "cut it"} ok'))
    assert (verdict.kind, verdict.reason, verdict.advice) == ("revise", "too long", "cut it")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        *(
            (text, FlagCause.UNREADABLE)
            for text in (
                "",
                "no",
                "{",
                '{"verdict": 3}',
                "[1]",
                "{}",
                "}{",
                '{"verdict": "great"}',
                "[" * 100_000,
                "Looks good!",
                '{"verdict": "flag"}',
            )
        ),
        *(
            (text, FlagCause.NO_ADVICE)
            for text in (
                '{"verdict": "revise"}',
                '{"verdict": "revise", "advice": " "}',
                '{"verdict": "revise", "advice": null}',
            )
        ),
    ],
)
def test_a_verdict_that_cannot_be_read_is_a_flag_with_its_cause(text, cause):
    verdict = read_verdict(object_in(text))
    assert (verdict.kind, verdict.cause) == (VerdictKind.FLAG, cause)
    assert verdict.reason


def test_a_verdict_is_read_however_its_word_is_spelt():
    verdict = read_verdict({"verdict": " Accept", "reason": "fine"})
    assert (verdict.kind, verdict.cause, verdict.reason) == (VerdictKind.ACCEPT, None, "fine")
