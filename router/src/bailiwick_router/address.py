"""Whom a message addresses, and what it asks besides: `Great, now ask Peter what 2+2 is` asks Peter `what 2+2 is`."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bailiwick_router.names import RosterNames
from bailiwick_router.phrases import FILLERS, SMALL_TALK, phrase_at, phrases_of
from bailiwick_router.requests import LEADS, PAUSED, POLITE
from bailiwick_router.text import normalise

MOST_WORDS = 16
"""Words at the beginning of a message among which an address is looked for."""

_WORD = re.compile(r"[^\W_]+")
_PAUSE = re.compile(r"\s*[,.;:!?–—]")
_MARK = re.compile(r"@\w|\w,|\A\W*\w+(?:\s\w+)?[:;.!–—]")
"""What an address by name alone, or a lead-in of small talk, has beside it."""
_MARKS = re.compile(r"[@,:;.!–—]")
"""One of these is in every text that `_MARK` matches; most messages have none, and this is seen at once."""
_POSSESSIVE = re.compile(r"['’]s\b")
_BETWEEN = " \t\r\n,.;:!?–—"

ASKING = phrases_of(
    "ask,tell,let,have,can,could,would,will,get,please ask,can you ask,could you ask,"
    "and ask,now ask,then ask,also ask,and can,and could,"
    "i want to talk to,i want to talk with,i want to speak to,i want to speak with,i d like to talk to,"
    "i d like to speak to,i d like to speak with,let me talk to,let me talk with,let me speak to,let me speak with,"
    "talk to,speak to,speak with,"
    "y a,y que,y pregunta a,y preguntale a,ahora preguntale a,"
    "pregunta a,preguntale a,preguntadle a,pidele a,pide a,dile a,puede,podria,que,quiero hablar con,"
    "quisiera hablar con,me gustaria hablar con,dejame hablar con,habla con"
)
"""Phrases before the name of who is asked."""
LINKS = phrases_of("to,about,for,please,por favor,que,si puede,sobre,por")
"""What may stand between that name and what is asked."""
_FIRST = frozenset({*ASKING, *POLITE, *SMALL_TALK, *LEADS, *PAUSED})
"""Words with which a message begins that leads in or asks for somebody."""
CONNECTING = frozenset("and but so then y pero pues entonces".split())
"""What may join one lead-in to the next: “sorry, but could you …”, “gracias, y ahora …”."""
CALLS = frozenset("hey hi hello hola oye buenas".split())
"""Greetings after which a name is an address without a comma."""


@dataclass(frozen=True, slots=True)
class Address:
    """What was read at the beginning and the end of a message."""

    agents: Sequence[str]
    """The ids of those that are addressed, in order."""
    asked: str
    """The message without greeting, lead-in and address; empty when it is nothing else."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def read_address(message: str, words: Sequence[str], names: Callable[[], RosterNames]) -> Address:
    """Return whom `message` addresses, and what it asks.

    An address is `@peter` at the beginning or the end, `Peter, …`, `hey Peter …`, `ask Peter …`, `can Peter …`,
    `I want to talk to Peter`, and the same in Spanish. A name that several agents have addresses nobody. `words` are
    those of the message, normalised; `names` is asked only if the message may have any of this.
    """
    marked = words and _MARKS.search(message) and _MARK.search(message)
    if not marked and not (words and words[0] in _FIRST and _may_lead(message, words, names)):
        return Address((), message)
    return _Reader(message, names()).read()


def _may_lead(message: str, words: Sequence[str], names: Callable[[], RosterNames]) -> bool:
    """Whether the first words lead in, or ask for somebody by name; most messages that begin like it do neither."""
    if not message.isascii() or any(phrase_at(words, 0, each) for each in (POLITE, SMALL_TALK, LEADS, PAUSED)):
        return True
    asking = phrase_at(words, 0, ASKING)
    return 0 < asking < len(words) and names().at(words, asking, marked=False)[0] > 0


