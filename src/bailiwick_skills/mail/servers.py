"""How a mail server's reading tools are used without a model: those of the server registered as `gmail`."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import re2

from bailiwick.plugin import Language, PastCall, Recogniser, Recognition, Request, ToolDefinition
from bailiwick_skills.mail.phrases import asked_mail, asked_one

SERVER = "gmail"
LISTS = re2.compile(r"(?:gmail_)?(?:search|list|find|get)_(?:gmail_)?(?:e?mails|messages)")
READS = re2.compile(r"(?:gmail_)?(?:read|get)_(?:gmail_)?(?:e?mail|message)(?:_content)?")
QUERIES = ("query", "q", "search", "search_query", "words")
LIMITS = ("maxResults", "max_results", "limit", "newest", "count", "pageSize", "page_size")
IDS = ("messageId", "message_id", "id", "emailId", "email_id")
MOST_LISTED = 5
LONGEST_MAIL = 3_000
FIELDS: Mapping[str, Sequence[str]] = {
    "id": ("id", "messageId", "message_id"),
    "subject": ("subject", "Subject"),
    "from": ("from", "From", "sender"),
    "date": ("date", "Date", "internalDate", "received"),
}


def mail_recogniser(server: str, definition: ToolDefinition) -> Recogniser | None:
    """Return how a tool is used without a model; None for any but a mail server's lists and single mails.

    Only tools that need nothing but a search or an id, of the one server name that the mail agent is made for: to an
    unknown tool of a stranger no rule can know what to say.
    """
    if server != SERVER:
        return None
    properties: Mapping[str, Any] = definition.parameters.get("properties") or {}
    required = set(cast("Sequence[str]", definition.parameters.get("required") or ()))
    if LISTS.fullmatch(definition.name):
        query = next((name for name in QUERIES if name in properties), None)
        limit = next((name for name in LIMITS if name in properties), None)
        return MailList(query, limit) if required <= {query, limit} else None
    if READS.fullmatch(definition.name):
        identity = next((name for name in IDS if name in properties), None)
        return OneMail(identity) if identity and required <= {identity} else None
    return None


class MailList:
    """Reads "any new mail?" and "search my mail for invoices"."""

    def __init__(self, query: str | None, limit: str | None) -> None:
        """The names of the arguments for the search and for how many."""
        self._query = query
        self._limit = limit

    def read(self, request: Request) -> Recognition | None:
        """Return the search; None when the request is about something else."""
        wanted = asked_mail(request.core)
        if wanted is None or (self._query is None and wanted != "in:inbox"):
            return None
        arguments: dict[str, Any] = {}
        if self._query:
            arguments[self._query] = wanted
        if self._limit:
            arguments[self._limit] = 10
        return Recognition(arguments=arguments, confidence=0.92)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many there are and the first few."""
        spanish, searched = language == "es", str(arguments.get(self._query or "", "in:inbox"))
        mails = mails_of(result)
        if mails is None:
            text = _text(result)[:LONGEST_MAIL].strip()
            head = f"El buzón contesta a `{searched}`" if spanish else f"The mailbox answers to `{searched}`"
            if text:
                return f"{head}:\n\n{_quoted(text)}"
        if not mails:
            return f"Nada encontrado con `{searched}`." if spanish else f"Nothing found with `{searched}`."
        shown = mails[:MOST_LISTED]
        lines = [f"{number}. {_line(mail)}" for number, mail in enumerate(shown, 1)]
        count = f"{len(mails)} correos" if spanish else f"{len(mails)} mails"
        if len(mails) == 1:
            count = "1 correo" if spanish else "1 mail"
        return "\n".join([f"{count} (`{searched}`):", "", *lines])


class OneMail:
    """Reads "read the first one" after a list."""

    def __init__(self, identity: str) -> None:
        """The name of the argument for the mail's id."""
        self._identity = identity

    def read(self, request: Request) -> Recognition | None:
        """Return the id of the mail asked for; None when the request is about something else."""
        call = next((each for each in reversed(request.past_calls) if _mails(each)), None)
        chosen = None if call is None else asked_one(request.core, _mails(call))
        return Recognition(arguments={self._identity: chosen["id"]}, confidence=0.93) if chosen else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the beginning of the mail, marked as a stranger's words."""
        del arguments
        text = _text(result).strip()
        more = len(text) - LONGEST_MAIL
        rest = (f"\n\n… {more} caracteres más." if language == "es" else f"\n\n… {more} more characters.") * (more > 0)
        return f"{_quoted(text[:LONGEST_MAIL].rstrip())}{rest}"


def _mails(call: PastCall) -> Sequence[Mapping[str, str]]:
    """Return the mails that a call has listed and that can be read; none of a call that listed none."""
    found = mails_of(call.result) or [] if call.server == SERVER else []
    return [mail for mail in found if mail.get("id")][:MOST_LISTED]


def mails_of(result: Any) -> list[dict[str, str]] | None:
    """Return the mails of a list, each with what is known of id, subject, from and date; None for what is none."""
    if isinstance(result, dict):
        table = cast("Mapping[str, Any]", result)
        for key in ("result", "messages", "emails", "items", "threads"):
            if isinstance(table.get(key), list):
                result = table[key]
                break
            if isinstance(table.get(key), str):
                return _of_text(table[key])
    if isinstance(result, list):
        entries = [cast("Mapping[str, Any]", entry) for entry in cast("list[Any]", result) if isinstance(entry, dict)]
        found = [_mail(entry) for entry in entries]
        return found if len(found) == len(cast("list[Any]", result)) else None
    return _of_text(result) if isinstance(result, str) else None


def _mail(entry: Mapping[str, Any]) -> dict[str, str]:
    known = {
        field: next((str(entry[name]) for name in names if isinstance(entry.get(name), str | int)), "")
        for field, names in FIELDS.items()
    }
    return {field: " ".join(value.split())[:200] for field, value in known.items() if value}


def _of_text(text: str) -> list[dict[str, str]] | None:
    """Read blocks of `Subject: …` lines, an empty line or a new id between them."""
    mails: list[dict[str, str]] = [{}]
    names = {name.lower(): field for field, spelled in FIELDS.items() for name in spelled}
    for line in text[:200_000].splitlines():
        name, colon, value = line.partition(":")
        field = names.get(name.strip().lower().removeprefix("message ")) if colon else None
        if not line.strip() or (field and field in mails[-1]):
            mails.append({})
        if field and value.strip():
            mails[-1].setdefault(field, value.strip()[:200])
    found = [mail for mail in mails if mail.get("subject") or mail.get("id")]
    return found or None


def _line(mail: Mapping[str, str]) -> str:
    parts = [
        f"**{_plain(mail.get('subject') or mail.get('id', ''))}**",
        _plain(mail.get("from", "")),
        mail.get("date", ""),
    ]
    return " · ".join(part for part in parts if part)


def _plain(text: str) -> str:
    """Return a stranger's words without what Markdown would make of them."""
    return "".join(f"\\{character}" if character in "*_[]()<>`#|!" else character for character in text)


def _text(result: Any) -> str:
    if isinstance(result, dict):
        table = cast("Mapping[str, Any]", result)
        if len(table) == 1:
            return _text(next(iter(table.values())))
        return "\n".join(f"{name}: {value}" for name, value in table.items() if isinstance(value, str | int))
    return result if isinstance(result, str) else ""


def _quoted(text: str) -> str:
    return "\n".join(f"> {_plain(line)}" for line in text.splitlines())
