"""What tools do, and what their arguments mean, as people read it in their language; models read English."""

from collections.abc import Mapping
from importlib.resources import files

from bailiwick.kernel.installed import folders, wordings


def wordings_of_all(language: str) -> Mapping[str, str]:
    """Return it of every tool that says it in `language`: those of the product, of what ships, of what is installed.

    Keys are the names of tools, and `tool.argument`. A plug-in whose file cannot
    be read says nothing.
    """
    said: dict[str, str] = {}
    for folder in folders():
        try:
            said = {**wordings(folder, language), **said}
        except ValueError:
            continue
    return {**said, **wordings(files("bailiwick.tools"), language)}


def wordings_that_ship(language: str) -> Mapping[str, str]:
    """Return it of the tools that ship. Raises `ValueError` for a file that cannot be read."""
    said: dict[str, str] = {**wordings(files("bailiwick.tools"), language)}
    for folder in folders(ships=True):
        said |= wordings(folder, language)
    return said
