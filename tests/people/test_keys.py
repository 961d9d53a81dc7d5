"""Secrets name their user and give nothing else away."""

from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.people.records import Secret, TokenKind


@pytest.mark.parametrize("kind", list(TokenKind))
def test_a_fresh_secret_is_read_back_as_it_was_drawn(kind):
    user = str(uuid4())
    for _ in range(200):
        secret = Secret.new(kind, user)
        assert Secret.parse(secret.text) == secret


@given(st.text(max_size=120))
def test_any_other_text_is_no_secret_and_no_error(text):
    assert Secret.parse(text) is None


@pytest.mark.parametrize("kind", list(TokenKind))
def test_a_secret_of_one_kind_is_not_one_of_another_when_its_prefix_is_cut(kind):
    text = Secret.new(kind, str(uuid4())).text
    assert Secret.parse(text[2:]) is None
    assert Secret.parse(text[:-5]) is None or len(text) > 80


def test_two_secrets_never_share_a_digest():
    user = str(uuid4())
    assert len({Secret.new(TokenKind.API_KEY, user).digest for _ in range(1000)}) == 1000
