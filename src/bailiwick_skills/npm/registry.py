"""The npm registry's search."""

from typing import Any, cast
from urllib.parse import quote, urlsplit

from bailiwick.plugin import CallFailed, ErrorClass, Reason, ReasonCode, Web

PUBLIC = "registry.npmjs.org"
SECONDS = 12.0
LONGEST_DESCRIPTION = 500
MOST_KEYWORDS = 10


class NpmRegistry:
    """A registry that speaks npm's protocol; the one that an administrator configured may be private."""

    def __init__(self, web: Web, base: str) -> None:
        self._web = web
        self._base = base.rstrip("/")
        self._host = urlsplit(base).hostname or base

    async def search(self, query: str, limit: int, *, by_downloads: bool = False) -> dict[str, Any]:
        """Return `total` and up to `limit` `packages`, best first, or most downloaded first. Raises `CallFailed`."""
        answer = await self._web.get(
            f"{self._base}/-/v1/search",
            query={"text": query, "size": str(limit)},
            seconds=SECONDS,
            headers={"accept": "application/json"},
            configured=True,
        )
        if answer.status == 429:
            raise CallFailed(ErrorClass.RATE_LIMIT, Reason.of(ReasonCode.SERVICE_TOO_OFTEN, service=self._host))
        if answer.status == 404:
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.NO_REGISTRY_SEARCH, host=self._host))
        if answer.status != 200:
            raise CallFailed(
                ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_STATUS, service=self._host, status=answer.status)
            )
        value: Any = answer.json()
        objects: Any = cast("dict[str, Any]", value).get("objects") if isinstance(value, dict) else None
        if not isinstance(objects, list):
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.NO_REGISTRY, host=self._host))
        packages = [package for each in cast("list[Any]", objects) if (package := _package(each, self._host))]
        if by_downloads:
            packages.sort(key=lambda package: package["weeklyDownloads"] or 0, reverse=True)
        total: Any = cast("dict[str, Any]", value).get("total")
        return {
            "query": query,
            "total": total if isinstance(total, int) else len(packages),
            "packages": packages[:limit],
        }


def _package(entry: Any, host: str) -> dict[str, Any] | None:
    """Return what is worth knowing of one result; None for what is none."""
    package: Any = cast("dict[str, Any]", entry).get("package") if isinstance(entry, dict) else None
    if not isinstance(package, dict):
        return None
    fields = cast("dict[str, Any]", package)
    name = fields.get("name")
    if not isinstance(name, str) or not name:
        return None
    links: Any = fields.get("links")
    given = cast("dict[str, Any]", links) if isinstance(links, dict) else {}
    page = f"https://www.npmjs.com/package/{quote(name, safe='@/')}" if host == PUBLIC else None
    keywords: Any = fields.get("keywords")
    words = (
        [word for word in cast("list[Any]", keywords) if isinstance(word, str)] if isinstance(keywords, list) else []
    )
    downloads: Any = cast("dict[str, Any]", entry).get("downloads")
    weekly = cast("dict[str, Any]", downloads).get("weekly") if isinstance(downloads, dict) else None
    return {
        "name": name[:214],
        "version": _text(fields.get("version")),
        "description": _text(fields.get("description")),
        "keywords": words[:MOST_KEYWORDS],
        "date": _text(fields.get("date")),
        "npm": _text(given.get("npm")) or page,
        "homepage": _text(given.get("homepage")) or None,
        "repository": _text(given.get("repository")) or None,
        "weeklyDownloads": weekly if isinstance(weekly, int) else None,
    }


def _text(value: Any) -> str:
    return " ".join(value.split())[:LONGEST_DESCRIPTION] if isinstance(value, str) else ""
