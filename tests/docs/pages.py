"""The pages that people read, and what is in them."""

import re  # noqa: TID251  (own fixed patterns)
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^(?P<fence>```+)(?P<language>\w*)\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(?P<text>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Command:
    """One simple command of a shell block: its words, without variables set before it."""

    page: Path
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {shlex.join(self.words)[:80]}"


def pages() -> list[Path]:
    """Return every Markdown page of the project."""
    own = [path for path in ROOT.glob("*.md") if path.name[0] != "."]
    return sorted([*own, *DOCS.rglob("*.md"), *(ROOT / "examples").rglob("*.md")])


def commands(page: Path) -> Iterator[Command]:
    """Yield the simple commands in the `sh` blocks of a page."""
    for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
        if fence["language"] == "sh":
            yield from (Command(page, words) for words in simple_commands(fence["text"]))


def simple_commands(text: str) -> Iterator[tuple[str, ...]]:
    """Split shell text at newlines, pipes, `;`, `&` and parentheses; assignments and `export` are left out."""
    lexer = shlex.shlex(text.replace("\\\n", " "), posix=True, punctuation_chars="();<>|&\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t\r", True, ""
    words: list[str] = []
    for token in [*lexer, "\n"]:
        if token and set(token) <= set("();<>|&\n"):
            if words and not words[0].startswith("#"):
                yield tuple(words)
            words = []
        elif words or not (token == "export" or re.fullmatch(r"\w+=.*", token, re.DOTALL)):
            words.append(token)


def links(page: Path) -> Iterator[str]:
    """Yield the targets of a page's links within the project; fenced blocks hold none."""
    for link in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" not in link["target"] and not link["target"].startswith("mailto:"):
            yield link["target"]


def anchors(page: Path) -> set[str]:
    """Return the anchors that the headings of a page make."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {anchor(heading["text"]) for heading in HEADING.finditer(text)}


def anchor(heading: str) -> str:
    """Return a heading's anchor: small letters, blanks as hyphens, other marks left out."""
    plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading).strip().lower()
    return "".join("-" if c == " " else c for c in plain if c.isalnum() or c in " -_")
