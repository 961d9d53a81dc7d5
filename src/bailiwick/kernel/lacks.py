"""What agents cannot work without, and what of it is missing: codes with values."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.reasons.sentences import LACKS
from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record


class Program(StrEnum):
    """What a sandbox can run."""

    JAVASCRIPT = "javascript"
    SHELL = "shell"


class NeedKind(StrEnum):
    """Of what kind a thing is that an agent cannot work without."""

    MCP = "mcp"
    """An MCP server of that name, with a tool that the person approved and the agent may use."""
    STORE = "store"
    """A store that the person connected, of a kind that a plug-in knows."""
    CREDENTIAL = "credential"
    """A credential of that name, or one of that kind."""
    SANDBOX = "sandbox"
    """A place to run programs of that kind."""


NEED_PATTERN = (
    r"^(mcp:[a-z0-9][a-z0-9_-]{0,63}|store:[a-z0-9][a-z0-9_-]{0,63}|credential:[a-z0-9][a-z0-9._:-]{0,144}"
    r"|sandbox:(javascript|shell))$"
)
"""How a need is written: its kind, a colon and the name of the thing."""


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that an agent cannot work without."""

    kind: NeedKind
    name: str

    @classmethod
    def parse(cls, text: str) -> "Need":
        """Return the need that `text` stands for, e.g. `mcp:gmail`. Raises `InvalidInput` (field `needs`)."""
        if not re.fullmatch(NEED_PATTERN, text) or text.endswith("\n"):
            programs = ", ".join(f"sandbox:{program}" for program in Program)
            said = Reason.of(ReasonCode.NOTHING_NEEDED_LIKE_THAT, text=repr(text[:80]), programs=programs)
            raise InvalidInput(said, field="needs")
        kind, _, name = text.partition(":")
        return cls(NeedKind(kind), name)


class LackCode(StrEnum):
    """What is missing; behind each the values that come with it."""

    INACTIVE = "inactive"
    """The agent is not active: `status`."""
    PLUGIN = "plugin"
    """The plug-in that carries the agent out is not installed."""
    MODEL_UNKNOWN = "model-unknown"
    """There is no such model: `model`, and the `providers` that there are."""
    EXTRA_MISSING = "extra-missing"
    """The client of the `provider` is not installed: the `package` that brings it."""
    KEY_MISSING = "key-missing"
    """The `provider` has no key: its environment `variable`, and our `setting`."""
    KEY_REFUSED = "key-refused"
    """The `provider` did not take its key when it was last called: `variable` and `setting` as above."""
    CONNECTION_REFUSED = "connection-refused"
    """The key of a connection that is kept here, `provider`, was not taken when it was last called."""
    CONNECTION_CLOSED = "connection-closed"
    """The key of a connection that is kept here, `provider`, cannot be opened."""
    CREDIT_USED_UP = "credit-used-up"
    """The account at the `provider` had no credit left when it was last called."""
    UNREACHABLE = "unreachable"
    """The `provider` could not be reached when it was last called, a moment ago."""
    ADDRESS_MISSING = "address-missing"
    """The `provider` has no address: its `setting`."""
    NO_MODEL_SERVED = "no-model-served"
    """No server of the `provider` with a model answers at its `url`."""
    MODEL_ABSENT = "model-absent"
    """The server of the `provider` does not have the `model`."""
    SCRIPT_OUTSIDE = "script-outside"
    """A scripted model is not in the data directory."""
    SCRIPT_ABSENT = "script-absent"
    """There is no such script."""
    MCP_UNREGISTERED = "mcp-unregistered"
    """No administrator has registered the MCP `server`."""
    MCP_DISABLED = "mcp-disabled"
    """The person has not enabled the MCP `server`."""
    MCP_UNSTARTABLE = "mcp-unstartable"
    """The MCP `server` cannot be started here, for the reason behind it."""
    MCP_UNREACHABLE = "mcp-unreachable"
    """The MCP `server` could not be reached, for the reason behind it."""
    MCP_UNAPPROVED = "mcp-unapproved"
    """No tool of the MCP `server` is approved that the agent may use."""
    STORE_MISSING = "store-missing"
    """No store of the `service` is connected; the `plugin` has the page on which one is."""
    STORE_REFUSED = "store-refused"
    """No connected store took its token when it was last asked; the default one is `store`. `plugin` as above."""
    CREDENTIAL_MISSING = "credential-missing"
    """There is no credential of that `name` or kind."""
    SANDBOX_MISSING = "sandbox-missing"
    """No `program` of that kind can be confined here, for the reason behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack(Record):
    """One thing that is missing."""

    code: LackCode
    """What it is."""
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """What its sentence names; see each code."""

    why: Reason | None = None
    """The reason behind it, where its sentence says that too."""

    @property
    def said(self) -> str:
        """What is missing and what to do, in English."""
        return self.text()

    def text(self, language: Language = "en") -> str:
        """Return what is missing and what to do in a language."""
        inner = {"reason": self.why.text(language)} if self.why else {}
        return LACKS[language][self.code].format_map({**self.values, **inner})
