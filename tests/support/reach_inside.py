"""Puts inner addresses on this machine, with servers that count who comes, and tries to reach them as a tool would.

Run as a program in a network namespace of its own. Prints how many addresses were tried; ends with a sentence and an
error when one of them could be reached, or when anything at all arrived at a server.
"""

import asyncio
import socket
import subprocess
import threading

from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.web.public import PublicWeb
from bailiwick.tools.web.services import Services
from support.spellings import SPELLINGS

FOUR = ["169.254.169.254", "100.64.0.1", "100.100.100.200", "10.0.0.1", "168.63.129.16", "93.184.216.34"]
SIX = ["fd00:ec2::254", "2606:4700::1"]
"""The last of each is public by its number, but this machine's own."""


def main() -> None:
    """Try everything."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in FOUR:
        subprocess.run(["ip", "address", "add", f"{address}/32", "dev", "lo"], check=True)
    for address in SIX:
        subprocess.run(["ip", "-6", "address", "add", f"{address}/128", "dev", "lo", "nodad"], check=True)
    hits: list[str] = []
    arrived = threading.Event()
    for port in (80, 443, 8420):
        listen(port, hits, arrived)
    socket.create_connection(("100.64.0.1", 80), 5).close()
    if not arrived.wait(10):
        raise SystemExit("The servers do not count: nothing would be proven.")
    hits.clear()
    urls = [
        *SPELLINGS,
        *(f"{scheme}://{address}/" for address in FOUR for scheme in ("http", "https")),
        *(f"http://[{address}]/" for address in SIX),
    ]
    asyncio.run(reach(urls))
    if hits:
        raise SystemExit(f"These arrived: {hits}")
    print(len(urls))


def listen(port: int, hits: list[str], arrived: threading.Event) -> None:
    """Accept connections on a port of every address, and note them."""
    server = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)

    def serve() -> None:
        while True:
            connection, peer = server.accept()
            hits.append(f"{peer[0]} at {connection.getsockname()[0]}:{port}")
            connection.close()
            arrived.set()

    threading.Thread(target=serve, daemon=True).start()


async def reach(urls: list[str]) -> None:
    """Fail when any of these can be read."""
    web = PublicWeb(Services())
    for url in urls:
        try:
            await web.get(url, seconds=5)
        except CallFailed:
            continue
        raise SystemExit(f"{url} could be read")


if __name__ == "__main__":
    main()
