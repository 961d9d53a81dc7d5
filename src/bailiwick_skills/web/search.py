"""Search engines: what each is asked, and what its answer says."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast
from urllib.parse import parse_qs, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bailiwick.plugin import CallFailed, ErrorClass, Reason, ReasonCode, Web, WebAnswer
from bailiwick_skills.web.reasons import WebReason

SECONDS = 12.0
LONGEST_TITLE, LONGEST_SNIPPET = 300, 600
MOST_HTML = 1 << 19
"""Bytes of an engine's page that are looked at."""

Freshness = Literal["day", "week", "month", "year"]
Safe = Literal["off", "moderate", "strict"]
DUCKDUCKGO_REGIONS: Mapping[str, str] = {
    "gb": "uk-en",
    "es": "es-es",
    "mx": "mx-es",
    "ar": "ar-es",
    "cl": "cl-es",
    "co": "co-es",
    "pe": "pe-es",
    "us": "us-en",
    "de": "de-de",
    "fr": "fr-fr",
    "it": "it-it",
    "br": "br-pt",
    "pt": "pt-pt",
    "jp": "jp-jp",
    "at": "at-de",
    "nl": "nl-nl",
    "pl": "pl-pl",
    "se": "se-sv",
    "dk": "dk-da",
    "no": "no-no",
    "fi": "fi-fi",
}
"""Its names of regions, which join a country with its own language."""
TAVILY_COUNTRIES: Mapping[str | None, str] = {
    "us": "united states",
    "gb": "united kingdom",
    "es": "spain",
    "mx": "mexico",
    "ar": "argentina",
    "cl": "chile",
    "co": "colombia",
    "pe": "peru",
    "de": "germany",
    "fr": "france",
    "it": "italy",
    "br": "brazil",
    "pt": "portugal",
    "jp": "japan",
    "at": "austria",
    "ch": "switzerland",
    "nl": "netherlands",
    "be": "belgium",
    "pl": "poland",
    "se": "sweden",
    "dk": "denmark",
    "no": "norway",
    "fi": "finland",
    "ie": "ireland",
    "ca": "canada",
    "au": "australia",
    "nz": "new zealand",
    "in": "india",
    "za": "south africa",
    "kr": "south korea",
    "cn": "china",
}
"""It takes names, not codes."""


@dataclass(frozen=True, slots=True)
class WebSearchResult:
    """One result."""

    title: str
    url: str
    snippet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How a search is narrowed down; nothing for no wish."""

    freshness: Freshness | None = None
    """Only what is newer than a day, a week, …"""
    country: str | None = None
    """Two small letters."""
    language: str | None = None
    """Two small letters."""
    safe: Safe = "moderate"

    @property
    def given(self) -> Collection[str]:
        """The names of the wishes that narrow the search down."""
        given = {name for name in ("freshness", "country", "language") if getattr(self, name)}
        return given | ({"safe"} if self.safe != "moderate" else set[str]())


NO_WISHES = Wishes()


class Engine(Protocol):
    """One way to search the web."""

    name: str
    deaf: Collection[str]
    """Names of the wishes that it cannot follow."""

    async def search(self, query: str, limit: int, wishes: Wishes = NO_WISHES) -> Sequence[WebSearchResult]:
        """Return up to `limit` results, best first. Raises `CallFailed` saying what a person can do."""
        ...


class DuckDuckGo:
    """The page for browsers without scripts, which needs no key."""

    name = "DuckDuckGo"
    deaf: Collection[str] = ("language",)

    def __init__(self, web: Web, base: str = "https://html.duckduckgo.com/html/") -> None:
        self._web = web
        self._base = base

    async def search(self, query: str, limit: int, wishes: Wishes = NO_WISHES) -> Sequence[WebSearchResult]:
        """Return up to `limit` results, best first."""
        asked = {"q": query, "kp": {"off": "-2", "moderate": "-1", "strict": "1"}[wishes.safe]}
        if wishes.freshness:
            asked["df"] = wishes.freshness[0]
        if wishes.country:
            asked["kl"] = DUCKDUCKGO_REGIONS.get(wishes.country, f"{wishes.country}-{wishes.language or 'en'}")
        answer = await self._web.get(self._base, query=asked, seconds=SECONDS, most_bytes=MOST_HTML)
        page = LexborHTMLParser(answer.text)
        if answer.status != 200 or page.css_first(".anomaly-modal, #challenge-form, .anomaly-modal__title"):
            raise CallFailed(ErrorClass.TOOL, Reason.of(WebReason.ENGINE_BLOCKS, engine=self.name))
        found = [result for node in page.css(".result") if (result := _of_duckduckgo(node))]
        if not found and not page.css_first(".no-results, .no-results__message, #links, .results"):
            raise _garbled(self.name)
        return _unique(found)[:limit]


def _of_duckduckgo(node: LexborNode) -> WebSearchResult | None:
    link = node.css_first("a.result__a")
    if link is None or "result--ad" in (node.attributes.get("class") or ""):
        return None
    snippet = node.css_first(".result__snippet")
    return _found(link.text(), _unwrapped(link.attributes.get("href") or ""), snippet.text() if snippet else "")


def _unwrapped(target: str) -> str:
    """Return where a link leads that goes through the engine's own counter."""
    address = f"https:{target}" if target.startswith("//") else target
    parts = urlsplit(address)
    if parts.path == "/l/" and (inner := parse_qs(parts.query).get("uddg")):
        return inner[0]
    return address


