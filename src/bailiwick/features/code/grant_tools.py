"""Asking a person that scripts may import an npm package."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from bailiwick.features.code.file_requests import SENTENCES
from bailiwick.features.code.grants import LONGEST_NAME, ProgramGrants
from bailiwick.tools.records import Recognition, Request, Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick_router.core.language import Language

MAX_REQUEST = 300
"""Longest request read as one for a package, in characters."""


def grant_tools(grants: ProgramGrants) -> list[Tool]:
    """Return `grant_package`."""

    @skill_tool(idempotent=True, approval=True, recogniser=GrantReader())
    async def grant_package(
        context: ToolContext,
        name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, description="Its exact name in npm.")],
        version: Annotated[str, Field(max_length=60, description="A version or range, e.g. ^4.17; * for any.")] = "*",
    ) -> dict[str, Any]:
        """Let scripts import an npm package, together with what it depends on.

        Use it when a script needs a package that was refused as not granted; the person is shown name and version and
        has to agree, and only an administrator of this installation can. Ask for the exact package and the narrowest
        range that will do. Once it returns, import the package by its name. It holds for everybody's agents until an
        administrator takes it back under Settings, Programs.
        """
        granted = await grants.grant(context.user_id, name, version)
        return {"name": granted.name, "version": granted.version}

    return [grant_package]


class GrantReader:
    """Reads "allow the npm package lodash"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which package; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        found = SENTENCES.read("grant-package", request.core)
        if found is None:
            return None
        name, at, version = found.slots["package"].rpartition("@")
        if not at or not name:
            name, version = found.slots["package"], found.slots.get("version", "*")
        return Recognition(arguments={"name": name, "version": version}, confidence=0.95)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what may be imported from now on, and where that is taken back."""
        del arguments
        name, version = result["name"], "" if result["version"] == "*" else f" {result['version']}"
        if language == "es":
            return f"Los programas ya pueden importar **{name}**{version}. Se retira en Ajustes, Programas."
        return f"Programs may import **{name}**{version} from now on. It is taken back under Settings, Programs."
