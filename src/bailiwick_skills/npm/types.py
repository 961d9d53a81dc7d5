"""The TypeScript declarations of npm packages, read from the registry without installing anything."""

import io
import json
import tarfile
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from bailiwick.plugin import CallFailed, ErrorClass, Reason, ReasonCode, Web

PACKAGE_NAME = r"^(?:@[a-z0-9][a-z0-9._-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*$"
VERSION = r"^[0-9A-Za-z.^~<>=*+ |-]+$"
MOST_PACKED, MOST_UNPACKED = 8 << 20, 48 << 20
"""Bytes of a package's archive that are read."""
MOST_FILES = 20_000
MOST_TYPES = 40_000
"""Characters of declarations that are returned for one package."""
DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")


async def types_of(web: Web, registry: str, name: str, version: str) -> dict[str, Any]:
    """Return name, version, types (text, or nothing) and source of a package.

    Raises `CallFailed` when the registry does not know it or cannot be reached.
    """
    found, files = await _package(web, registry, name, version)
    source, declarations = name, _declarations(files)
    if not declarations and not name.startswith("@types/"):
        source = f"@types/{name.removeprefix('@').replace('/', '__')}"
        try:
            _, files = await _package(web, registry, source, "latest")
        except CallFailed as error:
            if error.error_class is not ErrorClass.VALIDATION:
                raise
        declarations = _declarations(files)
    return {
        "name": name,
        "version": found,
        "types": declarations[:MOST_TYPES] or None,
        "source": source if declarations else None,
    }


async def _package(web: Web, registry: str, name: str, version: str) -> tuple[str, Mapping[str, str]]:
    """Return the version that a range means, and the package's own description and declarations by path."""
    address = f"{registry.rstrip('/')}/{quote(name, safe='@')}/{quote(version, safe='')}"
    answer = await web.get(address, configured=True)
    if answer.status in (400, 404, 405):
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.NO_PACKAGE, name=name, version=version))
    if answer.status != 200:
        raise CallFailed(
            ErrorClass.NETWORK,
            Reason.of(ReasonCode.SERVICE_STATUS, service=urlsplit(registry).netloc, status=answer.status),
        )
    described = answer.json()
    try:
        found, archive = str(described["version"]), urljoin(address, str(described["dist"]["tarball"]))
    except (KeyError, TypeError):
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.NO_REGISTRY, host=urlsplit(registry).netloc)) from None
    if urlsplit(archive).netloc != urlsplit(registry).netloc:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.ARCHIVE_ELSEWHERE, name=name))
    packed = await web.get(archive, configured=True, most_bytes=MOST_PACKED)
    if packed.status != 200 or packed.truncated:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.ARCHIVE_UNREADABLE, name=name))
    return found, _unpacked(packed.body, name)


def _unpacked(packed: bytes, name: str) -> Mapping[str, str]:
    """Return the texts of an archive that matter, by path below its top folder; nothing is written anywhere."""
    files: dict[str, str] = {}
    try:
        unpacked = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(packed, MOST_UNPACKED)
        with tarfile.open(fileobj=io.BytesIO(unpacked), mode="r:") as archive:
            for count, member in enumerate(archive):
                path = member.name.partition("/")[2]
                if count >= MOST_FILES:
                    break
                if member.isreg() and (path == "package.json" or path.endswith(DECLARATIONS)):
                    content = archive.extractfile(member)
                    files[path] = content.read().decode(errors="replace") if content else ""
    except (zlib.error, tarfile.TarError, EOFError, ValueError):
        if not files:
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.ARCHIVE_UNREADABLE, name=name)) from None
    return files


def _declarations(files: Mapping[str, str]) -> str:
    """Return the declarations, the entry that the package names first, each under its path."""
    entry = _entry(files)
    texts = {path: text for path, text in files.items() if path.endswith(DECLARATIONS)}
    ordered = sorted(texts, key=lambda path: (path != entry, path.count("/"), path))
    return "\n".join(f"// {path}\n{texts[path].strip()}\n" for path in ordered)


def _entry(files: Mapping[str, str]) -> str:
    try:
        described = json.loads(files.get("package.json", "{}"))
        named = described.get("types") or described.get("typings") or described["exports"]["."]["types"]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        named = None
    return named.removeprefix("./") if isinstance(named, str) else "index.d.ts"
