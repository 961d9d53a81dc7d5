"""The classifier is a function of its training texts alone, explains itself and survives any text."""

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, AgentStatus, InvalidInput, Role, Roster, Router
from bailiwick_router.examples import from_bytes, train, training_digest
from bailiwick_router.examples.counted import Counted
from bailiwick_router.examples.grams import grams_of
from bailiwick_router.examples.training import LENGTHS
from bailiwick_router.examples.training_texts import LEAST_CORRECTIONS, MOST_EXAMPLES, training_texts_of
from bailiwick_router.examples.vocabulary import Vocabulary

BANK = ["what is my balance", "how much money is in my account", "show the balance of my savings"]
SNOW = ["how deep is the snow", "are the lifts open today", "is there fresh powder on the slopes"]
MUSIC = ["play some jazz", "put on a song by queen", "skip to the next track please"]


def agent(name, examples, **fields):
    return Agent(id=name, name=name, examples=examples, **fields)


@pytest.fixture(scope="module")
def roster():
    return [agent("bank", BANK), agent("snow", SNOW), agent("music", MUSIC)]


@pytest.fixture(scope="module")
def classifier(roster):
    return train(roster)


words = st.sampled_from("pay send card bill snow lift run song play list mail cocina receta nieve".split())
texts = st.lists(words, min_size=1, max_size=5).map(" ".join)
rosters = st.lists(st.tuples(st.lists(texts, max_size=4), st.lists(texts, max_size=2)), min_size=1, max_size=4).map(
    lambda bodies: [agent(f"a{at}", examples, tags=tags) for at, (examples, tags) in enumerate(bodies)]
)


@settings(max_examples=15)
@given(rosters, st.lists(st.tuples(texts, st.sampled_from(["a0", "a1", "gone"])), max_size=3), texts)
def test_the_same_material_in_any_order_of_agents_gives_the_same_bytes(agents, corrections, message):
    made = train(agents, corrections)
    assert train(list(reversed(agents)), corrections).to_bytes() == made.to_bytes()
    assert made.digest == training_digest(agents, corrections)
    again = from_bytes(made.to_bytes())
    assert again.to_bytes() == made.to_bytes()
    assert again.judge(message) == made.judge(message)


@settings(max_examples=40)
@given(rosters, st.data())
def test_an_edit_of_what_is_learned_from_changes_the_digest_and_a_pause_does_not(agents, data):
    at = data.draw(st.integers(0, len(agents) - 1))
    before = training_digest(agents)
    changed = [*agents[:at], agents[at].evolve(examples=[*agents[at].examples, "one more"]), *agents[at + 1 :]]
    assert training_digest(changed) != before
    assert training_digest(agents, [("one more", "a0")]) != before
    assert training_digest(agents, encoder="another") != before
    rested = [each.evolve(status=AgentStatus.PAUSED, priority=9, color="#000000") for each in agents]
    assert training_digest(rested) == before


def test_two_processes_make_the_same_bytes(roster):
    script = (
        "import hashlib, sys; from bailiwick_router import Agent; from bailiwick_router.examples import train;"
        f" agents = [Agent(id=i, name=i, examples=e) for i, e in {[(each.id, each.examples) for each in roster]!r}];"
        " print(hashlib.sha256(train(agents).to_bytes()).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] != ""


@settings(max_examples=60)
@given(st.text(st.characters(codec=None, categories=None)))
def test_no_text_makes_a_judgement_fail(classifier, text):
    learned = classifier.judge(text)
    assert 0 <= learned.runner_up_confidence <= learned.confidence <= 1
    assert 0 <= learned.in_scope <= 1
    assert learned.classifier == classifier.digest


@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "́" * 100_000, "snow " * 1_000_000, "x" * 1_000_000, "日本語"])
def test_a_bad_text_is_judged_in_bounded_work(classifier, text):
    assert len(classifier.judge(text).examples) <= 5


@settings(max_examples=10)
@given(st.text(st.characters(codec=None, categories=None), max_size=200))
def test_no_example_makes_training_fail(text):
    made = train([agent("odd", [text, text[::-1], text * 50]), agent("snow", SNOW)])
    assert from_bytes(made.to_bytes()).judge(text) == made.judge(text)


def test_each_agent_is_found_by_messages_like_its_examples(classifier):
    for message, owner in (("balance of my account", "bank"), ("is the snow deep", "snow"), ("play a song", "music")):
        assert classifier.judge(message).agent == owner


