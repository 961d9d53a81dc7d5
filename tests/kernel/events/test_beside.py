"""Thoughts and arguments of tools reach each reader once, beside the text of their call."""

from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.feed import Texts
from bailiwick.kernel.events.news import OpenCall
from bailiwick.kernel.events.strands import THOUGHT, Strand, StrandKind, TextPiece

CALLS = {("x", ""): OpenCall(execution_id="x", agent="a", call="model:1")}
SUM = Strand(StrandKind.ARGUMENTS, 0, "calculator")


def said(texts: Texts) -> list[tuple[str, int, str]]:
    return [(piece.wire, piece.offset, piece.text) for _, piece in texts.pieces(CALLS)]


def test_what_is_new_of_each_strand_is_sent_once():
    bus = Bus(database=None)
    texts = Texts(bus)
    bus.say("x", TextPiece("model:1", 0, "Two ", THOUGHT))
    assert said(texts) == [("agent.thinking", 0, "Two ")]
    bus.say("x", TextPiece("model:1", 4, "and two.", THOUGHT))
    bus.say("x", TextPiece("model:1", 0, "I count."))
    bus.say("x", TextPiece("model:1", 0, '{"a": ', SUM))
    assert said(texts) == [
        ("agent.thinking", 4, "and two."),
        ("agent.tool_arguments", 0, '{"a": '),
        ("agent.stream", 0, "I count."),
    ]
    assert said(texts) == []


def test_a_strand_that_starts_over_is_taken_back_and_one_with_a_gap_waits():
    bus = Bus(database=None)
    texts = Texts(bus)
    bus.say("x", TextPiece("model:1", 0, "Hm", THOUGHT))
    bus.say("x", TextPiece("model:1", 7, "lost", SUM))
    assert said(texts) == [("agent.thinking", 0, "Hm")]
    bus.say("x", TextPiece("model:1", 0, "", THOUGHT))
    assert said(texts) == [("agent.thinking", 0, "")]


def test_the_next_call_begins_without_the_thoughts_of_the_one_before():
    bus = Bus(database=None)
    texts = Texts(bus)
    bus.say("x", TextPiece("model:1", 0, "Hm", THOUGHT))
    said(texts)
    later = {("x", ""): OpenCall(execution_id="x", agent="a", call="model:2")}
    bus.say("x", TextPiece("model:2", 0, "Hm", THOUGHT))
    ((_, piece),) = texts.pieces(later)
    assert (piece.call, piece.offset, piece.text) == ("model:2", 0, "Hm")
