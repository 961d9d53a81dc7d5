"""What one reader has of all that an open model call says beside its text: its thoughts, and arguments of tools."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bailiwick.kernel.events.bus import OpenText
from bailiwick.kernel.events.facts import ArgumentsStreamed, ThinkingStreamed
from bailiwick.kernel.events.strands import Strand, StrandKind
from bailiwick.kernel.places import Place


@dataclass(slots=True)
class Beside:
    """Of one agent's latest model call; what is new of it is told once. Two that have the same are equal."""

    _call: str = ""
    _had: dict[Strand, str] = field(default_factory=dict[Strand, str])

    def pieces(self, agent: str, place: Place, text: OpenText) -> Iterator[ThinkingStreamed | ArgumentsStreamed]:
        """Yield what the reader lacks of an open call, which begins anew when another one is open."""
        if text.call != self._call:
            self._call, self._had = text.call, {}
        for strand, now in list(text.beside.items()):
            had = self._had.get(strand, "")
            if not now.whole or now.text == had:
                continue
            offset = len(had) if now.text.startswith(had) else 0
            self._had[strand] = now.text
            yield _streamed(strand, agent, place, text.call, offset, now.text[offset:])


def _streamed(
    strand: Strand, agent: str, place: Place, call: str, offset: int, text: str
) -> ThinkingStreamed | ArgumentsStreamed:
    if strand.kind is StrandKind.THINKING:
        return ThinkingStreamed(agent=agent, call=call, place=place, offset=offset, text=text)
    asked = place.of_call(strand.place)
    return ArgumentsStreamed(
        agent=agent,
        call=call,
        place=asked,
        step=asked.tool_key,
        index=strand.place,
        tool=strand.tool,
        offset=offset,
        text=text,
    )
