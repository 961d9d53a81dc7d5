"""The agents that ship with Bailiwick, one TOML file each: these, and those of the plug-ins that ship.

Keys are the fields of `bailiwick.core.agents.Agent` in snake_case. Removing a file removes the agent.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bailiwick.builtin_agents.reading import parse
from bailiwick.core.agents import Agent, Origin
from bailiwick.core.errors import InvalidInput
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.installed import folders

__all__ = ["load", "load_folder", "load_own", "parse", "spanish_descriptions"]


def load(directory: Path | None = None) -> list[Agent]:
    """Return the agents of the TOML files in `directory` (default: the shipped ones), in order of file name.

    Raises `InvalidInput` with one line per bad file, each naming the file and the field; also when there
    is no file at all, so that a mistaken directory never looks like an empty roster.
    """
    if directory is not None and not directory.is_dir():
        raise InvalidInput(Reason.of(ReasonCode.NO_AGENT_FOLDER, folder=str(directory)), field="directory")
    entries = _shipped() if directory is None else _files(directory)
    if not entries:
        raise InvalidInput(Reason.of(ReasonCode.NO_AGENT_FILES, folder=str(directory)), field="directory")
    agents, errors = _read(entries, Origin.BUILTIN)
    if errors:
        raise InvalidInput("\n".join(map(str, errors)), field=errors[0].field)
    return agents


def load_own() -> list[Agent]:
    """Return the agents that ship with the product itself and not with a plug-in. Raises `InvalidInput`."""
    agents, errors = _read(_files(files(__name__)), Origin.BUILTIN)
    if errors:
        raise InvalidInput("\n".join(map(str, errors)), field=errors[0].field)
    return agents


def spanish_descriptions() -> Mapping[str, tuple[str, str]]:
    """Return the descriptions of the agents that ship, by id: as the roster has it, and the same in Spanish."""
    tables = [tomllib.loads(_text(entry)) for entry in _shipped()]
    return {table["id"]: (table["description"], table["description_es"]) for table in tables}


def _shipped() -> list[Traversable]:
    return [entry for folder in (files(__name__), *_of_plugins()) for entry in _files(folder)]


def _of_plugins() -> Iterator[Traversable]:
    for folder in folders(ships=True):
        if (agents := folder / "agents").is_dir():
            yield agents


def _files(folder: Traversable) -> list[Traversable]:
    return [entry for entry in folder.iterdir() if entry.name.endswith(".toml") and entry.is_file()]


def load_folder(directory: Traversable, origin: Origin = Origin.PLUGIN) -> tuple[list[Agent], list[InvalidInput]]:
    """Return the agents of a folder, in order of file name, and what is wrong with the other files.

    A folder that does not exist holds none.
    """
    return _read(_files(directory), origin) if directory.is_dir() else ([], [])


def _read(entries: Iterable[Traversable], origin: Origin) -> tuple[list[Agent], list[InvalidInput]]:
    agents: dict[str, Agent] = {}
    source: dict[str, str] = {}
    errors: list[InvalidInput] = []
    for entry in sorted(entries, key=lambda entry: entry.name):
        try:
            agent = parse(_text(entry), name=entry.name, origin=origin)
            if agent.id in agents:
                taken = Reason.of(ReasonCode.ID_TAKEN_BY, id=agent.id, other=source[agent.id])
                raise InvalidInput(
                    Reason.of(ReasonCode.FILE_FIELD_SAYS, taken, file=entry.name, field="id"), field="id"
                )
        except InvalidInput as error:
            errors.append(error)
        else:
            agents[agent.id], source[agent.id] = agent, entry.name
    return list(agents.values()), errors


def _text(entry: Traversable) -> str:
    try:
        return entry.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            Reason.of(ReasonCode.FILE_SAYS, Reason.of(ReasonCode.NOT_UTF8, position=error.start), file=entry.name)
        ) from error
    except OSError as error:
        raise InvalidInput(
            Reason.of(
                ReasonCode.FILE_SAYS,
                Reason.of(ReasonCode.CANNOT_BE_READ, problem=error.strerror or str(error)),
                file=entry.name,
            )
        ) from error
