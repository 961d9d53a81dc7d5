"""How requests about npm are read, and their answers worded, without a model; the wordings are in `sentences`."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from bailiwick.plugin import Language, Recognition, Request, Sentences, fold, wanted

NAME = "search_npm_packages"
MAX_REQUEST = 2_500
"""Longest request read as one for npm, in characters."""
SHOWN_RESULTS = 8
QUOTES = "\"'“”«»‘’ "
NOUNS = ("package", "module", "library", "paquete", "modulo", "libreria", "biblioteca")
SENTENCES = Sentences(files("bailiwick_skills.npm") / "sentences")


class NpmReader:
    """Reads "search npm for express", and after it "which one is more popular?" and "the second one"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what to look for; None when the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        core = request.core
        if "npm" in fold(request.text):
            found = SENTENCES.read("search", core)
            query = found.slots["query"].strip(QUOTES) if found else ""
            return Recognition(arguments={"query": query}, confidence=0.96) if query else None
        packages = _told(request)
        if packages and SENTENCES.read("popular", core):
            query = request.past_calls[-1].result["query"]
            return Recognition(arguments={"query": query, "order": "downloads"}, confidence=0.93)
        package = wanted(request.text, packages, NOUNS)
        if package is None:
            return None
        return Recognition(arguments={"query": package["name"], "limit": 1}, confidence=0.93)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the packages, one a line; of a single one that was asked for, all that is known."""
        spanish, packages = language == "es", result["packages"][:SHOWN_RESULTS]
        if not packages:
            none = "No hay paquetes de npm para" if spanish else "No npm package fits"
            return f"{none} «{result['query']}»." if spanish else f'{none} "{result["query"]}".'
        if arguments.get("limit") == 1:
            return _details(packages[0], language)
        if arguments.get("order") == "downloads":
            lines = [f"- **{one['name']}**: {_downloads(one, language)}" for one in packages]
            head = f"**{packages[0]['name']}** es el más descargado:" if spanish else ""
            return "\n".join([head or f"**{packages[0]['name']}** is the most downloaded:", "", *lines])
        lines = [f"- **{one['name']}** {one['version']}: {one['description']}".rstrip(": ") for one in packages]
        head = (
            f"Paquetes de npm para «{result['query']}» ({len(packages)} de {result['total']}):"
            if spanish
            else f'npm packages for "{result["query"]}" ({len(packages)} of {result["total"]}):'
        )
        return "\n".join([head, "", *lines])


def _told(request: Request) -> Sequence[Mapping[str, Any]]:
    """Return the packages that the last call found, as they were listed."""
    call = request.latest(NAME)
    return [] if call is None or call.why is not None else call.result["packages"][:SHOWN_RESULTS]


def _downloads(package: Mapping[str, Any], language: Language) -> str:
    weekly = package["weeklyDownloads"]
    if weekly is None:
        return "descargas desconocidas" if language == "es" else "downloads unknown"
    count = f"{weekly:,}"
    return f"{count.replace(',', '.')} descargas por semana" if language == "es" else f"{count} downloads a week"


def _details(package: Mapping[str, Any], language: Language) -> str:
    spanish = language == "es"
    head = f"**{package['name']}** {package['version']}: {package['description']}".rstrip(": ")
    facts = [_downloads(package, language)]
    if package["date"]:
        facts.append(f"publicado el {package['date'][:10]}" if spanish else f"published on {package['date'][:10]}")
    links = [f"<{package[name]}>" for name in ("npm", "homepage", "repository") if package[name]]
    facts_line = ", ".join(facts)
    return "\n\n".join(part for part in (head, f"{facts_line[:1].upper()}{facts_line[1:]}.", " ".join(links)) if part)
