"""Which embedder the settings name."""

import os
from collections.abc import Mapping
from pathlib import Path

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.settings import Settings
from bailiwick.models.embedders import Backend
from bailiwick.models.embedding_servers import OllamaEmbeddings, OpenAIEmbeddings
from bailiwick.models.settings import ModelSettings

OPENAI_URL = "https://api.openai.com/v1"
KINDS = "openai:MODEL, ollama:MODEL or local"
LOCAL_FOLDER = "all-MiniLM-L6-v2"


def backend_of(settings: Settings, environment: Mapping[str, str] | None = None) -> Backend | None:
    """Return the embedder that settings name, or None. Raises `InvalidInput` for what is none.

    OpenAI's key is found in `environment` where settings have none.
    """
    environment = os.environ if environment is None else environment
    options = settings.of(ModelSettings)
    wanted = options.embedder.strip()
    kind, _, model = wanted.partition(":")
    if not wanted:
        return None
    if kind == "openai" and model:
        url = options.embedder_base_url or options.openai_base_url or OPENAI_URL
        given = options.embedder_api_key or options.openai_api_key
        # A key for OpenAI is not sent to a server that someone else runs.
        found = environment.get("OPENAI_API_KEY") if url.rstrip("/") == OPENAI_URL else None
        key = given.get_secret_value() if given is not None else found
        return OpenAIEmbeddings(wanted, model, f"{url.rstrip('/')}/embeddings", key=key, silence=options.model_timeout)
    if kind == "ollama" and model:
        url = (options.embedder_base_url or options.ollama_url).rstrip("/")
        return OllamaEmbeddings(wanted, model, f"{url}/api/embed", key=None, silence=options.model_timeout)
    if wanted == "local":
        # Only where it is wanted: the extra `embeddings` may not be installed.
        from bailiwick.models.local_embedder import LocalEmbedder

        return LocalEmbedder(local_folder(settings))
    raise InvalidInput(Reason.of(ReasonCode.NO_EMBEDDER, embedder=repr(wanted[:80]), known=KINDS), field="embedder")


def local_folder(settings: Settings) -> Path:
    """Return where the model of the local embedder is."""
    return settings.of(ModelSettings).embedder_folder or settings.home / "models" / LOCAL_FOLDER
