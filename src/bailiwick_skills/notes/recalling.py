"""Finds the lines of notes that fit a question, whoever is asked it and wherever they were written down."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bailiwick.plugin import KnownFact, detect_language
from bailiwick_skills.notes.asking import SENTENCES
from bailiwick_skills.notes.edit_words import from_note
from bailiwick_skills.notes.search_requests import KEPT_IN, content_words
from bailiwick_skills.notes.words import your

if TYPE_CHECKING:
    from bailiwick_skills.notes.store import NoteStore

LONGEST = 200
"""Characters of a question; a longer message is not looked up."""
FEWEST_WORDS, MOST_WORDS = 2, 12
"""Words by which a question is looked up; one alone would be in too many notes."""
MOST_FOUND = 4
"""Lines of notes that a message recalls."""
MOST_SEARCHED = 200
"""Notes that are looked through, those changed last."""


class NoteRecall:
    """Recalls from notes: lines that have the words of a question, all but one in three."""

    def __init__(self, notes: "NoteStore") -> None:
        self._notes = notes

    async def prepare(self, user_id: str) -> None:
        """Nothing is kept in memory."""

    async def fitting(self, user_id: str, text: str, most: int) -> Sequence[KnownFact]:
        """Return the lines that fit a question, the best first, in two statements at most; of anything else none."""
        if len(text) > LONGEST or not SENTENCES.read("question", text):
            return ()
        words = content_words(text)[:MOST_WORDS]
        if len(words) < FEWEST_WORDS:
            return ()
        found = await self._notes.search(
            user_id, words, least=len(words) - len(words) // 3, limit=min(most, MOST_FOUND), notes=MOST_SEARCHED
        )
        language = detect_language(text)
        return [
            KnownFact(
                id=f"{line.note_id}:{line.place}",
                about=line.title,
                text=line.line,
                source=your(line.title, language),
                tainted=line.tainted,
                kept_in=KEPT_IN,
                answer=from_note(line.title, line.line, language),
            )
            for line in found
        ]
