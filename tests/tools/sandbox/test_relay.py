# ruff: noqa: E501  (a request stays on its line)
"""The way to granted hosts leads to them only (threat T6)."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import ProgramOutcome
from bailiwick.tools.sandbox import relay as relaying
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.sandbox.relay import Relay, is_public, public_addresses

Canary = tuple[int, Callable[[], int]]
ASK = """
const c = await Deno.connect({ hostname: "127.0.0.1", port: 3128 });
await c.write(new TextEncoder().encode(REQUEST));
const piece = new Uint8Array(200);
const n = await c.read(piece);
console.log(new TextDecoder().decode(piece.subarray(0, n ?? 0)).split("\\r\\n")[0]);
"""


async def here(host: str) -> Sequence[str]:
    """Resolve every name to this machine, as a name that leads inside would."""
    del host
    return ["127.0.0.1"]


def granted(settings: Settings, hosts: Sequence[str], *, inside: bool = False) -> BubblewrapSandbox:
    allowed = settings.model_copy(update={"sandbox_hosts": tuple(hosts)})
    return BubblewrapSandbox(allowed, here) if inside else BubblewrapSandbox(allowed)


def run(sandbox: BubblewrapSandbox, user_id: str, text: str, program: Program = Program.JAVASCRIPT) -> ProgramOutcome:
    return asyncio.run(sandbox.run(user_id, program, text))


def ask(request: str) -> str:
    return ASK.replace("REQUEST", repr(request))


def test_a_granted_host_is_reached_from_scripts_and_commands(
    sandbox: BubblewrapSandbox, settings: Settings, user_id: str, canary_server: Canary
):
    assert sandbox.unavailable is None
    port, hits = canary_server
    open_sandbox = granted(settings, [f"granted.test:{port}"], inside=True)
    script = ask(f"CONNECT granted.test:{port} HTTP/1.1\r\n\r\n")
    assert run(open_sandbox, user_id, script).stdout == "HTTP/1.1 200 Connected\n"
    command = (
        f"exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT Granted.Test.:{port} HTTP/1.1\\r\\n\\r\\n' >&3; head -1 <&3"
    )
    assert run(open_sandbox, user_id, command, Program.SHELL).stdout.strip() == "HTTP/1.1 200 Connected"
    assert hits() == 2


@pytest.mark.parametrize(
    "request_line",
    [
        "CONNECT other.test:PORT HTTP/1.1",
        "CONNECT 127.0.0.1:PORT HTTP/1.1",
        "CONNECT [::1]:PORT HTTP/1.1",
        "CONNECT granted.test:22 HTTP/1.1",
        "CONNECT granted.test HTTP/1.1",
        "CONNECT granted.test@127.0.0.1:PORT HTTP/1.1",
        "CONNECT granted.test.evil.test:PORT HTTP/1.1",
        "CONNECT xgranted.test:PORT HTTP/1.1",
        "CONNECT 2130706433:PORT HTTP/1.1",
        "CONNECT granted.test:PORT:PORT HTTP/1.1",
        "CONNECT  granted.test:PORT HTTP/1.1",
        "GET http://granted.test:PORT/ HTTP/1.1",
        "POST / HTTP/1.1",
        "CONNECT granted.test:PORT",
        "",
        "CONNECT gr\u00e4nted.test:PORT HTTP/1.1",
        "CONNECT granted.test:+PORT HTTP/1.1",
    ],
)
def test_nothing_else_is(
    request_line: str, sandbox: BubblewrapSandbox, settings: Settings, user_id: str, canary_server: Canary
):
    assert sandbox.unavailable is None
    port, hits = canary_server
    request = f"{request_line}\r\nHost: granted.test:PORT\r\n\r\n".replace("PORT", str(port))
    outcome = run(granted(settings, [f"granted.test:{port}"], inside=True), user_id, ask(request))
    assert outcome.stdout.startswith(("HTTP/1.1 403", "HTTP/1.1 405")), outcome
    assert hits() == 0


def test_a_granted_name_that_leads_inside_is_not_followed(
    sandbox: BubblewrapSandbox, settings: Settings, user_id: str, canary_server: Canary
):
    assert sandbox.unavailable is None
    port, hits = canary_server
    outcome = run(granted(settings, [f"localhost:{port}"]), user_id, ask(f"CONNECT localhost:{port} HTTP/1.1\r\n\r\n"))
    assert outcome.stdout == "HTTP/1.1 502 No Public Address\n"
    assert hits() == 0


def test_there_is_no_other_way_even_with_hosts(
    sandbox: BubblewrapSandbox, settings: Settings, user_id: str, canary_server: Canary
):
    assert sandbox.unavailable is None
    port, hits = canary_server
    text = f"for a in 127.0.0.1/{port} 192.0.2.1/80 8.8.8.8/53; do (exec 3<>/dev/tcp/$a) && echo ESCAPED $a; done; grep -c . /proc/net/route"
    outcome = run(granted(settings, ["granted.test"], inside=True), user_id, text, Program.SHELL)
    assert outcome.stdout == "1\n", "the table of routes is its heading"
    assert hits() == 0


def test_without_hosts_there_is_no_relay(sandbox: BubblewrapSandbox, user_id: str):
    outcome = run(sandbox, user_id, ask("CONNECT granted.test:443 HTTP/1.1\r\n\r\n"))
    assert "NotCapable" in outcome.stderr or "refused" in outcome.stderr
    assert run(sandbox, user_id, "ls /run", Program.SHELL).exit_code != 0


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "203.0.113.1",
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001::1",
        "ff02::1",
        "2001:db8::1",
        "",
        "localhost",
        "127.1",
    ],
)
def test_no_address_inside_counts_as_public(address: str):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111"])
def test_addresses_of_the_open_internet_do(address: str):
    assert is_public(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "x" * 300, "a..b", "\ud800", ""])
def test_names_that_lead_nowhere_public_have_no_address(host: str):
    assert asyncio.run(public_addresses(host)) == []


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            writer.write(piece)
    writer.close()


async def tunnel(path: Path, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(f"CONNECT echo.test:{port} HTTP/1.1\r\n\r\n".encode())
    assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 200 Connected\r\n\r\n"
    return reader, writer


def test_what_flows_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(relaying, "MOST_BYTES", 100_000)

    async def story() -> int:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        received = 0
        async with Relay([f"echo.test:{port}"], here).listening() as path:
            reader, writer = await tunnel(path, port)
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                for _ in range(50):
                    writer.write(b"x" * 10_000)
                    await writer.drain()
                    received += len(await reader.readexactly(10_000))
            writer.close()
        server.close()
        return received

    assert 0 < asyncio.run(story()) < 100_000


def test_tunnels_end_with_the_run():
    async def story() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with Relay([f"echo.test:{port}"], here).listening() as path:
            reader, writer = await tunnel(path, port)
            writer.write(b"still there?")
            assert await reader.readexactly(12) == b"still there?"
        assert not path.exists()
        assert await reader.read() == b""
        writer.close()
        server.close()

    asyncio.run(story())
