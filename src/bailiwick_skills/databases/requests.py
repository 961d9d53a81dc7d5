"""How questions for databases are read without a model; the wordings are in `sentences`."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import re2

from bailiwick.plugin import (
    PastCall,
    ReasonCode,
    Recognition,
    Request,
    SentenceReading,
    Sentences,
    chosen,
    fold,
    in_digits,
)

LIST, DESCRIBE, QUERY = "listDatabases", "describeDatabase", "queryDatabase"
TOOLS = (LIST, DESCRIBE, QUERY)
LONGEST = 4_000
"""Characters of a request."""
LONGEST_HERE = 100
"""Characters of one that goes on with an answer."""
SHOWN_ROWS = 10
"""Rows that are shown where it is not said how many."""
MOST_ROWS = 500
SENTENCES = Sentences(files("bailiwick_skills.databases") / "sentences")
NO_NAMES = frozenset(
    "the a an it this that database db there all total here el la los las esta esa ella aqui base datos bd todo".split()
)
"""Words that stand where a name could."""
NO_TABLES = frozenset(("tables", "columns", "databases", "rows", "tablas", "columnas", "filas", "bases de datos"))
PROSE = re2.compile(
    r"\bfrom (?:the|this|that|these|those|my|our|your|a|an|each|all|any|el|la|los|las|este|esta|mi|mis)\b"
)
"""What stands in sentences that begin with "select" and are no SQL."""
DATABASE_SLOTS = ("database", "database2", "database3")
ANSWERS = (ReasonCode.SQL_WHICH, ReasonCode.SQL_WHICH_TABLE)
"""What is asked back."""


def read_list(request: Request) -> Recognition | None:
    """Return that the databases are asked for; None if the request asks something else."""
    found = SENTENCES.read("list", _core(request))
    return None if found is None else Recognition(arguments={}, confidence=0.95, language=_language(found))


def read_description(request: Request) -> Recognition | None:
    """Return which database, or which table of it, is to be described; None if the request asks something else."""
    core = _core(request)
    if (found := SENTENCES.read("columns", core)) and (table := _table(found)):
        return _recognition(request, found, 0.95, table=table)
    if found := SENTENCES.read("tables", core):
        return _recognition(request, found, 0.93)
    call = _before(request)
    if call is None or len(core) > LONGEST_HERE:
        return None
    if name := chosen(request, DESCRIBE):
        return Recognition(arguments={**call.arguments, "table": name}, confidence=0.95)
    table = _last_table(call)
    if table and (found := SENTENCES.read("columns_here", core)):
        return _recognition(request, found, 0.9, table=table)
    if call.name == DESCRIBE:
        return _answer(request, call, core) or _another(request, call, core)
    return None


def read_query(request: Request) -> Recognition | None:
    """Return the query, or the table that is to be counted or shown; None if the request asks something else."""
    core = _core(request)
    folded = fold(core)
    if "select" in folded and not PROSE.search(folded) and (found := SENTENCES.read("sql", core)):
        return _recognition(request, found, 0.97, sql=found.slots["sql"].rstrip(" ;`"))
    core = in_digits(core, request.language) if len(core) <= LONGEST_HERE * 2 else core
    if (found := SENTENCES.read("count", core)) and (table := _table(found)):
        return _recognition(request, found, 0.95, table=table, what="count")
    if (found := SENTENCES.read("first", core)) and (table := _table(found)):
        return _recognition(request, found, 0.93, table=table, what="rows", limit=_number(found))
    call = _before(request)
    if call is None or len(core) > LONGEST_HERE:
        return None
    if name := chosen(request, QUERY):
        return Recognition(arguments={**call.arguments, "table": name}, confidence=0.95)
    if (found := SENTENCES.read("count_here", core)) and (table := _table(found)):
        return _recognition(request, found, 0.9, table=table, what="count")
    if found := SENTENCES.read("first_here", core):
        table = _table(found) or _last_table(call)
        return _recognition(request, found, 0.9, table=table, what="rows", limit=_number(found)) if table else None
    if call.name == QUERY:
        return _answer(request, call, core) or _another(request, call, core)
    return None


def _core(request: Request) -> str:
    core = request.core if len(request.text) <= LONGEST else ""
    return core.strip(" `?!.") if core else ""


def _recognition(request: Request, found: SentenceReading, confidence: float, **arguments: Any) -> Recognition:
    named = _named(found)
    database = named if named is not None and fold(named) not in NO_NAMES else _last_database(request)
    more = {"database": database} if database else {}
    return Recognition(arguments={**more, **arguments}, confidence=confidence, language=_language(found))


def _named(found: SentenceReading) -> str | None:
    """Return what stands where a database is named."""
    return next((found.slots[slot] for slot in DATABASE_SLOTS if slot in found.slots), None)


def _language(found: SentenceReading) -> Any:
    return found.language


def _table(found: SentenceReading) -> str | None:
    named = (found.slots.get("table") or found.slots.get("table2") or "").strip()
    return named if named and fold(named) not in NO_NAMES | NO_TABLES else None


def _number(found: SentenceReading) -> int:
    written = found.slots.get("number")
    return min(max(int(written), 1), MOST_ROWS) if written else SHOWN_ROWS


def _before(request: Request) -> PastCall | None:
    """Return the call of a database that the answer before the message came of, also one that failed."""
    last = request.asked_back or request.just_called
    return last if last is not None and last.name in TOOLS else None


def _last_database(request: Request) -> str | None:
    """Return the database that was talked of last in the conversation."""
    for call in reversed(request.past_calls):
        if call.name in TOOLS and isinstance(call.result, Mapping) and isinstance(call.result.get("database"), str):
            return call.result["database"]
    return None


def _last_table(call: PastCall) -> str | None:
    table = call.result.get("table") if isinstance(call.result, Mapping) else None
    return table if isinstance(table, str) else None


def _answer(request: Request, call: PastCall, core: str) -> Recognition | None:
    """Return the call with what was asked back for: which database, or which table."""
    if request.asked_back is None or call.why is None or call.why.code not in ANSWERS:
        return None
    found = SENTENCES.read("which", core)
    named = _named(found) if found else None
    if not named or fold(named) in NO_NAMES:
        return None
    missing = "database" if call.why.code is ReasonCode.SQL_WHICH else "table"
    return Recognition(arguments={**call.arguments, missing: named}, confidence=0.9)


def _another(request: Request, call: PastCall, core: str) -> Recognition | None:
    """Return the same question about another table."""
    found = SENTENCES.read("another", core)
    table = _table(found) if found else None
    if found is None or table is None or "table" not in call.arguments:
        return None
    return Recognition(arguments={**call.arguments, "table": table}, confidence=0.85, language=_language(found))
