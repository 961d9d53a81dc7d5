"""Kinds of things, as sentences of reasons name them."""

from collections.abc import Mapping
from typing import Any, Literal

from bailiwick_router.core.language import Language
from bailiwick_router.core.reasons.wording import Wording

Kind = Literal[
    "agent",
    "approval",
    "change",
    "comment",
    "conversation",
    "credential",
    "database",
    "decision",
    "document",
    "entity",
    "execution",
    "file",
    "folder",
    "golden case",
    "installation",
    "key",
    "link",
    "mail",
    "MCP server",
    "member",
    "message",
    "misroute",
    "model connection",
    "note",
    "observation",
    "package",
    "passage",
    "permission",
    "project",
    "relation",
    "release",
    "resident",
    "room",
    "run",
    "reminder",
    "schedule",
    "session",
    "spending limit",
    "step",
    "store",
    "swarm",
    "task",
    "task in that column",
    "thing",
    "token",
    "tool",
    "turn",
    "user",
    "workspace",
]
"""A kind of thing; its English name."""

SPANISH_KINDS: Mapping[Kind, str] = {
    "agent": "el agente",
    "approval": "la aprobación",
    "change": "el cambio",
    "comment": "el comentario",
    "conversation": "la conversación",
    "credential": "la credencial",
    "database": "la base de datos",
    "decision": "la decisión",
    "document": "el documento",
    "entity": "la entidad",
    "execution": "la ejecución",
    "file": "el archivo",
    "folder": "la carpeta",
    "golden case": "el caso fijado",
    "installation": "la instalación",
    "key": "la clave",
    "link": "el enlace",
    "mail": "el correo",
    "MCP server": "el servidor MCP",
    "member": "el miembro",
    "message": "el mensaje",
    "misroute": "el desvío",
    "model connection": "la conexión",
    "note": "la nota",
    "observation": "la observación",
    "package": "el paquete",
    "passage": "el pasaje",
    "permission": "el permiso",
    "project": "el proyecto",
    "relation": "la relación",
    "release": "la versión",
    "resident": "el residente",
    "room": "la sala",
    "run": "la ejecución",
    "reminder": "el recordatorio",
    "schedule": "la programación",
    "session": "la sesión",
    "spending limit": "el límite de gasto",
    "step": "el paso",
    "store": "la tienda",
    "swarm": "el enjambre",
    "task": "la tarea",
    "task in that column": "la tarea en esa columna",
    "thing": "lo que se nombra",
    "token": "el token",
    "tool": "la herramienta",
    "turn": "el turno",
    "user": "la persona",
    "workspace": "el espacio de trabajo",
}
"""With the article, which the sentences around it need."""


def kind_name(kind: str, language: Language) -> str:
    """Return what a kind is called in a language; one that is not known, as it is."""
    names: Mapping[str, str] = {**SPANISH_KINDS}
    return names.get(kind, kind) if language == "es" else kind


class KindWording(Wording):
    """Names kinds of things too."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "kind":
            return kind_name(str(value), self.language)
        return super().format_field(value, format_spec)
