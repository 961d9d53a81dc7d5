"""What a person would read on a page, as Markdown-like text: headings, paragraphs, lists, tables and links."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

DROPPED = frozenset(
    "script style noscript template nav aside footer form svg canvas iframe object embed video audio button input"
    " select textarea dialog head menu map math".split()
)
BLOCKS = frozenset(
    "address article blockquote body dd details div dl dt fieldset figcaption figure header hgroup html main ol p pre"
    " section summary table tbody thead tfoot ul caption".split()
)
HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
MOST_NODES = 200_000
"""Nodes of a page that are looked at."""
LEAST_MAIN = 200
"""Characters; what calls itself the main part but has less is not taken for it."""
LONGEST_TITLE = 300
LONGEST_LINK = 500


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is read."""

    title: str
    text: str


def read_page(html: str, url: str) -> Page:
    """Return title and text of a page; `url` completes its relative links. Takes time with the depth of the page."""
    parser = LexborHTMLParser(html)
    found = parser.css_first("title")
    heading = parser.css_first("h1")
    title = _line(found.text() if found else "") or _line(heading.text() if heading else "")
    for candidate in ("main", "[role=main]", "article"):
        part = parser.css_first(candidate)
        text = _written(part, url) if part else ""
        if len(text) >= LEAST_MAIN:
            return Page(title[:LONGEST_TITLE], text)
    return Page(title[:LONGEST_TITLE], _written(parser.body, url) if parser.body else "")


def _written(root: LexborNode, url: str) -> str:
    writer = _Writer(url)
    for number, (entering, node) in enumerate(_walk(root)):
        if number > MOST_NODES:
            break
        writer.enter(node) if entering else writer.leave(node)
    return writer.text


def _walk(root: LexborNode) -> Iterator[tuple[bool, LexborNode]]:
    """Yield each node as it is entered and each element as it is left, without what is not shown."""
    stack: list[tuple[bool, LexborNode]] = [(True, root)]
    while stack:
        entering, node = stack.pop()
        yield entering, node
        if entering and not (node.tag or "").startswith("-"):
            stack.append((False, node))
            children: list[LexborNode] = []
            child = node.first_child
            while child is not None:
                if not _hidden(child):
                    children.append(child)
                child = child.next
            stack.extend((True, each) for each in reversed(children))


def _hidden(node: LexborNode) -> bool:
    tag = node.tag or "-comment"
    if tag == "-text":
        return False
    if tag.startswith("-") or tag in DROPPED:
        return True
    attributes = node.attributes
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or "display:none" in style
        or "visibility:hidden" in style
    )


class _Writer:
    """Puts text together block by block."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._blocks: list[str] = []
        self._words: list[str] = []
        self._before = ""
        self._lists: list[int | None] = []
        self._preformatted = 0
        self._links: list[tuple[int, str]] = []

    @property
    def text(self) -> str:
        """Return what was written."""
        self._break()
        return "\n\n".join(self._blocks).strip()

    def enter(self, node: LexborNode) -> None:
        """Begin an element, or write a text."""
        tag = node.tag or ""
        if tag == "-text":
            self._words.append(node.text(deep=False) or "")
        elif tag in ("br", "hr"):
            self._words.append("\n") if tag == "br" else self._break()
        elif tag == "a":
            self._links.append((len(self._words), _link(node.attributes.get("href"), self._url)))
        elif tag in ("td", "th"):
            self._words.append(" | " if any(word.strip() for word in self._words) else "")
        elif tag in HEADINGS or tag in BLOCKS or tag in ("li", "tr"):
            self._begin(tag, node)

    def leave(self, node: LexborNode) -> None:
        """End an element."""
        tag = node.tag or ""
        if tag == "a" and self._links:
            self._end_link(*self._links.pop())
        elif tag in HEADINGS or tag in BLOCKS or tag in ("li", "tr"):
            self._break()
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()
            if tag == "pre":
                self._preformatted -= 1

    def _begin(self, tag: str, node: LexborNode) -> None:
        # "- " waits for the first text of its item, which may be inside a paragraph.
        before = self._before if not any(word.strip() for word in self._words) else ""
        self._break()
        self._before = before
        if tag in HEADINGS:
            self._before = HEADINGS[tag]
        elif tag in ("ul", "ol"):
            self._lists.append(0 if tag == "ol" else None)
        elif tag == "li":
            self._before = self._item()
        elif tag == "blockquote":
            self._before = "> "
        elif tag == "pre":
            self._preformatted += 1

    def _item(self) -> str:
        indent = "  " * max(min(len(self._lists), 10) - 1, 0)
        if not self._lists or self._lists[-1] is None:
            return f"{indent}- "
        self._lists[-1] += 1
        return f"{indent}{self._lists[-1]}. "

    def _end_link(self, start: int, target: str) -> None:
        label = _line("".join(self._words[start:]))
        if target and label and start <= len(self._words):
            space = " " if self._words[start:] and self._words[start][:1].isspace() else ""
            self._words[start:] = [f"{space}[{label}]({target})" if label != target else f"{space}{target}"]

    def _break(self) -> None:
        text = "".join(self._words)
        if self._preformatted and text.strip():
            self._blocks.append(f"```\n{text.strip(chr(10))}\n```")
        else:
            lines = [
                line for line in (_line(line) for line in text.split("\n" if "\n" in self._words else "\0")) if line
            ]
            if lines:
                self._add(self._before + "\n".join(lines))
        self._words.clear()
        self._links = [(0, target) for _, target in self._links]
        self._before = ""

    def _add(self, block: str) -> None:
        previous = self._blocks[-1].rpartition("\n")[2] if self._blocks else ""
        alike = (_listed(block) and _listed(previous)) or (" | " in block and " | " in previous)
        if alike:
            self._blocks[-1] += f"\n{block}"
        else:
            self._blocks.append(block)


def _listed(block: str) -> bool:
    text = block.lstrip()
    return text.startswith("- ") or text.partition(". ")[0].isdigit()


def _line(text: str) -> str:
    return " ".join(text.split())


def _link(target: str | None, url: str) -> str:
    """Return the whole address of a link to a page; nothing for anything else."""
    if not target or target.startswith("#") or len(target) > LONGEST_LINK:
        return ""
    try:
        joined = urljoin(url, target.strip())
        return joined if urlsplit(joined).scheme in ("http", "https") else ""
    except ValueError:
        return ""
