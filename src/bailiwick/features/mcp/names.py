"""Names of a server's tools as models see them: `<server>__<tool>`."""

import hashlib
import string

LONGEST = 64
"""Most characters that every model provider takes."""
ALLOWED = frozenset(string.ascii_letters + string.digits + "_-")
SEPARATOR = "__"


def tool_name(server: str, tool: str) -> str:
    """Return the name of a server's tool: at most 64 of `[A-Za-z0-9_-]`.

    A name that has to be changed ends in six hexadecimal digits of the SHA-256 of what it was, so that no two tools of
    a server share one and the order in which a server lists them does not matter.
    """
    cleaned = "".join(character if character in ALLOWED else "_" for character in tool)
    room = LONGEST - len(server) - len(SEPARATOR)
    if cleaned != tool or len(cleaned) > room or not tool:
        mark = hashlib.sha256(tool.encode("utf-8", "surrogatepass")).hexdigest()[:6]
        cleaned = f"{cleaned[: room - 7]}_{mark}"
    return f"{server}{SEPARATOR}{cleaned}"
