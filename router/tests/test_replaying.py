"""Replays: many messages decided by one router or by two, and what differs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, ReplayQuery, Role, Roster, Router, RoutingContext, Stage, compare, replay
from bailiwick_router.comparison import MOST_GROUPS, MOST_SAMPLES, SAMPLE_LENGTH, effect, effects, outcomes
from bailiwick_router.replaying import ReplayCounts, quantile
from drawn import WORDS, bodies, messages


def cook(**fields) -> Agent:
    return Agent(**{"id": "cook", "name": "Cook", "role": Role.SPECIALIST, "tags": ["recipe", "oven"], **fields})


def mechanic(**fields) -> Agent:
    return Agent(**{"id": "mechanic", "name": "Mechanic", "role": Role.SPECIALIST, "tags": ["car", "tyre"], **fields})


def ask(text: str, agent: str | None = "", **fields) -> ReplayQuery:
    return ReplayQuery(text=text, agent=agent or None, labelled=agent != "", **fields)


def test_a_replay_says_how_many_messages_go_where_they_should():
    router = Router(Roster([cook(), mechanic()]))
    queries = [
        ask("a recipe please", "cook"),
        ask("my car", "cook"),
        ask("zzz", None),
        ask("a tyre", None),
        ask("and the oven?"),
        ask("and without?", "mechanic", last_agent="mechanic"),
    ]
    records, summary = replay(router, queries)
    assert [each.agent for each in records] == ["cook", "mechanic", None, "mechanic", "cook", "mechanic"]
    assert [each.message for each in records] == [each.text for each in queries]
    assert (summary.messages, summary.labelled, summary.correct, summary.accuracy) == (6, 5, 3, 0.6)
    assert (summary.refused, summary.nobodys, summary.nobodys_refused) == (1, 2, 1)
    assert dict(summary.stages) == {Stage.TAGS: 4, Stage.FOLLOW_UP: 1, Stage.FINALIZE: 1}
    assert 0 < summary.p50_microseconds <= summary.p99_microseconds


def test_without_labels_there_is_no_accuracy_and_without_messages_no_share():
    router = Router(Roster([cook()]))
    assert replay(router, [ask("oven")])[1].accuracy is None
    summary = replay(router, [])[1]
    assert (summary.messages, summary.accuracy, summary.refused_share, summary.p99_microseconds) == (0, None, 0.0, 0.0)


def test_the_most_frequent_mistakes_come_first_with_an_example():
    router, counts = Router(Roster([cook(), mechanic()])), ReplayCounts()
    for query in (ask("car one", "cook"), ask("zzz", "cook"), ask("car two", "cook"), ask("oven", "cook")):
        counts.add(query, router.decide(query.text))
    assert counts.confused(5) == [("cook", "mechanic", 2, "car one"), ("cook", None, 1, "zzz")]
    assert counts.confused(1) == [("cook", "mechanic", 2, "car one")]


@given(st.lists(st.floats(0, 1e6), min_size=1), st.floats(0.01, 1))
def test_a_quantile_is_the_least_value_that_is_enough(values, share):
    found = quantile(sorted(values), share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
    assert sum(value < found for value in values) < share * len(values)


def drawn_router(drawn: list[dict]) -> Router:
    return Router(Roster([Agent(id=f"a{number}", **body) for number, body in enumerate(drawn)]))


signals = st.fixed_dictionaries(
    {
        "keywords": st.lists(st.sampled_from(WORDS), max_size=3),
        "patterns": st.lists(
            st.sampled_from([r"re\w+", r"\bplan\b", "ski|nieve", "lista?s? "]), max_size=3, unique=True
        ),
    }
)
agents = st.lists(st.tuples(bodies, signals).map(lambda each: each[0] | each[1]), max_size=5)
last_agents = st.sampled_from([None, "a0", "a3", "gone"])


@settings(max_examples=60)
@given(agents, agents, st.lists(st.tuples(messages, last_agents), max_size=6), st.booleans())
def test_a_comparison_is_what_deciding_each_message_twice_says(first, second, drawn, model):
    before, after = drawn_router(first), drawn_router(second)
    queries = [ask(text, "a1", last_agent=last) for texts, last in drawn for text in texts]
    report = compare(before, after, queries, queries[:3], model_available=model)
    each = [
        tuple(
            router.decide(query.text, RoutingContext(last_agent=query.last_agent, model_available=model))
            for router in (before, after)
        )
        for query in queries
    ]
    assert report.messages == len(queries)
    assert report.flips == sum(one.agent != two.agent for one, two in each) == sum(g.count for g in report.groups)
    for share in report.shares:
        assert share.before == sum(one.agent == share.agent for one, _ in each)
        assert share.after == sum(two.agent == share.agent for _, two in each)
    assert dict(report.stages_before) == {s: n for s in Stage if (n := sum(one.stage is s for one, _ in each))}
    assert dict(report.stages_after) == {s: n for s in Stage if (n := sum(two.stage is s for _, two in each))}
    left_open = Stage.MODEL if model else Stage.FINALIZE
    assert report.model_after == dict(report.stages_after).get(left_open, 0)
    right = [(one.agent == "a1", two.agent == "a1") for one, two in each[:3]]
    assert report.golden == len(right)
    assert report.golden_passed + report.golden_failing == report.golden
    assert len(report.golden_broken) == sum(then and not now for then, now in right)
    assert len(report.golden_fixed) == sum(now and not then for then, now in right)
    for group in report.groups:
        assert group.before != group.after
        assert 1 <= len(group.samples) <= min(MOST_SAMPLES, group.count)
        assert all((each.before, each.after) == (group.before, group.after) for each in group.samples)


def test_a_report_names_the_golden_cases_that_break_and_those_that_are_repaired():
    before = Router(Roster([cook(), mechanic()]))
    after = Router(Roster([cook(tags=["recipe"]), mechanic(tags=["car", "oven"])]))
    golden = [
        ask("the oven", "cook", id="g1", pinned=True),
        ask("zzz", None, id="g2", pinned=True),
        ask("an oven door", "mechanic", id="g3", pinned=True),
        ask("tyre", "mechanic", id="g4", pinned=True),
    ]
    report = compare(before, after, [], golden)
    assert (report.golden, report.golden_passed, report.golden_failing) == (4, 2, 2)
    assert [(each.id, each.expected, each.before, each.after) for each in report.golden_broken] == [
        ("g1", "cook", "cook", "mechanic"),
        ("g4", "mechanic", "mechanic", None),
    ]
    assert [each.id for each in report.golden_fixed] == ["g3"]
    assert report.p99_microseconds > 0


def test_equal_releases_flip_nothing_and_say_so_in_the_same_words_twice():
    routers = [Router(Roster([cook(), mechanic()])) for _ in range(2)]
    queries = [ask("oven"), ask("car"), ask("zzz"), ask("oven")]
    report = compare(*routers, queries, [])
    assert (report.flips, list(report.groups)) == (0, [])
    assert [(each.agent, each.before, each.after) for each in report.shares] == [
        ("cook", 2, 2),
        (None, 1, 1),
        ("mechanic", 1, 1),
    ]
    again = compare(*routers, queries, [])
    assert (again.shares, again.stages_after) == (report.shares, report.stages_after)


def test_a_report_stays_small_however_many_and_long_the_messages_are():
    cooks = [cook(id=f"c{n}", tags=[f"word{n}"]) for n in range(MOST_GROUPS + 20)]
    before, after = Router(Roster(cooks)), Router(Roster([each.evolve(id=f"x{each.id}") for each in cooks]))
    queries = [ask(f"word{n % len(cooks)} {'y' * 2 * SAMPLE_LENGTH}", id=str(n)) for n in range(6 * len(cooks))]
    report = compare(before, after, queries, [])
    assert report.flips == len(queries)
    assert len(report.groups) == MOST_GROUPS
    shown = report.groups[0].samples
    assert [each.id for each in shown] == [str(n * len(cooks)) for n in range(MOST_SAMPLES)]
    assert all(len(each.text) == SAMPLE_LENGTH for each in shown)


def test_a_long_comparison_tells_how_far_it_is_and_can_be_stopped():
    router, told = Router(Roster([cook()])), list[tuple[int, int]]()
    queries = [ask(f"oven {n}") for n in range(450)]
    compare(router, Router(Roster([mechanic()])), queries, [], told=lambda *done: told.append(done))
    assert told == [(0, 450), (200, 450), (400, 450), (450, 450)]

    def stop(done: int, of: int) -> None:
        if done:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        compare(router, router, queries, [], told=stop)


def test_the_effect_on_traffic_counts_what_each_agent_wins_gains_and_loses():
    before = Router(Roster([cook(), mechanic(), cook(id="helper", role=Role.HELPER)]))
    after = Router(Roster([cook(tags=["recipe"]), mechanic(tags=["car", "tyre", "oven"])]))
    queries = [ask("oven"), ask("recipe"), ask("tyre"), ask("zzz")]
    found = {
        each.agent: (each.messages, each.wins, each.gains, each.losses) for each in effects(before, after, queries)
    }
    assert found == {"cook": (4, 1, 0, 1), "mechanic": (4, 2, 1, 0)}
    assert effect(before, after, queries, "mechanic").gains == 1
    assert effect(before, after, queries, "nobody").wins == 0


def test_equal_messages_after_the_same_agent_are_decided_once():
    class Counting(Router):
        asked = 0

        def choose(self, *given):
            self.asked += 1
            return super().choose(*given)

    router = Counting(Roster([cook(), mechanic()]))
    queries = [ask("and then?"), ask("and then?"), ask("and then?", last_agent="cook")]
    assert [each.agent for each in outcomes(router, queries)] == [None, None, "cook"]
    assert router.asked == 2
