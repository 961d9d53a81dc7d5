"""Each instant of what is asked for is read exactly once, from sums or from facts."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bailiwick.agents.metrics.plan import DAY, HOUR, Piece, down, plan
from bailiwick.kernel.metric_sums import MetricSums, bin_of, duration_in

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
instants = st.integers(0, 20 * 86400).map(lambda seconds: BEGIN + timedelta(seconds=seconds))
hours = st.integers(0, 20 * 24).map(lambda number: BEGIN + number * HOUR)
edge_lists = st.lists(instants | hours, min_size=2, max_size=8, unique=True).map(sorted)


def covered(planned, slot):
    """The times that count to a slot, oldest first."""
    ranges = [(part.since, part.until) for part in (*planned.parts, *planned.pieces) if part.slot == slot]
    return sorted(ranges)


@given(edge_lists, hours | st.none())
def test_every_slot_is_covered_without_gap_or_overlap(edges, rolled):
    planned = plan(edges, rolled, None)
    for slot, (begin, end) in enumerate(pairwise(edges), 1):
        at = begin
        for since, until in covered(planned, slot):
            assert since == at < until
            at = until
        assert at == end


@given(edge_lists, hours)
def test_sums_are_of_whole_hours_and_days_that_are_summed_up(edges, rolled):
    planned = plan(edges, rolled, None)
    for part in planned.parts:
        span = HOUR if part.span == "hour" else DAY
        assert down(part.since, span) == part.since
        assert down(part.until, span) == part.until
        assert part.until <= rolled
    for piece in planned.pieces:
        whole = down(piece.since, HOUR) == piece.since and piece.until - piece.since >= HOUR
        assert piece.since >= rolled or not whole


@given(edge_lists, hours, hours)
def test_what_may_be_deleted_is_never_counted_and_its_hours_count_once_where_they_begin(edges, rolled, kept_since):
    planned = plan(edges, rolled, kept_since)
    for piece in planned.pieces:
        assert piece.since >= rolled or down(piece.since, HOUR) >= kept_since
    hour = down(edges[0], HOUR)
    while hour < min(edges[-1], rolled, kept_since):
        slots = [part.slot for part in planned.parts if part.since <= hour < part.until]
        inside = [slot for slot, (a, b) in enumerate(pairwise(edges), 1) if a <= hour < b]
        assert slots == inside
        hour += HOUR


def test_before_anything_is_summed_up_everything_is_counted():
    edges = [BEGIN, BEGIN + DAY]
    assert plan(edges, None, None).pieces == [Piece(BEGIN, BEGIN + DAY, 1)]
    assert plan(edges, None, None).parts == []


@given(st.floats(1.0, 1e9))
def test_a_duration_is_told_within_its_bin(milliseconds):
    assert abs(duration_in(bin_of(milliseconds)) - milliseconds) <= 0.0245 * milliseconds + (milliseconds <= 1.0)


@given(st.lists(st.floats(1.0, 1e7), min_size=1, max_size=200), st.sampled_from([0.5, 0.95, 0.99, 1.0]))
def test_percentiles_are_those_of_the_values_themselves(values, share):
    sums = MetricSums()
    for value in values:
        sums += MetricSums(count=1, timed=1, histogram={bin_of(value): 1})
    rank = -(-len(values) * round(share * 100) // 100)
    exact = sorted(values)[max(1, rank) - 1]
    found = sums.percentile_ms(share)
    assert abs(found - exact) <= 0.0245 * exact + (exact < 1.001)


def test_nothing_has_no_rate_mean_or_percentile():
    assert (MetricSums().success_rate, MetricSums().mean_ms, MetricSums().percentile_ms(0.5)) == (None, None, None)