class _Reader:
    def __init__(self, message: str, names: RosterNames) -> None:
        self._message = message
        self._names = names
        found = [match for match, _ in zip(_WORD.finditer(message), range(MOST_WORDS), strict=False)]
        self._words = [_Word(normalise(match[0]), match.start(), match.end()) for match in found]
        self._texts = [word.text for word in self._words]

    def read(self) -> Address:
        agents: list[str] = []
        at = 0
        while at < len(self._words):
            length, agent = self._address(at, joined=bool(agents))
            if agent is not None:
                agents.append(agent)
            # What is small talk after a name is asked of who has it: `Peter, hello there`.
            length = length or (phrase_at(self._texts, at, POLITE) if agents else self._lead_in(at))
            if not length:
                break
            at += length
        end, agent = self._at_the_end(at)
        if agent is not None:
            agents.append(agent)
        start = self._words[at - 1].end if at else 0
        return Address(tuple(dict.fromkeys(agents)), _trimmed(self._message[start:end], cut=end < len(self._message)))

    def _lead_in(self, at: int) -> int:
        """Return how many words of greeting, thanks or courtesy stand at `at`, before something else."""
        polite = max(phrase_at(self._texts, at, POLITE), phrase_at(self._texts, at, LEADS))
        if at > 0 and not polite and self._texts[at] in CONNECTING and at + 1 < len(self._words):
            joined = max(phrase_at(self._texts, at + 1, POLITE), phrase_at(self._texts, at + 1, LEADS))
            return joined + 1 if joined else int(self._address(at + 1, joined=False)[1] is not None)
        length = max(phrase_at(self._texts, at, SMALL_TALK), phrase_at(self._texts, at, PAUSED), polite)
        while length and not self._pauses(at + length) and self._fills(at + length):
            length += 1
        return max(polite, length if length and self._pauses(at + length) else 0)

    def _address(self, at: int, *, joined: bool) -> tuple[int, str | None]:
        """Return how many words address somebody at `at`, and whom; 0 for none."""
        if self._marked(at):
            return self._name(at)
        if joined and self._texts[at] in ("and", "y", "or", "o") and self._marked(at + 1):
            length, agent = self._name(at + 1)
            return (length + 1, agent) if length else (0, None)
        length, agent = self._name(at)
        called = at > 0 and self._texts[at - 1] in CALLS
        if length and (called or self._pauses(at + length)):
            return length, agent
        asking = phrase_at(self._texts, at, ASKING)
        if asking and at + asking < len(self._words):
            length, agent = self._name(at + asking)
            if length:
                after = at + asking + length
                return asking + length + self._link(after), agent
        return 0, None

    def _link(self, at: int) -> int:
        if at >= len(self._words) or "é" in self._message[self._words[at].start : self._words[at].end]:
            return 0  # `qué` asks, where `que` joins
        return phrase_at(self._texts, at, LINKS)

    def _at_the_end(self, at: int) -> tuple[int, str | None]:
        """Return where what is asked ends, and who is addressed there: `…, Peter?`, `… @peter`."""
        if len(self._words) < MOST_WORDS:  # else the end is not among them
            for first in range(at, len(self._words)):
                if self._marked(first) or self._comma_before(first):
                    length, agent = self._name(first)
                    if first + length == len(self._words) and agent is not None:
                        return self._words[first].start - self._marked(first), agent
        return len(self._message), None

    def _comma_before(self, at: int) -> bool:
        return 0 < at < len(self._words) and "," in self._message[self._words[at - 1].end : self._words[at].start]

    def _marked(self, at: int) -> bool:
        return at < len(self._words) and self._words[at].start > 0 and self._message[self._words[at].start - 1] == "@"

    def _pauses(self, at: int) -> bool:
        """Whether the message goes on after a comma or the like before the word at `at`."""
        return at < len(self._words) and _PAUSE.match(self._message, self._words[at - 1].end) is not None

    def _fills(self, at: int) -> bool:
        """Whether the word at `at` belongs to the greeting before it: `cheers mate, …`."""
        return at < len(self._words) and self._texts[at] in FILLERS

    def _name(self, at: int) -> tuple[int, str | None]:
        """Return the length of the longest name at `at`, and whose it is; 0 for none, or for one of several.

        What belongs to somebody addresses nobody: `Peter's invoice`.
        """
        length, agent = self._names.at(self._texts, at, marked=self._marked(at))
        if length and _POSSESSIVE.match(self._message, self._words[at + length - 1].end):
            return 0, None
        return length, agent


def _trimmed(text: str, *, cut: bool) -> str:
    """Return what is left without the marks that parted it from what was taken off."""
    text = text.strip().lstrip(_BETWEEN)
    return text.rstrip(_BETWEEN) if cut else text
