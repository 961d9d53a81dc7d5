"""A routing stage: a message that is nothing but dice notation goes to the dice agent."""

from bailiwick import Passed, Query, RoutingContext, Stage, Verdict
from bailiwick_dice.phrases import read_dice

AGENT = "dice"


class DiceNotation:
    """Decides messages such as "2d6" or "d20", which share no word with any agent."""

    stage = Stage.PLUGIN

    def decide(self, query: Query, context: RoutingContext) -> Verdict | Passed:
        """Choose the dice agent for dice notation, if it can be chosen now."""
        agent = query.agent(AGENT)
        if agent is None or not agent.routable or AGENT in dict(context.excluded):
            return Passed("The dice agent cannot be chosen now.")
        if len(query.words) != 1 or read_dice(query.message) is None:
            return Passed("The message is not dice notation.")
        return Verdict(agent=AGENT, confidence=1.0, margin=1.0, reason=f"{query.message.strip()} is dice notation.")
