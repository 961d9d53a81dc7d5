"""A second database on the tests' server, with a role that may only read and others that may more."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from support.postgres import TestServer

PASSWORD = "canary-0123456789"
TABLES = """
REVOKE CREATE ON SCHEMA public FROM public;
REVOKE TEMPORARY ON DATABASE {database} FROM public;
CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL, country text);
CREATE TABLE orders (
    id integer PRIMARY KEY, customer_id integer REFERENCES customers, total numeric(12, 2), paid boolean,
    details jsonb, created_at timestamptz DEFAULT '2026-11-01T10:00:00Z'
);
COMMENT ON TABLE orders IS 'What customers bought';
COMMENT ON COLUMN orders.total IS 'in euros';
CREATE TABLE order_items (order_id integer, sku text);
CREATE TABLE secret_wages (amount integer);
CREATE SCHEMA archive;
CREATE TABLE archive.orders_2020 (id integer);
CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100;
INSERT INTO customers SELECT n, 'Customer ' || n, CASE WHEN n % 2 = 0 THEN 'ES' ELSE 'US' END
  FROM generate_series(1, 20) n;
INSERT INTO orders SELECT n, 1 + n % 20, n * 1.5, n % 2 = 0, jsonb_build_object('n', n) FROM generate_series(1, 1200) n;
ANALYZE orders;
CREATE ROLE {reader} LOGIN PASSWORD '{password}';
CREATE ROLE {creator} LOGIN PASSWORD '{password}';
CREATE ROLE {writer} LOGIN PASSWORD '{password}';
GRANT USAGE ON SCHEMA archive TO {reader};
GRANT SELECT ON customers, orders, order_items, big_orders, archive.orders_2020 TO {reader};
GRANT SELECT ON orders TO {writer}, {creator};
GRANT UPDATE (total) ON orders TO {writer};
GRANT CREATE ON SCHEMA archive TO {creator};
CREATE FUNCTION wipe_of(orders) RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM customers RETURNING 1';
CREATE FUNCTION wipe() RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM customers RETURNING 1';
"""


@dataclass(frozen=True)
class Sales:
    """The database, and how to connect to it as each of its roles."""

    reader: str
    creator: str
    writer: str
    superuser: str

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """Return what the superuser sees."""
        with psycopg.connect(self.superuser, autocommit=True) as connection:
            return connection.execute(query.encode()).fetchall()

    def run(self, statement: str) -> None:
        """Carry out a statement as the superuser."""
        with psycopg.connect(self.superuser, autocommit=True) as connection:
            connection.execute(statement.encode())


def address(conninfo: str) -> str:
    """Return a connection string with nothing but what an administrator would give."""
    parts = conninfo_to_dict(conninfo)
    return make_conninfo(
        **{name: parts[name] for name in ("host", "port", "dbname", "user", "password") if name in parts}
    )


@contextmanager
def sales_database(postgres: TestServer) -> Iterator[Sales]:
    """Make the database and its roles, and take them away at the end."""
    mark = secrets.token_hex(4)
    name = f"sales_{mark}"
    roles = {role: f"{role}_{mark}" for role in ("reader", "creator", "writer")}
    postgres.create(name)
    admin = make_conninfo(postgres.admin, dbname=name)
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(TABLES.format(database=name, password=PASSWORD, **roles).encode())
    as_role = {role: address(make_conninfo(admin, user=user, password=PASSWORD)) for role, user in roles.items()}
    yield Sales(superuser=address(admin), **as_role)
    postgres.drop(name)
    with psycopg.connect(postgres.admin, autocommit=True) as connection:
        for user in roles.values():
            connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(user)))
