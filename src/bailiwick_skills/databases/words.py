"""What people read of databases, tables and rows, in both languages."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.plugin import Language, did_you_mean, is_not_there, quoted

SHOWN_TABLES, SHOWN_ROWS, SHOWN_COLUMNS, SHOWN_TEXT = 60, 50, 12, 80


def say_databases(result: Mapping[str, Any], language: Language) -> str:
    """Return which databases there are."""
    spanish, found = language == "es", result["databases"]
    if not found:
        return (
            "No hay ninguna base de datos conectada. Quien administra conecta una en Ajustes, Bases de datos."
            if spanish
            else "No database is connected. An administrator connects one under Settings, Databases."
        )
    head = "Puedo consultar estas bases de datos:" if spanish else "I can ask these databases:"
    if len(found) == 1:
        head = "Puedo consultar una base de datos:" if spanish else "I can ask one database:"
    return "\n".join([head, "", *(f"- **{each['name']}**{_state(each['state'], spanish)}" for each in found)])


def say_description(result: Mapping[str, Any], language: Language) -> str:
    """Return the tables of a database, or the columns of a table."""
    spanish = language == "es"
    if is_not_there(result):
        return _no_table(result, language)
    if "columns" in result:
        head = (
            f"La tabla {result['table']} de {result['database']} tiene estas columnas:"
            if spanish
            else f"The table {result['table']} of {result['database']} has these columns:"
        )
        titles = ("columna", "tipo", "") if spanish else ("column", "type", "")
        return f"{head}\n\n{grid(titles, [_column(each, spanish) for each in result['columns']])}"
    tables = result["tables"]
    if not tables:
        return (
            f"En {result['database']} no hay ninguna tabla que pueda leer."
            if spanish
            else f"There is no table in {result['database']} that I may read."
        )
    lines = [f"- **{each['name']}**{_about_rows(each, spanish)}" for each in tables[:SHOWN_TABLES]]
    count = len(tables)
    head = (
        f"{result['database']} tiene {count} {'tabla' if count == 1 else 'tablas'}:"
        if spanish
        else f"{result['database']} has {count} {'table' if count == 1 else 'tables'}:"
    )
    more = count - SHOWN_TABLES
    rest = [("y {} más" if spanish else "and {} more").format(more)] if more > 0 else []
    return "\n".join([head, "", *lines, *rest])


def say_rows(arguments: Mapping[str, Any], result: Mapping[str, Any], language: Language) -> str:
    """Return the rows of an answer, or how many there are."""
    spanish = language == "es"
    if is_not_there(result):
        return _no_table(result, language)
    rows, columns = result["rows"], result["columns"]
    if arguments.get("what") == "count" and len(rows) == 1:
        count = whole(rows[0][0], language)
        return (
            f"{result['table']} tiene {count} {'fila' if rows[0][0] == 1 else 'filas'} en {result['database']}."
            if spanish
            else f"{result['table']} has {count} {'row' if rows[0][0] == 1 else 'rows'} in {result['database']}."
        )
    if not rows:
        return "La consulta no da ninguna fila." if spanish else "The query gives no rows."
    if len(rows) == 1 and len(columns) == 1:
        return f"{columns[0]}: {_cell(rows[0][0], language)}"
    shown = rows[:SHOWN_ROWS]
    table = grid(columns[:SHOWN_COLUMNS], [[_cell(each, language) for each in row[:SHOWN_COLUMNS]] for row in shown])
    return "\n\n".join([table, *_remarks(arguments, result, language)])


def _remarks(arguments: Mapping[str, Any], result: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Return what has to be known of an answer that is not whole."""
    spanish, rows, columns = language == "es", len(result["rows"]), len(result["columns"])
    said: list[str] = []
    if rows > SHOWN_ROWS:
        said.append(
            f"Aquí se ven {SHOWN_ROWS} de {rows} filas." if spanish else f"{SHOWN_ROWS} of {rows} rows are shown here."
        )
    if columns > SHOWN_COLUMNS:
        said.append(
            f"Y {SHOWN_COLUMNS} de {columns} columnas." if spanish else f"And {SHOWN_COLUMNS} of {columns} columns."
        )
    if result["cut"] == "rows" and arguments.get("what") != "rows":
        said.append(
            f"Hay más: la respuesta se cortó tras {rows} filas."
            if spanish
            else f"There is more: the answer was cut after {rows} rows."
        )
    if result["cut"] == "bytes":
        said.append(
            f"Hay más: la respuesta se cortó tras {rows} filas, porque era demasiado grande."
            if spanish
            else f"There is more: the answer was cut after {rows} rows, because it grew too large."
        )
    return [" ".join(said)] if said else []


def _no_table(result: Mapping[str, Any], language: Language) -> str:
    name = quoted([result["asked"]], language)[0]
    said = (
        f"No hay ninguna tabla {name} en {result['database']}."
        if language == "es"
        else f"There is no table {name} in {result['database']}."
    )
    return f"{said} {did_you_mean(result['near'], language)}" if result["near"] else said


def _state(state: str, spanish: bool) -> str:
    words = {
        "may_write": (": no se usa, su usuario puede cambiar datos", ": not used, its user may change data"),
        "refused": (": no dejó entrar la última vez", ": did not let me in the last time"),
        "unreachable": (": no respondió la última vez", ": did not answer the last time"),
    }
    return words[state][0 if spanish else 1] if state in words else ""


def _about_rows(table: Mapping[str, Any], spanish: bool) -> str:
    said = [table["kind"]] if table["kind"] == "view" and not spanish else ["vista"] if table["kind"] == "view" else []
    if table["rows"] is not None:
        count = whole(table["rows"], "es" if spanish else "en")
        said.append(f"unas {count} filas" if spanish else f"about {count} rows")
    told = f" ({', '.join(said)})" if said else ""
    return f"{told}: {table['comment']}" if table["comment"] else told


def _column(column: Mapping[str, Any], spanish: bool) -> Sequence[str]:
    said = [
        *(["clave" if spanish else "key"] if column["key"] else []),
        *([("de {}" if spanish else "of {}").format(column["refersTo"])] if column["refersTo"] else []),
        *([column["comment"]] if column["comment"] else []),
    ]
    return column["name"], column["type"], ", ".join(said)


def whole(number: Any, language: Language) -> str:
    """Return a whole number with its thousands apart, as the language writes them."""
    if not isinstance(number, int):
        return str(number)
    said = f"{number:,}"
    return said.replace(",", ".") if language == "es" else said


def _cell(value: Any, language: Language) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return ("sí" if value else "no") if language == "es" else ("yes" if value else "no")
    if isinstance(value, float):
        return str(value).replace(".", ",") if language == "es" else str(value)
    text = str(value)
    return text if len(text) <= SHOWN_TEXT else text[: SHOWN_TEXT - 1] + "…"


def grid(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(_plain(each) for each in line)} |" for line in lines)


def _plain(text: str) -> str:
    return " ".join(str(text).replace("|", "\\|").split())
