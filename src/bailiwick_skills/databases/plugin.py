"""Declares the skill to the house."""

from typing import TYPE_CHECKING

from bailiwick.plugin import Equipment, Plugin, PluginPage, Tool
from bailiwick_skills.databases.settings import DatabaseSettings

if TYPE_CHECKING:
    from fastapi import APIRouter


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    from bailiwick_skills.databases.actions import Databases  # with a parser and a driver, as are the next
    from bailiwick_skills.databases.tools import database_tools

    return database_tools(Databases.of(equipment))


def routes() -> "APIRouter":
    """Return the endpoints of the section of the settings."""
    from bailiwick_skills.databases.http import databases  # with all of the web framework, which commands do without

    return databases


plugin = Plugin(
    toolset=toolset,
    settings=DatabaseSettings,
    routes=routes,
    page=PluginPage(
        titles={"en": "Databases", "es": "Bases de datos"},
        about={
            "en": "PostgreSQL databases and SQLite files that agents may read, and only read. Administrators connect "
            "them; what opens one is sealed and never shown again.",
            "es": "Bases de datos PostgreSQL y archivos SQLite que los agentes pueden leer, y solo leer. Las conectan "
            "quienes administran; lo que las abre se guarda sellado y no se vuelve a mostrar.",
        },
        icon="database",
        section="databases",
    ),
)
