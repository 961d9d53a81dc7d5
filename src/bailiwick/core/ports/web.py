"""The way to pages and services outside."""

from typing import Protocol


class Web(Protocol):
    """Fetches public addresses only: nothing inside this machine or its networks can be reached through it."""