class SearXNG:
    """A meta search engine that an administrator runs; its JSON format has to be on."""

    name = "SearXNG"
    deaf: Collection[str] = ("country",)

    def __init__(self, web: Web, base: str) -> None:
        self._web = web
        self._base = base.rstrip("/")

    async def search(self, query: str, limit: int, wishes: Wishes = NO_WISHES) -> Sequence[WebSearchResult]:
        """Return up to `limit` results, best first."""
        asked = {"q": query, "format": "json", "safesearch": str(("off", "moderate", "strict").index(wishes.safe))}
        if wishes.freshness:
            asked["time_range"] = wishes.freshness
        if wishes.language:
            asked["language"] = wishes.language
        answer = await self._web.get(f"{self._base}/search", query=asked, configured=True, seconds=SECONDS)
        if answer.status == 403:
            raise CallFailed(ErrorClass.TOOL, Reason.of(WebReason.ENGINE_JSON_OFF, engine=self.name))
        _check(self.name, answer)
        return _unique(_items(self.name, answer.json(), ("results",), "title", "url", "content"))[:limit]


class Brave:
    """Brave's search API."""

    name = "Brave"
    deaf: Collection[str] = ()

    def __init__(self, web: Web, key: str, base: str = "https://api.search.brave.com/res/v1/web/search") -> None:
        self._web = web
        self._key = key
        self._base = base

    async def search(self, query: str, limit: int, wishes: Wishes = NO_WISHES) -> Sequence[WebSearchResult]:
        """Return up to `limit` results, best first."""
        headers = {"x-subscription-token": _header(self.name, self._key), "accept": "application/json"}
        asked = {"q": query, "count": str(limit), "safesearch": wishes.safe}
        if wishes.freshness:
            asked["freshness"] = f"p{wishes.freshness[0]}"
        if wishes.country:
            asked["country"] = wishes.country.upper()
        if wishes.language:
            asked["search_lang"] = wishes.language
        answer = await self._web.get(self._base, query=asked, headers=headers, seconds=SECONDS)
        if answer.status == 422 and "TOKEN" in answer.text.upper():
            raise _bad_key(self.name)
        _check(self.name, answer)
        return _unique(_items(self.name, answer.json(), ("web", "results"), "title", "url", "description"))[:limit]


class Tavily:
    """Tavily's search API."""

    name = "Tavily"
    deaf: Collection[str] = ("language", "safe")

    def __init__(self, web: Web, key: str, base: str = "https://api.tavily.com/search") -> None:
        self._web = web
        self._key = key
        self._base = base

    async def search(self, query: str, limit: int, wishes: Wishes = NO_WISHES) -> Sequence[WebSearchResult]:
        """Return up to `limit` results, best first."""
        headers = {"authorization": f"Bearer {_header(self.name, self._key)}"}
        asked: dict[str, Any] = {"query": query, "max_results": limit}
        if wishes.freshness:
            asked["time_range"] = wishes.freshness
        if wishes.country in TAVILY_COUNTRIES:
            asked["country"] = TAVILY_COUNTRIES[wishes.country]
        answer = await self._web.post(self._base, json=asked, headers=headers, seconds=SECONDS)
        if answer.status in (432, 433):
            raise CallFailed(ErrorClass.TOOL, Reason.of(WebReason.ENGINE_PLAN_USED, engine=self.name))
        _check(self.name, answer)
        return _unique(_items(self.name, answer.json(), ("results",), "title", "url", "content"))[:limit]


KEYED: Mapping[str, Callable[[Web, str], Engine]] = {"brave": Brave, "tavily": Tavily}
"""Engines by the name of the credential that they need, in the order in which they are preferred."""


def _header(name: str, key: str) -> str:
    key = key.strip()
    if not key.isascii() or not key.isprintable():
        raise _bad_key(name)
    return key


def _check(name: str, answer: WebAnswer) -> None:
    if answer.status in (401, 403):
        raise _bad_key(name)
    if answer.status == 429:
        raise CallFailed(ErrorClass.RATE_LIMIT, Reason.of(ReasonCode.SERVICE_TOO_OFTEN, service=name))
    if answer.status != 200:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_STATUS, service=name, status=answer.status))


def _bad_key(name: str) -> CallFailed:
    return CallFailed(
        ErrorClass.AUTHENTICATION, Reason.of(WebReason.SERVICE_REFUSED_KEY, service=name, name=name.lower())
    )


def _garbled(name: str) -> CallFailed:
    return CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SERVICE_GARBLED, service=name))


def _items(name: str, value: Any, path: Sequence[str], title: str, url: str, snippet: str) -> list[WebSearchResult]:
    for step in path:
        if not isinstance(value, dict):
            raise _garbled(name)
        # An answer without results leaves out where they would be.
        value = cast("dict[str, Any]", value).get(step, {} if step != path[-1] else [])
    if not isinstance(value, list):
        raise _garbled(name)
    entries = [cast("dict[str, Any]", entry) for entry in cast("list[Any]", value) if isinstance(entry, dict)]
    return [found for entry in entries if (found := _found(entry.get(title), entry.get(url), entry.get(snippet)))]


def _found(title: Any, url: Any, snippet: Any) -> WebSearchResult | None:
    if not isinstance(url, str) or not url.startswith(("http://", "https://")) or len(url) > 2_000:
        return None
    return WebSearchResult(_plain(title, LONGEST_TITLE) or url, url, _plain(snippet, LONGEST_SNIPPET))


def _plain(text: Any, most: int) -> str:
    """Return a text without the tags that engines mark words with."""
    if not isinstance(text, str):
        return ""
    text = text[: 20 * most]
    if "<" in text or "&" in text:
        body = LexborHTMLParser(text).body
        text = body.text() if body else ""
    return " ".join(text.split())[:most]


def _unique(found: Iterable[WebSearchResult]) -> list[WebSearchResult]:
    return list({one.url: one for one in reversed(list(found))}.values())[::-1]
