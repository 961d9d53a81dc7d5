"""Who is mentioned: @ and a member's name, whatever the case, the longest name that fits."""

import pytest

from bailiwick.features.swarm.mentions import behind_mentions, mentioned

MEMBERS = {"person": "person", "ana@s": "Ana", "ana-maria@s": "Ana María", "ben@s": "Ben"}


@pytest.mark.parametrize(
    ("content", "ids"),
    [
        ("hello", []),
        ("@Ben, look", ["ben@s"]),
        ("@ana maria and @ANA!", ["ana-maria@s", "ana@s"]),
        ("@Benny is nobody here", []),
        ("mail to x@ben.example", ["ben@s"]),
        ("@ben @ben", ["ben@s"]),
        ("@person please", ["person"]),
        ("@persona, por favor", ["person"]),
        ("@Ben and @all", []),
        ("@todos", []),
        ("@", []),
        ("@" * 10_000, []),
    ],
)
def test_mentions_are_found(content, ids):
    assert list(mentioned(content, MEMBERS)) == ids


def test_a_member_called_like_everyone_is_a_member():
    assert list(mentioned("@all look", {"all@s": "All"})) == ["all@s"]


@pytest.mark.parametrize(
    ("content", "rest"),
    [
        ("@Ben what time is it?", "what time is it?"),
        ("  @ben, @ANA MARÍA: what time is it?", "what time is it?"),
        ("@Ben\u00a0@all what time is it?", "what time is it?"),
        ("@Ben\n\nfirst line\nsecond line", "first line\nsecond line"),
        ("what does @Ben think?", "what does @Ben think?"),
        ("@Ben", "@Ben"),
        ("@Bennie what time is it?", "@Bennie what time is it?"),
        ("@angular/core is what?", "@angular/core is what?"),
        ("a@b.c wrote", "a@b.c wrote"),
        ("", ""),
    ],
)
def test_a_request_begins_behind_the_mentions_of_its_readers(content, rest):
    assert behind_mentions(content, MEMBERS.values()) == rest
