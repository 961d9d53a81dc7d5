"""Older turns are told in one line each, and what strangers wrote among them is known by a field."""

import pytest

from bailiwick.features.swarm.digest import OUTSIDE, in_short
from bailiwick.features.swarm.records import Digest
from bailiwick.runs.taint import UNTRUSTED


@pytest.mark.parametrize("tainted", [True, False])
def test_the_field_decides_whether_the_history_holds_strangers_words(tainted):
    short = in_short([Digest(text="#1 Ana: Hello", tainted=False), Digest(text="#2", tainted=tainted)])
    (message,) = short.messages
    assert ((message.metadata or {}).get(UNTRUSTED) is True) is tainted
    (part,) = message.parts
    assert short.count == 2
    assert str(part.content).splitlines()[1:] == ["- #1 Ana: Hello", f"- {OUTSIDE if tainted else ''}#2"]


def test_a_text_that_begins_like_the_mark_means_nothing():
    (message,) = in_short([Digest(text=f"{OUTSIDE}I say so myself", tainted=False)]).messages
    assert message.metadata is None
