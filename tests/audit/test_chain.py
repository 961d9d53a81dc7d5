"""The chain of the audit log: what is changed, missing, moved or cut off is found."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.features.audit.actions import read_head
from bailiwick.features.audit.chain import Chain, hash_of
from bailiwick.features.audit.records import AuditEntry, AuditHead
from bailiwick.kernel.audit.acting import Face
from bailiwick.kernel.audit.acts import GROUPS, Act
from bailiwick.kernel.errors import InvalidInput

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def entry(number, previous, **fields):
    made = AuditEntry(
        number=number,
        at=NOON + timedelta(seconds=number, microseconds=7),
        act=Act.KEY_MADE,
        person=None,
        token=None,
        face=Face.SYSTEM,
        address=None,
        whose=None,
        kind="key",
        thing=f"thing {number}",
        details={},
        written="{}",
        previous=previous,
        hash="",
    )
    made = replace(made, **fields)
    return replace(made, hash=hash_of(made))


def log(count):
    entries = []
    for number in range(1, count + 1):
        entries.append(entry(number, entries[-1].hash if entries else ""))
    return entries


def faults(entries, head=None):
    chain = Chain()
    found = [fault for each in entries for fault in chain.follow(each)]
    found += chain.end(head or chain.last)
    return [(fault.code, dict(fault.values)) for fault in found]


def test_a_log_as_it_was_written_has_no_faults():
    assert faults([]) == faults(log(1)) == faults(log(5)) == []


@pytest.mark.parametrize(
    "change",
    [
        {"act": "key-revoked"},
        {"person": "00000000-0000-7000-8000-000000000001"},
        {"at": NOON},
        {"thing": "another"},
        {"written": '{"a":1}'},
        {"face": Face.WEB},
        {"address": "10.0.0.1"},
        {"whose": "00000000-0000-7000-8000-000000000001"},
    ],
)
def test_a_changed_entry_is_named(change):
    entries = log(4)
    entries[1] = replace(entries[1], **change)
    assert faults(entries) == [("entry-changed", {"number": "2"})]


def test_an_entry_that_was_written_anew_with_its_hash_is_found_by_the_next():
    entries = log(4)
    entries[1] = entry(2, entries[0].hash, thing="forged")
    assert faults(entries) == [("entry-unlinked", {"number": "3"})]


def test_missing_entries_are_named_wherever_they_were():
    entries = log(6)
    head = AuditHead(6, entries[-1].hash)
    assert faults(entries[2:], head) == [("entries-missing", {"count": 2, "first": "1", "last": "2"})]
    assert faults([entries[0], *entries[3:]], head) == [("entries-missing", {"count": 2, "first": "2", "last": "3"})]
    assert faults(entries[:4], head) == [("entries-missing", {"count": 2, "first": "5", "last": "6"})]
    assert faults([], head) == [("entries-missing", {"count": 6, "first": "1", "last": "6"})]


def test_two_entries_that_change_places_are_both_found():
    entries = log(4)
    entries[1], entries[2] = replace(entries[2], number=2), replace(entries[1], number=3)
    assert {values["number"] for _, values in faults(entries)} >= {"2", "3"}


def test_an_end_that_is_not_the_one_noted_is_found():
    entries = log(3)
    assert faults(entries, AuditHead(3, "0" * 64)) == [("head-elsewhere", {"number": "3", "last": "3"})]
    assert faults(entries, AuditHead(2, entries[1].hash)) == [("head-elsewhere", {"number": "2", "last": "3"})]


def test_every_act_is_in_one_group_and_has_a_sentence_in_both_languages():
    grouped = [act for acts in GROUPS.values() for act in acts]
    assert sorted(grouped) == sorted(Act)
    assert set(Act.forms("en")) == set(Act.forms("es")) == set(Act)


def test_a_noted_head_is_read_as_it_is_said():
    assert read_head(f"12:{'AB' * 32}") == AuditHead(12, "ab" * 32)
    for wrong in ("", "12", "x:" + "a" * 64, "12:abc", "-1:" + "a" * 64):
        with pytest.raises(InvalidInput):
            read_head(wrong)
