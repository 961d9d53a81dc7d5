"""Facts to tell, from a list that ships with the product."""

import hashlib
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import Language, Recognition, Request, Tool, ToolContext, skill_tool
from bailiwick_skills.facts.requests import read_fact, say_fact
from bailiwick_skills.facts.topics import TOPICS, stem, topic_of

MOST_EXCLUDED = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class FactEntry:
    """One fact in every language, with where it can be looked up."""

    id: str
    topics: Sequence[str]
    texts: Mapping[Language, str]
    source: str
    url: str


class Facts:
    """The list, read at first use."""

    def about(self, topic: str) -> Sequence[FactEntry]:
        """Return the facts of a topic, else those whose text names it; none for what no fact is about."""
        if not topic.strip():
            return self.all
        known = topic_of(topic)
        if known is not None:
            return [fact for fact in self.all if known in fact.topics]
        wanted = stem(topic)
        return [fact for fact in self.all if len(wanted) > 2 and wanted in self._words[fact.id]]

    @cached_property
    def all(self) -> Sequence[FactEntry]:
        """Every fact, in an order that stays."""
        file = resources.files("bailiwick_skills.facts") / "facts.toml"
        table = tomllib.loads(file.read_text("utf-8"))
        return [
            FactEntry(
                id=name,
                topics=tuple(entry["topics"]),
                texts={"en": entry["en"], "es": entry["es"]},
                source=entry["source"],
                url=entry["url"],
            )
            for name, entry in sorted(table.items())
        ]

    @cached_property
    def _words(self) -> Mapping[str, Collection[str]]:
        return {fact.id: {stem(word) for text in fact.texts.values() for word in text.split()} for fact in self.all}


def choose(facts: Sequence[FactEntry], exclude: Collection[str], seed: str) -> FactEntry:
    """Return one of the facts, the same for the same seed; one that was told only when all were."""
    fresh = [fact for fact in facts if fact.id not in exclude] or list(facts)
    number = int.from_bytes(hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()[:8])
    return fresh[number % len(fresh)]


def fact_tools() -> list[Tool]:
    """Return `randomFact`."""
    facts = Facts()

    @skill_tool(read_only=True, recogniser=FactRecogniser())
    async def randomFact(
        context: ToolContext,
        topic: Annotated[
            str | None,
            Field(max_length=60, description=f"One of {', '.join(TOPICS)}, or any single word."),
        ] = None,
        language: Annotated[Language | None, Field(description="Without it the person's.")] = None,
        exclude: Annotated[
            list[Annotated[str, Field(max_length=60)]] | None,
            Field(max_length=MOST_EXCLUDED, description="Ids of the facts that were told in this conversation."),
        ] = None,
    ) -> dict[str, Any]:
        """Tell a true and curious fact with its source.

        Use it for fun facts, trivia and as a spark for texts; pass the ids of those told before in `exclude`. Returns
        id, fact, topics, source, url, and topicFound: false when no fact is about the topic and it is of another.
        """
        found = facts.about(topic or "")
        fact = choose(found or facts.all, exclude or (), context.call_id)
        spoken = language or context.language
        return {
            "id": fact.id,
            "fact": fact.texts[spoken],
            "language": spoken,
            "topics": list(fact.topics),
            "topic": (topic or "").strip() or None,
            "topicFound": bool(found),
            "source": fact.source,
            "url": fact.url,
        }

    return [randomFact]


class FactRecogniser:
    """Reads "tell me a fun fact about space", also "another one" after one."""

    def read(self, request: Request) -> Recognition | None:
        """Return the topic and what was told already; None if the request is about something else."""
        return read_fact(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the fact with its source."""
        del arguments
        return say_fact(result, language)
