"""What a tool returns for a name that is not there, and how the person's next words choose among the near ones."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import re2

from bailiwick.tools.phrases import agrees, joined, plain
from bailiwick.tools.records import Request
from bailiwick_router.core.language import Language

SHOWN = 8
"""How many near names are told."""

ALL = re2.compile(
    r"(?:(?:yes|si),? )?(?:all(?: of (?:them|it|those))?|both(?: of them)?|everything|todos|todas|todo|ambos|ambas)"
)
MAX_ALL = 60


def not_there(asked: str, near: Sequence[str], **more: Any) -> dict[str, Any]:
    """Return the result of a call that found nothing of the name `asked` and changed nothing."""
    return {"found": False, "asked": asked, "near": list(near[:SHOWN]), **more}


def is_not_there(result: Any) -> bool:
    """Whether a result is such a one."""
    return isinstance(result, dict) and cast("Mapping[str, Any]", result).get("found") is False


def chosen(request: Request, tool: str) -> str | None:
    """Return the near name that a message chooses right after `tool` told them: by a yes to the only one, by name."""
    call = request.just_called
    if call is None or call.name != tool or not is_not_there(call.result):
        return None
    near: list[Any] = call.result.get("near") or []
    names = [name for name in near if isinstance(name, str)]
    if agrees(request.text):
        return names[0] if len(names) == 1 else None
    said = plain(request.core).strip(" \"'“”«»")
    return next((name for name in names if plain(name) == said), None)


def all_chosen(request: Request, tool: str) -> list[str]:
    """Return all the near names that `tool` has just told if the message wants all of them."""
    call = request.just_called
    wanted = call is not None and call.name == tool and is_not_there(call.result) and ALL.fullmatch(_bare(request.text))
    return [str(name) for name in call.result.get("near") or []] if call is not None and wanted else []


def _bare(text: str) -> str:
    return plain(text[:MAX_ALL]).strip(" .,;:!?¡¿\"'")


def did_you_mean(near: Sequence[str], language: Language) -> str:
    """Return "Did you mean …?"."""
    names = quoted(near, language)
    return f"¿Querías decir {joined(names, 'o')}?" if language == "es" else f"Did you mean {joined(names, 'or')}?"


def quoted(names: Sequence[str], language: Language) -> list[str]:
    """Return names in the language's quotation marks."""
    return [f"«{name}»" if language == "es" else f'"{name}"' for name in names]
