"""Agent files: agents as TOML, one a file, or what is wrong where.

Keys are the fields of `Agent` in snake_case.
"""

import tomllib
from collections.abc import Callable, Iterable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol

from bailiwick_router.core.agents import ENUM_FIELDS, SEQUENCE_FIELDS, Agent, Origin
from bailiwick_router.core.budgets import Budget
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason, Value

ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
LARGEST = 2**31 - 1
"""What an integer column holds."""
NOT_FROM_FILES = {"origin", "created_at", "updated_at", "last_used_at", "expires_at"}
"""Fields that the roster sets; a file cannot claim them."""


class _Wrong(Exception):
    """A value cannot be accepted; says why, as the end of the sentence "<field>: …"."""

    def __init__(self, code: RoutingReason, *parts: Reason, **values: Value) -> None:
        super().__init__(code)
        self.why = Reason.of(code, *parts, **values)


def parse(text: str, *, name: str, origin: Origin) -> Agent:
    """Return the agent that `text` (TOML, keys as `Agent`'s fields in snake_case) describes.

    `name` is what errors call the text, usually its file name; `origin` is where the agent came from.
    Raises `InvalidInput`, whose message begins with `name` and the field.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(
            Reason.of(RoutingReason.FILE_SAYS, Reason.of(RoutingReason.NOT_TOML, problem=str(error)), file=name)
        ) from error
    except RecursionError as error:
        raise InvalidInput(
            Reason.of(RoutingReason.FILE_SAYS, Reason.of(RoutingReason.TOML_TOO_DEEP), file=name)
        ) from error
    values: dict[str, Any] = {}
    for field, value in table.items():
        reader = READERS.get(field) or TOLD.get(field)
        try:
            if reader is None:
                raise _Wrong(
                    RoutingReason.FIELD_OF_ROSTER if field in NOT_FROM_FILES else RoutingReason.FIELD_OF_NO_AGENT
                )
            values[field] = reader(value)
        except _Wrong as error:
            wrong = Reason.of(RoutingReason.FILE_FIELD_SAYS, error.why, file=name, field=field)
            raise InvalidInput(wrong, field=field) from error
    for required in ("id", "name"):
        if required not in values:
            raise InvalidInput(
                Reason.of(
                    RoutingReason.FILE_FIELD_SAYS, Reason.of(RoutingReason.FIELD_ABSENT), file=name, field=required
                ),
                field=required,
            )
    return Agent(**{field: value for field, value in values.items() if field not in TOLD}, origin=origin)


def read_agents(directory: Path | Traversable) -> list[Agent]:
    """Return the agents of the TOML files of a directory, in order of file name.

    Raises `InvalidInput` with one line per bad file, each naming the file and the field; also when there
    is no file at all, so that a mistaken directory never looks like an empty roster.
    """
    agents, errors = read_files(files_of(directory), Origin.USER)
    if errors:
        raise InvalidInput("\n".join(map(str, errors)), field=errors[0].field)
    return agents


def files_of(directory: Path | Traversable) -> list[Traversable]:
    """Return the TOML files of a directory. Raises `InvalidInput` where there is none."""
    if not directory.is_dir():
        raise InvalidInput(Reason.of(RoutingReason.NO_AGENT_FOLDER, folder=str(directory)), field="directory")
    entries = [entry for entry in directory.iterdir() if entry.name.endswith(".toml") and entry.is_file()]
    if not entries:
        raise InvalidInput(Reason.of(RoutingReason.NO_AGENT_FILES, folder=str(directory)), field="directory")
    return entries


class Parser(Protocol):
    """Reads the text of an agent file, as `parse` does."""

    def __call__(self, text: str, *, name: str, origin: Origin) -> Agent:
        """Return the agent. Raises `InvalidInput`, whose message begins with `name` and the field."""
        ...


def read_files(
    entries: Iterable[Traversable], origin: Origin, parser: Parser = parse
) -> tuple[list[Agent], list[InvalidInput]]:
    """Return the agents of these files, in order of file name, and what is wrong with the others."""
    agents: dict[str, Agent] = {}
    source: dict[str, str] = {}
    errors: list[InvalidInput] = []
    for entry in sorted(entries, key=lambda entry: entry.name):
        try:
            agent = parser(text_of_file(entry), name=entry.name, origin=origin)
            if agent.id in agents:
                taken = Reason.of(RoutingReason.ID_TAKEN_BY, id=agent.id, other=source[agent.id])
                raise InvalidInput(
                    Reason.of(RoutingReason.FILE_FIELD_SAYS, taken, file=entry.name, field="id"), field="id"
                )
        except InvalidInput as error:
            errors.append(error)
        else:
            agents[agent.id], source[agent.id] = agent, entry.name
    return list(agents.values()), errors


def text_of_file(entry: Traversable) -> str:
    """Return the text of an agent file. Raises `InvalidInput` where it cannot be read or is not UTF-8."""
    try:
        return entry.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            Reason.of(RoutingReason.FILE_SAYS, Reason.of(RoutingReason.NOT_UTF8, position=error.start), file=entry.name)
        ) from error
    except OSError as error:
        raise InvalidInput(
            Reason.of(
                RoutingReason.FILE_SAYS,
                Reason.of(RoutingReason.CANNOT_BE_READ, problem=error.strerror or str(error)),
                file=entry.name,
            )
        ) from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Wrong(RoutingReason.WRITE_TEXT)
    if "\0" in value:
        raise _Wrong(RoutingReason.NO_NUL)
    return value


def _filled(value: object) -> str:
    text = _text(value)
    if not text.strip():
        raise _Wrong(RoutingReason.TEXT_TOO_SHORT, count=1)
    return text


def _id(value: object) -> str:
    text = _filled(value)
    if not ID_CHARACTERS.issuperset(text):
        raise _Wrong(RoutingReason.ID_CHARACTERS)
    return text


def _color(value: object) -> str:
    text = _text(value)
    if len(text) != 7 or text[0] != "#" or not HEX_DIGITS.issuperset(text[1:]):
        raise _Wrong(RoutingReason.WRITE_IN_FORM, count="#6B7280")
    return text


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _Wrong(RoutingReason.WRITE_LIST)
    read: list[str] = []
    for number, item in enumerate(value, start=1):
        try:
            read.append(_filled(item))
        except _Wrong as error:
            raise _Wrong(RoutingReason.ITEM_SAYS, error.why, number=number) from error
    return tuple(read)


def _whole(least: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        # bool is an int in Python, but `max_tokens = true` is a mistake.
        if not isinstance(value, int) or isinstance(value, bool):
            raise _Wrong(RoutingReason.WRITE_INTEGER)
        if not least <= value <= LARGEST:
            raise _Wrong(RoutingReason.NUMBER_BETWEEN, least=least, most=LARGEST)
        return value

    return read


def _number(least: float, most: float) -> Callable[[object], float]:
    def read(value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _Wrong(RoutingReason.WRITE_NUMBER)
        # Written so that NaN, which compares false with everything, is refused too.
        if not least <= value <= most:
            raise _Wrong(RoutingReason.NUMBER_BETWEEN, least=least, most=most)
        return float(value)

    return read


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(RoutingReason.WRITE_BOOLEAN)
    return value


def _one_of(choices: Sequence[str]) -> Callable[[object], str]:
    def read(value: object) -> str:
        text = _text(value)
        if text not in choices:
            raise _Wrong(RoutingReason.CHOOSE_ONE_OF, count=", ".join(choices))
        return text

    return read


def _budget(value: object) -> Budget:
    if not isinstance(value, dict):
        raise _Wrong(RoutingReason.WRITE_OBJECT)
    caps: dict[str, Any] = {}
    for key, cap in value.items():
        if key not in BUDGET_READERS:
            raise _Wrong(RoutingReason.NO_SUCH_CAP, name=key, names=", ".join(BUDGET_READERS))
        try:
            caps[key] = BUDGET_READERS[key](cap)
        except _Wrong as error:
            raise _Wrong(RoutingReason.FIELD_SAYS, error.why, field=key) from error
    return Budget(**caps)


BUDGET_READERS: dict[str, Callable[[object], Any]] = {
    "steps": _whole(1),
    "seconds": _number(0.001, 31_536_000),
    "tokens": _whole(1),
    "depth": _whole(0),
    "agents": _whole(0),
}
TOLD: dict[str, Callable[[object], Any]] = {"description_es": _text}
"""What a file says to people only: its description in Spanish. The roster has no such fields."""
READERS: dict[str, Callable[[object], Any]] = {
    "id": _id,
    "name": _filled,
    **dict.fromkeys(("description", "objective", "instructions", "model", "announcement", "icon"), _text),
    "kind": _one_of(["model", "callable"]),
    **{field: _one_of([str(member) for member in enum]) for field, enum in ENUM_FIELDS.items() if field != "origin"},
    **dict.fromkeys((*SEQUENCE_FIELDS, "fallbacks"), _texts),
    "temperature": _number(0, 2),
    "max_tokens": _whole(1),
    "context_window": _whole(-1),
    "silence_minutes": _whole(0),
    **dict.fromkeys(("recall", "remember"), _yes_or_no),
    "max_iterations": _whole(1),
    "priority": _whole(-LARGEST),
    "color": _color,
    "budget": _budget,
}
