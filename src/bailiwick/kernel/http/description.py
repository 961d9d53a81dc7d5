"""The OpenAPI description of the endpoints: made once, in a thread, because that takes seconds."""

import asyncio
import json
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request

from bailiwick.kernel.http.problems import Problem


class Description:
    """Describes an application, when it is first asked for."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._made: dict[str, Any] | None = None
        self._making: asyncio.Future[dict[str, Any]] | None = None
        self._texts: dict[str, bytes] = {}

    async def get(self) -> dict[str, Any]:
        """Return the description. Who asks while it is made waits for the same one; others are answered meanwhile."""
        if self._made is not None:
            return self._made
        if self._making is None:
            self._making = asyncio.get_running_loop().run_in_executor(None, self._app.openapi)
        making = self._making
        try:
            # Who asked first may go away before it is made.
            self._made = made = await asyncio.shield(making)
        finally:
            if making.done():
                self._making = None
        return made

    async def text(self, root: str) -> bytes:
        """Return it as JSON, for an installation behind this path prefix, which is always the same."""
        if root not in self._texts:
            description = await self.get()
            if root:
                description = {**description, "servers": [{"url": root}]}
            self._texts[root] = await asyncio.to_thread(_compact, description)
        return self._texts[root]


def description_of(request: Request) -> Description:
    """Return the description of the application that a request came to."""
    return request.app.state.description


def describe_problems(app: FastAPI) -> None:
    """Add the shape of problems to what FastAPI says of an application."""
    describe = app.openapi

    def described() -> dict[str, Any]:
        description = describe()
        schemas = description.setdefault("components", {}).setdefault("schemas", {})
        if "Problem" not in schemas:
            schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
            schemas.update(schema.pop("$defs", {}))
            schemas["Problem"] = schema
        return description

    app.openapi = described


def _compact(description: dict[str, Any]) -> bytes:
    return json.dumps(description, ensure_ascii=False, separators=(",", ":")).encode()
