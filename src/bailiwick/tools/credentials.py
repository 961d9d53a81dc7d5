"""Credentials: secrets that a person gives their agents' tools to use, never to read."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.redaction import SHORTEST
from bailiwick_router.core.record import Record

INSTALLATION = "installation"
"""Stands for a user where something is sealed that is everybody's."""
SHORTEST_VALUE = SHORTEST
"""Characters; what is shorter could not be told from ordinary text where it has to be taken out."""
LONGEST_VALUE = 16_384
"""Characters; enough for keys and certificates of several lines."""
LONGEST_DESCRIPTION = 200
NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{0,63}(:[a-z0-9][a-z0-9._-]{0,79})?$"
"""What a credential can be called: tools ask for it by this name. Before a colon stands its kind, behind it which one
it is; see `Credential.name_of`."""
LONGEST_NAME = 145


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential(Record):
    """What is told about a credential; nothing of its value, not even its length."""

    id: str
    name: str
    """Unique within a user; tools ask for it by this name."""
    kind: str
    """What stands before the colon of its name, e.g. `shopify`, or the whole name where there is none."""
    which: str | None
    """What stands behind it, e.g. a store's domain; None where there is none."""
    description: str
    """What it is for, in the person's words; may be empty."""
    created_at: datetime
    updated_at: datetime
    """When its value or description was last changed."""
    last_used_at: datetime | None
    """When a tool last opened it, to the minute; None when none has."""
    noted: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What the product knows of what it opens, e.g. how a store answered; empty where it knows nothing."""

    @staticmethod
    def name_of(kind: str, which: str | None) -> str:
        """Return the name of one of a kind; `kind_of` reads it."""
        return kind if which is None else f"{kind}:{which}"

    @staticmethod
    def kind_of(name: str) -> tuple[str, str | None]:
        """Return of a name what kind it is of, and which one of that kind if it says so."""
        kind, colon, which = name.partition(":")
        return kind, which if colon else None


@dataclass(frozen=True, slots=True)
class Sealed:
    """A value that only the right key, user and credential open."""

    key_id: str
    """Which key sealed it."""
    content: bytes
    """Nonce, ciphertext and tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resealed(Record):
    """What a rotation did."""

    key_id: str
    """The key that now seals everything."""
    resealed: int
    """Credentials that were sealed anew."""
    failed: int
    """Credentials that do not open; their key is kept."""
    users: int
    """People whose credentials were looked at."""
    dropped: tuple[str, ...]
    """Keys that nothing needs any more."""


def check_name(name: str) -> None:
    """Raise `InvalidInput` unless a credential can be called so."""
    if not re.fullmatch(NAME_PATTERN, name) or name.endswith("\n"):
        raise InvalidInput(Reason.of(ReasonCode.CREDENTIAL_NAME), field="name")


def check_value(value: str) -> None:
    """Raise `InvalidInput` for a value that cannot be kept; the message says nothing of it."""
    if not SHORTEST_VALUE <= len(value) <= LONGEST_VALUE or not value.strip():
        raise InvalidInput(
            Reason.of(ReasonCode.CREDENTIAL_VALUE, least=SHORTEST_VALUE, most=LONGEST_VALUE), field="value"
        )
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidInput(Reason.of(ReasonCode.VALUE_HALF), field="value") from None
    if "\0" in value:
        raise InvalidInput(Reason.of(ReasonCode.VALUE_NUL), field="value")


def check_description(description: str) -> None:
    """Raise `InvalidInput` for a description that is too long."""
    if len(description) > LONGEST_DESCRIPTION:
        raise InvalidInput(Reason.of(ReasonCode.DESCRIPTION_TOO_LONG, most=LONGEST_DESCRIPTION), field="description")
