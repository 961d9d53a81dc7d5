"""How JavaScript runs: Deno, with the few libraries it is linked to and nothing else of this machine."""

import json
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

from bailiwick.tools.confined import Mount
from bailiwick.tools.sandbox.confinement import RELAY, WORK

INSIDE = "/opt/bin/deno"
CACHE = "/tmp/deno"  # noqa: S108  (inside the sandbox, where nobody else is)
LIBRARIES = ("libdl.so.2", "libgcc_s.so.1", "librt.so.1", "libpthread.so.0", "libm.so.6", "libc.so.6")
LOADERS = {"x86_64": "/lib64/ld-linux-x86-64.so.2", "aarch64": "/lib/ld-linux-aarch64.so.1"}
"""Where programs for the GNU C library look for their loader, by `platform.machine()`."""
FLAGS = ("--no-prompt", "--no-config", "--no-lock", "--quiet")
ALONE = ("--no-remote", "--no-npm")
IMPORTS = "/tmp/imports.json"  # noqa: S108  (inside)
PROXY_PORT = 3128
REGISTRY = f"http://127.0.0.1:{PROXY_PORT}/"
"""Where programs find granted packages: the relay answers for the registry."""
LAUNCHER = """
const [told, program, ...args] = Deno.args;
const { imports, place, relay, port, proxied } = JSON.parse(told);
Deno.writeTextFileSync(place, imports);
const server = Deno.listen({ hostname: "127.0.0.1", port });
(async () => {
  for await (const here of server) {
    Deno.connect({ transport: "unix", path: relay }).then((there) => Promise.allSettled([
      here.readable.pipeTo(there.writable), there.readable.pipeTo(here.writable),
    ])).catch(() => here.close());
  }
})();
const proxy = `http://127.0.0.1:${port}`;
const proxies = { HTTPS_PROXY: proxy, https_proxy: proxy, HTTP_PROXY: proxy, http_proxy: proxy };
const env = proxied ? { ...proxies, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" } : {};
const { code } = await new Deno.Command(program, { args, env, stdin: "inherit" }).spawn().status;
Deno.exit(code);
"""
"""What runs around a program that has hosts: Deno speaks to the relay, the program to Deno."""
HEAP_SHARE = 0.75
"""Of the memory limit for V8's heap, so that a program that fills it ends with V8's own message."""


def find_deno() -> Path | None:
    """Return the Deno that was installed with this package; None if it was not."""
    try:
        from deno import find_deno_bin  # here, because a system may lack it: there is no Deno for every machine
    except ImportError:
        return None
    try:
        return Path(find_deno_bin())
    except FileNotFoundError:
        return None


def mounts(deno: Path, *, libraries: bool = True) -> Sequence[Mount]:
    """Return what Deno needs to run, without `libraries` where there is a `/usr` already.

    Raises `FileNotFoundError` naming a library that this machine lacks.
    """
    if not libraries:
        return [Mount(deno, INSIDE)]
    machine = platform.machine()
    folders = [
        Path(f"/lib/{machine}-linux-gnu"),
        Path("/lib64"),
        Path(f"/usr/lib/{machine}-linux-gnu"),
        Path("/usr/lib"),
    ]
    found = [Mount(deno, INSIDE), Mount(Path(LOADERS[machine]), LOADERS[machine])]
    for library in LIBRARIES:
        place = next((folder / library for folder in folders if (folder / library).exists()), None)
        if place is None:
            raise FileNotFoundError(library)
        found.append(Mount(place, f"/lib/{library}"))
    return found


def environment(registry: str = "") -> dict[str, str]:
    """Return what Deno is told by its environment; `registry` is where npm packages come from."""
    told = {"DENO_DIR": CACHE, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    # The machine's own certificates count too: companies and mirrors have their own.
    return {**told, "NPM_CONFIG_REGISTRY": registry, "DENO_TLS_CA_STORE": "mozilla,system"} if registry else told


def script(
    memory_bytes: int,
    *,
    reads: str = f"{WORK},/tmp",
    writes: str = f"{WORK},/tmp",
    hosts: Sequence[str] = (),
    packages: bool = False,
) -> Sequence[str]:
    """Return the command that runs a module from standard input, in TypeScript or JavaScript.

    With `hosts`, or with `packages` from the registry and no other network, `through_relay` has to surround it.
    """
    heap = int(memory_bytes * HEAP_SHARE) // 1024**2
    network: Sequence[str] = ALONE
    if packages:
        network = ("--no-remote", f"--import-map={IMPORTS}")
    if hosts:
        network = ("--allow-net", "--allow-import", f"--import-map={IMPORTS}")
    files = (f"--allow-read={reads}", f"--allow-write={writes}")
    return (
        INSIDE,
        "run",
        *FLAGS,
        *network,
        *files,
        f"--v8-flags=--max-old-space-size={heap}",
        "--allow-env",
        "--ext=ts",
        "-",
    )


def through_relay(command: Sequence[str], packages: Mapping[str, str], *, proxied: bool = True) -> Sequence[str]:
    """Return a command that runs `command` with a server on its loopback that leads to the relay's socket.

    `packages` are npm packages by name with their version or range; scripts import them by name. Where it is not
    `proxied`, `command` is not told of a way to hosts.
    """
    imports: dict[str, str] = {}
    for name, version in packages.items():
        imports[name] = f"npm:{name}@{version}"
        imports[f"{name}/"] = f"npm:/{name}@{version}/"
    settings = {
        "imports": json.dumps({"imports": imports}),
        "place": IMPORTS,
        "relay": RELAY,
        "port": PROXY_PORT,
        "proxied": proxied,
    }
    return (INSIDE, "eval", "--no-config", "--no-lock", "--quiet", LAUNCHER, json.dumps(settings), *command)
