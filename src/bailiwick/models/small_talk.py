"""Company without a model: how somebody feels, thanks, jokes and the like, and a kind, short, honest word on it."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Mapping, Sequence
from importlib.resources import files
from zlib import crc32

from bailiwick.models.small_talk_words import WORDS
from bailiwick.tools.sentences import ENDS, SentenceReading, Sentences, read_first
from bailiwick_router.core.language import Language
from bailiwick_router.phrases import is_small_talk
from bailiwick_router.text import normalise, words_of

SENTENCES = Sentences(files("bailiwick.models") / "sentences")
LONGEST = 500
"""Characters; a longer message says more than this."""
FEELINGS: Sequence[str] = ("sad", "worried", "lonely", "angry", "tired", "bored", "happy", "blow")
"""What somebody may go on telling of."""
DANGER = "danger"
MORE = "more"
"""The slot for words that no template knows."""
COMPANY: Sequence[str] = (
    DANGER,
    *FEELINGS,
    "how_are_you",
    "fine",
    "morning",
    "love",
    "praise",
    "insult",
    "laugh",
    "sorry",
    "there",
    "never_mind",
    "delete_all",
)
"""What a message says that is for the supervisor, whichever words of it another agent knows."""
ASKED_OF_ANYBODY: Sequence[str] = ("joke", "sing")
"""What is asked of an agent, and answered by a word like these where there is no model to do it."""
GOING_ON: Mapping[Language, frozenset[str]] = {
    "en": frozenset("i i'm im i've my me he he's she she's they they're it it's we because and but nobody no".split()),
    "es": frozenset("yo me mi mis el ella ellos nos es porque y pero nadie no estoy he ha se todo nada".split()),
}
"""Words with which somebody goes on telling of it."""
WANTS: frozenset[str] = frozenset("want need would like show tell give quiero necesito quisiera dime dame".split())
"""Words with which something is asked for instead."""
SIGHS = frozenset(
    "ugh uff uf oh ah argh man wow sigh well god gosh jeez hmm pff buf puf jo ay vaya madre mia dios".split()
)
"""What may be said before a feeling."""
BETWEEN = re.compile(r"\s*[,.;:!…\n]+\s*|\s+[-–—]+\s+|\s+(?:and|but|y|pero)\s+", re.IGNORECASE)
"""What parts the sentences of a message of company."""
LONGEST_SAID, MOST_SAID = 120, 4
"""Characters of several such sentences, and how many they are at most."""
LONGEST_TALE = 30
"""Words."""
LONGEST_REASON = 12
"""Words in which somebody says why they feel so."""


def read(
    text: str, intents: Sequence[str] = (*COMPANY, *ASKED_OF_ANYBODY), language: Language | None = None
) -> tuple[str, SentenceReading] | None:
    """Return the first of these intents that the text is, with or without its courtesies, and what it says.

    `language` is preferred for what is said alike in several. What goes on in words of its own and asks for something,
    or tells of numbers, is none of them; danger always is.
    """
    found = read_first(SENTENCES, text, intents, longest=LONGEST, language=language)
    if found is None and len(parts := _sentences(text)) > 1:
        found = _all_of(parts, intents, language)
    return None if found is not None and goes_further(*found) and _asks(text, found[1].slots[MORE]) else found


def _sentences(text: str) -> Sequence[str]:
    """Return what is said between the marks of a message; nothing where that is more than a few short things."""
    parts = [part for each in BETWEEN.split(text) if (part := each.strip(ENDS))] if len(text) <= LONGEST_SAID else []
    return parts if len(parts) <= MOST_SAID else ()


def _all_of(
    parts: Sequence[str], intents: Sequence[str], language: Language | None
) -> tuple[str, SentenceReading] | None:
    """Return the first of these that is company, if all are, or are greetings, thanks and sighs."""
    spoken = {part: words_of(normalise(part)) for part in parts}
    told = [part for part, words in spoken.items() if not is_small_talk(words, SIGHS) and not {*words} <= SIGHS]
    found = [read_first(SENTENCES, part, intents, longest=LONGEST, language=language) for part in told]
    return found[0] if found and all(each is not None and MORE not in each[1].slots for each in found) else None


def goes_further(intent: str, reading: SentenceReading) -> bool:
    """Whether a reading, of anything but danger, leaves a part of the message to words that no template knows."""
    return intent != DANGER and MORE in reading.slots


def _asks(text: str, more: str) -> bool:
    words = _words(more)
    return (
        "?" in text
        or len(words) > LONGEST_REASON
        or not WANTS.isdisjoint(words)
        or any(character.isdigit() for character in more)
    )


def _words(text: str) -> list[str]:
    return [word.strip(ENDS) for word in text.lower().replace("’", "'").split()]


def goes_on(text: str, before: str) -> bool:
    """Whether a message tells more of the feeling that the one before it told of."""
    words = _words(text)
    if not 1 < len(words) <= LONGEST_TALE or text.rstrip().endswith("?") or WANTS.intersection(words[:3]):
        return False
    return any(words[0] in each for each in GOING_ON.values()) and read(before, FEELINGS) is not None


def word_on(text: str, language: Language, *, before: str = "", turns: int = 0) -> str | None:
    """Return a kind, short word on a message that is such; None if it is more, or something else.

    The same message at the same turn always gets the same one, and another one at the next turn.
    """
    found = read(text, language=language)
    if found is not None:
        intent = found[0]
        language = "es" if found[1].language == "es" else "en"
    elif goes_on(text, before):
        intent = "listening"
    else:
        return None
    forms = WORDS[language][intent]
    return forms[(crc32(text.strip(ENDS).lower().encode()) + turns) % len(forms)]
