"""The index of a roster: from words, tags, keywords and patterns to the agents that have them.

Adding, changing or removing an agent touches only its own postings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from sys import intern
from weakref import ref

from bailiwick_router.core.agents import Agent, AgentStatus, Role
from bailiwick_router.explanation import Explanation
from bailiwick_router.names import RosterNames
from bailiwick_router.patterns import Patterns, bare
from bailiwick_router.postings import Phrases, Postings, slots_in
from bailiwick_router.profiles import PROFILES, Profile, ProfileName
from bailiwick_router.text import normalise, tokens_of, words_of
from bailiwick_router.tool_reading import holders_of

TEXT_FIELDS = ("tags", "name", "description", "objective")
"""The fields that words are looked for in; evidence names the first that has the word."""
WORDS, TAGS, KEYWORDS, PATTERNS = 0, 1, -2, -1
"""Places in `Entry.held`; tags take one for each reading."""
SLOT_BITS = 32
"""Bits that a slot takes in a place."""
RANK_BITS = 32
"""Bits that a place leaves free between priority and slot, for a rank that lies between the two."""
_SLACK = 1024
"""Unused slots that are left alone."""
_STEPS = 4
"""Slots that one change to the roster closes up, while it is needed."""


class Entry:
    """An agent as the index knows it."""

    __slots__ = ("agent", "held", "id", "slot")

    def __init__(self, agent: Agent, slot: int, profile: Profile) -> None:
        self.agent = agent
        self.id = agent.id
        self.slot = slot
        self.held = _held(
            profile.name,
            tuple(agent.tags),
            agent.name,
            agent.description,
            agent.objective,
            tuple(agent.keywords),
            tuple(agent.patterns),
            tuple(agent.languages),
        )
        """All that features of a message are looked up in: words, tags per reading, keywords, patterns."""

    @property
    def words(self) -> Mapping[str, str]:
        """Each scoring word of its text → the field it is in."""
        return self.held[WORDS]

    @property
    def tags(self) -> tuple[Mapping[str, str], ...]:
        """Per reading: the phrase of each tag → the tag as written."""
        return self.held[TAGS:KEYWORDS]

    @property
    def keywords(self) -> Mapping[str, str]:
        """Normalised → as written."""
        return self.held[KEYWORDS]

    @property
    def patterns(self) -> Mapping[str, str]:
        """Without diacritics → as written."""
        return self.held[PATTERNS]

    def terms(self, profile: Profile, reading: str) -> dict[str, str]:
        """Return the terms of its words in a reading, each with one of the words."""
        return dict(zip(profile.agent_terms(self.words, reading, self.agent.languages), self.words, strict=True))


@lru_cache(maxsize=1024)
def _held(
    profile_name: ProfileName,
    tags: tuple[str, ...],
    name: str,
    description: str,
    objective: str,
    keywords: tuple[str, ...],
    patterns: tuple[str, ...],
    languages: tuple[str, ...],
) -> tuple[Mapping[str, str], ...]:
    """Return what an agent of these fields is found by; see `Entry.held`.

    One object for equal agents: those that ship are on the roster of every person.
    """
    profile = PROFILES[profile_name]()
    return (
        _fields_by_word((" ".join(tags), name, description, objective), profile),
        *_tags(tags, languages, profile),
        {phrase: keyword for keyword in reversed(keywords) if (phrase := keyword_phrase(keyword))},
        {bare(pattern): pattern for pattern in reversed(patterns)},
    )


def _fields_by_word(texts: tuple[str, ...], profile: Profile) -> dict[str, str]:
    found: dict[str, str] = {}
    stop_words = profile.stop_words
    for field, text in zip(TEXT_FIELDS, texts, strict=True):
        for token in tokens_of(words_of(normalise(text))) if text else ():
            if token not in found and token not in stop_words:
                # One object for equal words, so that those of all agents share their memory.
                found[intern(token)] = field
    return found


def _tags(tags: tuple[str, ...], languages: tuple[str, ...], profile: Profile) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{} for _ in profile.readings]
    for tag in tags:
        for known, phrase in zip(found, _tag_phrases(tag, languages, profile.name), strict=True):
            if phrase:
                known.setdefault(phrase, tag)
    return found


@lru_cache(maxsize=50_000)
def _tag_phrases(tag: str, languages: tuple[str, ...], profile_name: ProfileName) -> tuple[str, ...]:
    """Return the terms of a tag per reading, joined by spaces; empty when it cannot score. Agents share many tags."""
    profile = PROFILES[profile_name]()
    words = profile.tag_words(tag)
    if len(words) == 1:
        word = words[0]
        return tuple([profile.agent_term(word, reading, languages) for reading in profile.readings])
    return tuple([" ".join(profile.agent_terms(words, reading, languages)) for reading in profile.readings])


def keyword_phrase(keyword: str) -> str:
    """Return a keyword as the words that must stand in a message, joined by spaces."""
    return " ".join(words_of(normalise(keyword)))


def place(priority: int, slot: int) -> int:
    """Return what decides between equals as one number, lowest first: the higher priority, then the lower slot.

    One number, because numbers are sorted several times faster than tuples.
    """
    return (-priority << RANK_BITS + SLOT_BITS) + slot if priority else slot


def _slots_by(held: Iterable[tuple[Iterable[str], int]]) -> dict[str, list[int]]:
    """Return text → the slots of the agents that have it, given what each agent has, with its slot."""
    found: dict[str, list[int]] = {}
    for texts, slot in held:
        for text in texts:
            slots = found.get(text)
            if slots is None:
                found[text] = [slot]
            else:
                slots.append(slot)
    return found


class Side:
    """Postings of the agents of one kind: those that can be chosen, or those that are paused or archived."""

    __slots__ = ("keywords", "patterns", "plain", "priorities", "profile", "size", "spellings", "tags", "words")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.words: dict[str, dict[str, Postings]] = {reading: {} for reading in profile.readings}
        self.spellings: dict[str, dict[str, dict[str, int]]] = {reading: {} for reading in profile.readings}
        """Per reading: term → the words that have it, where they differ from it, with how many agents use each."""
        self.tags: dict[str, Phrases] = {reading: Phrases() for reading in profile.readings}
        self.keywords = Phrases()
        self.patterns = Patterns()
        self.priorities: dict[int, Postings] = {}
        self.plain: dict[str, int] = dict.fromkeys(profile.readings, 0)
        """Per reading: how many agents are not described in that language."""
        self.size = 0

    def add(self, entries: Sequence[Entry]) -> None:
        """Add the postings of agents, in the order of their slots."""
        if len(entries) == 1:
            self._add_one(entries[0])
            return
        for place, reading in enumerate(self.profile.readings, TAGS):
            self._add_words(entries, reading)
            for phrase, slots in _slots_by((entry.held[place], entry.slot) for entry in entries).items():
                self.tags[reading].add(phrase, slots)
        for place, found in ((KEYWORDS, self.keywords), (PATTERNS, self.patterns)):
            for text, slots in _slots_by((entry.held[place], entry.slot) for entry in entries).items():
                found.add(text, slots)
        for entry in entries:
            self.priorities.setdefault(entry.agent.priority, Postings()).add([entry.slot])
        self.size += len(entries)

    def _add_words(self, entries: Sequence[Entry], reading: str) -> None:
        terms = [entry.terms(self.profile, reading) for entry in entries]
        words = self.words[reading]
        for term, slots in _slots_by(zip(terms, [entry.slot for entry in entries], strict=True)).items():
            postings = words.get(term)
            if postings is None:
                postings = words[term] = Postings()
            postings.add(slots)
        for entry, known in zip(entries, terms, strict=True):
            self._note_spellings(entry, reading, known)

    def _add_one(self, entry: Entry) -> None:
        """Add the postings of one agent: with nothing to gather, in half the time."""
        slot = entry.slot
        for reading, tags in zip(self.profile.readings, entry.tags, strict=True):
            terms, words, phrases = entry.terms(self.profile, reading), self.words[reading], self.tags[reading]
            for term in terms:
                postings = words.get(term)
                if postings is None:
                    words[term] = Postings(slot)
                else:
                    postings.put(slot)
            self._note_spellings(entry, reading, terms)
            for phrase in tags:
                phrases.put(phrase, slot)
        for phrase in entry.keywords:
            self.keywords.put(phrase, slot)
        for pattern in entry.patterns:
            self.patterns.add(pattern, (slot,))
        self.priorities.setdefault(entry.agent.priority, Postings()).put(slot)
        self.size += 1

    def _note_spellings(self, entry: Entry, reading: str, terms: Mapping[str, str]) -> None:
        if reading not in entry.agent.languages:
            self.plain[reading] += 1
            return
        spellings = self.spellings[reading]
        for term, word in terms.items():
            if term != word:
                written = spellings.get(term)
                if written is None:
                    spellings[term] = {word: 1}
                else:
                    written[word] = written.get(word, 0) + 1

    def remove(self, entry: Entry) -> None:
        """Remove an agent's postings."""
        slot = entry.slot
        for reading, tags in zip(self.profile.readings, entry.tags, strict=True):
            words = self.words[reading]
            spellings = self.spellings[reading]
            described = reading in entry.agent.languages
            for term, word in entry.terms(self.profile, reading).items():
                words[term].remove(slot)
                if not len(words[term]):
                    del words[term]
                if described and term != word:
                    spellings[term][word] -= 1
                    if not spellings[term][word]:
                        del spellings[term][word]
                    if not spellings[term]:
                        del spellings[term]
            for phrase in tags:
                self.tags[reading].remove(phrase, slot)
            self.plain[reading] -= not described
        for phrase in entry.keywords:
            self.keywords.remove(phrase, slot)
        for pattern in entry.patterns:
            self.patterns.remove(pattern, slot)
        self.priorities[entry.agent.priority].remove(slot)
        if not len(self.priorities[entry.agent.priority]):
            del self.priorities[entry.agent.priority]
        self.size -= 1


