"""Reads requests to run code that bring the code along, in English and Spanish."""

import unicodedata
from collections.abc import Mapping
from typing import Any

import re2

from bailiwick.features.code.results import in_words
from bailiwick.tools.phrases import HEAD, Pattern, fold
from bailiwick.tools.records import Recognition, Request
from bailiwick_router.core.language import Language

MAX_REQUEST = 100_000
"""Longest request that is read as one, in characters."""

RUN = (
    r"(?:run|execute|eval|evaluate|try|test|ejecuta|ejecutar|ejecutes|ejecute|corre|correr|evalua|evaluar|prueba|probar"
    r"|lanza)"
)
THIS = r"(?: (?:this|that|the|the following|following|my|some|a|este|esta|esto|el|la|lo|el siguiente|la siguiente|mi))?"
SCRIPT = (
    r"(?:(?:javascript|java script|js|typescript|ts|node|node\.?js|deno)"
    r"(?: (?:code|script|snippet|program|programa|codigo))?"
    r"|(?:code|script|snippet|program|codigo|programa|fragmento)"
    r"(?: (?:de |en |in )?(?:javascript|js|typescript|ts|node|deno))?)"
)
SHELL = (
    r"(?:(?:bash|shell|terminal|command line|sh)(?: (?:command|commands|script|code))?|commands?"
    r"|(?:comandos?|orden)(?: (?:de|en) (?:bash|shell|la terminal|terminal|consola|sh))?"
    r"|(?:script|codigo) (?:de|en|in) (?:bash|shell|sh))"
)
TASK = re2.compile(r"(?:task|tarea) ?:\s*")
CONTEXT = re2.compile(r"\n\s*\n\s*(?:context|contexto) ?:")
FENCE = re2.compile(r"(?s)(?P<before>.*?)```[ \t]*(?P<tag>[\w+#.-]*)[ \t]*\r?\n(?P<code>.*?)\n?[ \t]*```(?P<after>.*)")
SCRIPT_TAGS = frozenset(["js", "javascript", "ts", "typescript", "mjs", "mts", "node", "deno", "jsx"])
SHELL_TAGS = frozenset(["bash", "sh", "shell", "zsh", "console", "terminal"])

ASKS = re2.compile(rf"(?:^|\W){RUN}(?:\W|$)")
NAMED_SCRIPT = re2.compile(rf"{RUN}{THIS} {SCRIPT} ?:?\s+(?P<code>(?s:.+))|{SCRIPT} ?:\s*(?P<also>(?s:.+))")
NAMED_SHELL = re2.compile(
    rf"{RUN}{THIS} {SHELL} ?:?\s+(?P<code>(?s:.+))"
    rf"|{RUN} (?P<before>'[^\n]+') (?:in|on|with|en|con) (?:bash|the shell|the terminal|la terminal|la consola|shell)"
    r"|(?:bash|shell|sh|terminal) ?:\s*(?P<also>(?s:.+))"
)
BARE = re2.compile(rf"{RUN}{THIS} ?:?\s+(?P<code>(?s:.+))")
LOOKS_LIKE_SCRIPT = re2.compile(
    r"(?s)(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\s*\(.*\)"
    r"|(?:const|let|var|async|function|class|import|await|return|throw)\s.+[=({;'\"].*"
    r"|(?:for|while|if|switch)\s*\(.+|try\s*\{.+|new [A-Z]\w*\(.*\).*|\(.*\)\s*=>.*|\[.*\]\.\w+\(.*\).*"
    r"|(?:parseInt|parseFloat|Number|String|Boolean|alert|fetch|print|require|eval)\(.*\)).*"
)
STATEMENT = re2.compile(
    r"(?:const|let|var|for|while|do|if|function|class|import|export|throw|return|try|switch|async)\b|//|/\*|\{"
)
"""How code begins that is no expression."""
ENDING = re2.compile(r"(?i)(?:[\s?.!]|(?:,?\s+(?:please|por favor|porfa|thanks|gracias)))*$")
SURE, LIKELY = 0.97, 0.9


