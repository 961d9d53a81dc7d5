"""Sentence templates: what people write to a tool, as data, a file for each language.

A folder `sentences` has `en.toml`, `es.toml` and so on. In each, `[intents]` lists templates under the name of what
they ask for. `[rules]` names parts that several of them share. `[slots]` says by an expression what may stand in a
slot, which is any text otherwise, or as `{other}` that the same may as in another; `[values.<slot>]` lists what may
stand in one, with what it means. Words are written folded: in lower case, without accents. In a template

- `[a|b]` may be left out, `(a|b)` is one of these, and `<rule>` is a part by its name;
- `{slot}` is what is read out, in the spelling of the message;
- a space is a space, a comma or a colon, and may be missing where a part is left out.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import re2

from bailiwick.tools.phrases import Pattern, core_of, fold

LONGEST = 5_000
"""Characters; longer texts are no sentence."""
GROUP = re2.compile(r"\(\?P<(\w+)>")
GAP = r"(?:[ ,:;¿¡]+|\b|^|$)"
ANY_TEXT = r"[^ ,:;](?s:.*?)"
KEPT_TEXTS = 32
"""Texts of which it is kept which templates may fit them: each intent is asked for by itself."""
MEMORY = 32 << 20
"""Bytes that one expression may take while it matches."""
SPECIAL = "[](){}<>| "
MARKS = " ,:;¿¡"
"""What a gap is made of."""
ENDS = " \t\n.,;:!?¡¿…"
"""What may stand around a message."""


class TemplateError(ValueError):
    """A template that cannot be read; the message says which and why."""


def compiled(expression: str) -> Pattern:
    """Return an expression that may be large. Raises `re2.error` for what RE2 refuses."""
    return re2.compile(expression, large())


def large() -> re2.Options:
    """Return the options of expressions that may be large."""
    options = re2.Options()
    options.max_mem = MEMORY
    options.log_errors = False
    return options


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """What one sentence says."""

    slots: Mapping[str, str]
    """What stands in each slot: its text as it was written, or what `[values]` says that it means."""
    language: str


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """A sentence within a longer text."""

    reading: SentenceReading
    start: int
    """Where it begins in the text, in characters."""
    end: int
    """Where it is over."""


class Sentences:
    """The templates of one folder, in all its languages."""

    def __init__(self, folder: Traversable | Path) -> None:
        self._folder = folder
        self._likely = lru_cache(maxsize=KEPT_TEXTS)(self._likely_now)

    def read(self, intent: str, text: str) -> SentenceReading | None:
        """Return what `text` says if the whole of it is a sentence of the intent; the first template that fits decides.

        Raises `KeyError` if no language has such an intent.
        """
        folded, templates = self._likely_of(intent, text)
        for template in templates:
            if found := template.pattern.fullmatch(folded):
                return template.reading(text, found)
        return None

    def read_all(self, intent: str, text: str) -> Iterator[SentenceReading]:
        """Yield what `text` says by each template of the intent that fits the whole of it, in their order.

        Raises `KeyError` if no language has such an intent.
        """
        folded, templates = self._likely_of(intent, text)
        for template in templates:
            if found := template.pattern.fullmatch(folded):
                yield template.reading(text, found)

    def find(self, intent: str, text: str) -> Sequence[FoundSentence]:
        """Return what in `text`, in whole words, is a sentence of the intent; templates one after the other.

        What is found may overlap. Raises `KeyError` if no language has such an intent.
        """
        folded, templates = self._likely_of(intent, text[:LONGEST])
        found: list[FoundSentence] = []
        for template in templates:
            for match in template.within.finditer(folded):
                start, end = match.span()
                written = text[start:end]
                start += len(written) - len(written.lstrip(MARKS))
                end -= len(written) - len(written.rstrip(MARKS))
                if start < end:
                    found.append(FoundSentence(template.reading(text, match), start, end))
        return found

    @cached_property
    def intents(self) -> Mapping[str, Sequence[str]]:
        """The languages that each intent has templates in."""
        found: dict[str, list[str]] = {}
        for language, content in self._contents:
            for intent in content.get("intents", {}):
                found.setdefault(intent, []).append(language)
        return found

    @cached_property
    def meanings(self) -> Mapping[str, Mapping[str, str]]:
        """What the values of each slot mean, by the value, in all languages."""
        found: dict[str, dict[str, str]] = {}
        for _, content in self._contents:
            for slot, values in content.get("values", {}).items():
                found.setdefault(slot, {}).update(values)
        return found

    @cached_property
    def _contents(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Each language with what its file holds."""
        files = sorted((each for each in self._folder.iterdir() if each.name.endswith(".toml")), key=lambda f: f.name)
        return [(file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8"))) for file in files]

    @cached_property
    def _templates(self) -> tuple[Sequence["_Template"], Any]:
        """All templates, and what tells by the words of a text which of them may be in it, by their numbers."""
        by_words = re2.Filter()
        templates = [
            _Template(intent, text, language, content, by_words)
            for language, content in self._contents
            for intent, texts in content.get("intents", {}).items()
            for text in texts
        ]
        by_words.Compile()
        return templates, by_words

    def _likely_now(self, text: str) -> tuple[str, Mapping[str, Sequence["_Template"]]]:
        """Return a text folded, and by intent the templates whose words are in it."""
        templates, by_words = self._templates
        folded, found = fold(text), dict[str, list[_Template]]()
        for number in by_words.Match(folded, potential=True) or ():
            found.setdefault(templates[number].intent, []).append(templates[number])
        return folded, found

    def _likely_of(self, intent: str, text: str) -> tuple[str, Sequence["_Template"]]:
        """Return a text folded, and the templates of an intent whose words are in it; none for one that is too long."""
        if intent not in self.intents:
            raise KeyError(intent)
        if len(text) > LONGEST:
            return "", ()
        folded, likely = self._likely(text)
        return folded, likely.get(intent, ())


def read_first(
    sentences: Sentences,
    text: str,
    intents: Sequence[str],
    *,
    longest: int = LONGEST,
    language: str | None = None,
) -> tuple[str, SentenceReading] | None:
    """Return the first of these intents that a message is, with or without its courtesies, and what it says.

    Of readings in several languages it is the one in `language`, if there is one. A message of more than `longest`
    characters is none of them.
    """
    if len(text) > longest:
        return None
    for said in dict.fromkeys((text.strip(ENDS), core_of(text).strip(ENDS))):
        for intent in intents if said else ():
            if readings := list(sentences.read_all(intent, said)):
                return intent, next((each for each in readings if each.language == language), readings[0])
    return None


class _Template:
    def __init__(self, intent: str, text: str, language: str, content: Mapping[str, Any], by_words: Any) -> None:
        self.intent = intent
        self.language = language
        self._values: Mapping[str, Mapping[str, str]] = content.get("values", {})
        parts = _Parts(text, content)
        self._expression = parts.expression()
        slots = GROUP.findall(self._expression)
        if twice := [name for name in slots if slots.count(name) > 1]:  # RE2 keeps what stands in the first alone
            raise TemplateError(f"{text!r} ({language}): {{{twice[0]}}} stands twice")
        try:
            self.pattern: Pattern = by_words.re(by_words.Add(self._expression, large()))
        except re2.error as wrong:
            raise TemplateError(f"{text!r} ({language}): {wrong}") from wrong

    @cached_property
    def within(self) -> Pattern:
        """The template in whole words anywhere in a text."""
        return compiled(rf"\b(?:{self._expression})\b")

    def reading(self, text: str, found: Any) -> SentenceReading:
        slots: dict[str, str] = {}
        for name, group in self.pattern.groupindex.items():
            if found.group(group) is None:
                continue
            written = text[slice(*found.span(group))].strip(MARKS)
            values = self._values.get(name)
            slots[name] = written if values is None else values[" ".join(fold(written).split())]
        return SentenceReading(slots, self.language)


class _Parts:
    """Turns one template into an expression."""

    def __init__(self, text: str, content: Mapping[str, Any]) -> None:
        self._text = text
        self._content = content

    def expression(self) -> str:
        return self._alternatives(_pieces(self._text), end=None)

    def _alternatives(self, pieces: Iterator[str], end: str | None) -> str:
        """Return an expression for what stands before `end`."""
        parts = [""]
        for piece in pieces:
            if piece == end:
                return "|".join(parts)
            if piece == "|":
                parts.append("")
            else:
                parts[-1] += self._piece(piece, pieces)
        if end is not None:
            raise TemplateError(f"{self._text!r}: {end!r} is missing")
        return "|".join(parts)

    def _piece(self, piece: str, pieces: Iterator[str]) -> str:
        match piece[0]:
            case "[":
                return f"(?:{self._alternatives(pieces, ']')})?"
            case "(":
                return f"(?:{self._alternatives(pieces, ')')})"
            case "<":
                return f"(?:{_Parts(self._named('rules', piece), self._content).expression()})"
            case "{":
                return f"(?P<{piece[1:-1]}>{self._slot(piece[1:-1])})"
            case " ":
                return GAP
            case "]" | ")" | "}" | ">":
                raise TemplateError(f"{self._text!r}: {piece!r} closes nothing")
            case _:
                return re2.escape(piece)

    def _slot(self, name: str) -> str:
        if values := self._content.get("values", {}).get(name):
            return "|".join(re2.escape(value) for value in sorted(values, key=len, reverse=True))
        expression = str(self._content.get("slots", {}).get(name, ANY_TEXT))
        return self._named("slots", expression) if expression.startswith("{") else expression

    def _named(self, table: str, piece: str) -> str:
        try:
            return str(self._content[table][piece[1:-1]])
        except KeyError:
            raise TemplateError(f"{self._text!r}: there is no {piece}") from None


def _pieces(text: str) -> Iterator[str]:
    """Yield the pieces of a template: words, single marks, `<rule>`, `{slot}`, and " " for a gap."""
    position = 0
    while position < len(text):
        first = text[position]
        if first in "<{":
            end = text.find(">" if first == "<" else "}", position) + 1
            if not end:
                raise TemplateError(f"{text!r}: {first!r} is not closed")
        elif first in SPECIAL:
            end = position + 1
            while first == " " and text[end : end + 1] == " ":
                end += 1
        else:
            end = position
            while end < len(text) and text[end] not in SPECIAL:
                end += 1
        yield " " if first == " " else text[position:end]
        position = end
