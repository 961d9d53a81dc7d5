"""Lint: what will surprise the author of an agent."""

import sys
from collections import Counter
from collections.abc import Iterator

from bailiwick.core.agents import Agent, LintWarning
from bailiwick.core.language import detect_language
from bailiwick.routing.index import Entry, RosterIndex, keyword_phrase
from bailiwick.routing.literals import required_literals, requires_digit
from bailiwick.routing.patterns import bare
from bailiwick.routing.postings import Postings
from bailiwick.routing.profiles import Standard
from bailiwick.routing.roster import Roster
from bailiwick.routing.stopwords import STOP_WORDS
from bailiwick.routing.text import normalise, tokens_of, words_of
from bailiwick.routing.validate import validate

_SPANISH_ENDINGS = ("a", "o", "as", "os", "ar", "ir", "cion", "ciones", "dad", "dades", "aje", "ajes", "ero", "eros")


def lint(agent: Agent, roster: Roster) -> list[LintWarning]:
    """Return what is odd about `agent` as a member of `roster`, of which it may already be one.

    Reads as `standard` routing does. Raises `InvalidInput` for what a roster would refuse.
    """
    validate(agent)
    index = roster.index("standard", lambda: RosterIndex(Standard()))
    warnings = [*_tags(agent), *_keywords(agent), *_patterns(agent, index), *_languages(agent)]
    if agent.role.routable:
        warnings += _never_wins(agent, index)
    return warnings


def _tags(agent: Agent) -> Iterator[LintWarning]:
    seen: dict[str, str] = {}
    for tag in agent.tags:
        tokens = tokens_of(words_of(normalise(tag)))
        if not tokens:
            yield LintWarning(
                code="tag-never-matches", field="tags", value=tag,
                message=f"Tag {tag!r} has no word of three letters or more, so it never matches; lengthen it.",
            )  # fmt: skip
        elif STOP_WORDS.issuperset(tokens):
            yield LintWarning(
                code="tag-is-stop-word", field="tags", value=tag,
                message=f"Tag {tag!r} is made of stop words, which do not score; use a word of its field.",
            )  # fmt: skip
        elif (phrase := " ".join(tokens)) in seen:
            yield LintWarning(
                code="duplicate-tag", field="tags", value=tag,
                message=f"Tag {tag!r} is the same as {seen[phrase]!r} and counts once; remove one.",
            )  # fmt: skip
        else:
            seen[phrase] = tag


def _keywords(agent: Agent) -> Iterator[LintWarning]:
    seen: dict[str, str] = {}
    for keyword in agent.keywords:
        phrase = keyword_phrase(keyword)
        if not phrase:
            yield LintWarning(
                code="keyword-never-matches", field="keywords", value=keyword,
                message=f"Keyword {keyword!r} has no letter or digit, so it never matches; remove it.",
            )  # fmt: skip
        elif phrase in seen:
            yield LintWarning(
                code="duplicate-keyword", field="keywords", value=keyword,
                message=f"Keyword {keyword!r} is the same as {seen[phrase]!r} and counts once; remove one.",
            )  # fmt: skip
        else:
            seen[phrase] = keyword


def _patterns(agent: Agent, index: RosterIndex) -> Iterator[LintWarning]:
    counts = Counter(map(bare, agent.patterns))
    for pattern in dict.fromkeys(agent.patterns):
        if counts.pop(bare(pattern), 1) > 1:
            yield LintWarning(
                code="duplicate-pattern", field="patterns", value=pattern,
                message=f"Pattern {pattern!r} is given more than once and counts once; remove one.",
            )  # fmt: skip
        other = _other_with(bare(pattern), agent, index)
        if other is not None:
            yield LintWarning(
                code="pattern-collides", field="patterns", value=pattern,
                message=f"{other!r} has the same pattern {pattern!r}; it cannot tell the two apart.",
            )  # fmt: skip
        if not required_literals(bare(pattern)) and not requires_digit(bare(pattern)):
            yield LintWarning(
                code="pattern-without-literal", field="patterns", value=pattern,
                message=f"Pattern {pattern!r} needs neither a digit nor a text of three letters, so it is tried on"
                " every message; add a word it must contain.",
            )  # fmt: skip


def _other_with(pattern: str, agent: Agent, index: RosterIndex) -> str | None:
    postings = index.active.patterns.get(pattern)
    others = (index.at(slot).agent.id for slot in sorted(postings.slots if postings else ()))
    return next((each for each in others if each != agent.id), None)


def _languages(agent: Agent) -> Iterator[LintWarning]:
    spanish = [_looks_spanish(tag) for tag in agent.tags]
    missing = {"es": ("Spanish", not any(spanish)), "en": ("English", all(spanish))}
    for language in agent.languages:
        name, lacks = missing.get(language, ("", False))
        if agent.tags and lacks:
            yield LintWarning(
                code="missing-language", field="languages", value=language,
                message=f"{language} is named, but no tag looks {name}; add tags in {name}, or leave it out.",
            )  # fmt: skip


def _looks_spanish(tag: str) -> bool:
    """Whether a tag may be Spanish, judged by function words, accents and the endings of its words."""
    words = words_of(normalise(tag))
    return detect_language(tag) == "es" or any(word.endswith(_SPANISH_ENDINGS) for word in words)


def _never_wins(agent: Agent, index: RosterIndex) -> Iterator[LintWarning]:
    """Warn of an agent without anything to match, or whose every word another, stronger agent has too.

    An agent with at least the same words, tags, keywords and patterns scores at least as much on every message;
    at equal scores the two have the same, so only priority and registration decide.
    """
    entry = index.entry(agent.id)
    tried = Entry(agent, sys.maxsize if entry is None else entry.slot, index.profile)
    needed = _postings(tried, index)
    if not needed:
        yield LintWarning(
            code="never-wins", field="tags", value="",
            message="It has no word, tag, keyword or pattern that a message could hold; add tags.",
        )  # fmt: skip
        return
    if None in needed:
        return
    shared = sorted((each for each in needed if each is not None), key=len)
    slots = set(shared[0].slots)
    for postings in shared[1:]:
        slots.intersection_update(postings.slots)
    for slot in sorted(slots):
        other = index.at(slot).agent
        if other.id != agent.id and (-other.priority, slot) < (-agent.priority, tried.slot):
            yield LintWarning(
                code="never-wins", field="tags", value=other.id,
                message=f"{other.id!r} has all its words, tags, keywords and patterns and wins every tie;"
                " add tags of its own, or raise its priority.",
            )  # fmt: skip
            return


def _postings(entry: Entry, index: RosterIndex) -> list[Postings | None]:
    """Return who has each thing of an agent; None for a thing nobody has."""
    side, profile = index.active, index.profile
    found: list[Postings | None] = []
    for reading, tags in zip(profile.readings, entry.tags, strict=True):
        found += [side.words[reading].get(term) for term in entry.terms(profile, reading)]
        found += [side.tags[reading].get(phrase) for phrase in tags]
    found += [side.keywords.get(phrase) for phrase in entry.keywords]
    found += [side.patterns.get(pattern) for pattern in entry.patterns]
    return found
