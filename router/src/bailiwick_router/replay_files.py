"""Files of messages to replay: JSON Lines and CSV, read line by line with what is wrong in each."""

import csv
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import chain
from typing import Any

from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.core.replays import ReplayQuery

MOST_QUERIES = 1_000_000
"""Messages that one file may hold."""
LONGEST_TEXT = 100_000
"""Longest message, in characters; routing considers the first 10,000."""
LONGEST_NAME = 64
"""Longest id of an agent."""
LONGEST_NOTE = 2000
COLUMNS = ("text", "agent", "last_agent", "note")
"""The columns of a CSV file; all but the first may be missing."""
_LAST = ("last_agent", "lastAgent")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, "CSV Injection")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryLine:
    """One message of a file."""

    line: int
    """Where it begins, counted from 1."""
    query: ReplayQuery
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineProblem:
    """A line that cannot be taken."""

    line: int
    """Counted from 1."""
    why: Reason
    """What is wrong and how it should be."""

    @property
    def message(self) -> str:
        """The same in English."""
        return self.why.text()


def read_queries(lines: str | Iterable[str], agents: Collection[str] | None = None) -> list[ReplayQuery]:
    """Return the messages of a file, JSON Lines or CSV, in their order.

    `agents` are those that a message may be labelled with. Raises `InvalidInput` that names the first line that cannot
    be taken, and for a file without messages.
    """
    queries: list[ReplayQuery] = []
    for found in query_lines(lines):
        if isinstance(found, LineProblem):
            raise InvalidInput(line_says(found.line, found.why), field="queries")
        expected = found.query.agent
        if agents is not None and expected is not None and expected not in agents:
            said = Reason.of(RoutingReason.LINE_NO_AGENT, name=expected)
            raise InvalidInput(line_says(found.line, said), field="queries")
        queries.append(found.query)
    if not queries:
        raise InvalidInput(Reason.of(RoutingReason.NO_MESSAGE_IN_FILE), field="queries")
    return queries


def query_lines(lines: str | Iterable[str], form: str | None = None) -> Iterator[QueryLine | LineProblem]:
    """Yield each message of a file with its line, or what is wrong with that line.

    `form` is `jsonl` or `csv`; without it, a file whose first sign is a brace is JSON Lines. Empty lines are skipped,
    a byte order mark too. In JSON Lines `text` is the message; `agent` is who should get it, null for no agent, and a
    line without `agent` is not labelled; `last_agent` (or `lastAgent`) is who answered last. In CSV the first line
    names the columns; a file without the column `agent` is not labelled, and an empty cell in it means no agent.
    """
    given = iter(StringIO(lines, newline="") if isinstance(lines, str) else lines)
    ahead: list[str] = []
    for line in given:
        ahead.append(line.removeprefix("\ufeff") if not ahead else line)
        if ahead[-1].strip():
            break
    else:
        return
    if form is None:
        form = "jsonl" if ahead[-1].lstrip().startswith("{") else "csv"
    read = _json_lines if form == "jsonl" else _csv_lines
    for number, found in enumerate(read(chain(ahead, given))):
        if number == MOST_QUERIES:
            yield LineProblem(line=found.line, why=Reason.of(RoutingReason.FILE_MESSAGES, most=MOST_QUERIES))
            return
        yield found


def write_jsonl(lines: Iterable[QueryLine]) -> Iterator[str]:
    """Yield the messages as lines of JSON that `query_lines` reads back."""
    for each in lines:
        query, fields = each.query, {"text": each.query.text}
        if query.labelled:
            fields["agent"] = query.agent  # pyright: ignore[reportArgumentType]  (null is meant)
        fields |= {"lastAgent": query.last_agent} if query.last_agent else {}
        fields |= {"note": each.note} if each.note else {}
        # Escaped beyond ASCII where UTF-8 has no bytes for it: half a character stays what it is.
        plain = json.dumps(fields, ensure_ascii=False)
        yield (plain if _is_whole(plain) else json.dumps(fields)) + "\n"


