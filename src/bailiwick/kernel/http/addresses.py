"""Finds the route of a request by the beginning of its address instead of trying one route after the other."""

from collections import defaultdict
from collections.abc import Sequence

from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

BEGINNING = 2
"""Segments of an address that a route must have as fixed text to be found here."""

Key = tuple[str, int, tuple[str, ...]]


class Addresses(BaseRoute):
    """Stands before all routes and leads to the one that they would lead to; what it does not find, they look for.

    Routes that take anything at their beginning end the search: those after them may not come before them.
    """

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._by_name: dict[tuple[str, str], Route] = {}
        """By method and address: those that have one address only."""
        self._by_beginning: defaultdict[Key, list[Route]] = defaultdict(list)
        for route in routes:
            if not isinstance(route, Route):
                break
            segments = route.path.split("/")
            fixed = tuple(segments[1 : 1 + BEGINNING])
            if any("{" in segment for segment in fixed) or ":path}" in route.path:
                break
            for method in route.methods or ():
                before = self._by_beginning[method, len(segments), fixed]
                if "{" in route.path:
                    before.append(route)
                elif not any(each.path_regex.match(route.path) for each in before):
                    self._by_name.setdefault((method, route.path), route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return the scope of the first route that answers this address by this method."""
        if scope["type"] == "http":
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            named = self._by_name.get((scope["method"], path))
            segments = path.split("/")
            key = scope["method"], len(segments), tuple(segments[1 : 1 + BEGINNING])
            for route in self._by_beginning.get(key, ()) if named is None else (named,):
                match, found = route.matches(scope)
                if match is Match.FULL:
                    return match, {**found, "route": route}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the route that was found answer."""
        await scope["route"].handle(scope, receive, send)
