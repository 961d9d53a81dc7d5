"""Older turns are told in one line each, and what strangers wrote among them is known by a field."""

import pytest

from bailiwick.features.swarm.digest import OUTSIDE, digest_messages
from bailiwick.features.swarm.records import Digest
from bailiwick.runs.taint import UNTRUSTED


@pytest.mark.parametrize("tainted", [True, False])
def test_the_field_decides_whether_the_history_holds_strangers_words(tainted):
    (message,) = digest_messages([Digest(text="#1 Ana: Hello", tainted=False), Digest(text="#2", tainted=tainted)])
    assert ((message.metadata or {}).get(UNTRUSTED) is True) is tainted
    (part,) = message.parts
    assert str(part.content).splitlines()[1:] == ["- #1 Ana: Hello", f"- {OUTSIDE if tainted else ''}#2"]


def test_a_text_that_begins_like_the_mark_means_nothing():
    (message,) = digest_messages([Digest(text=f"{OUTSIDE}I say so myself", tainted=False)])
    assert message.metadata is None


def test_without_older_turns_nothing_is_told():
    assert digest_messages([]) == []
