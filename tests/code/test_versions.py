"""Ranges as npm has them."""

import pytest

from bailiwick.features.code.versions import is_range, within


@pytest.mark.parametrize(
    ("wanted", "inside", "outside"),
    [
        ("*", "1.2.3 0.0.1 20.0.0", "2.0.0-beta.1"),
        ("latest", "1.2.3", ""),
        ("4.17.21", "4.17.21 v4.17.21", "4.17.20 4.17.22 4.17.21-rc.1"),
        ("=1.0.0", "1.0.0 1.0.0+build", "1.0.1"),
        ("^4.17.0", "4.17.0 4.99.1", "4.16.9 5.0.0 5.0.0-alpha"),
        ("^0.2.3", "0.2.3 0.2.9", "0.3.0 0.2.2"),
        ("^0.0.3", "0.0.3", "0.0.4"),
        ("^0.0", "0.0.0 0.0.9", "0.1.0"),
        ("^1", "1.0.0 1.9.9", "2.0.0 0.9.9"),
        ("~1.2.3", "1.2.3 1.2.99", "1.3.0 1.2.2"),
        ("~1", "1.0.0 1.9.0", "2.0.0"),
        ("1.x", "1.0.0 1.9.0", "2.0.0"),
        ("1.2", "1.2.0 1.2.9", "1.3.0"),
        (">=1.2 <3", "1.2.0 2.9.9", "1.1.9 3.0.0"),
        (">1.2", "1.3.0", "1.2.9"),
        ("<=1.2", "1.2.9 0.1.0", "1.3.0"),
        ("1.2.3 - 2.3", "1.2.3 2.3.9", "2.4.0 1.2.2"),
        ("^1 || ^3", "1.5.0 3.1.0", "2.0.0"),
        (">= 2.0.0", "2.0.0", "1.9.9"),
        ("^1.2.3-beta.2", "1.2.3-beta.2 1.2.3-beta.10 1.2.3 1.4.0", "1.2.3-beta.1 1.3.0-beta.3"),
    ],
)
def test_a_version_is_within_a_range_or_not(wanted, inside, outside):
    assert is_range(wanted)
    for version in inside.split():
        assert within(version, wanted), version
    for version in outside.split():
        assert not within(version, wanted), version


@pytest.mark.parametrize("text", ["^", "one", "1.2.3.4", "git+https://x", "npm:other@1", "file:../x", "1" * 61, ">>1"])
def test_what_is_no_range_is_refused(text):
    assert not is_range(text)
    assert not within("1.0.0", text)
