"""Lint: what will surprise the author of an agent."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from bailiwick_router.core.agents import Agent, LintWarning
from bailiwick_router.core.language import ENGLISH, SPANISH, detect_language
from bailiwick_router.core.reasons import Reason, RoutingReason, Value
from bailiwick_router.index import Entry, RosterIndex, keyword_phrase
from bailiwick_router.literals import required_literals, requires_digit
from bailiwick_router.patterns import bare
from bailiwick_router.postings import Postings, slots_in
from bailiwick_router.profiles import Standard
from bailiwick_router.roster import Roster
from bailiwick_router.stopwords import STOP_WORDS
from bailiwick_router.text import normalise, tokens_of, words_of
from bailiwick_router.validate import validate

FEW_EXAMPLES = 3
"""With fewer examples than this an agent that has any is warned of."""
GENERAL_AGENTS = 4
"""So many agents must have a tag before it is called general."""
GENERAL_SHARE = 0.25
"""Share of the agents that can be chosen from which a tag is called general."""
MOST_RIVALS = 1000
"""Agents that are looked at for one that always wins against another; the work stays bounded at any size."""
_ASKING = frozenset("what which who how when where why que cual como cuando donde por cuanto cuantos cuantas".split())
_EVERYWHERE = (frozenset(map(normalise, ENGLISH | SPANISH)) & STOP_WORDS) - _ASKING
"""Words that are in messages about anything; those that ask tell at least that something is asked."""
_SPANISH_ENDINGS = ("a", "o", "as", "os", "ar", "ir", "cion", "ciones", "dad", "dades", "aje", "ajes", "ero", "eros")


def lint(agent: Agent, roster: Roster) -> list[LintWarning]:
    """Return what is odd about `agent` as a member of `roster`, of which it may already be one.

    Reads as `standard` routing does. Raises `InvalidInput` for what a roster would refuse.
    """
    return next(lint_all([agent], roster))


def lint_all(agents: Iterable[Agent], roster: Roster) -> Iterator[list[LintWarning]]:
    """Yield what `lint` returns of each agent; the roster is gone through once for all of them."""
    checked = list(agents)
    wanted = {words for agent in checked for words in map(same_words, agent.examples)}
    owners: dict[str, list[str]] = {}
    """Words of an example → the agents of the roster that have it, in order of registration."""
    for other in roster if wanted else ():
        for words in dict.fromkeys(map(same_words, other.examples)) if other.role.routable else ():
            if words in wanted:
                owners.setdefault(words, []).append(other.id)
    for agent in checked:
        yield _warnings(agent, roster, owners)


def _warnings(agent: Agent, roster: Roster, owners: Mapping[str, Sequence[str]]) -> list[LintWarning]:
    validate(agent)
    index = roster.index("standard", lambda: RosterIndex(Standard()))
    warnings = [*_tags(agent), *_keywords(agent), *_patterns(agent, index), *_languages(agent)]
    if agent.role.routable:
        warnings += [*_general(agent, index), *_examples(agent, owners), *_never_wins(agent, index)]
    return warnings


def same_words(example: str) -> str:
    """Return what examples have in common that are the same words."""
    return keyword_phrase(example)


def _warning(code: str, field: str, value: str, said: RoutingReason, **values: Value) -> LintWarning:
    why = Reason.of(said, value=value, **values)
    return LintWarning(code=code, field=field, value=value, message=why.text(), why=why)


def _tags(agent: Agent) -> Iterator[LintWarning]:
    seen: dict[str, str] = {}
    for tag in agent.tags:
        tokens = tokens_of(words_of(normalise(tag)))
        if not tokens:
            yield _warning("tag-never-matches", "tags", tag, RoutingReason.TAG_NEVER_MATCHES)
        elif STOP_WORDS.issuperset(tokens):
            yield _warning("tag-is-stop-word", "tags", tag, RoutingReason.TAG_IS_STOP_WORD)
        elif (phrase := " ".join(tokens)) in seen:
            yield _warning("duplicate-tag", "tags", tag, RoutingReason.DUPLICATE_TAG, other=seen[phrase])
        else:
            seen[phrase] = tag


def _keywords(agent: Agent) -> Iterator[LintWarning]:
    seen: dict[str, str] = {}
    for keyword in agent.keywords:
        phrase = keyword_phrase(keyword)
        if not phrase:
            yield _warning("keyword-never-matches", "keywords", keyword, RoutingReason.KEYWORD_NEVER_MATCHES)
        elif _EVERYWHERE.issuperset(phrase.split()):
            yield _warning("keyword-is-stop-word", "keywords", keyword, RoutingReason.KEYWORD_IS_STOP_WORD)
        elif phrase in seen:
            yield _warning(
                "duplicate-keyword", "keywords", keyword, RoutingReason.DUPLICATE_KEYWORD, other=seen[phrase]
            )
        else:
            seen[phrase] = keyword


def _patterns(agent: Agent, index: RosterIndex) -> Iterator[LintWarning]:
    counts = Counter(map(bare, agent.patterns))
    for pattern in dict.fromkeys(agent.patterns):
        if counts.pop(bare(pattern), 1) > 1:
            yield _warning("duplicate-pattern", "patterns", pattern, RoutingReason.DUPLICATE_PATTERN)
        other = _other_with(bare(pattern), agent, index)
        if other is not None:
            yield _warning("pattern-collides", "patterns", pattern, RoutingReason.PATTERN_COLLIDES, agent=other)
        if not required_literals(bare(pattern)) and not requires_digit(bare(pattern)):
            yield _warning("pattern-without-literal", "patterns", pattern, RoutingReason.PATTERN_WITHOUT_LITERAL)


def _other_with(pattern: str, agent: Agent, index: RosterIndex) -> str | None:
    postings = index.active.patterns.get(pattern)
    others = (index.at(slot).agent.id for slot in sorted(postings.slots if postings else ()))
    return next((each for each in others if each != agent.id), None)


def _languages(agent: Agent) -> Iterator[LintWarning]:
    spanish = [_looks_spanish(tag) for tag in agent.tags]
    missing = {"es": not any(spanish), "en": all(spanish)}
    for language in agent.languages:
        if agent.tags and missing.get(language):
            yield _warning("missing-language", "languages", language, RoutingReason.MISSING_LANGUAGE)


def _general(agent: Agent, index: RosterIndex) -> Iterator[LintWarning]:
    """Warn of tags that many agents have: none of them stands out by it."""
    side, profile = index.active, index.profile
    for tag in agent.tags:
        words = profile.tag_words(tag)
        phrases = (
            (each, " ".join(profile.agent_term(word, each, agent.languages) for word in words))
            for each in profile.readings
        )
        having = max((len(side.tags[each].get(phrase) or ()) for each, phrase in phrases), default=0) if words else 0
        if having >= GENERAL_AGENTS and having > GENERAL_SHARE * side.size:
            yield _warning("tag-too-general", "tags", tag, RoutingReason.TAG_TOO_GENERAL, count=having, total=side.size)


def _examples(agent: Agent, owners: Mapping[str, Sequence[str]]) -> Iterator[LintWarning]:
    seen: dict[str, str] = {}
    for example in agent.examples:
        words = same_words(example)
        if not words:
            yield _warning("example-says-nothing", "examples", example, RoutingReason.EXAMPLE_SAYS_NOTHING)
        elif words in seen:
            yield _warning("duplicate-example", "examples", example, RoutingReason.DUPLICATE_EXAMPLE, other=seen[words])
        else:
            seen[words] = example
            other = next((each for each in owners.get(words, ()) if each != agent.id), None)
            if other is not None:
                yield _warning("example-shared", "examples", example, RoutingReason.EXAMPLE_SHARED, agent=other)
    if 0 < len(seen) < FEW_EXAMPLES:
        yield _warning("few-examples", "examples", str(len(seen)), RoutingReason.FEW_EXAMPLES, count=len(seen))
    if len(seen) >= FEW_EXAMPLES and not any(_languages(agent)):
        found = {detect_language(example) for example in seen.values()}
        for language in agent.languages:
            if language in ("en", "es") and language not in found:
                yield _warning("missing-language", "examples", language, RoutingReason.MISSING_LANGUAGE_EXAMPLES)


def _looks_spanish(tag: str) -> bool:
    """Whether a tag may be Spanish, judged by function words, accents and the endings of its words."""
    words = words_of(normalise(tag))
    return detect_language(tag) == "es" or any(word.endswith(_SPANISH_ENDINGS) for word in words)


def _never_wins(agent: Agent, index: RosterIndex) -> Iterator[LintWarning]:
    """Warn of an agent without anything to match, or whose every word another, stronger agent has too.

    An agent with at least the same words, tags, keywords and patterns scores at least as much on every message;
    at equal scores the two have the same, so only priority and registration decide. An agent with examples may win
    by them.
    """
    if any(map(same_words, agent.examples)):
        return
    entry = index.entry(agent.id)
    tried = Entry(agent, sys.maxsize if entry is None else entry.slot, index.profile)
    needed = _postings(tried, index)
    if not needed:
        yield _warning("never-wins", "tags", "", RoutingReason.NEVER_WINS)
        return
    if None in needed:
        return
    shared = sorted((each for each in needed if each is not None), key=len)
    rarest = shared[0]
    slots = slots_in(rarest.mask()) if rarest.long else sorted(rarest.slots)
    for slot in islice(slots, MOST_RIVALS):
        other = index.at(slot).agent
        stronger = other.id != agent.id and (-other.priority, slot) < (-agent.priority, tried.slot)
        if stronger and all(slot in postings for postings in shared[1:]):
            yield _warning("never-wins", "tags", other.id, RoutingReason.NEVER_WINS_AGAINST, agent=other.id)
            return


def _postings(entry: Entry, index: RosterIndex) -> list[Postings | None]:
    """Return who has each thing of an agent; None for a thing no agent has."""
    side, profile = index.active, index.profile
    found: list[Postings | None] = []
    for reading, tags in zip(profile.readings, entry.tags, strict=True):
        found += [side.words[reading].get(term) for term in entry.terms(profile, reading)]
        found += [side.tags[reading].get(phrase) for phrase in tags]
    found += [side.keywords.get(phrase) for phrase in entry.keywords]
    found += [side.patterns.get(pattern) for pattern in entry.patterns]
    return found
