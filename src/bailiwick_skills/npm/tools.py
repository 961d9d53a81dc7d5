"""npm: searching its registry, and the declarations of packages."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    MissingTool,
    Program,
    Reason,
    ReasonCode,
    Sandbox,
    Tool,
    ToolContext,
    Web,
    own_service,
    skill_tool,
)
from bailiwick_skills.npm.registry import NpmRegistry
from bailiwick_skills.npm.requests import NpmReader
from bailiwick_skills.npm.types import PACKAGE_NAME, VERSION, types_of

Query = Annotated[str, Field(min_length=1, max_length=300, description="What to look for, in a few words.")]


class TypedPackage(BaseModel):
    """An npm package."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(max_length=214, pattern=PACKAGE_NAME, description="Name of the npm package.")]
    version: Annotated[str, Field(max_length=60, pattern=VERSION, description="Version or range.")] = "latest"


def search_tools(web: Web) -> list[Tool]:
    """Return `search_npm_packages`."""
    registry = NpmRegistry(web, web.services["npm"])

    @skill_tool(read_only=True, open_world=True, timeout=20.0, recogniser=NpmReader(), opens=own_service)
    async def search_npm_packages(
        context: ToolContext,
        query: Query,
        limit: Annotated[int, Field(ge=1, le=50, description="How many packages.")] = 10,
        order: Annotated[
            Literal["best", "downloads"], Field(description="Best match first, or most downloaded first.")
        ] = "best",
    ) -> dict[str, Any]:
        """Search the npm registry for JavaScript packages.

        Use it to find packages by name or purpose. Returns total and packages: name, version,
        description, keywords, date, npm (its page), homepage, repository, weeklyDownloads.
        """
        return await registry.search(_asked(query), limit, by_downloads=order == "downloads")

    return [search_npm_packages]


def declaration_tools(sandbox: Sandbox, web: Web) -> list[Tool | MissingTool]:
    """Return `get_dependency_types`, or why it is missing.

    Declarations serve code that runs in the sandbox: they are of no use where none can.
    """
    base = web.services["npm"]

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=90.0)
    async def get_dependency_types(
        context: ToolContext,
        dependencies: Annotated[
            list[TypedPackage], Field(min_length=1, max_length=5, description="The npm packages, at most five.")
        ],
    ) -> dict[str, Any]:
        """Return the TypeScript declarations of npm packages, to learn how they are used before running code.

        Nothing is installed, and no grant is needed for it. Returns packages: for each its name, version, types (the
        text of its declarations, cut where they are long) and source (the package they are from, often @types/…);
        types is null for a package that has none.
        """
        del context
        return {"packages": [await types_of(web, base, each.name, each.version) for each in dependencies]}

    why = sandbox.missing(Program.JAVASCRIPT)
    if why is None:
        return [get_dependency_types]
    name, origin = get_dependency_types.name, get_dependency_types.spec.origin
    return [MissingTool(name=name, origin=origin, reason=why.text(), why=why)]


def _asked(query: str) -> str:
    asked = " ".join(query.split())
    if not asked:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.QUERY_BLANK))
    return asked
