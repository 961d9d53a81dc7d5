"""Who is on a person's team, as it is told: what each is for, what it could do now, what it lacks."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.health import Health
from bailiwick.kernel.platform import Platform
from bailiwick.models.catalog import Catalog
from bailiwick.models.personal import PersonalCatalog
from bailiwick.models.recognising import InstalledReaders
from bailiwick.runs.delegation import purpose
from bailiwick.runs.tools import Tools
from bailiwick.tools.records import Tool
from bailiwick.tools.wordings import wordings_of_all
from bailiwick.tools.wrappers import Filtered
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.language import Language, detect_language

MOST = 12
"""Agents that are told of one by one."""
SHARED = 3
"""A tool that so many agents have is told of once, as everybody's."""


async def models_of(platform: Platform, user_id: str) -> PersonalCatalog:
    """Return the models as the person has them."""
    return await platform[Catalog].of(user_id, (await platform[PersonalPreferences].get(user_id)).model)


class PersonalTeam:
    """One person's team, as it was just read."""

    def __init__(
        self,
        agents: Sequence[Agent],
        supervisor: str,
        tools: Mapping[str, Mapping[str, Tool]],
        health: Mapping[str, Health],
        catalog: PersonalCatalog,
        readers: InstalledReaders,
    ) -> None:
        """`supervisor` is its name; `tools` are, by agent, those that it may use and that can be used now."""
        self.agents = agents
        self.supervisor = supervisor
        self._tools = tools
        self._health = health
        self._catalog = catalog
        self._readers = readers

    @classmethod
    async def of(cls, platform: Platform, user_id: str) -> "PersonalTeam":
        """Read it."""
        roster = (await platform[Rosters].of(user_id)).roster
        agents = [agent for agent in roster if agent.routable]
        told = agents[:MOST]
        every = await platform[Tools].of(user_id)
        supervisor = roster.get(SUPERVISOR_ID)
        return cls(
            agents,
            supervisor.name if supervisor else "",
            {agent.id: Filtered(every, agent.tools).tools() for agent in told},
            await platform[HealthChecks].of(user_id, told),
            await models_of(platform, user_id),
            platform[InstalledReaders],
        )

    @property
    def has_model(self) -> bool:
        """Whether a language model answers."""
        return self._catalog.configured

    def told(self, language: Language, *, examples: bool) -> list[dict[str, Any]]:
        """Return what is told of each, with `examples` also what one can say to it."""
        return [self._told(agent, language, examples=examples) for agent in self.agents[:MOST]]

    def does(self, language: Language) -> list[dict[str, Any]]:
        """Return what can be done now, by who does it: an agent's name, empty for what several do."""
        words = wordings_of_all(language)
        users: dict[str, list[Agent]] = {}
        for agent in self.agents[:MOST]:
            for name, tool in self._tools[agent.id].items():
                if not tool.spec.for_team and (self._has_model(agent) or tool.recogniser is not None):
                    users.setdefault(name, []).append(agent)
        groups: dict[str, list[str]] = {"": []}
        for name, agents in users.items():
            # Who has few tools has them for a reason; one that may use every tool has none of its own.
            narrow = min(agents, key=lambda agent: len(self._tools[agent.id]))
            tool = self._tools[narrow.id][name]
            does = words.get(name) or _first_sentence(tool.spec.description)
            groups.setdefault("" if len(agents) > SHARED else narrow.name, []).append(does)
        return [{"agent": name, "does": list(dict.fromkeys(each))} for name, each in groups.items() if each]

    def _told(self, agent: Agent, language: Language, *, examples: bool) -> dict[str, Any]:
        health = self._health[agent.id]
        example = self._example(agent, language) if examples else None
        return {
            "name": agent.name,
            "description": purpose(agent, language),
            "example": example,
            "lacks": [lack.text(language) for lack in health.lacks] or ([] if health.healthy else [health.detail]),
            "needsModel": examples and example is None and bool(agent.examples) and not self._has_model(agent),
        }

    def _has_model(self, agent: Agent) -> bool:
        return agent.kind != "model" or self._catalog.chosen_for(agent).name != "offline"

    def _example(self, agent: Agent, language: Language) -> str | None:
        """Return what one can say to it, of its own examples; without a model one that a tool of its reads."""
        own = [text for text in agent.examples if detect_language(text) == language]
        if self._has_model(agent):
            return next(iter(own), None)
        tools = self._tools[agent.id]
        return next(
            (text for text in own if any(each.tool in tools for each in self._readers.read(text, language))), None
        )


def _first_sentence(text: str) -> str:
    return " ".join(text.split()).partition(". ")[0].removesuffix(".") + "."