class RosterIndex:
    """Follows a roster; slots rise in the order of registration.

    Slots of removed agents are closed up a few at a time, so that the slots stay about as many as the agents.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.active = Side(profile)
        self.resting = Side(profile)
        self._entries: dict[str, Entry] = {}
        self._slots: list[Entry | None] = []
        self.places: list[int] = []
        """By slot: the agent's place among equals; see `place`."""
        self._unread: set[ref[Explanation]] = set()
        self._supervisors: dict[str, Agent] = {}
        self._supervisor_names: frozenset[str] | None = None
        """Nothing after a change, until asked for."""
        self._names: RosterNames | None = None
        """Nothing after a change, until asked for."""
        self._own_words: frozenset[str] | None = None
        """Nothing after a change, until asked for."""
        self._holders: dict[str, Sequence[str]] = {}
        """By tool; empty after a change."""
        self._closing: tuple[int, int] | None = None
        """While closing up: the next slot to look at, and the next slot to fill."""

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def slot_count(self) -> int:
        """How many slots there are, those of removed agents included."""
        return len(self._slots)

    def explains(self, explanation: Explanation) -> None:
        """Have an explanation worked out before anything changes, unless it is no longer reachable."""
        # As a `WeakSet` does it, without a call of Python's when it is added and another when it goes.
        self._unread.add(ref(explanation, self._unread.discard))

    def _about_to_change(self) -> None:
        """Work out what explains the roster as it is, and forget what is worked out from it when it is asked for."""
        self._explain()
        self._names = self._own_words = None
        self._holders = {}

    def _explain(self) -> None:
        if self._unread:
            for each in list(self._unread):
                explanation = each()
                if explanation is not None:
                    explanation()
            self._unread.clear()

    def add(self, agents: Iterable[Agent]) -> None:
        """Take in agents; they come last in order. Many at once take less time than one after the other."""
        self._about_to_change()
        entries = [Entry(agent, slot, self.profile) for slot, agent in enumerate(agents, len(self._slots))]
        self._slots += entries
        self.places += [place(entry.agent.priority, entry.slot) for entry in entries]
        for entry in entries:
            self._entries[entry.id] = entry
            self._note_supervisor(entry.agent)
        for side in (self.active, self.resting):
            if here := [entry for entry in entries if self._side(entry.agent) is side]:
                side.add(here)
        self._close_up()

    def replace(self, agent: Agent) -> None:
        """Take in a changed agent; it keeps its place in the order."""
        self._about_to_change()
        old = self._entries[agent.id]
        entry = Entry(agent, old.slot, self.profile)
        self._leave(old)
        self._enter(entry)
        self._slots[entry.slot] = self._entries[agent.id] = entry
        self.places[entry.slot] = place(agent.priority, entry.slot)
        self._note_supervisor(agent)

    def remove(self, agent_id: str) -> None:
        """Forget an agent."""
        self._about_to_change()
        entry = self._entries.pop(agent_id)
        self._leave(entry)
        self._slots[entry.slot] = None
        self._forget_supervisor(agent_id)
        self._close_up()

    def at(self, slot: int) -> Entry:
        """Return the agent in a slot."""
        entry = self._slots[slot]
        if entry is None:
            raise LookupError(slot)
        return entry

    def entry(self, agent_id: str) -> Entry | None:
        """Return an agent of the roster."""
        return self._entries.get(agent_id)

    def first_active(self) -> Iterator[Entry]:
        """Yield the agents that can be chosen, in order of registration."""
        mask = 0
        for postings in self.active.priorities.values():
            mask |= postings.mask()
        return map(self.at, slots_in(mask))

    def agents(self) -> Iterator[Agent]:
        """Yield every agent of the roster."""
        return (entry.agent for entry in self._entries.values())

    @property
    def supervisor_names(self) -> frozenset[str]:
        """The words of the names of the agents that supervise."""
        if self._supervisor_names is None:
            names = [words_of(normalise(agent.name)) for agent in self._supervisors.values()]
            self._supervisor_names = frozenset(chain.from_iterable(names))
        return self._supervisor_names

    @property
    def names(self) -> RosterNames:
        """What the agents are called in a message."""
        if self._names is None:
            self._names = RosterNames(self.agents())
        return self._names

    @property
    def own_words(self) -> frozenset[str]:
        """The words of the names, tags and keywords of all agents, normalised."""
        if self._own_words is None:
            texts = (text for agent in self.agents() for text in (agent.name, *agent.tags, *agent.keywords))
            self._own_words = frozenset(chain.from_iterable(words_of(normalise(text)) for text in texts))
        return self._own_words

    def holders(self, tool: str, names: Sequence[str]) -> Sequence[str]:
        """Return the ids of the agents that have a tool of those `names`, those first that are made for it."""
        found = self._holders.get(tool)
        if found is None:
            found = self._holders[tool] = holders_of(tool, self.agents(), names)
        return found

    def _side(self, agent: Agent) -> Side | None:
        if not agent.role.routable:
            return None
        return self.active if agent.status is AgentStatus.ACTIVE else self.resting

    def _note_supervisor(self, agent: Agent) -> None:
        if agent.role is Role.SUPERVISOR:
            self._supervisors[agent.id] = agent
            self._supervisor_names = None
        else:
            self._forget_supervisor(agent.id)

    def _forget_supervisor(self, agent_id: str) -> None:
        if self._supervisors.pop(agent_id, None) is not None:
            self._supervisor_names = None

    def _enter(self, entry: Entry) -> None:
        side = self._side(entry.agent)
        if side is not None:
            side.add([entry])

    def _leave(self, entry: Entry) -> None:
        side = self._side(entry.agent)
        if side is not None:
            side.remove(entry)

    def _close_up(self) -> None:
        holes = len(self._slots) - len(self._entries)
        if self._closing is None:
            if holes <= max(_SLACK, len(self._entries)):
                return
            self._closing = (0, 0)
        source, target = self._closing
        for _ in range(min(_STEPS, len(self._slots) - source)):
            entry = self._slots[source]
            if entry is not None:
                if source != target:
                    self._leave(entry)
                    self._slots[source], self._slots[target] = None, entry
                    entry.slot = target
                    self.places[target] = place(entry.agent.priority, target)
                    self._enter(entry)
                target += 1
            source += 1
        self._closing = (source, target)
        if source == len(self._slots):
            del self._slots[target:], self.places[target:]
            self._closing = None
