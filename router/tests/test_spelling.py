"""Typing mistakes are put right by the words that tools and agents know, and by nothing else."""

import pytest

from bailiwick_router import Agent, Roster, Router
from bailiwick_router.core.decisions import Stage
from bailiwick_router.spelling import Spelling
from bailiwick_router.tool_reading import ReadByTool

KNOWN = ["remind", "tomorrow", "weather", "whether", "milk", "shopping", "cuanto", "recuerdame", "time", "them"]
ORDINARY = frozenset("me to the at call ana in and what is a of es el list mild walk said paris tier mail she".split())
SPELLING = Spelling(KNOWN, ORDINARY)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("remnid me tomorow", "remind me tomorrow"),
        ("Remnid me", "Remind me"),
        ("REMNID ME", "Remind ME"),
        ("cuanot es", "cuanto es"),
        ("the shoping lsit", "the shopping list"),
        ("recuredmae", "recuerdame"),
        ("teh milk", "the milk"),
    ],
)
def test_one_letter_is_put_right_and_two_in_a_long_word(typed, meant):
    assert SPELLING.readings(typed)[0].lower() == meant.lower()


@pytest.mark.parametrize(
    "typed",
    [
        "the mild walk",  # an ordinary word near one that is known
        "call Mlik",  # a name
        'she said "mlik"',
        "she said 'mlik' to me",
        "mail ana@mlik.es",
        "mlik.com",
        "the mlik_list",
        "mlik2",
        "```mlik```",
        "def f(mlik): { mlik }",
        "https://mlik",
        "nilk",  # begins otherwise
        "mlkk of",  # two mistakes in so short a word
        "xylophone",
        "",
        "remnid " * 5,
        "remnid " + "me " * 200,
    ],
)
def test_what_is_no_mistake_or_may_be_anything_stays_as_it_is(typed):
    assert SPELLING.readings(typed) == ()


def test_words_that_it_may_be_are_all_tried_the_likeliest_first():
    assert SPELLING.readings("wether in paris") == ["weather in paris", "whether in paris"]
    assert SPELLING.readings("what tiem is") == ["what time is", "what them is"]


def test_what_is_written_in_short_is_put_in_full_unless_it_is_a_word_that_is_known():
    assert SPELLING.readings("q es") == ["que es"]
    assert SPELLING.readings("remind me pls") == ["remind me please"]
    assert Spelling([*KNOWN, "tb"], ORDINARY).readings("the tb list") == ()
    assert SPELLING.readings("the tb list", frozenset({"tb"})) == ()
    for letter in ("uno u otro", "a list in r", "k"):
        assert all(f" {short} " not in f" {text} " for text in SPELLING.readings(letter) for short in ("you", "are"))
        assert "que" not in SPELLING.readings(letter)


def test_words_of_the_roster_are_known_besides():
    assert SPELLING.readings("the bicth poem") == ()
    assert SPELLING.readings("the invoce", frozenset({"invoice"})) == ["the invoice"]


SUMS = Agent(id="sums", name="Sums", tools=["calculator"])
POET = Agent(id="poet", name="Poet", keywords=["limerick", "verse", "rhyme"], patterns=[r"\bstanza"])


class Reader:
    names = ("calculator", "clock")
    spelling = Spelling(["times", "what", "perhaps"], frozenset({"seven", "eight", "and", "is", "verse"}))

    def read(self, text, language):
        if text.startswith("perhaps"):
            return [ReadByTool("calculator", 0.75)]
        return [ReadByTool("calculator", 0.9)] if "times" in text else []


@pytest.fixture
def router():
    return Router(Roster([SUMS, POET]), classifier=None, tool_reader=Reader())


def test_a_message_that_a_tool_reads_only_with_its_mistakes_put_right_is_read_so_and_the_record_says_how(router):
    decision = router.decide("seven tiems eight")
    assert (decision.agent, decision.stage, decision.asked) == ("sums", Stage.TOOLS, "seven times eight")
    assert decision.message == "seven tiems eight"
    addressed = router.decide("@sums seven tiems eight")
    assert (addressed.agent, addressed.stage, addressed.asked) == ("sums", Stage.ADDRESSED, "seven times eight")


def test_a_message_that_is_read_as_it_is_typed_is_left_so(router):
    decision = router.decide("seven times eigth")
    assert (decision.agent, decision.asked) == ("sums", "")


def test_a_tool_that_is_not_sure_and_words_that_nobody_knows_put_nothing_right(router):
    assert router.decide("prehaps").asked == ""
    assert router.decide("seven tiems", None).asked == "seven times"
    assert Router(router.roster, classifier=None).decide("seven tiems").asked == ""


def test_what_nobody_reads_may_be_fixed_phrases_and_keywords_with_mistakes(router):
    thanks = router.decide("thnaks")
    assert (thanks.agent, thanks.stage, thanks.asked) == (None, Stage.SMALL_TALK, "thanks")
    verse = router.decide("stanza and rhmye and limerik and verse")
    assert (verse.agent, verse.stage) == ("poet", Stage.INTENTS)
    assert verse.asked == "stanza and rhyme and limerick and verse"
    assert {found.text for found in verse.candidates[0].evidence} >= {"verse", "rhyme", "limerick"}


def test_a_keyword_keeps_a_message_from_a_tool_that_only_reads_it_put_right(router):
    rhymes = router.decide("verse rhyme stanza limerick tiems")
    assert (rhymes.agent, rhymes.stage, rhymes.asked) == ("poet", Stage.INTENTS, "")
