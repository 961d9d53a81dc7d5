"""How requests about a person's documents are read and answered without a language model."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import re2

from bailiwick.kernel.quoting import without_marks
from bailiwick.tools.phrases import fold, read
from bailiwick.tools.records import Recognition, Request
from bailiwick.tools.references import picked, wanted
from bailiwick.tools.sentences import Sentences
from bailiwick_router.core.language import Language

MAX_REQUEST = 1_000
"""Longest request read as one about documents, in characters."""
QUOTED = 3
"""Passages that an answer quotes."""
SHOWN = 1_500
"""Characters of a document that an answer shows."""
NOUNS = ("document", "doc", "file", "pdf", "paper", "documento", "archivo", "fichero")
SENTENCES = Sentences(files("bailiwick.features.documents") / "sentences")

_MINE_EN = (
    r"(?:all (?:of )?)?(?:my|our|the|these|those) (?:own |uploaded )?"
    r"(?:documents?|docs?|files|papers|uploads|pdfs?|library)"
)
_MINE_ES = r"(?:todos )?(?:mis|nuestros|los|mi|el) (?:propios )?(?:documentos?|archivos?|ficheros?|papeles|pdfs?)"
_SAYS_EN = r"(?:say|says|state|states|tell|tells|contain|contains|mention|mentions|specify|specifies)"
_PAPER_EN = (
    r"(?:contract|agreement|lease|policy|manual|handbook|report|invoice|letter|notes?|paper|guide|terms|document|file"
    r"|pdf|warranty|insurance|statement|plan|proposal|offer|minutes|thesis|cv|resume|tenancy|certificate)"
)
_PAPER_ES = (
    r"(?:contrato|acuerdo|poliza|manual|informe|factura|carta|apuntes|guia|documento|archivo|fichero|pdf|garantia"
    r"|seguro|plan|propuesta|oferta|acta|tesis|curriculum|alquiler|certificado|reglamento)s?"
)

SEARCHED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:search|look through|look in|look into|check|go through|scan) {_MINE_EN} (?:for|about|on) (?P<query>.+)",
        rf"(?:search|look|find|look up|look for|search for|find out)(?: for)? (?P<query>.+?) (?:in|within|from|among)"
        rf" {_MINE_EN}",
        rf"what (?:do|does|did) {_MINE_EN} {_SAYS_EN}(?: me| us)? (?:about|on|regarding|of) (?P<query>.+)",
        rf"(?:is there|are there|do i have|have i got) (?:anything|something|any documents?) (?:about|on|regarding)"
        rf" (?P<query>.+?) (?:in|among) {_MINE_EN}",
        rf"what is (?P<query>.+?) (?:according to|in) {_MINE_EN}",
        rf"(?:according to|based on|from) {_MINE_EN},? (?P<query>.+)",
        rf"busca(?:r|me)? (?:en|entre) {_MINE_ES},?(?: (?:sobre|algo sobre|acerca de|lo de|informacion sobre|por))?"
        rf" (?P<query>.+)",
        rf"(?:busca|buscar|buscame|encuentra|encontrar|mira|mirar)(?: (?:algo )?(?:sobre|acerca de))? (?P<query>.+?)"
        rf" (?:en|entre) {_MINE_ES}",
        rf"que dicen? {_MINE_ES} (?:sobre|acerca de|respecto a|de) (?P<query>.+)",
        rf"(?:hay|tengo) algo (?:sobre|acerca de|de) (?P<query>.+?) en {_MINE_ES}",
        rf"segun {_MINE_ES},? (?P<query>.+)",
    )
)
"""Requests that name documents as such."""
ASKED_OF_ONE = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"what (?:do|does|did) (?:my|our|the) (?P<document>(?:[\w'-]+ ){{0,4}}{_PAPER_EN}s?) {_SAYS_EN}(?: me| us)?"
        rf" (?:about|on|regarding|of) (?P<query>.+)",
        rf"(?:according to|based on) (?:my|our|the) (?P<document>(?:[\w'-]+ ){{0,4}}{_PAPER_EN}s?),? (?P<query>.+)",
        rf"(?P<query>.+?),? according to (?:my|our|the) (?P<document>(?:[\w'-]+ ){{0,4}}{_PAPER_EN}s?)",
        rf"que dicen? (?:mi|mis|el|la|los|las|nuestro|nuestra) (?P<document>{_PAPER_ES}(?: [\w'-]+){{0,4}}?)"
        rf" (?:sobre|acerca de|respecto a|respecto al) (?P<query>.+)",
        rf"segun (?:mi|mis|el|la|los|las|nuestro|nuestra) (?P<document>{_PAPER_ES}(?: de [\w'-]+)?),? (?P<query>.+)",
        rf"(?P<query>.+?),? segun (?:mi|mis|el|la|los|las|nuestro|nuestra) (?P<document>{_PAPER_ES}(?: de [\w'-]+)?)",
    )
)
"""Requests that name one kind of paper."""
CLOSERS = "\"'“”«»‘’?!., "


class DocumentSearchReader:
    """Reads "what does my contract say about …" and "search my documents for …"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what to look for."""
        if len(request.text) > MAX_REQUEST:
            return None
        core = request.core
        found, confidence = read(SEARCHED, core), 0.95
        if found is None:
            found, confidence = read(ASKED_OF_ONE, core), 0.9
        if found is None:
            return None
        query = found["query"].strip(CLOSERS)
        paper = found.get("document", "").strip(CLOSERS)
        # The paper's own name is a word of the search: passages know the title of their document.
        words = f"{paper} {query}".strip() if paper and fold(paper) not in fold(query) else query
        return Recognition(arguments={"query": words}, confidence=confidence) if query else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the best passages word for word, each with its citation."""
        spanish, query = language == "es", result["query"]
        if not result["passages"]:
            return (
                f"En tus documentos no encuentro nada sobre «{query}»."
                if spanish
                else f'I find nothing about "{query}" in your documents.'
            )
        lines = ["Esto dicen tus documentos:" if spanish else "This is what your documents say:"]
        for each in result["passages"][:QUOTED]:
            place = f", {'p.' if not spanish else 'pág.'} {each['page']}" if each["page"] is not None else ""
            lines.append(f"> {each['snippet']}\n\n**{without_marks(each['title'])}**{place} {each['citation']}")
        return "\n\n".join(lines)


