"""Every query has a name, a sentence and a use."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bailiwick
from bailiwick.kernel.database.queries import Queries, as_uuid, bounded, containing
from bailiwick.kernel.database.text import as_json, clean_json, clean_text, same_title
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.ids import uuid7

HOUSE = Path(bailiwick.__file__).parent
FILES = sorted(file for file in HOUSE.rglob("*.sql") if file.with_suffix(".py").exists())
SOURCES = "".join(file.read_text() for file in HOUSE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_query_has_a_sentence_and_is_used(file):
    queries = Queries(".".join(file.relative_to(HOUSE.parent).with_suffix("").parts))
    assert len(queries) > 0
    assert file.read_text().count("-- name:") == len(queries)
    for query in queries.values():
        assert query.sentence.endswith("."), query.name
        assert query.sentence[0].isupper(), query.name
        assert query.sql.endswith(";"), query.name
        assert f'"{query.name}"' in SOURCES, query.name


@given(st.text(st.characters(exclude_categories=())))
def test_cleaned_text_can_be_kept_and_clean_text_is_left_alone(text):
    cleaned = clean_text(text)
    assert "\0" not in cleaned
    cleaned.encode()
    assert clean_text(cleaned) == cleaned
    if "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text):
        assert cleaned == text


def test_two_halves_of_a_pair_become_the_letter_they_stand_for():
    assert clean_text("\ud83d\ude00 \ud83d \ude00") == "😀 \ufffd \ufffd"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_whatever_json_is_given_can_be_written(value):
    assert "NaN" not in as_json({"value": value}) or "NaN" in str(value)
    assert clean_json(clean_json(value)) == clean_json(value)


def test_ids_in_any_other_spelling_name_nothing():
    good = uuid7()
    assert str(as_uuid(good, "thing")) == good
    for text in (good.upper(), good.replace("-", ""), f"{{{good}}}", f"urn:uuid:{good}", "", " " + good, None, 7):
        with pytest.raises(NotFound, match="no such thing"):
            as_uuid(text, "thing")


def test_ids_grow_with_time_and_are_version_7():
    ids = [as_uuid(uuid7(), "x") for _ in range(1000)]
    assert {(value.version, value.variant) for value in ids} == {(7, "specified in RFC 4122")}
    assert len(set(ids)) == 1000
    milliseconds = [value.int >> 80 for value in ids]
    assert milliseconds == sorted(milliseconds)


def test_limits_and_patterns_are_tame():
    assert [bounded(n) for n in (-1, 0, 1, 50, 10**9)] == [1, 1, 1, 50, 1000]
    assert containing("50%_\\") == "%50\\%\\_\\\\%"
    assert containing("") is None
    assert as_json([1]) == "[1]"


@given(st.text())
def test_a_title_is_the_same_as_itself_in_capitals_and_decomposed(title):
    import unicodedata

    assert same_title(unicodedata.normalize("NFD", title)) == same_title(title)
    assert same_title(f"  {title} ") == same_title(title)


def test_columns_are_named_once_and_said_as_names_as_parameters_and_as_what_is_set(tmp_path, monkeypatch):
    (tmp_path / "boats.sql").write_text(
        "-- columns: said\n-- What people say.\nname,\nlength\n\n"
        "-- name: add\n-- Add a boat.\nINSERT INTO boats (id, {said}) VALUES (%(id)s, {said.given}) RETURNING '{}';\n\n"
        "-- name: change\n-- Change a boat.\nUPDATE boats SET {said.set} WHERE id = %(id)s;\n"
    )
    monkeypatch.syspath_prepend(tmp_path.parent)
    queries = Queries(f"{tmp_path.name}.boats")
    assert list(queries) == ["add", "change"]
    assert queries["add"].numbered == ("INSERT INTO boats (id, name,\nlength) VALUES ($1, $2, $3) RETURNING '{}';")
    assert queries["change"].numbered == "UPDATE boats SET name = $1, length = $2 WHERE id = $3;"
    assert queries["change"].parameters == ("name", "length", "id")


def test_columns_that_a_file_does_not_name_are_an_error(tmp_path, monkeypatch):
    (tmp_path / "ships.sql").write_text("-- name: all\n-- All ships.\nSELECT {said} FROM ships;\n")
    monkeypatch.syspath_prepend(tmp_path.parent)
    with pytest.raises(LookupError):
        Queries(f"{tmp_path.name}.ships")
