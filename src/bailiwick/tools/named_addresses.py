"""Web addresses in texts: which of them a text names, and which a call's arguments could make a person open.

Only whole addresses count, compared in their one spelling (`web_address`). A text may end an address with punctuation
that is also allowed in one, so each is taken with and without it: neither can carry what the text does not say.
"""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, cast
from urllib.parse import unquote

from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.web.canonical import LONGEST_URL, web_address

WORD = re.compile(r"""[^\s"<>`\\]{4,}""")
SCHEME = re.compile(r"https?:(?=\S)|[a-z][a-z0-9+.-]{0,20}:(?=[\\/])", re.IGNORECASE)
HOST = re.compile(
    r"(?<![\w.@/:\\%-])(?:(?:[\w-]+[.。．｡])+[^\W\d_]{2,63}|(?:\d{1,3}\.){3}\d{1,3})(?![\w@-])(?!\.\w)",
)
"""A host that is named without a scheme: example.org, 192.0.2.1; no address of mail."""
SIMPLE = re.compile(r"(?>(?:https?://)?)([a-z0-9.-]+)(?=[:/?#]|$)", re.IGNORECASE)
OPENING = {")": "(", "]": "[", "}": "{"}
SENTENCE = ".,;:!?'*_~|"
"""Characters at the end of an address that rather belong to the sentence around it."""
QUOTES = '"<>`'
MOST_ESCAPED = 3
"""How often an address may be escaped over and over."""
MOST_IN_A_WORD = 20
"""Addresses that are looked for in one word."""


def named(wanted: Collection[str], texts: Iterable[str], *, unless_in: Sequence[str] = ()) -> set[str]:
    """Return those of the wanted addresses that texts name as a whole; not what stands in a text of `unless_in`."""
    missing = set(wanted)
    hosts = {host_of(address) for address in wanted}
    found: set[str] = set()
    for text in texts:
        for candidate in _candidates(text):
            if not missing:
                return found
            simple = SIMPLE.match(candidate)
            if simple is not None and simple[1].lower().removesuffix(".") not in hosts:
                continue  # most links of a page: told apart without being taken apart
            address = spelled(candidate)
            if address in missing and not any(candidate in told for told in unless_in):
                missing.remove(address)
                found.add(address)
    return found


def looked_for(arguments: Any) -> Sequence[str]:
    """Return everything in arguments that looks like an address, in its one spelling, as far as it has one.

    Their reader may be more lenient than a browser, so an address reaches up to the next blank, and to the
    end where a text begins with one. Escaped addresses are looked for, too.
    """
    return tuple(dict.fromkeys(spelled(each) for text in texts_in(arguments) for each in _possible(text.strip())))


def texts_in(value: Any) -> Iterator[str]:
    """Return every text of a JSON value, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in cast("Mapping[Any, Any]", value).items():
            yield str(key)
            yield from texts_in(item)
    elif isinstance(value, list | tuple):
        for item in cast("Sequence[Any]", value):
            yield from texts_in(item)


def spelled(text: str) -> str:
    """Return an address in its one spelling; what cannot be opened stays as it is."""
    try:
        return web_address(text)
    except CallFailed:
        return text


def host_of(address: str) -> str:
    """Return the host of an address in its one spelling."""
    simple = SIMPLE.match(address)
    return simple[1] if simple is not None else ""


def _possible(text: str) -> Iterator[str]:
    """Return what a person might open who is given a text, each as the longest that it could be."""
    plain = _unescaped(text)
    if SCHEME.match(plain):
        yield _trimmed(plain)
        return
    for word in map(_unescaped, text.split()):
        starts = sorted({found.start() for found in (*SCHEME.finditer(word), *HOST.finditer(word))})
        for start in starts[:MOST_IN_A_WORD]:
            yield _trimmed(word[start:])


def _unescaped(text: str) -> str:
    """Return a text in which an address is escaped as a whole without these escapes, any other as it is."""
    if SCHEME.search(text):
        return text
    plain = text
    for _ in range(MOST_ESCAPED):
        plain = unquote(plain)
    return plain


def _trimmed(text: str) -> str:
    """Return an address without what ends the sentence around it."""
    end = len(text)
    while end and (text[end - 1] in f"{SENTENCE}{QUOTES}" or _closes_nothing(text[:end])):
        end -= 1
    return text[:end] or text


def _closes_nothing(text: str) -> bool:
    opening = OPENING.get(text[-1])
    return opening is not None and text.count(text[-1]) > text.count(opening)


def _candidates(text: str) -> Iterator[str]:
    """Return what a text names, in all the ways in which it may be read."""
    for run in WORD.finditer(text):
        word = run[0]
        starts = [found.start() for found in islice(SCHEME.finditer(word), MOST_IN_A_WORD)]
        bare = HOST.search(word)
        if bare is not None and (not starts or bare.start() < starts[0]):
            starts.append(bare.start())
        for start in starts:
            yield from _endings(word[start:])


def _endings(text: str) -> Iterator[str]:
    """Return an address at the beginning of a word with the ends that it may have."""
    whole = _before_unopened(text)
    quoted = whole.partition("'")[0]
    joined = re.split(r"[,;|](?=[A-Za-z]+://)", whole, maxsplit=1)[0]
    for each in dict.fromkeys((text, whole, quoted, joined)):
        if len(each) <= LONGEST_URL:
            yield each
            if each.rstrip(SENTENCE) != each:
                yield each.rstrip(SENTENCE)


def _before_unopened(text: str) -> str:
    """Return a text up to the first bracket that closes what was opened before it, as links in Markdown do."""
    depth = dict.fromkeys(OPENING.values(), 0)
    for position, character in enumerate(text):
        if character in depth:
            depth[character] += 1
        elif character in OPENING:
            depth[OPENING[character]] -= 1
            if depth[OPENING[character]] < 0:
                return text[:position]
    return text