def test_it_shows_the_examples_and_the_words_that_decided(classifier):
    learned = classifier.judge("How deep is the Snow today?")
    assert learned.examples[0].text == "how deep is the snow"
    assert learned.examples[0].source == "example"
    similar = [each.similarity for each in learned.examples]
    assert similar == sorted(similar, reverse=True)
    assert learned.features[0].text in ("Snow", "deep")
    assert learned.features[0].weight > 0
    assert all(each.text in ("How", "deep", "is", "the", "Snow", "today") for each in learned.features)


def test_many_are_judged_as_each_alone(classifier):
    messages = ["snow", "", "play", "balance please"] * 20
    assert classifier.judge_many(messages) == [classifier.judge(message) for message in messages]


def test_an_agent_that_is_barred_is_passed_over_and_the_others_stay_as_likely(classifier):
    free = classifier.judge("is the snow deep")
    barred = classifier.judge("is the snow deep", lambda agent: agent == "snow")
    assert (barred.agent, barred.confidence) == (free.runner_up, free.runner_up_confidence)
    assert classifier.judge("snow", lambda agent: True).agent is None
    found = []
    while (learned := classifier.judge("is the snow deep", lambda agent: agent in found)).agent is not None:
        assert learned.confidence >= learned.runner_up_confidence
        found.append(learned.agent)
    assert sorted(found) == list(classifier.agents)


def test_the_same_example_of_two_agents_makes_both_as_likely():
    made = train([agent("a", [*BANK, "open it"]), agent("b", [*MUSIC, "open it"]), agent("c", SNOW)])
    learned = made.judge("Open it!")
    assert {learned.agent, learned.runner_up} == {"a", "b"}
    assert made.owners_of("Open it!") == ["a", "b"]
    assert learned.confidence - learned.runner_up_confidence < 0.6


def test_a_correction_outweighs_the_example_of_another_and_the_last_correction_counts(roster):
    made = train(roster, [("play some jazz", "bank"), ("PLAY some jazz!", "snow"), ("play some jazz", "nobody")])
    assert made.owners_of("play some jazz") == ["snow"]
    match = made.judge("play some jazz").examples[0]
    assert (match.agent, match.text, match.source) == ("snow", "PLAY some jazz!", "correction")
    assert made.judge("play some jazz").agent == "snow"


def test_agents_that_content_never_chooses_teach_nothing(roster):
    helper = agent("helper", ["how deep is the ocean"], role=Role.HELPER)
    assert training_digest([*roster, helper]) == training_digest(roster)


def test_a_roster_without_agents_or_examples_is_learned_too():
    assert train([]).judge("snow").agent is None
    alone = train([agent("only", [])])
    assert alone.judge("snow").agent == "only"
    assert alone.examples_of("only") == 0


def test_of_very_many_examples_some_are_taken_from_first_to_last():
    many = agent("many", [f"request number {at} of many" for at in range(MOST_EXAMPLES * 3)])
    taken = [one.text for one in training_texts_of([many]) if one.real]
    assert len(taken) == MOST_EXAMPLES
    assert taken[:2] == ["request number 0 of many", "request number 3 of many"]


@pytest.mark.parametrize("damage", [b"", b"x", b"bailiwick examples 1\n", None])
def test_bytes_that_are_no_classifier_are_refused(classifier, damage):
    whole = classifier.to_bytes()
    for data in [damage] if damage is not None else [whole[:-1], whole + b"\0", whole[:200], whole[100:]]:
        with pytest.raises(InvalidInput, match="train it anew"):
            from_bytes(data)


