"""What residents have read, as a file outside the product tells it; `mail_ledger_plugin` writes it."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "mail_ledger_plugin"
NOTES = """
[[rule]]
[[rule.turn]]
calls = [{ tool = "noteMail", arguments = { text = "{user}" } }]
[[rule.turn]]
text = "noted"
"""
"""A script by which every resident notes what it reads."""


@dataclass(frozen=True)
class Line:
    """One line of the ledger."""

    what: str
    """`begin`, `read`, `end` or `beside`."""
    resident: str
    pid: int
    call: str
    at: float
    """Seconds since 1970."""
    marks: tuple[str, ...]


class MailLedger:
    """An empty ledger for this process and those that it starts."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._path = folder / "ledger"
        self._path.touch()
        monkeypatch.setenv("LEDGER", str(self._path))
        monkeypatch.syspath_prepend(str(PLUGIN))

    def lines(self, *what: str) -> list[Line]:
        """Return the lines, of some kinds if given, in the order in which they were written."""
        lines = [self._parse(line) for line in self._path.read_text().splitlines()]
        return [line for line in lines if not what or line.what in what]

    def readings(self) -> Counter[tuple[str, str]]:
        """Return how often each resident has read each mark."""
        return Counter((line.resident, mark) for line in self.lines("read") for mark in line.marks)

    def open_calls(self, pid: int) -> list[Line]:
        """Return where calls were begun by a process and not ended."""
        ended = {(line.call, line.pid) for line in self.lines("end")}
        return [line for line in self.lines("begin") if line.pid == pid and (line.call, pid) not in ended]

    def overlaps(self, killed: set[int]) -> list[tuple[Line, Line]]:
        """Return every two calls of a resident of which the second began while the first was at work.

        One that was begun by a process which was then killed is at work no more.
        """
        found: list[tuple[Line, Line]] = []
        at_work: dict[str, Line] = {}
        for line in self.lines("begin", "end"):
            before = at_work.pop(line.resident, None)
            if line.what == "begin":
                if before is not None and before.pid not in killed:
                    found.append((before, line))
                at_work[line.resident] = line
        return found

    @staticmethod
    def _parse(line: str) -> Line:
        what, resident, pid, call, at, *marks = line.split()
        return Line(what, resident, int(pid), call, float(at), tuple(marks))
