"""Ids are made of names, whatever the names are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.swarm.names import LONGEST_SLUG, checked_name, checked_resident_name, free, slug
from bailiwick.kernel.errors import InvalidInput

LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789-")


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Ana", "ana"),
        ("  Año Nuevo!! ", "ano-nuevo"),
        ("Ben-2", "ben-2"),
        ("a__b--c", "a-b-c"),
        ("日本", "instead"),
        ("\N{LATIN SMALL LIGATURE FI}n Ⅷ", "fin-viii"),
        ("x" * 31 + " y", "x" * 31),
    ],
)
def test_a_slug_has_the_plain_letters_of_a_name(name, made):
    assert slug(name, instead="instead") == made


@given(st.text(st.characters(exclude_categories=())))
def test_every_name_makes_a_slug_that_makes_itself(name):
    made = slug(name, instead="resident")
    assert 1 <= len(made) <= LONGEST_SLUG
    assert set(made) <= LETTERS
    assert made == made.strip("-")
    assert slug(made, instead="") == made


@given(st.text(), st.integers(0, 120))
def test_a_free_id_is_found_however_many_are_taken(name, count):
    taken = set()
    for _ in range(count + 1):
        made = free(slug(name, instead="swarm"), taken.__contains__)
        assert made not in taken
        assert len(made) <= LONGEST_SLUG
        assert slug(made, instead="") == made
        taken.add(made)


@given(st.text(st.characters(exclude_categories=())))
def test_a_name_is_refused_or_can_be_read_on_one_line(name):
    try:
        kept = checked_name(name)
    except InvalidInput:
        return
    assert kept.isprintable()
    assert kept == " ".join(name.split())
    assert checked_name(kept) == kept


def test_nothing_that_reads_like_the_person_is_a_residents_name():
    for name in ("person", "Pérson", "person?"):
        with pytest.raises(InvalidInput):
            checked_resident_name(name)
    assert checked_resident_name("Personal") == "Personal"