class DocumentListReader:
    """Reads "show me my documents"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST or SENTENCES.read("list", request.core) is None:
            return None
        return Recognition(arguments={}, confidence=0.93)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the titles, numbered, latest first."""
        del arguments
        spanish, documents = language == "es", result["documents"]
        if not documents:
            return (
                "Aún no guardas ningún documento; se suben en Documentos."
                if spanish
                else "You keep no documents yet; upload some under Documents."
            )
        lines = [
            f"{number}. **{without_marks(each['title'])}** ({each['date']})" for number, each in enumerate(documents, 1)
        ]
        return "\n".join(["Tus documentos:" if spanish else "Your documents:", "", *lines])


class DocumentReader:
    """Reads "open the second one" after documents were told of, and "open the document Lease"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the document; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        chosen = wanted(request.text, _told(request), NOUNS)
        if chosen is not None:
            return Recognition(arguments={"document": chosen}, confidence=0.93)
        title = _named_in("open", request)
        return Recognition(arguments={"document": title}, confidence=0.9) if title else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the beginning of the document."""
        del arguments
        spanish, text = language == "es", result["text"][:SHOWN].rstrip()
        head = f"**{without_marks(result['title'])}**"
        if not text:
            return f"{head}: {'no tiene texto.' if spanish else 'it has no text.'}"
        more = result["characters"] - len(text)
        rest = (f"\n\n… y {more} caracteres más." if spanish else f"\n\n… and {more} more characters.") * (more > 0)
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        return f"{head}\n\n{quoted}{rest}"


class DocumentDownloadReader:
    """Reads "download the invoice", and "download the second one" and "download it" after documents were told of."""

    def read(self, request: Request) -> Recognition | None:
        """Return the document; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        told = _told(request)
        if told and (asked := SENTENCES.read("download-one", request.core)):
            chosen = picked(asked.slots.get("that", "it"), told, NOUNS)
            if chosen is not None:
                return Recognition(arguments={"document": chosen}, confidence=0.94)
        title = _named_in("download", request)
        return Recognition(arguments={"document": title}, confidence=0.92) if title else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return where the file is to be had."""
        del arguments
        words = "descargar" if language == "es" else "download"
        return f"**{without_marks(result['title'])}**: [{words} {without_marks(result['file'])}]({result['download']})"


def _named_in(intent: str, request: Request) -> str:
    """Return the title or paper that a request names; empty where it names none."""
    found = SENTENCES.read(intent, request.core)
    return "" if found is None else (found.slots.get("title") or found.slots.get("paper") or "").strip(CLOSERS)


def _told(request: Request) -> Sequence[str]:
    """Return the ids of the documents that the last call told of."""
    for name, things in (("listDocuments", "documents"), ("searchDocuments", "passages")):
        call = request.latest(name)
        if call is not None and call.why is None:
            return list(dict.fromkeys(str(each["document"]) for each in call.result[things]))
    for name in ("readDocument", "createDocument", "downloadDocument"):
        call = request.latest(name)
        if call is not None and call.why is None:
            return [str(call.result.get("document") or call.result["id"])]
    return ()
