"""A message that a tool reads as a request to it goes to an agent that has the tool."""

import pytest

from bailiwick_router import Agent, Roster, Router
from bailiwick_router.core.agents import AgentStatus
from bailiwick_router.core.decisions import RoutingContext, Stage, StageOutcome
from bailiwick_router.tool_reading import ReadByTool

SUMS = Agent(id="sums", name="Sums", tools=["calculator", "clock"])
EVERYTHING = Agent(id="everything", name="Everything", tools=[".*"], priority=5)
CLERK = Agent(id="clerk", name="Clerk", tools=["clock", "calculator"], tags=["invoice"])
POET = Agent(id="poet", name="Poet", tags=["poem"], keywords=["verse"], examples=["7 times 8 is a poem"])


class Reader:
    """Reads sums, and what ends with a question about the time."""

    names = ("calculator", "clock", "unused")
    spelling = None

    def read(self, text, language):
        found = []
        if text.strip("?").endswith(("7 times 8", "3 times 3")):
            found.append(ReadByTool("calculator", 0.9))
        if "time is it" in text:
            found.append(ReadByTool("clock", 0.95))
        if "perhaps" in text:
            found.append(ReadByTool("calculator", 0.7))
        if "maybe" in text:
            found.append(ReadByTool("unused", 0.5))
        return found


def router(*agents: Agent, reader: Reader | None = None) -> Router:
    return Router(Roster(agents), classifier=None, tool_reader=reader or Reader())


@pytest.mark.parametrize("agents", [(EVERYTHING, CLERK, SUMS), (SUMS, EVERYTHING, CLERK), (POET, CLERK, SUMS)])
def test_of_several_agents_the_one_made_for_the_tool_has_it(agents):
    decision = router(*agents).decide("7 times 8?")
    assert (decision.agent, decision.stage, decision.confidence) == ("sums", Stage.TOOLS, 0.9)
    assert decision.reason == "The tool calculator of sums reads the message as a request to it."


def test_words_of_the_message_speak_for_one_that_has_the_tool():
    decision = router(SUMS, CLERK).decide("for the invoice, 7 times 8")
    assert (decision.agent, decision.stage) == ("clerk", Stage.TOOLS)


def test_an_agent_that_is_gone_paused_or_excluded_is_passed_over():
    paused = SUMS.evolve(status=AgentStatus.PAUSED)
    assert router(paused, CLERK).decide("7 times 8").agent == "clerk"
    excluded = RoutingContext(excluded=(("sums", "unhealthy"),))
    assert router(SUMS, CLERK).decide("7 times 8", excluded).agent == "clerk"
    one = router(SUMS, CLERK)
    assert one.decide("7 times 8").agent == "sums"
    one.roster.remove("sums")
    assert one.decide("7 times 8").agent == "clerk"
    one.roster.add(SUMS)
    one.roster.replace(CLERK.evolve(tools=[]))
    assert one.decide("7 times 8").agent == "sums"


def test_what_no_tool_surely_reads_and_what_nobody_has_is_left_to_the_next_stages():
    decided = router(SUMS, POET).decide("maybe a poem of 7 times 9")
    assert (decided.agent, decided.stage) == ("poet", Stage.TAGS)
    nobody = router(POET, POET.evolve(id="bad", name="Bad", tools=["("])).decide("what time is it")
    assert (nobody.agent, nobody.stage) == (None, Stage.FINALIZE)
    report = next(each for each in nobody.stages if each.stage is Stage.TOOLS)
    assert report.outcome is StageOutcome.PASSED


def test_a_tool_that_is_not_sure_decides_only_where_no_words_do():
    unsure = router(SUMS, POET)
    assert (unsure.decide("perhaps 9").agent, unsure.decide("perhaps 9").stage) == ("sums", Stage.TOOLS)
    assert (unsure.decide("perhaps a poem").agent, unsure.decide("perhaps a poem").stage) == ("poet", Stage.TAGS)


@pytest.mark.parametrize(("last_agent", "agent"), [("clerk", "clerk"), ("poet", "everything"), (None, "everything")])
def test_what_is_remembered_is_told_by_whoever_is_asked_or_by_the_one_with_most_tools(last_agent, agent):
    decision = router(SUMS, EVERYTHING, CLERK, POET).decide(
        "who works there", RoutingContext(last_agent=last_agent, recalls="clock")
    )
    assert (decision.agent, decision.stage) == (agent, Stage.TOOLS)
    assert decision.reason == f"The tool clock of {agent} reads the message with what is remembered or was just told."


def test_without_tools_the_stage_is_skipped_and_in_the_classic_profile_there_is_none():
    plain = Router(Roster([SUMS, POET]), classifier=None).decide("7 times 8")
    assert next(each.outcome for each in plain.stages if each.stage is Stage.TOOLS) is StageOutcome.SKIPPED
    classic = Router(Roster([SUMS, POET]), profile="classic", tool_reader=Reader()).decide("7 times 8")
    assert Stage.TOOLS not in [each.stage for each in classic.stages]


def test_an_example_of_an_agent_is_its_own_whatever_tools_read():
    from bailiwick_router.examples import train

    roster = Roster([SUMS, POET.evolve(examples=["7 times 8", "a verse on rain", "write me a poem"])])
    learned = Router(roster, classifier=train(roster), tool_reader=Reader())
    assert learned.decide("7 times 8").agent == "poet"
    assert learned.decide("3 times 3").agent == "sums"


def test_a_follow_up_stays_with_the_last_agent_unless_a_tool_reads_it_that_the_agent_has_not():
    two = router(SUMS, POET)
    away = two.decide("and what time is it", last_agent="poet")
    assert (away.agent, away.stage) == ("sums", Stage.TOOLS)
    reason = next(each.reason for each in away.stages if each.stage is Stage.FOLLOW_UP)
    assert "the tool clock reads it by itself, and poet has no such tool" in reason
    stays = two.decide("and what time is it", last_agent="sums")
    assert (stays.agent, stays.stage) == ("sums", Stage.FOLLOW_UP)


def test_parts_of_a_message_are_decided_by_tools_too():
    decision = router(SUMS, POET.evolve(tags=["poem", "rain"])).decide("what is 7 times 8, and write a poem about rain")
    assert [(part.agent, part.stage) for part in decision.parts] == [("sums", Stage.TOOLS), ("poet", Stage.TAGS)]
