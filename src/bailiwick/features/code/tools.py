"""The tools that run programs, and those on what programs left and may have."""

from bailiwick.features.code.file_tools import file_tools
from bailiwick.features.code.grant_tools import grant_tools
from bailiwick.features.code.grants import ProgramGrants
from bailiwick.features.code.javascript import javascript_tools
from bailiwick.features.code.programs import Programs
from bailiwick.features.code.shell import shell_tools
from bailiwick.features.code.store import ProgramGrantStore
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    programs = Programs(sandbox=equipment.sandbox, web=equipment.web, grants=equipment.stores[ProgramGrantStore])
    return [
        *javascript_tools(programs),
        *shell_tools(programs),
        *file_tools(equipment.sandbox, equipment.agents),
        *grant_tools(ProgramGrants(equipment.database, equipment.stores, equipment.sandbox)),
    ]
