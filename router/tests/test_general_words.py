"""General words: what is in many messages that go elsewhere is found, and the edit that takes it away is tried."""

from bailiwick_router import Agent, Roster, Router
from bailiwick_router.core.replays import ReplayQuery
from bailiwick_router.edits import edited
from bailiwick_router.general_words import general_words, word_proposals

SHOP = Agent(id="shop", name="Shop", tags=["order"], keywords=["order"], description="Knows what customers want today.")
POST = Agent(id="post", name="Post", tags=["parcel", "letter"], priority=1)
IDLE = Agent(id="idle", name="Idle", tags=["today"], keywords=["parcel"])


def traffic(*counted: tuple[int, str]) -> list[ReplayQuery]:
    return [ReplayQuery(text=f"{text} number {at}") for count, text in counted for at in range(count)]


def wrong(count: int, text: str, agent: str | None) -> list[ReplayQuery]:
    return [ReplayQuery(text=f"{text} {at}", agent=agent, labelled=True) for at in range(count)]


def found(router: Router, *arguments):
    return {(each.agent, each.field, each.text): each for each in general_words(router, *arguments)}


def test_a_word_that_is_in_many_messages_which_go_elsewhere_is_general():
    router = Router(Roster([SHOP, POST, IDLE]))
    recent = traffic((20, "a parcel today"), (20, "an order"), (4, "a letter"))
    words = found(router, recent)
    # "parcel" is told by other words than the keyword of Idle; "order" gives Shop all that has it.
    assert set(words) == {("idle", "keywords", "parcel"), ("idle", "tags", "today"), ("shop", "description", "today")}
    assert (words["idle", "keywords", "parcel"].messages, words["idle", "keywords", "parcel"].elsewhere) == (20, 20)


def test_a_word_in_few_messages_is_not_general():
    router = Router(Roster([SHOP, POST, IDLE]))
    assert not found(router, traffic((4, "a parcel today")))
    assert found(router, traffic((5, "a parcel today")))
    # Two percent of a thousand messages are twenty.
    assert not found(router, traffic((19, "a parcel today"), (981, "hm")))
    assert found(router, traffic((20, "a parcel today"), (980, "hm")))


def test_a_word_that_is_told_from_four_in_five_is_general_and_from_fewer_is_not():
    helper = Agent(id="helper", name="Helper", tags=["plan"], keywords=["plan"])
    trip = Agent(id="trip", name="Trip", tags=["trip plan"])
    router = Router(Roster([helper, trip]))
    assert not [key for key in found(router, traffic((79, "trip plan"), (21, "plan"))) if key[0] == "helper"]
    assert ("helper", "tags", "plan") in found(router, traffic((80, "trip plan"), (20, "plan")))


def test_what_people_took_away_from_an_agent_counts_whatever_the_traffic():
    router = Router(Roster([SHOP, POST]))
    words = found(router, traffic((2, "an order")), wrong(3, "order of magnitude", "post"))
    assert words["shop", "tags", "order"].wrong == 3
    assert not found(router, traffic((4, "an order")), wrong(3, "order of magnitude", "post"))
    assert not found(router, traffic((2, "an order")), wrong(2, "order of magnitude", "post"))
    assert not found(router, traffic((2, "an order")), wrong(3, "an order", "shop"))


def test_the_worst_come_first():
    router = Router(Roster([SHOP, POST, IDLE]))
    words = general_words(router, traffic((9, "a parcel today"), (6, "today")), wrong(3, "order today", "post"))
    assert words[0].wrong == 3
    assert [word.elsewhere for word in words if not word.wrong] == sorted(
        (word.elsewhere for word in words if not word.wrong), reverse=True
    )


def test_a_general_word_is_removed_or_narrowed_by_the_edit_that_breaks_least():
    router = Router(Roster([SHOP, POST]))
    release = router.release
    recent = traffic((6, "order from my store"), (6, "an order in latin grammar"))
    labelled = [
        *wrong(4, "word order in german", None),
        ReplayQuery(text="my store order", agent="shop", labelled=True, pinned=True),
        ReplayQuery(text="the order from", agent="shop", labelled=True),
    ]
    words = general_words(router, traffic((1, "order from my store")), labelled)
    assert ("shop", "tags", "order") in {(word.agent, word.field, word.text) for word in words}
    found = word_proposals(router, words, labelled, recent)
    assert router.release == release
    assert found
    for proposal in found:
        assert proposal.kind == "word"
        with edited(router.roster, proposal.edits):
            broken = [query for query in labelled if query.agent and router.decide(query.text).agent != query.agent]
        assert list(proposal.breaks) == broken


def test_a_word_of_a_text_is_taken_out_of_it_and_a_name_stays():
    named = Agent(id="named", name="Today", description="All that is new today, and tomorrow.")
    router = Router(Roster([named, POST]))
    recent = traffic((10, "a parcel today"), (10, "a letter tomorrow"))
    words = general_words(router, recent)
    assert {(word.field, word.text) for word in words} == {("name", "today"), ("description", "tomorrow")}
    proposals = word_proposals(router, words, (), recent)
    assert [(edit.field, edit.value) for each in proposals for edit in each.edits] == [
        ("description", "All that is new today, and")
    ]