def write_csv(lines: Iterable[QueryLine]) -> Iterator[str]:
    """Yield the messages as lines of CSV that `query_lines` reads back; no cell is a formula to a spreadsheet."""
    row = _Row()
    writer = csv.writer(row)
    writer.writerow(COLUMNS)
    yield row.text
    for each in lines:
        query = each.query
        writer.writerow([_safe(cell or "") for cell in (query.text, query.agent, query.last_agent, each.note)])
        yield row.text


class _Row:
    """Takes what a writer of CSV writes."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def _json_lines(lines: Iterable[str]) -> Iterator[QueryLine | LineProblem]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            why = Reason.of(RoutingReason.LINE_TOO_DEEP)
            if isinstance(error, json.JSONDecodeError):
                why = Reason.of(RoutingReason.LINE_JSON, problem=error.msg)
            yield LineProblem(line=number, why=why)
            continue
        yield _line(number, found) if isinstance(found, dict) else _no_object(number)


def _no_object(number: int) -> LineProblem:
    return LineProblem(line=number, why=Reason.of(RoutingReason.LINE_JSON_OBJECT))


def _csv_lines(lines: Iterable[str]) -> Iterator[QueryLine | LineProblem]:
    # The longest cell that the module takes is a setting of the whole process, which is left alone.
    reader = csv.reader(lines, strict=True)
    header: list[str] | None = None
    begins = 1
    try:
        for cells in reader:
            at, begins = begins, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = [_column(cell) for cell in cells]
                if "text" not in header:
                    yield LineProblem(line=at, why=Reason.of(RoutingReason.LINE_NEITHER))
                    return
                continue
            if len(cells) > len(header):
                yield LineProblem(
                    line=at, why=Reason.of(RoutingReason.LINE_CELLS, cells=len(cells), columns=len(header))
                )
                continue
            fields: dict[str, Any] = dict(zip(header, map(_read, cells), strict=False))
            for column in ("agent", "last_agent"):
                if column in header:
                    fields[column] = fields.get(column, "").strip() or None
            yield _line(at, fields)
    except csv.Error as error:
        yield LineProblem(line=begins, why=Reason.of(RoutingReason.LINE_CSV, problem=str(error)))


def _column(cell: str) -> str:
    name = cell.strip()
    return "last_agent" if name in _LAST else name.lower()


def _line(number: int, fields: dict[str, Any]) -> QueryLine | LineProblem:
    text, agent, note = fields.get("text"), fields.get("agent"), fields.get("note") or ""
    if not isinstance(text, str) or not text.strip():
        return LineProblem(line=number, why=Reason.of(RoutingReason.LINE_MESSAGE))
    last = next((fields[name] for name in _LAST if name in fields), None)
    wrong = _wrong_text(text) or _wrong_name("agent", agent) or _wrong_name("last_agent", last) or _wrong_note(note)
    if wrong:
        return LineProblem(line=number, why=wrong)
    query = ReplayQuery(text=text, agent=agent, labelled="agent" in fields, last_agent=last)
    return QueryLine(line=number, query=query, note=note)


def line_says(line: int, why: Reason) -> Reason:
    """Return what is said of a line, with its number."""
    return Reason.of(RoutingReason.LINE_SAYS, why, line=line)


def _wrong_text(text: str) -> Reason | None:
    if len(text) <= LONGEST_TEXT:
        return None
    return Reason.of(RoutingReason.LINE_FIELD_LONG, field="text", most=LONGEST_TEXT)


def _wrong_name(field: str, name: Any) -> Reason | None:
    if name is None or (isinstance(name, str) and 0 < len(name) <= LONGEST_NAME):
        return None
    return Reason.of(RoutingReason.LINE_AGENT, field=field)


def _wrong_note(note: Any) -> Reason | None:
    if isinstance(note, str) and len(note) <= LONGEST_NOTE:
        return None
    return Reason.of(RoutingReason.LINE_NOTE, most=LONGEST_NOTE)


def _safe(cell: str) -> str:
    """Return a cell; an apostrophe stands before what would be a formula, and before what would look like that."""
    return f"'{cell}" if cell.lstrip("'").startswith(_FORMULA) else cell


def _read(cell: str) -> str:
    """Return what a cell says; undoes `_safe`."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA) else cell


def _is_whole(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
