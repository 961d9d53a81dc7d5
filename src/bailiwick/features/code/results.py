"""How the result of a program that ran in the sandbox is told to models and to people."""

from collections.abc import Mapping
from typing import Any

from bailiwick.tools.confined import ProgramEnd, ProgramOutcome, SandboxLimits
from bailiwick_router.core.language import Language

MIB = 1024**2

HEADINGS: Mapping[str, Mapping[Language, str]] = {
    "printed": {"en": "The output:", "es": "La salida:"},
    "silent": {"en": "It ran and printed nothing.", "es": "Se ejecutó y no imprimió nada."},
    "failed": {"en": "It failed with code {code}.", "es": "Falló con el código {code}."},
    "stopped": {"en": "It was stopped: {note}", "es": "Se detuvo: {note}"},
    "errors": {"en": "Errors and warnings:", "es": "Errores y avisos:"},
}
REASONS: Mapping[ProgramEnd, Mapping[Language, str]] = {
    ProgramEnd.TIME: {
        "en": "it ran longer than {seconds:g} seconds.",
        "es": "tardó más de {seconds:g} segundos.",
    },
    ProgramEnd.OUTPUT: {"en": "it printed more than it may.", "es": "imprimió más de lo permitido."},
    ProgramEnd.MEMORY: {"en": "it used more than {memory} MiB of memory.", "es": "usó más de {memory} MiB de memoria."},
    ProgramEnd.PROCESSES: {
        "en": "it started more than {processes} processes.",
        "es": "inició más de {processes} procesos.",
    },
    ProgramEnd.WORKSPACE: {
        "en": "its workspace held more than it may and was emptied.",
        "es": "su espacio de trabajo tenía más de lo permitido y se vació.",
    },
    ProgramEnd.DISK: {
        "en": "the disk that it writes to filled up while it ran; nothing was deleted.",
        "es": "el disco en el que escribe se llenó mientras se ejecutaba; no se borró nada.",
    },
    ProgramEnd.STOPPED: {
        "en": "its sandbox was removed while it ran.",
        "es": "su sandbox se eliminó mientras se ejecutaba.",
    },
}


def as_result(outcome: ProgramOutcome, limits: SandboxLimits, seconds: float, language: Language) -> dict[str, Any]:
    """Return stdout, stderr, exitCode (null when it was stopped), stopped (why, or null) and seconds."""
    stopped = None
    if outcome.ended is not ProgramEnd.EXITED:
        stopped = REASONS[outcome.ended][language].format(
            seconds=seconds, memory=limits.memory_bytes // MIB, processes=limits.processes
        )
    return {
        "stdout": outcome.stdout,
        "stderr": outcome.stderr,
        "exitCode": outcome.exit_code,
        "stopped": stopped,
        "seconds": outcome.seconds,
    }


def in_words(result: Mapping[str, Any], language: Language) -> str:
    """Return the answer a person reads: what was printed, and what went wrong."""
    parts: list[str] = []
    if result["stdout"].strip():
        parts.append(f"{HEADINGS['printed'][language]}\n\n{fenced(result['stdout'])}")
    if result["stopped"]:
        parts.append(HEADINGS["stopped"][language].format(note=result["stopped"]))
    elif result["exitCode"]:
        parts.append(HEADINGS["failed"][language].format(code=result["exitCode"]))
    if result.get("refused"):
        parts.append(result["refused"])
    if result["stderr"].strip():
        parts.append(f"{HEADINGS['errors'][language]}\n\n{fenced(result['stderr'])}")
    return "\n\n".join(parts) or HEADINGS["silent"][language]


def fenced(text: str) -> str:
    """Return text as a Markdown block whose fence is longer than any in it."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.rstrip()}\n{fence}"
