"""Where connections may lead: an administrator's anywhere, a person's own to the public internet only."""

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.web.addresses import is_public, own_networks, parse

LOCAL = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
"""Ends of names that no public host has."""


def check_address(address: str, *, public_only: bool) -> None:
    """Raise `InvalidInput` for what is no address of a provider, or none that may be given.

    With `public_only` what a name leads to is checked again whenever it is connected to.
    """
    if not address:
        return
    from bailiwick.tools.web.canonical import parse_url  # the HTTP library; commands that add nothing do without

    try:
        url = parse_url(address, configured=True)
    except CallFailed:
        raise InvalidInput(Reason.of(ReasonCode.CONNECTION_ADDRESS), field="address") from None
    if "?" in address or "#" in address:
        raise InvalidInput(Reason.of(ReasonCode.CONNECTION_ADDRESS), field="address")
    if not public_only:
        return
    host = url.host.strip("[]").lower()
    number = parse(host)
    named = "." in host and not host.endswith(LOCAL) and host != "localhost"
    elsewhere = not is_public(number, own_networks()) if number is not None else not named
    if elsewhere or url.port not in (None, 80, 443):
        raise InvalidInput(Reason.of(ReasonCode.CONNECTION_ELSEWHERE), field="address")
