"""Which addresses are public: nothing of this machine, its networks, or what stands in for them."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from ipaddress import (
    AddressValueError,
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    NetmaskValueError,
    ip_address,
    ip_interface,
)

import psutil

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

NEVER: Sequence[IPv4Network] = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "100.64.0.0/10",
            "192.0.0.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            # Public by its number, but a cloud's own service for the machines in it.
            "168.63.129.16/32",
        ),
    )
)
UNICAST = IPv6Network("2000::/3")
NEVER_SIX: Sequence[IPv6Network] = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Within unicast: special uses, Teredo among them; documentation; 6to4, which carries an IPv4 address."""
ISATAP = (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe")
"""Bytes 8 to 12 of an address that carries an IPv4 address (RFC 5214)."""
WIDEST = {4: 8, 6: 16}
"""Prefix lengths; what is wider is a route to everywhere, not a network that this machine is in."""


def is_public(address: Address, own: Iterable[Network] = ()) -> bool:
    """Whether an address belongs to the public internet and not to one of the `own` networks."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped, own)
        if address.scope_id is not None or address not in UNICAST or address.packed[8:12] in ISATAP:
            return False
    special: Sequence[Network] = NEVER if address.version == 4 else NEVER_SIX
    if not address.is_global or address.is_multicast or address.is_reserved or address.is_unspecified:
        return False
    return not any(address in network for network in (*special, *own) if network.version == address.version)


class AddressKind(StrEnum):
    """Where an address leads."""

    PUBLIC = "public"
    """To the public internet."""
    PRIVATE = "private"
    """To a network of one's own."""
    MACHINE = "machine"
    """To this machine."""
    NEVER = "never"
    """To nothing that a service has: a cloud's own services for its machines, everybody at once, nobody."""


def address_kind(text: str, own: Iterable[Network] | None = None) -> AddressKind:
    """Return where the address leads that a resolver gave; `own` are this machine's networks, by its interfaces."""
    address = parse(text)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address is None or address.is_link_local or address.is_multicast or address.is_unspecified:
        return AddressKind.NEVER
    if address.is_loopback:
        return AddressKind.MACHINE
    networks = list(own_networks() if own is None else own)
    if is_public(address, networks):
        return AddressKind.PUBLIC
    private = address.is_private and not address.is_reserved
    return AddressKind.PRIVATE if private or any(address in each for each in networks) else AddressKind.NEVER


def parse(text: str) -> Address | None:
    """Return the address that a resolver gave as text; None if it is none."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def own_networks() -> Sequence[Network]:
    """Return the networks that this machine has an address in, by its interfaces as they are now."""
    found: list[Network] = []
    for entries in psutil.net_if_addrs().values():
        for entry in entries:
            # Addresses of other families (hardware, packet) do not parse; a scope is written after a percent sign.
            text, mask = entry.address.partition("%")[0], entry.netmask
            address = parse(text)
            if address is None:
                continue
            try:
                prefix = _prefix(mask) if mask else address.max_prefixlen
                network = ip_interface(f"{text}/{max(prefix, WIDEST[address.version])}").network
            except (AddressValueError, NetmaskValueError, ValueError):
                network = ip_interface(text).network
            found.append(network)
    return found


def _prefix(mask: str) -> int:
    return int(ip_address(mask.partition("%")[0])).bit_count()
