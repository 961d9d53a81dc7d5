"""Choosing: which router decides on a message of one person, and what it decides."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from bailiwick.agents.releases.following import Following, MakeRouter
from bailiwick.agents.releases.learned_from import TrainingData
from bailiwick.agents.releases.learning import Learning
from bailiwick_router.core.agents import Agent, AgentStatus, Origin
from bailiwick_router.core.decisions import Decision, RoutingContext, Shadow
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.drafts import decide_with
from bailiwick_router.pipeline import Router
from bailiwick_router.release_content import deciding
from bailiwick_router.roster import Roster

MOST_SHADOWS = 10
"""Agents in the shadow that a message is decided for; the first of the roster."""


class Released:
    """A router that decides as a release says, on the agents as far as they are there now."""

    def __init__(self, number: int, content: ReleaseContent, make_router: MakeRouter) -> None:
        self.number = number
        self._content = content
        self._make_router = make_router
        self._changes = -1
        """How far the working copy had changed when this was last brought in step with it."""
        self.router = make_router(Roster(), content.rules)
        self.goal = LearningGoal()

    def keep_step(self, following: Following, learning: Learning) -> None:
        """Take over what is always as it is now: who is active, who is gone, and runtime agents."""
        if self._changes != following.changes:
            now = {agent.id: agent for agent in following.router.roster}
            lasting = deciding(self._content, now)
            wanted = [*lasting, *(agent for agent in now.values() if agent.origin is Origin.RUNTIME)]
            self._replace(wanted)
            version = self.router.settings.learning
            self.goal.training_data = learning.training_data(lasting, self._content.corrections, version)
            self._changes = following.changes
        self.goal.teach(self.router, learning)

    def _replace(self, wanted: Sequence[Agent]) -> None:
        roster = self.router.roster
        ids = {agent.id for agent in wanted}
        for agent_id in [agent.id for agent in roster if agent.id not in ids]:
            roster.remove(agent_id)
        if [agent.id for agent in roster] != [agent.id for agent in wanted[: len(roster)]]:
            self.router = self._make_router(Roster(wanted), self._content.rules)
            return
        for agent in wanted:
            known = roster.get(agent.id)
            if known is None:
                roster.add(agent)
            elif known != agent:
                roster.replace(agent)


@dataclass(slots=True)
class LearningGoal:
    """What a router is to have learned."""

    training_data: TrainingData | None = None

    def teach(self, router: Router, learning: Learning) -> None:
        """Let the router decide by what its training data teaches, as soon as that has been learned."""
        wanted = self.training_data.digest if self.training_data else ""
        known = router.classifier.digest if router.classifier else ""
        if wanted == known:
            return
        if not wanted:
            router.learn(None)
        elif (classifier := learning.classifier(wanted)) is not None:
            router.learn(classifier)
        elif self.training_data is not None:
            learning.begin(self.training_data)


@dataclass(slots=True)
class Choosing:
    """The routers of one person, in step with the database when they were asked for."""

    following: Following
    published: Released | None = None
    """None while the working copy decides."""
    canary: Released | None = None
    goal: LearningGoal = field(default_factory=LearningGoal)
    """What the working copy is to have learned."""
    age: int = 0
    """The age of the database that the releases were read from; see `Following`."""
    learned_at: int = -1
    """The `training_version` of the working copy that was worked out from."""

    def keep_step(self, learning: Learning) -> None:
        """Bring releases in step with the working copy, and let every router learn what it is to learn."""
        following = self.following
        if self.learned_at != following.training_version:
            version = following.router.settings.learning
            self.goal.training_data = learning.training_data(following.router.roster, following.corrections, version)
            self.learned_at = following.training_version
        self.goal.teach(following.router, learning)
        for released in (self.published, self.canary):
            if released is not None:
                released.keep_step(following, learning)

    @property
    def goals(self) -> list["LearningGoal"]:
        """What each router is to have learned."""
        return [self.goal, *(each.goal for each in (self.published, self.canary) if each is not None)]

    def learns(self) -> tuple[Router, TrainingData]:
        """Return the router that decides but for a canary, and what it is to have learned."""
        released = self.published
        router, goal = (self.working, self.goal) if released is None else (released.router, released.goal)
        if goal.training_data is None:
            raise LookupError("Nothing was read yet; ask for what decides first")
        return router, goal.training_data

    @property
    def working(self) -> Router:
        """The agents as they are now; who works on a message is looked up here."""
        return self.following.router

    def decides(self, key: str, requested: str | None = None) -> tuple[Router, bool]:
        """Return the router that decides on what has this key (a conversation's id, else the message), and whether it
        is the canary's.

        An agent that is in no release yet may be requested all the same: the working copy then decides.
        """
        share = self.following.mark.canary_share
        for released, canary in ((self.canary, True), (self.published, False)):
            if released is None or (canary and not drawn(key, share or 0)):
                continue
            if requested is not None and requested not in released.router.roster:
                break
            return released.router, canary
        return self.working, False

    def decide(self, message: str, context: RoutingContext, key: str | None = None) -> Decision:
        """Return the decision, with how agents in the shadow would have done. Raises what `Router.decide` raises."""
        router, canary = self.decides(message if key is None else key, context.requested_agent)
        decision = router.decide(message, context)
        if canary:
            decision = replace(decision, canary=True)
        if self.following.shadows and context.requested_agent is None:
            decision = replace(decision, shadows=self._shadows(router, message, context))
        return decision

    def _shadows(self, router: Router, message: str, context: RoutingContext) -> tuple[Shadow, ...]:
        found: list[Shadow] = []
        for agent in list(self.following.shadows.values())[:MOST_SHADOWS]:
            held = router.roster.get(agent.id) or agent
            decided = decide_with(router, held.evolve(status=AgentStatus.ACTIVE), message, context)
            wins = agent.id == decided.agent or any(part.agent == agent.id for part in decided.parts)
            found.append(
                Shadow(agent=agent.id, would_win=wins, stage=decided.stage, reason=decided.reason, why=decided.why)
            )
        return tuple(found)


def drawn(key: str, share: int) -> bool:
    """Whether a canary with a share (percent) decides on what has this key: the same for the same key always, and with
    a larger share too. The hash of the key, modulo 10,000, is below a hundred times the share."""
    number = int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return number % 10_000 < 100 * share
