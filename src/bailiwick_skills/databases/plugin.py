"""Declares the skill to the house."""

from typing import TYPE_CHECKING

from bailiwick.plugin import Equipment, Plugin, PluginPage, PluginSetting, Tool

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
    settings=(
        PluginSetting(
            name="database_folders",
            description="Folders of this machine, apart by colons, whose SQLite files administrators may connect for "
            "agents to read. None unless named.",
        ),
    ),
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
