"""Who is mentioned: @ and a member's name, whatever the case, the longest name that fits."""

import pytest

from bailiwick.runtime.swarm.mentions import mentioned

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
