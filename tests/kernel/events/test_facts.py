"""Every event can travel: JSON-ready, camelCase, described, and listed once."""

import inspect
import json
from dataclasses import fields
from datetime import UTC, datetime

from bailiwick.kernel.events import facts as events
from bailiwick.kernel.events.facts import EVENTS, AgentDelegated, Event, ModelResponded
from bailiwick.kernel.usage import Usage


def test_every_event_class_is_listed_once_under_a_name_of_its_own():
    defined = {
        value
        for value in vars(events).values()
        if inspect.isclass(value) and issubclass(value, Event) and value is not Event
    }
    assert set(EVENTS) == defined
    assert len({event.wire for event in EVENTS}) == len(EVENTS)
    assert all(event.__doc__ for event in EVENTS)


def test_the_names_that_clients_know_are_kept():
    assert {
        "agent-delegation",
        "main-iteration",
        "model-call",
        "model-response",
        "tool-execution",
        "agent.stream",
        "agent.tool_result",
        "mode.switched",
        "direct.executed",
        "supervised.delegated",
        "execution.started",
        "agent.completed",
        "error.occurred",
        "done",
    } <= {event.wire for event in EVENTS}


def test_a_delegation_says_from_and_to():
    data = AgentDelegated(
        from_agent="a",
        to="b",
        reason="r",
        query="q",
        timestamp=datetime(2026, 1, 1, tzinfo=UTC),
        stage="tags",
        confidence=0.5,
        microseconds=1.0,
        model_calls=0,
        decision_id="d",
        announcement="",
    ).data()
    assert list(data)[:5] == ["from", "to", "reason", "query", "timestamp"]
    assert json.loads(json.dumps(data)) == data


def test_nested_records_are_camel_case_too():
    data = ModelResponded(
        agent="a", model="m", call="c", text="t", tool_calls=("x",), milliseconds=1.0, usage=Usage(input_tokens=3)
    ).data()
    assert data["toolCalls"] == ["x"]
    assert data["usage"]["inputTokens"] == 3
    assert len(data) == len(fields(ModelResponded))
