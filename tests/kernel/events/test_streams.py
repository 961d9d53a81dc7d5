"""A stream is exact: whatever is missed, resumed or restarted, a reader ends up with the stored transcript."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.bus import OpenText
from bailiwick.kernel.events.facts import (
    ErrorOccurred,
    Event,
    ExecutionFinished,
    Fact,
    ModelCalled,
    ModelResponded,
    ToolStarted,
)
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.events.streams import Position, _Reader
from bailiwick.kernel.http.sse import event
from bailiwick.kernel.places import Place
from bailiwick.kernel.usage import Usage

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Client:
    """A client as the documentation describes it: cuts its text at the offset and appends."""

    text: str = ""
    facts: list[int] = field(default_factory=list)
    last_id: str = ""
    wrong: list[str] = field(default_factory=list)

    def take(self, item: StreamItem) -> None:
        self.last_id = item.id
        if item.kind == "agent.stream":
            if item.data["offset"] > len(self.text):
                self.wrong.append(f"gap before {item.data['offset']}, had {len(self.text)}")
            self.text = self.text[: item.data["offset"]] + item.data["text"]
        else:
            self.facts.append(Position.parse(item.id).sequence)
            if item.kind == "model-call":
                self.text = ""
            if item.kind == "model-response" and self.text != item.data["text"]:
                self.wrong.append(f"had {self.text!r}, stored {item.data['text']!r}")


class Execution:
    """A run as it is seen from outside: facts in the database, an open text on the bus."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.open: OpenText | None = None
        self.helpers: dict[str, OpenText] = {}
        self._calls = count(1)

    def tell(self, event: Event) -> None:
        number = len(self.facts) + 1
        self.facts.append(
            Fact(id=number, execution_id="x", sequence=number, kind=event.wire, agent="a", data=event.data(), at=NOW)
        )

    def call(self, attempts: list[list[str]], *, carried: bool) -> "list":
        """Return the moments of one model call: begun, streamed (again after failures), stored."""
        name = f"model:{next(self._calls)}"
        moments = [lambda: self.tell(ModelCalled(agent="a", model="m", call=name))]
        for number, pieces in enumerate(attempts):
            offset = 0
            for piece in pieces:
                moments.append(lambda offset=offset, piece=piece: self._say(name, offset, piece, carried))
                offset += len(piece)
            if number < len(attempts) - 1:
                moments.append(lambda: self.tell(ErrorOccurred(error_class="network", message="cut", will_retry=True)))
        final = "".join(attempts[-1])
        moments.append(
            lambda: self.tell(
                ModelResponded(
                    agent="a", model="m", call=name, text=final, tool_calls=(), milliseconds=1.0, usage=Usage()
                )
            )
        )
        return moments

    def _say(self, call: str, offset: int, piece: str, carried: bool) -> None:
        if not carried:
            return
        if self.open is None or self.open.call != call:
            self.open = OpenText(call)
        self.open.add(offset, piece)

    def visible(self, line: str = "") -> OpenText | None:
        if line:
            return self.helpers.get(line)
        return self.open if self.open is not None and self.open.whole else None


PIECES = st.lists(st.text(alphabet="abñ😀 ", min_size=1, max_size=4), max_size=5)
CALLS = st.lists(st.tuples(st.lists(PIECES, min_size=1, max_size=2), st.booleans()), min_size=1, max_size=3)


@settings(max_examples=500)
@example(calls=[([["a"], [" "]], True)], choices=["go", "go", "go", "read"])
@given(calls=CALLS, choices=st.lists(st.sampled_from(["go", "read", "drop"]), max_size=60))
def test_any_interleaving_of_reads_and_reconnects_gives_the_stored_transcript(calls, choices):
    execution, client = Execution(), Client()
    moments = [moment for attempts, carried in calls for moment in execution.call(attempts, carried=carried)]
    moments.append(lambda: execution.tell(ToolStarted(agent="a", tool="t", call="c", arguments={})))
    moments.append(
        lambda: execution.tell(ExecutionFinished(status="completed", agent="a", content="", usage=Usage(), messages=()))
    )
    made = {}  # shared by the readers
    reader = _Reader(Position(), made)
    for choice in [*choices, *["go"] * len(moments)]:
        if choice == "go" and moments:
            moments.pop(0)()
        elif choice == "drop":
            reader = _Reader(Position.parse(client.last_id), made)
        else:
            for item in reader.read(execution.facts, execution.visible):
                client.take(item)
    while moments:
        moments.pop(0)()
    for item in reader.read(execution.facts, execution.visible):
        client.take(item)
    assert client.wrong == []
    assert client.facts == [fact.sequence for fact in execution.facts]
    assert reader.ended


@pytest.mark.parametrize("text", ["-1", "1.-1", "one", "1.2.3", "9" * 40, "٣.0", "1e3", "."])
def test_an_id_that_no_stream_sent_is_refused_with_a_sentence(text):
    with pytest.raises(InvalidInput, match="Last-Event-ID"):
        Position.parse(text)


def test_no_id_starts_at_the_beginning():
    assert Position.parse(None) == Position.parse("") == Position(0, 0)


LINES = ("one", "two")


@settings(max_examples=300)
@given(
    choices=st.lists(
        st.one_of(st.just("read"), st.just("drop"), st.tuples(st.sampled_from(LINES), st.sampled_from("abñ"))),
        max_size=40,
    )
)
def test_helpers_that_stream_at_once_are_read_whole_by_readers_that_come_and_go(choices):
    execution, heard, last_id = Execution(), {}, ""
    for line in LINES:
        execution.tell(ModelCalled(agent="h", model="m", call=f"asked by {line}", place=Place(path=(line,))))
        execution.helpers[line] = OpenText(f"asked by {line}")
    reader = _Reader(Position(), {})

    def take() -> None:
        nonlocal last_id
        for item in reader.read(execution.facts, execution.visible):
            last_id = item.id or last_id
            if item.kind == "agent.stream":
                before = heard.get(item.data["call"], "")
                assert item.data["offset"] <= len(before)
                heard[item.data["call"]] = before[: item.data["offset"]] + item.data["text"]

    for choice in choices:
        if choice == "drop":
            reader = _Reader(Position.parse(last_id), {})
        elif choice == "read":
            take()
        else:
            line, piece = choice
            execution.helpers[line].text += piece
    take()
    whole = {line: execution.helpers[line].text + " end" for line in LINES}
    for line, text in whole.items():
        execution.tell(
            ModelResponded(
                agent="h",
                model="m",
                call=f"asked by {line}",
                place=Place(path=(line,)),
                text=text,
                tool_calls=(),
                milliseconds=1.0,
                usage=Usage(),
            )
        )
    take()
    assert heard == {f"asked by {line}": text for line, text in whole.items()}


def test_all_readers_of_an_execution_get_the_same_items_so_that_each_is_written_once():
    execution, made = Execution(), {}
    for moment in execution.call([["a", "b"]], carried=True):
        moment()
    one, other = (list(_Reader(Position(), made).read(execution.facts, execution.visible)) for _ in range(2))
    assert len(one) > 1
    assert all(mine is theirs for mine, theirs in zip(one, other, strict=True))
    assert event(one[0]) is event(other[0])
