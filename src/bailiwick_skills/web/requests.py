"""How requests about the web are read, and their answers worded, without a model."""

from collections.abc import Mapping
from typing import Any

import re2

from bailiwick.plugin import Language, Recognition, Request, fold, read, wanted
from bailiwick_skills.web.phrases import FETCHED, SEARCHED

MAX_REQUEST = 2_500
"""Longest request read as one for the web, in characters."""
SHOWN = 1_500
"""Characters of a page that an answer without a model shows."""
SHOWN_RESULTS = 8
SUMMARY = re2.compile(r"summari[sz]e|sum up|resum")
QUOTES = "\"'“”«»‘’ "
NOUNS = ("page", "result", "link", "site", "article", "hit", "pagina", "resultado", "enlace", "sitio", "articulo")


class FetchReader:
    """Reads "read https://example.org", and "open the first one" after a search."""

    def read(self, request: Request) -> Recognition | None:
        """Return the address; None when the request is not to read one page."""
        call = request.latest("webSearch")
        if call is not None and call.why is None:
            chosen = wanted(request.text, call.result["results"][:SHOWN_RESULTS], NOUNS)
            if chosen is not None:
                return Recognition(arguments={"url": chosen["url"]}, confidence=0.93)
        found = _read(FETCHED, request, ("http", "www."))
        if not found:
            return None
        url = found["url"].rstrip(".,;:!?)")
        return Recognition(arguments={"url": url if "://" in url else f"https://{url}"}, confidence=0.95)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return where the page is and how it begins."""
        spanish = language == "es"
        title = result["title"] or result["url"]
        text = result["text"][:SHOWN].rstrip()
        more = result["length"] - len(text)
        if not text:
            return f"{title}: la página no tiene texto." if spanish else f"{title}: the page has no text."
        if spanish:
            begins = "Sin un modelo no puedo resumirla; así empieza" if more > 0 else "Esto dice"
            rest = f"\n\n… y {more} caracteres más." if more > 0 else ""
            return f"**{title}** ({result['url']})\n\n{begins}:\n\n{text}{rest}"
        begins = "Without a model I cannot sum it up; this is how it begins" if more > 0 else "It says"
        rest = f"\n\n… and {more} more characters." if more > 0 else ""
        return f"**{title}** ({result['url']})\n\n{begins}:\n\n{text}{rest}"


class WebSearchReader:
    """Reads "search the web for avalanche courses"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what to look for; None when the request does not say that it is to be sought on the web."""
        found = _read(SEARCHED, request, ("web", "internet", "net", "red", "online", "google", "duckduckgo"))
        query = found["query"].strip(QUOTES) if found else ""
        return Recognition(arguments={"query": query}, confidence=0.93) if query else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the results with their addresses."""
        spanish, results = language == "es", result["results"][:SHOWN_RESULTS]
        if not results:
            if spanish:
                return f"{result['engine']} no encontró nada para «{result['query']}»."
            return f'{result["engine"]} found nothing for "{result["query"]}".'
        lines = [f"- [{one['title']}]({one['url']})\n  {one['snippet']}".rstrip() for one in results]
        head = (
            f"Resultados de {result['engine']} para «{result['query']}»:"
            if spanish
            else f'Results of {result["engine"]} for "{result["query"]}":'
        )
        return "\n".join([head, "", *lines])


def _read(patterns: Any, request: Request, words: tuple[str, ...]) -> Mapping[str, str] | None:
    """Return what the first fitting pattern found; `words` spare other messages the closer look."""
    if len(request.text) > MAX_REQUEST or not any(word in fold(request.text) for word in words):
        return None
    return read(patterns, request.core)
