"""The agents that ship with Bailiwick, one TOML file each.

Keys are the fields of `bailiwick.core.agents.Agent` in snake_case. Removing a file removes the agent.
"""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bailiwick.builtin_agents.reading import parse
from bailiwick.core.agents import Agent, Origin
from bailiwick.core.errors import InvalidInput
from bailiwick.core.reasons import Reason, ReasonCode

__all__ = ["load", "load_folder", "parse", "spanish_descriptions"]


def load(directory: Path | None = None) -> list[Agent]:
    """Return the agents of the TOML files in `directory` (default: the shipped ones), in order of file name.

    Raises `InvalidInput` with one line per bad file, each naming the file and the field; also when there
    is no file at all, so that a mistaken directory never looks like an empty roster.
    """
    where = files(__name__) if directory is None else directory
    if not where.is_dir():
        raise InvalidInput(Reason.of(ReasonCode.NO_AGENT_FOLDER, folder=str(where)), field="directory")
    entries = [entry for entry in where.iterdir() if entry.name.endswith(".toml") and entry.is_file()]
    if not entries:
        raise InvalidInput(Reason.of(ReasonCode.NO_AGENT_FILES, folder=str(where)), field="directory")
    agents, errors = _read(entries, Origin.BUILTIN)
    if errors:
        raise InvalidInput("\n".join(map(str, errors)), field=errors[0].field)
    return agents


def spanish_descriptions() -> Mapping[str, tuple[str, str]]:
    """Return the descriptions of the agents that ship, by id: as the roster has it, and the same in Spanish."""
    tables = [tomllib.loads(_text(entry)) for entry in files(__name__).iterdir() if entry.name.endswith(".toml")]
    return {table["id"]: (table["description"], table["description_es"]) for table in tables}


def load_folder(directory: Path) -> tuple[list[Agent], list[InvalidInput]]:
    """Return the agents of an operator's own folder, in order of file name, and what is wrong with the other files.

    A folder that does not exist holds none.
    """
    if not directory.is_dir():
        return [], []
    return _read(directory.glob("*.toml"), Origin.PLUGIN)


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
