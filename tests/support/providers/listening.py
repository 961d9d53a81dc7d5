"""A listener for model calls: keeps what it is told, as a client of the stream would see it."""

from collections import defaultdict
from dataclasses import dataclass, field

from bailiwick.kernel.events.strands import SAID, Strand


@dataclass
class Listener:
    """Hand `on_text` and `on_retry` to a caller; `text` is what a reader then sees, `beside` all other strands."""

    pieces: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    retries: list[tuple[str, str, float]] = field(default_factory=list[tuple[str, str, float]])
    text: str = ""
    beside: dict[Strand, str] = field(default_factory=lambda: defaultdict(str))

    async def on_text(self, offset: int, text: str, strand: Strand = SAID) -> None:
        """Put a piece at its offset; an offset of 0 starts over."""
        if strand != SAID:
            assert offset <= len(self.beside[strand]), "a piece began beyond the end of the text so far"
            self.beside[strand] = self.beside[strand][:offset] + text
            return
        self.pieces.append((offset, text))
        kept = self.text[:offset]
        assert len(kept) == offset, "a piece began beyond the end of the text so far"
        self.text = kept + text

    async def on_retry(self, error_class: str, message: str, seconds: float) -> None:
        """Note a repetition."""
        self.retries.append((error_class, message, seconds))
