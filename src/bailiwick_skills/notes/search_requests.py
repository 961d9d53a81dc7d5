"""How questions that a note may answer are recognised and their answers worded, English and Spanish."""

from collections.abc import Mapping
from typing import Any, cast

import re2

from bailiwick.plugin import Language, Recognition, Request, plain, same_meaning
from bailiwick_skills.notes import edit_words
from bailiwick_skills.notes.asking import SENTENCES, WRITES, asked, title_of
from bailiwick_skills.notes.titles import words_shared

FUNCTION_WORDS = frozenset(
    [
        *("a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could", "did"),
        *("do", "does", "for", "from", "had", "has", "have", "how", "i", "in", "is", "it", "its", "me", "mine", "my"),
        *("of", "on", "or", "our", "should", "so", "some", "that", "the", "their", "there", "these", "they", "this"),
        *(
            "those",
            "to",
            "us",
            "was",
            "we",
            "were",
            "what",
            "whats",
            "when",
            "whens",
            "where",
            "wheres",
            "which",
            "who",
        ),
        *(
            "whos",
            "whose",
            "why",
            "will",
            "with",
            "would",
            "you",
            "your",
            "again",
            "much",
            "many",
            "time",
            "s",
            "remember",
        ),
        *("al", "algo", "aquel", "con", "cual", "cuales", "cuando", "cuanto", "cuanta", "de", "del", "donde", "dos"),
        *("el", "ella", "en", "era", "es", "esa", "ese", "eso", "esta", "este", "esto", "estan", "fue", "ha", "hay"),
        *(
            "hora",
            "la",
            "las",
            "le",
            "lo",
            "los",
            "mas",
            "me",
            "mi",
            "mio",
            "mis",
            "nos",
            "nuestra",
            "nuestro",
            "o",
            "para",
        ),
        *(
            "por",
            "porque",
            "que",
            "quien",
            "quienes",
            "se",
            "ser",
            "si",
            "sobre",
            "son",
            "su",
            "sus",
            "tan",
            "te",
            "tengo",
        ),
        *("tenemos", "tiene", "tu", "tus", "un", "una", "unas", "unos", "y", "ya", "yo", "como", "recuerdas"),
    ]
)
"""Folded words by which nothing is searched."""
KEPT_IN = "notes"
"""Where facts are kept that notes have recalled."""
KNOWN = 0.6
"""Confidence of a question that a line of a note answers: tools for its subject come first."""
WORD = re2.compile(r"[\pL\pN]+(?:[-'.][\pL\pN]+)*")
MOST_SOUGHT = 12
"""Words of a text that are searched for."""


def content_words(text: str) -> list[str]:
    """Return the folded words of a text by which its notes are searched, each once."""
    return list(dict.fromkeys(word for word in WORD.findall(plain(text)) if word not in FUNCTION_WORDS))


def search_words(text: str) -> tuple[list[str], int]:
    """Return the words by which notes are searched for a text, and how many of them a line must have: two of three."""
    words = content_words(text)[:MOST_SOUGHT]
    return words, max(1, len(words) - len(words) // 3)


class SearchReader:
    """Reads "find my note about paint", "is coffee on my list?", and a question whose words notes have."""

    def read(self, request: Request) -> Recognition | None:
        """Return the words; nothing if the request is about something else."""
        text = asked(request)
        if not text:
            return None
        if found := SENTENCES.read("search", text):
            return Recognition(arguments={"query": found.slots["words"]}, confidence=0.92)
        if found := SENTENCES.read("is_on", text):
            title = title_of(found.slots["title"], request)
            return Recognition(arguments={"query": found.slots["words"], "title": title}, confidence=0.92)
        if SENTENCES.read("question", text) and _noted(request, text):
            return Recognition(arguments={"query": text}, confidence=0.7)
        if any(fact.kept_in == KEPT_IN for fact in request.known) and SENTENCES.read("question", text):
            return Recognition(arguments={"query": text}, confidence=KNOWN)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the lines with the notes that they are of, or that no note says it."""
        return edit_words.found(result, language)


def _noted(request: Request, text: str) -> bool:
    """Whether the thread has written down a line with all words of a question but one in three."""
    words, least = search_words(text)
    for call in request.past_calls:
        if call.name not in WRITES or not isinstance(call.result, Mapping):
            continue
        added: Any = cast("Mapping[str, Any]", call.result).get("added")
        if any(sum(_said_in(word, str(line)) for word in words) >= least for line in added or ()):
            return True
    return False


def _said_in(word: str, line: str) -> bool:
    """Whether a line has a word, in any form, or what means the same in English or Spanish."""
    return any(words_shared(each, line) for each in (word, *same_meaning(word)))
