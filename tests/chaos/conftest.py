"""Each test has a database of its own: a worker that outlives its test must not find the next one's jobs."""

import pytest


@pytest.fixture
def database_urls(empty_database):
    """A migrated database for this test alone."""
    return empty_database()