class Letters:
    """Counts letters: texts of the same letters mean the same to it."""

    name = "letters"

    def encode(self, texts):
        rows = np.array([[text.lower().count(chr(97 + at)) + 0.01 for at in range(26)] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_an_encoder_adds_what_words_do_not_show(roster):
    made = train(roster, encoder=Letters())
    assert made.digest == training_digest(roster, encoder="letters") != training_digest(roster)
    # No word of the message is in any example.
    assert made.judge("wons peed owh").agent == "snow"
    again = from_bytes(made.to_bytes(), Letters())
    assert again.judge("wons peed owh") == made.judge("wons peed owh")
    with pytest.raises(InvalidInput):
        from_bytes(made.to_bytes())


def test_the_work_of_a_judgement_does_not_grow_with_what_it_cannot_touch():
    draw = random.Random(5)
    vocabulary = [f"w{at}" for at in range(2_000)]
    agents = [agent(f"a{at}", [" ".join(draw.sample(vocabulary, 6)) for _ in range(8)]) for at in range(60)]
    small, large = train(agents[:6]), train(agents)
    message = agents[0].examples[0]
    for made in (small, large):
        columns, _, _ = made.vocabulary.row(grams_of(message))
        assert len(columns) < 150
    # The size of what is kept grows with grams × agents, and nothing faster.
    assert large.weights.size == (large.vocabulary.width + 1) * 60
    assert large.vocabulary.width < 20 * small.vocabulary.width


def test_more_than_five_hundred_agents_are_learned_and_each_gets_what_is_like_its_example():
    draw = random.Random(11)
    vocabulary = [f"w{at}" for at in range(3_000)]
    said = [draw.sample(vocabulary, 5) for _ in range(550)]
    agents = [agent(f"a{at:03}", [" ".join(words)]) for at, words in enumerate(said)]
    made = train(agents)
    assert made.agents == tuple(each.id for each in agents)
    for at in range(0, 550, 11):
        assert made.judge(" ".join(said[at][1:])).agent == agents[at].id


def test_of_very_many_agents_those_with_examples_are_learned_in_bounded_memory(monkeypatch):
    monkeypatch.setattr("bailiwick_router.examples.training_texts.MOST_AGENTS", 20)
    monkeypatch.setattr("bailiwick_router.examples.training_texts.MOST_CELLS", 4_000)
    monkeypatch.setattr("bailiwick_router.examples.training_texts.MOST_JUDGED", 4_000)
    agents = [agent(f"a{at:03}", [f"thing {at}", f"matter number {at}"] * (at % 2)) for at in range(100)]
    made = train(agents)
    assert made.agents == tuple(each.id for each in agents if each.examples)[:20]
    assert made.weights.size <= 4_000 + 20
    assert sum(made.counts) <= 4_000 / 20


def test_of_very_many_agents_those_that_people_corrected_are_learned_first_and_corrections_decide(monkeypatch):
    monkeypatch.setattr("bailiwick_router.examples.training_texts.MOST_AGENTS", 20)
    agents = [agent(f"a{at:03}", [f"thing {at}", f"matter number {at}"] * (at % 2)) for at in range(100)]
    corrections = [("is the wombat asleep", "a098"), ("wake the quokka up", "a002")]
    made = train(agents, corrections)
    with_examples = [each.id for each in agents if each.examples][:18]
    assert made.agents == tuple(sorted([*with_examples, "a002", "a098"]))
    router = Router(Roster(agents), classifier=made)
    said = {text: router.decide(text).agent for text in ("is the wombat asleep", "The wombat, is it asleep?")}
    assert set(said.values()) == {"a098"}
    # What is left out of learning is no part of what was learned: editing it teaches nothing anew.
    edited = [each.evolve(tags=("new",)) if each.id == "a099" else each for each in agents]
    assert training_digest(edited, corrections) == made.digest
    assert training_digest(edited[:1] + edited[3:], corrections) != made.digest


def test_the_latest_corrections_of_an_agent_count_however_many_agents_there_are(monkeypatch):
    monkeypatch.setattr("bailiwick_router.examples.training_texts.MOST_JUDGED", 1)
    agents = [agent(f"a{at}", BANK) for at in range(3)]
    corrections = [(f"message number {at} about marmots", "a1") for at in range(LEAST_CORRECTIONS + 5)]
    taken = [one for one in training_texts_of(agents, corrections) if one.source == "correction"]
    assert [one.text for one in taken] == [text for text, _ in corrections[5:]]


def test_texts_that_are_counted_together_have_the_rows_that_each_has_alone():
    texts = ["Book a table for two", "book the table, the big table", "¿Qué tiempo hará mañana?", "", "tables tables"]
    counted = Counted.of([grams_of(text) for text in texts])
    for most in (10_000, 40):
        vocabulary = Vocabulary.of(counted, LENGTHS, most)
        rows = vocabulary.rows(counted)
        for number, text in enumerate(texts):
            columns, values, _ = vocabulary.row(grams_of(text))
            order = np.argsort(columns)
            found, known = rows.row(number)
            assert found[np.argsort(found)].tolist() == columns[order].tolist()
            assert known[np.argsort(found)] == pytest.approx(values[order], rel=1e-6)
