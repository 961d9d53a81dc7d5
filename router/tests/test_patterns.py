"""Patterns: what is accepted, what matches, and how few are tried."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_router import Agent, InvalidInput, Roster, Router
from bailiwick_router.literals import required_literals, requires_digit
from bailiwick_router.patterns import Patterns, bare, compile_pattern

EVIL = [
    r"(a+)+$",
    r"(.*a){20}",
    r"(a|aa)+$",
    r"(a|a?)+$",
    r"(.*)*x",
    r"([a-zA-Z]+)*$",
    r"(\w+\s?)*$",
    r"(?:a?){50}a{50}",
    r"(x+x+)+y",
    r"(.*?,){25}P",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(a*)*b",
    r"((a+)*)*b",
    r"(\d+|\w+)*!",
]


REFUSED = [r"((a{1,100}){1,100})", r"a{1,1000}", r"(a{1,30}){1,30}", r"(.*a){100}", r"(\pL+ ){100}"]


@pytest.mark.parametrize("pattern", REFUSED)
def test_a_pattern_that_grows_too_large_is_refused(pattern):
    with pytest.raises(InvalidInput, match="too large") as caught:
        compile_pattern(pattern)
    assert caught.value.field == "patterns"


@pytest.mark.parametrize("pattern", EVIL)
def test_an_evil_pattern_is_matched_in_linear_time(pattern):
    compiled = compile_pattern(pattern)
    for text in ("a" * 10_000, "aab " * 2_500, "é" * 5_000):
        started = time.perf_counter()
        compiled.search(text.encode())
        assert time.perf_counter() - started < 20


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"foo(?=bar)", "lookaround"),
        (r"foo(?!bar)", "lookaround"),
        (r"(?<=a)b", "lookaround"),
        (r"(a)\1", "backreference"),
        ("(", "not valid"),
        ("[z-a]", "not valid"),
        ("", "empty"),
        ("a" * 501, "501 characters"),
        ("a" * 100_000, "100000 characters"),
        ("\ud800", "surrogate"),
    ],
)
def test_a_pattern_that_cannot_run_is_refused_with_a_reason(pattern, words):
    with pytest.raises(InvalidInput, match=words):
        Roster().add(Agent(id="a", name="A", patterns=[pattern]))


def test_a_refused_agent_leaves_the_roster_as_it_was():
    roster = Roster([Agent(id="a", name="A", tags=["snow"])])
    router, before = Router(roster), roster.digest
    with pytest.raises(InvalidInput):
        roster.replace(Agent(id="a", name="A", tags=["sun"], patterns=["("]))
    assert roster.digest == before
    assert router.decide("snow").agent == "a"


def test_patterns_ignore_case_and_diacritics_on_both_sides():
    patterns = Patterns()
    patterns.add(bare("MAÑANA"), [1])
    patterns.add(bare(r"se[nñ]al"), [2])
    assert [found for _, found, _ in patterns.find("senal de manana")] == ["manana", "senal"]


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        (r"\b(check|read).*\b(email|inbox)\b", {"email", "inbox"}),
        (r"snow|ski", {"snow", "ski"}),
        (r"snow|x", set()),
        (r"colou?r", {"colo"}),
        (r"a{0,3}bcd", {"bcd"}),
        (r"abc+d", {"abc"}),
        (r"(abc)?def", {"def"}),
        (r"(abc)*", set()),
        (r"\d{3}-\d{4}", set()),
        (r"[abc]+hello[^]x]", {"hello"}),
        (r"[[:alpha:]]+hello", set()),
        (r"(?i)hello", set()),
        (r"(?P<x>hello)", {"hello"}),
        (r"\Qhello\E", set()),
        (r"hello\.world", {"hello.world"}),
        (r"(hello", set()),
        (r"hello)", set()),
        (r"HELLO", {"hello"}),
        (r"x{", set()),
    ],
)
def test_required_literals_are_read_conservatively(pattern, literals):
    assert required_literals(pattern) == literals


atoms = st.sampled_from(["ab", "abc", "b", r"\b", ".", "[ab]", "[^c]", r"\w", "cab", r"\.", "bca", r"\d", "7", r"\D"])
regexes = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda each: f"({'|'.join(each)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{0,2}", "{2}", "{1,2}?", "*?"])).map(
            lambda each: f"(?:{each[0]}){each[1]}"
        ),
        inner.map(lambda each: each + "?" if each[-1].isalnum() else each),
    ),
    max_leaves=8,
)


@given(pattern=regexes, text=st.text("abc. 7", max_size=30))
def test_skipping_by_literals_never_misses_a_match(pattern, text):
    try:
        compiled = compile_pattern(pattern)
    except InvalidInput:
        return
    patterns = Patterns()
    patterns.add(pattern, [0])
    assert bool(list(patterns.find(text))) == (compiled.search(text.encode()) is not None)


def test_a_message_tries_only_patterns_whose_literals_it_holds():
    draw = random.Random(5)
    patterns = Patterns()
    for number in range(5_000):
        word = "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=8))
        patterns.add(rf"\b(see|read).*\b{word}\b", [number])
    patterns.add(r"\bread.*\bmailbox\b", [6_000])
    assert [postings.slots for _, _, postings in patterns.find("please read my mailbox")] == [[6_000]]
    assert patterns.tried < 60


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\d+ miles", True),
        (r"\d{3}-\d{4}", True),
        (r"(\d|7)%", True),
        (r"(?:x\d)+", True),
        (r"365", True),
        (r"\d|seven", False),
        (r"\d*", False),
        (r"(\d)?x", False),
        (r"\D", False),
        (r"[\d]", False),
        (r"[^\d]", False),
        (r"\\d", False),
        (r"seven", False),
        (r"(?i)\d", False),
        (r"\d{0,2}", False),
    ],
)
def test_the_need_of_a_digit_is_read_conservatively(pattern, needed):
    assert requires_digit(pattern) is needed


def test_a_pattern_that_needs_a_digit_is_tried_only_on_messages_with_one():
    patterns = Patterns()
    patterns.add(r"\d\s*%", [1])
    assert list(patterns.find("how many percent?")) == []
    assert patterns.tried == 0
    assert [found for _, found, _ in patterns.find("is 5 % much?")] == ["5 %"]
    patterns.remove(r"\d\s*%", 1)
    assert list(patterns.find("is 5 % much?")) == []


def test_a_shared_pattern_is_matched_once():
    patterns = Patterns()
    for slot in range(1_000):
        patterns.add("snow", [slot])
    list(patterns.find("snow today"))
    assert patterns.tried == 1
    for slot in range(1_000):
        patterns.remove("snow", slot)
    assert list(patterns.find("snow today")) == []
    assert len(patterns) == 0