class ScriptReader:
    """Reads "run console.log('Hello')" and fenced blocks of JavaScript."""

    def read(self, request: Request) -> Recognition | None:
        """Return the code; None if the request brings none or does not ask to run it."""
        found = _script_in(request.text)
        return _recognised("code", (shown(found[0]), found[1]) if found else None)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what was printed."""
        del arguments
        return in_words(result, language)


class ShellReader:
    """Reads "run the shell command `ls`" and fenced blocks of bash."""

    def read(self, request: Request) -> Recognition | None:
        """Return the command; None if the request brings none or does not ask to run it."""
        return _recognised("command", _command_in(request.text))

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what was printed."""
        del arguments
        return in_words(result, language)


def shown(code: str) -> str:
    """Return code that prints what it comes to, if it is one expression that would come to nothing visible."""
    code = code.strip()
    statement = STATEMENT.match(code) or any(mark in code for mark in (";", "\n", "console.", "print("))
    return code if statement or not code else f"console.log({code})"


def _recognised(argument: str, found: tuple[str, float] | None) -> Recognition | None:
    if found is None or not found[0].strip():
        return None
    return Recognition(arguments={argument: found[0].strip()}, confidence=found[1])


def _script_in(text: str) -> tuple[str, float] | None:
    asked = _asked(text)
    block = _block(asked)
    if block:
        tag, code = block
        return (code, SURE) if tag in SCRIPT_TAGS or (not tag and LOOKS_LIKE_SCRIPT.fullmatch(code)) else None
    named = _rest(NAMED_SCRIPT, asked)
    if named:
        return named, SURE
    bare = _rest(BARE, asked)
    return (bare, LIKELY) if bare and LOOKS_LIKE_SCRIPT.fullmatch(bare) else None


def _command_in(text: str) -> tuple[str, float] | None:
    asked = _asked(text)
    block = _block(asked)
    if block:
        return (block[1], SURE) if block[0] in SHELL_TAGS else None
    named = _rest(NAMED_SHELL, asked)
    if named:
        return named, SURE
    bare = _rest(BARE, asked)
    quoted = bool(bare) and f"`{bare}`" in asked
    return (bare, LIKELY) if quoted and not LOOKS_LIKE_SCRIPT.fullmatch(bare) else None


def _asked(text: str) -> str:
    """Return the request without greeting, and without what a coordinator's helper is told around it."""
    if len(text) > MAX_REQUEST:
        return ""
    # Half a character is one that the pattern library cannot take.
    text = unicodedata.normalize("NFC", text.encode(errors="replace").decode()).strip()
    # Folding makes no line into a space here: where a context begins depends on them.
    lowered = "\n".join(map(fold, text.split("\n")))
    end = CONTEXT.search(lowered)
    text = text[: end.start()] if end else text
    start = TASK.match(lowered)
    text = text[start.end() :] if start else text
    head = HEAD.match(fold(text))
    return text[head.end() :].strip() if head else text


def _block(asked: str) -> tuple[str, str] | None:
    """Return tag and code of a fenced block whose surroundings ask to run it."""
    found = FENCE.fullmatch(asked)
    if found is None or not ASKS.search(fold(f"{found['before']} {found['after']}")):
        return None
    return str(found["tag"]).lower(), str(found["code"])


def _rest(pattern: Pattern, asked: str) -> str:
    """Return what a pattern, matched against the folded text, finds after its words."""
    found = pattern.fullmatch(fold(asked))
    if found is None:
        return ""
    group = next(number for number, value in enumerate(found.groups(), 1) if value is not None)
    start, end = found.span(group)
    return _unquoted(asked[start:end])


def _unquoted(code: str) -> str:
    code = code.strip()
    end = ENDING.search(code)
    code = code[: end.start()] if end else code
    return code[1:-1] if len(code) > 1 and code[0] == code[-1] == "`" else code
