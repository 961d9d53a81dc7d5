"""The plain loop: routing's arithmetic written out agent by agent, to hold the index to."""

from collections.abc import Sequence

from bailiwick_router import Agent, AgentStatus
from bailiwick_router.core.language import ENGLISH, detect_language
from bailiwick_router.stems import stem
from bailiwick_router.stopwords import STOP_WORDS
from bailiwick_router.text import normalise, tokens_of, words_of


def text_of(agent: Agent) -> str:
    return " ".join([*agent.tags, agent.name, agent.description, agent.objective])


def distinct(group: list) -> list:
    return [mine for at, mine in enumerate(group) if mine not in group[:at]]


class Plain:
    """Scores every agent of a roster for one message, in the standard profile."""

    def __init__(self, agents: Sequence[Agent], message: str, *, classic: bool = False) -> None:
        self.classic = classic
        self.agents = list(agents)
        self.words = words_of(normalise(message))
        self.tokens = tokens_of(self.words)
        language = detect_language(message)
        both = language == "en" and not ENGLISH & set(self.words)
        self.languages = [""] if classic else (["en", "es"] if both else [language])

    def stem(self, word: str, language: str) -> str:
        return stem(word, language) if language else word

    def same(self, mine: str, theirs: str, agent: Agent, language: str) -> bool:
        if not language or language not in agent.languages:
            return mine == theirs
        return stem(mine, language) == stem(theirs, language)

    def word_features(self) -> list[list[str]]:
        groups: dict[tuple[str, ...], list[str]] = {}
        for token in dict.fromkeys(self.tokens):
            if self.classic or token not in STOP_WORDS:
                groups.setdefault(tuple(self.stem(token, each) for each in self.languages), []).append(token)
        return list(groups.values())

    def has_word(self, agent: Agent, group: list[str], language: str) -> bool:
        theirs = [
            word for word in tokens_of(words_of(normalise(text_of(agent)))) if self.classic or word not in STOP_WORDS
        ]
        return any(self.same(mine, word, agent, language) for mine in group for word in theirs)

    def tag_features(self) -> dict[tuple[str, ...], list[list[str]]]:
        groups: dict[tuple[str, ...], list[list[str]]] = {}
        for start in range(len(self.tokens)):
            for end in range(start + 1, min(len(self.tokens), start + 5) + 1):
                phrase = self.tokens[start:end]
                name = tuple(" ".join(self.stem(word, each) for word in phrase) for each in self.languages)
                groups.setdefault(name, []).append(phrase)
        return groups

    def has_tag(self, agent: Agent, group: list[list[str]], language: str) -> bool:
        for tag in agent.tags:
            theirs = tokens_of(words_of(normalise(tag)))
            if self.classic:
                if theirs != [normalise(tag)]:
                    continue
            elif not theirs or set(theirs) <= STOP_WORDS:
                continue
            for mine in group:
                if len(mine) == len(theirs) and all(
                    self.same(a, b, agent, language) for a, b in zip(mine, theirs, strict=True)
                ):
                    return True
        return False

    def ranking(self) -> list[tuple[str, float]]:
        """Return (id, score) of all agents that score, best first."""
        active = [agent for agent in self.agents if agent.role.routable and agent.status is AgentStatus.ACTIVE]
        score = dict.fromkeys((agent.id for agent in active), 0.0)
        rarity = dict.fromkeys(score, 0.0)
        features = [(1.0, self.has_word, group) for group in self.word_features()]
        features += [(2.0, self.has_tag, group) for group in self.tag_features().values()]
        for weight, has, group in features:
            having = [
                {agent.id for agent in active if (each in agent.languages or not each) and has(agent, group, each)}
                for each in self.languages
            ]
            having += [
                {agent.id for agent in active if each and each not in agent.languages and has(agent, [mine], each)}
                for each in self.languages
                for mine in distinct(group)
            ]
            frequency = sum(map(len, having))
            for agent_id in set().union(*having):
                score[agent_id] += weight
                rarity[agent_id] += weight / frequency
        place = {agent.id: at for at, agent in enumerate(self.agents)}
        priority = {agent.id: agent.priority for agent in self.agents}
        scoring = [agent_id for agent_id, value in score.items() if value]
        scoring.sort(key=lambda each: (-score[each], -priority[each], -round(rarity[each], 9), place[each]))
        return [(agent_id, score[agent_id]) for agent_id in scoring]
