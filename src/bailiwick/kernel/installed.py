"""Which plug-ins are installed, and the files that lie beside each: nothing of them is imported to read those."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Any

from bailiwick.kernel.distribution import DISTRIBUTION

GROUP = "bailiwick.plugins"
"""The group of entry points; each names a value `Plugin`."""


@dataclass(frozen=True, slots=True)
class Installed:
    """One entry of an installed package, `name = "package.module:plugin"`."""

    entry: EntryPoint

    @property
    def name(self) -> str:
        """The plug-in's name, the one of its entry."""
        return self.entry.name

    @property
    def ships(self) -> bool:
        """Whether it comes with the product."""
        return self.entry.dist is not None and _name_of(self.entry.dist) == DISTRIBUTION

    @property
    def folder(self) -> Traversable | None:
        """The folder of the package in which the plug-in is declared; `agents` and `locales` are looked for there.

        Nothing for a plug-in that is one file. Raises `ImportError` for a package that is not there.
        """
        package, _, module = self.entry.module.rpartition(".")
        if not package:
            spec = find_spec(module)
            if spec is None:
                raise ModuleNotFoundError(f"There is no module {module!r}")
            if spec.submodule_search_locations is None:
                return None
        return files(package or module)

    @property
    def commands(self) -> str | None:
        """The module that holds its command `app` of the terminal, if it has one."""
        try:
            there = self.folder is not None and (self.folder / "commands.py").is_file()
        except ImportError:
            return None
        package = self.entry.module.rpartition(".")[0]
        return f"{package}.commands" if there and package else None

    def load(self) -> Any:
        """Import the plug-in and return what its entry names. Raises whatever it raises."""
        return self.entry.load()


def installed() -> Sequence[Installed]:
    """Return the plug-ins that are installed by their names, those that ship with the product first."""
    return _found(tuple(sys.path))


@lru_cache(4)
def _found(path: Sequence[str]) -> Sequence[Installed]:
    """Return those on a path; every package there is looked into, so nobody looks twice."""
    del path  # that of the process
    found = [Installed(entry) for entry in entry_points(group=GROUP)]
    return tuple(sorted(found, key=lambda each: (not each.ships, each.name)))


@lru_cache(64)
def _name_of(distribution: Distribution) -> str:
    """Return its name, for which all is read that is known of it: once for all of its entries."""
    return distribution.name


def wordings(folder: Traversable, language: str) -> Mapping[str, str]:
    """Return what tools do, and what their arguments mean, as a person reads it in `language`.

    Keys are the names of tools, and `tool.argument`; they are in `locales/<language>.json` of the folder, and there
    are none where it has no such file. Raises `ValueError` for a file that is not a JSON object of texts.
    """
    file = folder / "locales" / f"{language}.json"
    if not file.is_file():
        return {}
    said = json.loads(file.read_text("utf-8"))
    if not isinstance(said, dict) or not all(isinstance(each, str) for each in said.values()):
        raise ValueError(f"{file} is not an object of texts")
    return said


def terminal_texts(language: str) -> Iterator[Mapping[str, Mapping[str, str]]]:
    """Yield what commands of plug-ins say in `language`, each as `help`, `said` and `heads`, as the terminal's own."""
    for folder in folders():
        file = folder / "locales" / f"terminal.{language}.json"
        if file.is_file():
            yield json.loads(file.read_text("utf-8"))


def folders(*, ships: bool | None = None) -> Iterator[Traversable]:
    """Yield the folders of the plug-ins, or of those that ship, or of the others; where a package is missing, none."""
    for each in installed():
        if ships is None or each.ships is ships:
            try:
                folder = each.folder
            except ImportError:
                continue  # `load_plugins` reports it
            if folder is not None:
                yield folder
