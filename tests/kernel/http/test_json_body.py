"""Strict reading of JSON bodies."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.http.json_body import MAX_DEPTH, BadValue, NotJson, read_json, written

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values)
def test_every_storable_value_is_read_as_it_was_written(value: object) -> None:
    assert read_json(json.dumps(value).encode()) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{", "line 1, column 2"),
        (b'{"a": 1,}', "not JSON"),
        (b"\xff\xfe", "UTF-8 at byte 0"),
        (b'{"a": "\xc3"}', "UTF-8"),
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b'{"b": {"a": 1, "a": 1}}', "stands twice"),
        (b"NaN", "NaN"),
        (b'{"a": -Infinity}', "-Infinity"),
        (b'{"a": 9223372036854775808}', "64 bits"),
        (b'{"a": ' + b"9" * 5000 + b"}", "64 bits"),
        (b"[" * 100_000 + b"]" * 100_000, "deeper"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deeper"),
        (b"'single'", "not JSON"),
    ],
)
def test_what_is_not_strict_json_is_refused_with_the_reason(body: bytes, says: str) -> None:
    with pytest.raises(NotJson, match=says):
        read_json(body)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (rb'{"message": "a\u0000b"}', "message"),
        (rb'{"agents": [{"name": "x"}, {"tags": ["ok", "\ud800"]}]}', "agents[1].tags[1]"),
        (rb'{"metadata": {"a": {"b": "\udfff"}}}', "metadata.a.b"),
        (b'{"budget": {"seconds": 1e400}}', "budget.seconds"),
        (rb'"\u0000"', ""),
    ],
)
def test_a_value_that_cannot_be_stored_is_named(body: bytes, field: str) -> None:
    with pytest.raises(BadValue) as caught:
        read_json(body)
    assert caught.value.field == field


def test_a_key_that_cannot_be_stored_is_refused_and_shown_in_ascii() -> None:
    with pytest.raises(BadValue) as caught:
        read_json(rb'{"\ud800": 1}')
    assert caught.value.field.isascii()


def test_nesting_is_allowed_up_to_the_limit_and_no_further() -> None:
    assert read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    with pytest.raises(NotJson, match="deeper"):
        read_json(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert read_json(rb'"\ud83d\ude00"') == "\U0001f600"


def test_a_byte_order_mark_is_not_part_of_the_body() -> None:
    assert read_json(b"\xef\xbb\xbf{}") == {}


def test_a_mebibyte_of_anything_is_judged_at_once() -> None:
    bodies = [b"[" + b"[]," * 349_000 + b"1]", b"[" * 1_048_576, b'{"a":' * 200_000, b"9" * 1_048_576]
    started = time.perf_counter()
    for body in bodies:
        try:
            read_json(body)
        except NotJson:
            continue
    assert time.perf_counter() - started < 20


def test_paths_are_written_as_people_write_them() -> None:
    assert written(["agents", 0, "name"]) == "agents[0].name"
    assert written([]) == ""
