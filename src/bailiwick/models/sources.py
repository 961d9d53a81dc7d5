"""Where models come from: one provider reached in one way, from the environment or from a connection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.models.connections import ModelConnection, OpenConnection
from bailiwick.models.providers import CONNECTED, PROVIDERS, Access, Provider, connected
from bailiwick.models.settings import ModelSettings

SourceKey = tuple[str, ...]
"""What tells sources apart; another one as soon as a connection is changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedProvider:
    """One provider as it is reached."""

    name: str
    """Stands before the colon of its models' names."""
    provider: Provider
    access: Access
    connection: ModelConnection | None = None
    """None for what the environment says."""
    closed: bool = False
    """Whether its key could not be opened."""

    @classmethod
    def of(cls, opened: OpenConnection) -> "ReachedProvider":
        """Return the source that a connection is."""
        connection = opened.connection
        return cls(
            name=connection.name,
            provider=CONNECTED[connection.kind],
            access=connected(connection.kind, connection.address, opened.key),
            connection=connection,
            closed=opened.closed,
        )

    @property
    def key(self) -> SourceKey:
        """Tells it apart from all others, and from itself before it was changed."""
        if self.connection is None:
            return (self.name,)
        return (self.name, self.connection.id, self.connection.updated_at.isoformat())

    @property
    def personal(self) -> bool:
        """Whether it is one person's own, so that it may lead to public addresses only."""
        return self.connection is not None and not self.connection.for_everybody

    @property
    def breaker(self) -> str:
        """What its failures are counted under."""
        return self.name if self.connection is None else self.connection.breaker

    def missing(self) -> Lack | None:
        """Return what is missing to use it."""
        if self.closed:
            return Lack(code=LackCode.CONNECTION_CLOSED, values={"provider": self.name})
        return self.provider.missing(self.access) if self.connection is None else self.provider.uninstalled()


def sources_of(settings: ModelSettings, environment: Mapping[str, str]) -> Mapping[str, ReachedProvider]:
    """Return what the environment says of each provider, by name."""
    return {
        each.name: ReachedProvider(name=each.name, provider=each, access=each.access(settings, environment))
        for each in PROVIDERS
    }


def with_connections(
    given: Mapping[str, ReachedProvider], opened: Sequence[OpenConnection]
) -> Mapping[str, ReachedProvider]:
    """Return the sources of one person: those of the environment, and connections where it has none of that name.

    A person's own connection stands behind one of the installation that has the same name.
    """
    found = dict(given)
    for source in map(ReachedProvider.of, opened):
        there = found.get(source.name)
        if there is None or (there.connection is None and not is_given(there)):
            found[source.name] = source
    return found


def is_given(source: ReachedProvider) -> bool:
    """Whether the environment says all that is needed to use this provider of its own."""
    return source.connection is None and bool(source.access.key or source.access.url)
