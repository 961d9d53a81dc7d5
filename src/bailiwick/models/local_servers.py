"""Which models a server nearby offers: Ollama, or any OpenAI-compatible one."""

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

LARGEST_LIST = 4 * 1024 * 1024
"""Bytes of a list of models that are read."""


def ollama_models(url: str, key: str | None, timeout: float) -> list[str] | None:
    """Return the names of the models an Ollama at `url` has for chat, latest first; None if there is none.

    Blocks for up to `timeout` seconds per wait. Embedding models are left out.
    """
    answer = _get_json(f"{url.rstrip('/')}/api/tags", key, timeout)
    if not isinstance(answer, dict) or not isinstance(answer.get("models"), list):
        return None
    return [
        str(model["name"])
        for model in answer["models"]
        if isinstance(model, dict) and model.get("name") and not embeds(model)
    ]


def openai_models(url: str, key: str | None, timeout: float) -> list[str] | None:
    """Return the ids of the models an OpenAI-compatible server lists; None if it does not answer."""
    answer = _get_json(f"{url.rstrip('/')}/models", key, timeout)
    if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
        return None
    return [str(model["id"]) for model in answer["data"] if isinstance(model, dict) and model.get("id")]


def embeds(model: dict[str, Any]) -> bool:
    """Whether a model of Ollama's list embeds texts and does not answer."""
    details = model.get("details")
    families = details.get("families") or [] if isinstance(details, dict) else []
    return "embed" in str(model["name"]) or any("bert" in str(family) for family in families)


def _get_json(url: str, key: str | None, timeout: float) -> Any:
    """Return what a GET answers with status 200, nothing on any failure. Follows no redirect and no proxy."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        connection = connect(parts.hostname, parts.port, timeout=timeout)
        try:
            connection.request("GET", parts.path, headers=headers)
            response = connection.getresponse()
            body = response.read(LARGEST_LIST + 1)
            return json.loads(body) if response.status == 200 and len(body) <= LARGEST_LIST else None
        finally:
            connection.close()
    except (OSError, HTTPException, ValueError, RecursionError):
        return None
