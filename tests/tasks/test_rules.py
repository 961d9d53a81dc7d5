"""Tasks move as their rules say, wait for one another without rings, and find room on the board."""

from dataclasses import fields
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bailiwick.features.tasks.records import Task
from bailiwick.features.tasks.rules import (
    BY_PERSON,
    SMALLEST_GAP,
    after_run,
    between,
    check_dependencies,
    check_judged,
    check_move,
    check_run,
    find_cycle,
)
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.kernel.work import Priority
from bailiwick.runs.starts_tasks import TaskStatus

NOW = datetime(2027, 1, 1, tzinfo=UTC)
STATUSES, ENDS = st.sampled_from(TaskStatus), [each for each in ExecutionStatus if each.terminal]


def task(status=TaskStatus.TODO, **more):
    values = dict.fromkeys(field.name for field in fields(Task))
    values |= {"id": "a", "number": 1, "title": "x", "status": status, "running": False, "blocked": False}
    return Task(**{**values, "priority": Priority.MEDIUM, "created_at": NOW, "updated_at": NOW, **more})


class Life(RuleBasedStateMachine):
    """A task under everything that people and runs can do to it."""

    def __init__(self):
        super().__init__()
        self.task = task()
        self.accepted_ever = False

    @rule(status=STATUSES)
    def a_person_moves_it(self, status):
        try:
            check_move(self.task, status)
        except Conflict:
            return
        assert not self.task.running or status is self.task.status
        self.task = self.task.evolve(status=status)

    @rule()
    def it_is_run(self):
        try:
            check_run(self.task)
        except Conflict:
            return
        self.task = self.task.evolve(status=TaskStatus.DOING, running=True)

    @rule(end=st.sampled_from(ENDS))
    def its_run_ends(self, end):
        if self.task.running:
            self.task = self.task.evolve(status=after_run(end), running=False)

    @rule(done=st.booleans())
    def it_is_judged(self, done):
        try:
            check_judged(self.task)
        except Conflict:
            assert self.task.status is not TaskStatus.REVIEW
            return
        self.task = self.task.evolve(status=TaskStatus.DONE if done else TaskStatus.TODO)

    @rule(blocked=st.booleans())
    def what_it_waits_for_changes(self, blocked):
        self.task = self.task.evolve(blocked=blocked)

    @invariant()
    def what_runs_is_being_done(self):
        assert not self.task.running or self.task.status is TaskStatus.DOING


TestLife = Life.TestCase


@given(before=STATUSES, after=STATUSES)
def test_a_person_reaches_every_status_from_every_other_in_two_moves_at_most(before, after):
    assert after is before or after in BY_PERSON[before] or any(after in BY_PERSON[each] for each in BY_PERSON[before])


@pytest.mark.parametrize("status", [TaskStatus.DOING, TaskStatus.REVIEW, TaskStatus.DONE])
def test_a_blocked_task_cannot_be_begun_or_finished(status):
    with pytest.raises(Conflict, match="still open"):
        check_move(task(blocked=True), status)
    with pytest.raises(Conflict, match="still open"):
        check_run(task(blocked=True))


@given(status=STATUSES)
def test_a_running_task_is_moved_by_nobody_and_not_run_twice(status):
    running = task(TaskStatus.DOING, running=True)
    with pytest.raises(Conflict, match="running"):
        check_run(running)
    if status is not TaskStatus.DOING:
        with pytest.raises(Conflict, match="stop it first"):
            check_move(running, status)


def test_only_an_end_ends_a_run():
    for status in ExecutionStatus:
        if not status.terminal:
            with pytest.raises(ValueError, match="does not end"):
                after_run(status)
    assert after_run(ExecutionStatus.COMPLETED) is TaskStatus.REVIEW
    assert {after_run(ExecutionStatus.FAILED), after_run(ExecutionStatus.CANCELLED)} == {TaskStatus.TODO}


NODES = "abcdef"
GRAPHS = st.dictionaries(st.sampled_from(NODES), st.sets(st.sampled_from(NODES), max_size=3), max_size=6)


def reaches(edges, start, goal, seen=()):
    return any(
        each == goal or (each not in seen and reaches(edges, each, goal, (*seen, each)))
        for each in edges.get(start, ())
    )


@given(edges=GRAPHS, new=st.sets(st.sampled_from(NODES), max_size=4))
def test_a_ring_is_found_exactly_if_there_would_be_one(edges, new):
    others = {key: value for key, value in edges.items() if key != "a"}
    ring = find_cycle("a", new, others)
    assert (ring is not None) == reaches({**others, "a": new}, "a", "a")
    if ring is not None:
        assert ring[0] == ring[-1] == "a"
        assert all(after in {**others, "a": new}[before] for before, after in pairwise(ring))


def test_a_ring_is_named_as_people_see_it():
    with pytest.raises(InvalidInput, match="#1 → #2 → #3 → #1"):
        check_dependencies("a", ["b"], {"b": ["c"], "c": ["a"]}, {"a": 1, "b": 2, "c": 3})
    with pytest.raises(InvalidInput, match="itself"):
        check_dependencies("a", ["a"], {}, {"a": 1})


@given(low=st.floats(-1e6, 1e6), gap=st.floats(0, 1e3))
def test_a_place_between_neighbours_lies_between_them_or_there_is_none(low, gap):
    place = between(low, low + gap)
    assert place is None if low + gap - low < SMALLEST_GAP else low < place < low + gap
    assert between(low, None) > low
    assert between(None, low) < low
    assert between(None, None) == 1.0
