"""How questions for databases are read, in both languages, and what is no question for one."""

from typing import Any

import pytest

from bailiwick.tools.records import Recogniser, Request
from bailiwick_router.core.language import detect_language
from bailiwick_skills.databases.tools import DescriptionReader, ListReader, QueryReader

LIST, DESCRIBE, QUERY = ListReader(), DescriptionReader(), QueryReader()

ASKED = [
    (LIST, "which databases are there?", {}),
    (LIST, "what databases can you see", {}),
    (LIST, "¿qué bases de datos hay?", {}),
    (LIST, "que bases de datos tenemos", {}),
    (DESCRIBE, "Which tables are in sales?", {"database": "sales"}),
    (DESCRIBE, "please show me the tables of the sales database", {"database": "sales"}),
    (DESCRIBE, "what is in the sales database?", {"database": "sales"}),
    (DESCRIBE, "¿que tablas hay en ventas?", {"database": "ventas"}),
    (DESCRIBE, "muestrame las tablas de la base de datos ventas", {"database": "ventas"}),
    (DESCRIBE, "list the tables", {}),
    (DESCRIBE, "show the columns of orders", {"table": "orders"}),
    (DESCRIBE, "show me the columns of orders in sales", {"table": "orders", "database": "sales"}),
    (DESCRIBE, "which columns does orders have?", {"table": "orders"}),
    (DESCRIBE, "que columnas tiene pedidos", {"table": "pedidos"}),
    (DESCRIBE, "describe la tabla pedidos en ventas", {"table": "pedidos", "database": "ventas"}),
    (QUERY, "how many rows are in orders?", {"table": "orders", "what": "count"}),
    (
        QUERY,
        "how many orders are there in the sales database?",
        {"table": "orders", "what": "count", "database": "sales"},
    ),
    (QUERY, "how many rows does order items have", {"table": "order items", "what": "count"}),
    (QUERY, "cuantas filas tiene la tabla pedidos", {"table": "pedidos", "what": "count"}),
    (QUERY, "¿cuántos pedidos hay en la base de datos?", {"table": "pedidos", "what": "count"}),
    (QUERY, "show me the first five rows of orders", {"table": "orders", "what": "rows", "limit": 5}),
    (QUERY, "the first rows of orders", {"table": "orders", "what": "rows", "limit": 10}),
    (
        QUERY,
        "dame las 5 primeras filas de pedidos en ventas",
        {"table": "pedidos", "what": "rows", "limit": 5, "database": "ventas"},
    ),
    (QUERY, "SELECT Name FROM \"Orders\" WHERE a = 'B';", {"sql": "SELECT Name FROM \"Orders\" WHERE a = 'B'"}),
    (
        QUERY,
        "select a from b where c in (1, 2) in sales",
        {"sql": "select a from b where c in (1, 2)", "database": "sales"},
    ),
    (QUERY, "in the sales database: select 1", {"sql": "select 1", "database": "sales"}),
    (QUERY, "ejecuta select 1 en ventas", {"sql": "select 1", "database": "ventas"}),
    (QUERY, "with x as (select 1) select * from x", {"sql": "with x as (select 1) select * from x"}),
]

OTHERS = [
    "how many people are there in Canada?",
    "how many orders are there?",
    "how many days are in a year",
    "what is the first row of the periodic table?",
    "what tables are in a restaurant",
    "select a nice restaurant for me",
    "select the best one from the list",
    "and customers?",
    "yes",
    "the first 3",
    "what is a database?",
    "¿qué es una base de datos?",
    "cuántos pedidos hay",
]


def read(reader: Recogniser, text: str) -> dict[str, Any] | None:
    found = reader.read(Request(text=text, language=detect_language(text)))
    return None if found is None else dict(found.arguments)


@pytest.mark.parametrize(("reader", "text", "arguments"), ASKED)
def test_a_question_for_a_database_is_read(reader: Recogniser, text: str, arguments: dict[str, Any]):
    assert read(reader, text) == arguments
    assert [each for each in (LIST, DESCRIBE, QUERY) if each is not reader and read(each, text) is not None] == []


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_no_question_for_a_database_is_left_to_others(text: str):
    assert [read(each, text) for each in (LIST, DESCRIBE, QUERY)] == [None, None, None]
