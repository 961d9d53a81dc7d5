"""The registry as programs in the sandbox see it: the granted packages in their versions, and what those depend on."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote, urljoin, urlsplit

from bailiwick.features.code.grants import LONGEST_NAME, PACKAGE_NAME
from bailiwick.features.code.versions import Version, read_version, within
from bailiwick.kernel.reasons import Reason, ReasonCode, why_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.sandbox.deno import REGISTRY
from bailiwick.tools.sandbox_contract import PackageAnswer
from bailiwick.tools.web_contract import Web

MOST_DESCRIBED, MOST_PACKED = 48 << 20, 48 << 20
"""Bytes of a package's description, and of its archive, that are read."""
SECONDS = 30.0
ACCEPT = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8"
NEEDS = ("dependencies", "optionalDependencies", "peerDependencies")
KEPT = (*NEEDS, "name", "version", "bin", "os", "cpu", "peerDependenciesMeta", "deprecated", "engines", "dist")


class GrantedRegistry:
    """Gives one run what it may have; everything is fetched, out here, from the one registry that is configured."""

    def __init__(
        self,
        web: Web,
        base: str,
        granted: Mapping[str, str],
        imports: Mapping[str, str],
        others: Mapping[str, Reason],
    ) -> None:
        """`granted` are the packages with their versions; `imports` those that the script may import by name.

        `others` are granted packages of which the script seems to want another version, with the words for that.
        """
        self._web = web
        self._base = base.rstrip("/")
        self._granted = granted
        self._imports = imports
        self._others = others
        self._needed: set[str] = set()
        """What granted packages depend on, as far as it is known."""
        self._archives: dict[str, str] = {}
        self.refused: list[str] = []
        """Names that were asked for and are not granted."""
        self._asked: set[str] = set()
        """Granted packages that were asked for."""
        self.trouble: Reason | None = None
        """Why the registry could not be asked, where it could not."""

    @property
    def imports(self) -> Mapping[str, str]:
        """The version or range of each package that the script imports."""
        return self._imports

    @property
    def gives_any(self) -> bool:
        """Whether there is any package to be had."""
        return bool(self._granted)

    def why_refused(self, *, failed: bool) -> Reason | None:
        """Return why the program, which `failed` or not, did not get a package; None where it got what it asked for."""
        if self.refused:
            return Reason.of(ReasonCode.PACKAGE_NOT_GRANTED, name=self.refused[0])
        others = [self._others[name] for name in self._asked & self._others.keys()] if failed else []
        return next(iter(others), self.trouble)

    async def get(self, path: str) -> PackageAnswer | None:
        """Return the description of a package, or an archive that one named. Raises `CallFailed`."""
        if path in self._archives:
            packed = await self._fetch(self._archives[path], MOST_PACKED)
            return None if packed is None else PackageAnswer("application/octet-stream", packed)
        name = path.removeprefix("/")
        if len(name) > LONGEST_NAME or not PACKAGE_NAME.fullmatch(name):
            return None
        if name not in self._granted and name not in self._needed:
            if name not in self.refused:
                self.refused.append(name)
            return None
        self._asked.add(name)
        described = await self._fetch(f"{self._base}/{quote(name, safe='@')}", MOST_DESCRIBED)
        if described is None:
            return None
        return PackageAnswer("application/json", json.dumps(self._described(name, described)).encode())

    async def _fetch(self, address: str, most: int) -> bytes | None:
        try:
            found = await self._web.get(
                address, headers={"accept": ACCEPT}, configured=True, seconds=SECONDS, most_bytes=most
            )
        except CallFailed as failure:
            self.trouble = why_of(failure.said)
            raise
        if found.status == 404:
            return None
        if found.status != 200 or found.truncated:
            said = Reason.of(ReasonCode.SERVICE_STATUS, service=urlsplit(self._base).netloc, status=found.status)
            self.trouble = said
            raise CallFailed(ErrorClass.NETWORK, said)
        return found.body

    def _described(self, name: str, body: bytes) -> Mapping[str, Any]:
        """Return a package's description with the versions that may be had, and note what they depend on."""
        try:
            value: Any = json.loads(body)
            versions = cast("dict[str, Any]", value["versions"])
            every = {number: cast("dict[str, Any]", each) for number, each in versions.items()}
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            host = urlsplit(self._base).netloc
            self.trouble = Reason.of(ReasonCode.NO_REGISTRY, host=host)
            raise CallFailed(ErrorClass.TOOL, self.trouble) from None
        wanted = self._granted.get(name)
        kept: dict[str, Any] = {}
        for number, each in every.items():
            if wanted is None or within(number, wanted):
                archive = self._archive(name, number, each)
                if archive is not None:
                    kept[number] = {key: each[key] for key in KEPT if key in each} | {"dist": archive}
                    self._needed.update(_needs(each))
        tags: Any = value.get("dist-tags")
        given = cast("dict[str, Any]", tags) if isinstance(tags, dict) else {}
        latest = {tag: number for tag, number in given.items() if number in kept}
        if kept and "latest" not in latest:
            latest["latest"] = _last(list(kept))
        return {"name": name, "dist-tags": latest, "versions": kept}

    def _archive(self, name: str, number: str, described: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return where a version is to be had, through the relay; None where it would be on another host."""
        dist: Any = described.get("dist")
        if not isinstance(dist, dict):
            return None
        fields = cast("dict[str, Any]", dist)
        address = urljoin(f"{self._base}/", str(fields.get("tarball", "")))
        if urlsplit(address).netloc != urlsplit(self._base).netloc:
            return None
        path = f"/{name}/-/{name.rpartition('/')[2]}-{number}.tgz"
        self._archives[path] = address
        return {**fields, "tarball": f"{REGISTRY.rstrip('/')}{path}"}


def _needs(described: Mapping[str, Any]) -> Sequence[str]:
    """Return the names of what a version depends on."""
    names: list[str] = []
    for kind in NEEDS:
        found: Any = described.get(kind)
        for name, version in cast("dict[str, Any]", found).items() if isinstance(found, dict) else ():
            alias = str(version).removeprefix("npm:") if str(version).startswith("npm:") else ""
            names.append(alias[: alias.rfind("@")] if alias.rfind("@") > 0 else alias or name)
    return names


def _last(versions: Sequence[str]) -> str:
    lowest = Version((0, 0, 0))
    return max(versions, key=lambda each: (not (read_version(each) or lowest).before, read_version(each) or lowest))
