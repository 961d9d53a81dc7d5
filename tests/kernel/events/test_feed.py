"""A follower of a user puts each text together exactly, whatever is lost, repeated or started over on the way."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import Fact, ModelResponded
from bailiwick.kernel.events.feed import Texts
from bailiwick.kernel.events.news import OpenCall
from bailiwick.kernel.events.strands import TextPiece
from bailiwick.kernel.places import Place
from bailiwick.kernel.usage import Usage

CALLS = {(name, ""): OpenCall(execution_id=name, agent="a", call=f"model:{name}") for name in "xy"}


def answered(execution_id: str, text: str) -> Fact:
    event = ModelResponded(
        agent="a", model="m", call=f"model:{execution_id}", text=text, tool_calls=(), milliseconds=1.0, usage=Usage()
    )
    return Fact(
        id=1,
        execution_id=execution_id,
        sequence=1,
        kind=event.wire,
        agent="a",
        data=event.data(),
        at=datetime(2026, 1, 1, tzinfo=UTC),
    )


PIECES = st.text(alphabet="abñ😀", max_size=4)
MOVES = st.lists(
    st.one_of(st.just("read"), st.just("restart"), st.just("reconnect"), st.tuples(st.sampled_from("xy"), PIECES))
)


@settings(max_examples=400)
@given(moves=MOVES, tails=st.fixed_dictionaries({"x": PIECES, "y": PIECES}))
def test_any_interleaving_of_pieces_and_reads_gives_the_stored_texts(moves, tails):
    bus = Bus(database=None)
    texts, said, had = Texts(bus), {"x": "", "y": ""}, {}

    def take(pieces):
        for execution, piece in pieces:
            before = had.get(execution, "")
            assert piece.offset <= len(before)
            had[execution] = before[: piece.offset] + piece.text

    for move in moves:
        if move == "read":
            take(texts.pieces(CALLS))
            assert had == {name: text for name, text in said.items() if text or name in had}
        elif move == "restart":
            bus.say("x", TextPiece("model:x", 0, ""))
            said["x"] = ""
        elif move == "reconnect":
            texts, had = Texts(bus), {}
        else:
            name, piece = move
            bus.say(name, TextPiece(f"model:{name}", len(said[name]), piece))
            said[name] += piece
    for name, tail in tails.items():
        begun = name in had
        take(texts.rest(answered(name, said[name] + tail)))
        assert had.get(name) == (said[name] + tail if begun else None)


def test_a_text_of_another_call_is_not_sent():
    bus = Bus(database=None)
    bus.say("x", TextPiece("model:0", 0, "earlier"))
    assert list(Texts(bus).pieces(CALLS)) == []


def test_a_new_call_of_the_same_execution_begins_at_its_beginning():
    bus = Bus(database=None)
    texts = Texts(bus)
    bus.say("x", TextPiece("model:x", 0, "same start"))
    list(texts.pieces(CALLS))
    later = {("x", ""): OpenCall(execution_id="x", agent="a", call="model:2")}
    bus.say("x", TextPiece("model:2", 0, "same start and more"))
    ((_, piece),) = texts.pieces(later)
    assert (piece.call, piece.offset, piece.text) == ("model:2", 0, "same start and more")


@settings(max_examples=200)
@given(pieces=st.lists(st.tuples(st.sampled_from(["", "one", "two", "in two"]), PIECES)))
def test_texts_of_helpers_that_stream_at_once_are_kept_apart(pieces):
    bus, said, had = Bus(database=None), {}, {}
    texts, calls = Texts(bus), {}
    for line, piece in pieces:
        call = f"asked by {line}"
        place = Place(path=(line,) if line else ())
        calls["x", line] = OpenCall(execution_id="x", agent="a", call=call, place=place)
        bus.say("x", TextPiece(call, len(said.get(call, "")), piece, line=line))
        said[call] = said.get(call, "") + piece
        for _, news in texts.pieces(calls):
            assert news.place == calls["x", news.place.caller].place
            had[news.call] = had.get(news.call, "")[: news.offset] + news.text
    assert had == {call: text for call, text in said.items() if text}
