"""A second database on the tests' server, which agents are to read."""

from collections.abc import Iterator

import pytest

from support.postgres import TestServer
from support.sales_database import Sales, sales_database


@pytest.fixture(scope="session")
def sales(postgres: TestServer) -> Iterator[Sales]:
    """The database, shared by the run: nothing in these tests can change it."""
    with sales_database(postgres) as database:
        yield database
