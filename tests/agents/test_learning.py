"""What is learned is learned once, in the background, and kept for processes that start later."""

import asyncio
import threading

import pytest

from bailiwick.agents.releases.learned_from import TrainingData
from bailiwick.agents.releases.learning import Learning
from bailiwick.kernel.background import Background
from bailiwick_router.core.agents import Agent, Origin, Role
from bailiwick_router.examples import train
from bailiwick_router.examples.training_texts import MOST_AGENTS

AGENTS = (
    Agent(id="cook", name="Cook", role=Role.SPECIALIST, examples=("how do I make onion soup", "what goes with rice")),
    Agent(id="ski", name="Ski", role=Role.SPECIALIST, examples=("is there fresh snow", "which slopes are open")),
)


def run(tell, train=train, **options):
    async def story():
        async with Background() as background:
            return await tell(Learning(background, train, on=True, **options))

    return asyncio.run(story())


def test_what_there_is_to_learn_is_what_lasting_agents_and_people_say():
    passing = Agent(id="custom_1", name="Passing", examples=("wombat",), origin=Origin.RUNTIME)
    helper = Agent(id="h", name="H", role=Role.HELPER, examples=("wombat",))
    bare = TrainingData([*AGENTS, passing, helper], [("wombat", "nobody")], None, on=True)
    assert (bare.examples, bare.digest) == (4, TrainingData(AGENTS, (), None, on=True).digest)
    taught = TrainingData(AGENTS, [("wombat", "ski")], None, on=True)
    assert taught.examples == 5
    assert len({bare.digest, taught.digest, TrainingData(AGENTS, (), "encoder", on=True).digest}) == 3
    none = [agent.evolve(examples=()) for agent in AGENTS]
    assert {TrainingData(AGENTS, (), None, on=False).digest, TrainingData(none, (), None, on=True).digest} == {""}


def test_with_very_many_agents_there_is_as_much_to_learn_as_there_can_be_and_the_rest_is_counted():
    some = [Agent(id=f"a{number:04}", name="A", examples=("x",)) for number in range(600)]
    assert (TrainingData(some, (), None, on=True).left_out, bool(TrainingData(some, (), None, on=True).digest)) == (
        0,
        True,
    )
    many = [Agent(id=f"a{number:04}", name="A", examples=("x",)) for number in range(MOST_AGENTS + 7)]
    last = many[-1].id
    training_data = TrainingData(many, [("wombat", last), ("wombat", "nobody")], None, on=True)
    assert (training_data.left_out, len(training_data.agents), training_data.agents[-1].id) == (7, MOST_AGENTS, last)
    assert (training_data.corrections, bool(training_data.digest)) == ((("wombat", last),), True)
    assert TrainingData(training_data.agents, training_data.corrections, None, on=True).digest == training_data.digest


def test_people_with_the_same_agents_share_one_classifier_that_is_trained_once():
    trained = []

    def counted(*arguments, **options):
        trained.append(threading.current_thread())
        return train(*arguments, **options)

    async def tell(learning):
        first, second = learning.training_data(AGENTS, ()), learning.training_data(AGENTS[::-1], ())
        assert learning.classifier(first.digest) is None
        one, other = await asyncio.gather(learning.learned(first), learning.learned(second))
        assert one is other is learning.classifier(first.digest)
        assert (one.digest, len(trained)) == (first.digest, 1)
        assert trained[0] is not threading.main_thread()

    run(tell, counted)


def test_training_that_fails_is_not_tried_again_and_holds_nobody_up():
    tried = []

    def failing(*arguments, **options):
        tried.append(arguments)
        raise MemoryError

    async def tell(learning):
        training_data = learning.training_data(AGENTS, ())
        for _ in range(2):
            assert await learning.learned(training_data) is None
        assert learning.failed(training_data.digest)
        assert len(tried) == 1

    run(tell, failing)


def test_what_was_learned_is_read_by_the_next_process_and_erased_on_demand(tmp_path):
    folder = tmp_path / "classifiers"

    async def learn(learning):
        return await learning.learned(learning.training_data(AGENTS, ()))

    first = run(learn, folder=folder)
    (file,) = folder.iterdir()
    assert (file.name, file.stat().st_mode & 0o777) == (first.digest, 0o600)
    again = run(learn, pytest.fail, folder=folder)
    assert again.judge("onion soup") == first.judge("onion soup")
    file.write_bytes(b"damaged")
    assert run(learn, folder=folder).digest == first.digest
    assert file.read_bytes() == first.to_bytes()
    run(lambda learning: learning.forget(), folder=folder)
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")

    async def learn(learning):
        return await learning.learned(learning.training_data(AGENTS, ()))

    assert run(learn, folder=blocked).agents == ("cook", "ski")
