"""What must be true of a request before its body is read."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from starlette.requests import Request

T = TypeVar("T")


@runtime_checkable
class Requirement(Protocol):
    """A dependency of endpoints that lets a request through or raises."""

    async def admit(self, request: Request) -> Any:
        """Return what the endpoint is given. Raises what turns the request away."""
        ...


class Given(Generic[T]):
    """A dependency of endpoints that has a value at once: it reads nothing of the request's body."""

    def __init__(self, read: Callable[[Request], T]) -> None:
        self.read = read

    async def __call__(self, request: Request) -> T:  # what is not async is called in a thread
        """Return the value."""
        return self.read(request)
