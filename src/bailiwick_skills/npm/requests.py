"""How requests about npm are read, and their answers worded, without a model."""

from collections.abc import Mapping
from typing import Any

from bailiwick.plugin import Language, Recognition, Request, core_of, fold, read
from bailiwick_skills.npm.phrases import NPM

MAX_REQUEST = 2_500
"""Longest request read as one for npm, in characters."""
SHOWN_RESULTS = 8
QUOTES = "\"'“”«»‘’ "


class NpmReader:
    """Reads "search npm for express"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what to look for; None when the request is about something else."""
        if len(request.text) > MAX_REQUEST or "npm" not in fold(request.text):
            return None
        found = read(NPM, core_of(request.text))
        query = found["query"].strip(QUOTES) if found else ""
        return Recognition(arguments={"query": query}, confidence=0.96) if query else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the packages, one a line."""
        spanish, packages = language == "es", result["packages"][:SHOWN_RESULTS]
        if not packages:
            none = "No hay paquetes de npm para" if spanish else "No npm package fits"
            return f"{none} «{result['query']}»." if spanish else f'{none} "{result["query"]}".'
        lines = [f"- **{one['name']}** {one['version']}: {one['description']}".rstrip(": ") for one in packages]
        head = (
            f"Paquetes de npm para «{result['query']}» ({len(packages)} de {result['total']}):"
            if spanish
            else f'npm packages for "{result["query"]}" ({len(packages)} of {result["total"]}):'
        )
        return "\n".join([head, "", *lines])
