"""Lint: what will surprise the author of an agent."""

from collections import Counter
from collections.abc import Iterator

from bailiwick.core.agents import Agent, LintWarning
from bailiwick.core.language import detect_language
from bailiwick.routing.index import Entry, RosterIndex, Side, keyword_phrase
from bailiwick.routing.literals import required_literals
from bailiwick.routing.patterns import bare
from bailiwick.routing.profiles import Standard
from bailiwick.routing.roster import Roster
from bailiwick.routing.stems import STEMMERS
from bailiwick.routing.stopwords import STOP_WORDS
from bailiwick.routing.text import normalise, tokens_of, words_of
from bailiwick.routing.validate import validate


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
        if not required_literals(bare(pattern)):
            yield LintWarning(
                code="pattern-without-literal", field="patterns", value=pattern,
                message=f"Pattern {pattern!r} needs no text of three letters, so it is tried on every message;"
                " add a word it must contain.",
            )  # fmt: skip


def _other_with(pattern: str, agent: Agent, index: RosterIndex) -> str | None:
    postings = index.active.patterns.get(pattern)
    others = (index.at(slot).agent.id for slot in sorted(postings.slots if postings else ()))
    return next((each for each in others if each != agent.id), None)


def _languages(agent: Agent) -> Iterator[LintWarning]:
    names = {"en": "English", "es": "Spanish"}
    if not agent.tags:
        return
    spoken = {_language_of(tag) for tag in agent.tags}
    for language in agent.languages:
        if language in names and language not in spoken and None not in spoken:
            yield LintWarning(
                code="missing-language", field="languages", value=language,
                message=f"{language} is named, but no tag looks {names[language]}; add tags in {names[language]}.",
            )  # fmt: skip


def _never_wins(agent: Agent, index: RosterIndex) -> list[LintWarning]:
    return []
