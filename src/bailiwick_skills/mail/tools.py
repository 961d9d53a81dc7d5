"""Whether a mailbox is connected, and how to connect one."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    Language,
    McpServerStore,
    McpUseState,
    Recognition,
    Request,
    Tool,
    ToolContext,
    skill_tool,
    use_of,
)
from bailiwick_skills.mail.phrases import asked_mail, needs_mailbox, wants_answer, writes_mail
from bailiwick_skills.mail.servers import SERVER

WORDS: Mapping[McpUseState, tuple[str, str]] = {
    McpUseState.UNREGISTERED: (
        "No mailbox is connected: an administrator first registers a mail server under the name gmail (Tools, MCP"
        " servers, or `bailiwick mcp add`); then you enable it there.",
        "No hay ningún buzón conectado: primero un administrador registra un servidor de correo con el nombre gmail"
        " (Herramientas, Servidores MCP, o `bailiwick mcp add`); después lo activas allí.",
    ),
    McpUseState.DISABLED: (
        "The mail server gmail is registered, but not enabled for you: enable it under Tools, MCP servers.",
        "El servidor de correo gmail está registrado, pero no lo has activado: actívalo en Herramientas, Servidores"
        " MCP.",
    ),
    McpUseState.UNREACHABLE: (
        "The mail server gmail is enabled, but could not be reached the last time: {problem}.",
        "El servidor de correo gmail está activado, pero la última vez no se pudo llegar a él: {problem}.",
    ),
    McpUseState.UNAPPROVED: (
        "The mail server gmail is connected, but none of its tools is approved: look at them under Tools.",
        "El servidor de correo gmail está conectado, pero ninguna de sus herramientas está aprobada: míralas en"
        " Herramientas.",
    ),
    McpUseState.CONNECTED: (
        "A mailbox is connected; its tools: {tools}.",
        "Hay un buzón conectado; sus herramientas: {tools}.",
    ),
}

READS_ONLY = (
    "I only read mail: I do not send, answer, delete or mark any. Write it in your mail program; I can find the mail it"
    " is about.",
    "Solo leo el correo: no envío, contesto, borro ni marco ninguno. Escríbelo en tu programa de correo; puedo buscar"
    " el mensaje del que se trata.",
)


def mailbox_tools(servers: McpServerStore) -> list[Tool]:
    """Return `mailboxStatus`."""

    @skill_tool(read_only=True, recogniser=MailboxRecogniser())
    async def mailboxStatus(
        context: ToolContext,
        writes: Annotated[
            bool,
            Field(description="Whether mail is to be sent, answered, deleted or marked, which no agent here does."),
        ] = False,
    ) -> dict[str, Any]:
        """Tell whether the person's mailbox is connected, and what to do if it is not.

        Use it when no tool that begins with gmail__ is there or one of them fails. Returns state (unregistered,
        disabled, unreachable, unapproved or connected), what to do, and the tools of the mailbox. It reads no mail.
        """
        use = use_of(SERVER, await servers.servers(context.user_id), await servers.enablements(context.user_id))
        if use.why:
            context.reading.note_outside()  # the server's own words
        problem = use.why.text(context.language) if use.why else ""
        told = WORDS[use.state][1 if context.language == "es" else 0]
        if writes and use.state is McpUseState.CONNECTED:
            told = READS_ONLY[1 if context.language == "es" else 0]
        return {
            "state": use.state,
            "told": told.format(problem=problem.rstrip("."), tools=", ".join(use.tools)),
            "tools": list(use.tools),
        }

    return [mailboxStatus]


class MailboxRecogniser:
    """Reads requests for mail; a mailbox that is connected reads them with more confidence."""

    def read(self, request: Request) -> Recognition | None:
        """Return the call; None if the request needs no mailbox.

        For what no tool reads by itself, e.g. to have a mail sent, every other tool comes first but those that only
        guess.
        """
        if asked_mail(request.core) is not None:
            return Recognition(arguments={}, confidence=0.4)
        if wants_answer(request.core):
            return Recognition(arguments={"writes": True}, confidence=0.75)
        if needs_mailbox(request.text):
            return Recognition(arguments={"writes": writes_mail(request.text)}, confidence=0.05)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what to do."""
        del arguments, language
        return result["told"]
