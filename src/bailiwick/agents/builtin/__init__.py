"""The agents that ship with Bailiwick, one TOML file each: these, and those of the plug-ins that ship.

Keys are the fields of `bailiwick_router.core.agents.Agent` in snake_case. Removing a file removes the agent.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bailiwick.kernel.installed import folders
from bailiwick.kernel.lacks import Need
from bailiwick.kernel.reasons import Reason, RoutingReason, reason_of
from bailiwick_router import agent_files
from bailiwick_router.agent_files import files_of, read_files, text_of_file
from bailiwick_router.core.agents import Agent, Origin
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.language import Language

__all__ = ["described", "load", "load_folder", "load_own", "parse", "shipped_agents", "spanish_descriptions"]


@lru_cache(maxsize=256)
def parse(text: str, *, name: str, origin: Origin) -> Agent:
    """Return the agent that `text` describes, as `agent_files.parse` does; its needs must be some that there are."""
    agent = agent_files.parse(text, name=name, origin=origin)
    for need in agent.needs:
        try:
            Need.parse(need)
        except InvalidInput as error:
            wrong = Reason.of(RoutingReason.FILE_FIELD_SAYS, reason_of(error.said), file=name, field="needs")
            raise InvalidInput(wrong, field="needs") from error
    return agent


def load(directory: Path | None = None) -> list[Agent]:
    """Return the agents of the TOML files in `directory` (default: the shipped ones), in order of file name.

    Raises `InvalidInput` with one line per bad file, each naming the file and the field; also when there
    is no file at all, so that a mistaken directory never looks like an empty roster.
    """
    return _without_errors(_shipped() if directory is None else files_of(directory))


def load_own() -> list[Agent]:
    """Return the agents that ship with the product itself and not with a plug-in. Raises `InvalidInput`."""
    return _without_errors(files_of(files(__name__)))


def shipped_agents() -> list[Agent]:
    """Return the agents that ship with Bailiwick."""
    return load()


@cache
def spanish_descriptions() -> Mapping[str, tuple[str, str]]:
    """Return the descriptions of the agents that ship, by id: as the roster has it, and the same in Spanish."""
    tables = [tomllib.loads(text_of_file(entry)) for entry in _shipped()]
    return {table["id"]: (table["description"], table["description_es"]) for table in tables}


def described(agent: Agent, language: Language) -> str:
    """Return what an agent is for; of one that ships, and whose description nobody changed, in that language."""
    if language != "es":
        return agent.description
    english, spanish = spanish_descriptions().get(agent.id, ("", ""))
    return spanish if english == agent.description else agent.description


def load_folder(directory: Traversable, origin: Origin = Origin.PLUGIN) -> tuple[list[Agent], list[InvalidInput]]:
    """Return the agents of a folder, in order of file name, and what is wrong with the other files.

    A folder that does not exist, or has no such file, holds none.
    """
    return read_files(_files(directory), origin, parse) if directory.is_dir() else ([], [])


def _without_errors(entries: list[Traversable]) -> list[Agent]:
    agents, errors = read_files(entries, Origin.BUILTIN, parse)
    if errors:
        raise InvalidInput("\n".join(map(str, errors)), field=errors[0].field)
    return agents


def _shipped() -> list[Traversable]:
    return [entry for folder in (files(__name__), *_of_plugins()) for entry in _files(folder)]


def _of_plugins() -> Iterator[Traversable]:
    for folder in folders(ships=True):
        if (agents := folder / "agents").is_dir():
            yield agents


def _files(folder: Traversable) -> list[Traversable]:
    return [entry for entry in folder.iterdir() if entry.name.endswith(".toml") and entry.is_file()]
