"""Declares the skill to the house."""

from typing import TYPE_CHECKING

from bailiwick.plugin import Equipment, Plugin, PluginPage, Tool, UsefulWhen
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


async def any_connected(equipment: Equipment, user_id: str) -> bool:
    """Whether the user can ask any database."""
    from bailiwick_skills.databases.actions import Databases  # with a parser and a driver

    return bool(await Databases.of(equipment).list(user_id))


plugin = Plugin(
    toolset=toolset,
    useful=(UsefulWhen(tools=frozenset(("describeDatabase", "queryDatabase")), has_use=any_connected),),
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
