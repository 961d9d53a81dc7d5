"""Names of models, `provider:model`: made and read here."""

from typing import NamedTuple, Self


class ModelName(NamedTuple):
    """The two parts of a model's full name."""

    provider: str
    """E.g. `openai`; `offline` or `scripted` of those that need none."""
    model: str = ""
    """What the provider calls it, or the file of a script; may be empty with `offline` and `scripted`."""

    @classmethod
    def read(cls, name: str) -> Self:
        """Return the parts of a full name; what the provider calls it may hold colons itself."""
        provider, _, model = name.partition(":")
        return cls(provider, model)

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}" if self.model else self.provider
