"""The models as one person has them."""

from bailiwick.kernel.health import Health
from bailiwick.models.contract import ModelCatalog


class PersonalCatalog:
    """A catalog in which the model that a person prefers stands for the installation's default."""

    def __init__(self, catalog: ModelCatalog, preferred: str | None) -> None:
        """Without a preference everything is as in `catalog`."""
        self._catalog = catalog
        self._preferred = preferred

    def resolve(self, name: str | None) -> str:
        """Return the full name of the model to use: `name`, else the preferred one, else the default.

        Raises `InvalidInput` if unknown.
        """
        return self._catalog.resolve(name or self._preferred)

    def usable(self, name: str) -> Health:
        """Say whether the model could be called, without calling it."""
        return self._catalog.usable(name)

    @property
    def configured(self) -> bool:
        """Whether a real model answers; otherwise the offline model does."""
        if self._preferred is None:
            return self._catalog.configured
        return self._catalog.resolve(self._preferred) != "offline"
