"""The page of settings."""

import types
import typing
from pathlib import Path
from typing import Any, Literal

from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from bailiwick.app import all_settings
from bailiwick.kernel.settings import Settings
from generator.tables import NOTICE, code, table
from generator.tools import plugins_that_ship

HEAD = f"""{NOTICE}
# Settings

Every option, once; the last ones are those of plug-ins that ship. Values come from, weakest first:

1. `config.toml` in the data directory, e.g. `port = 9000` (the name in lower case),
2. environment variables, e.g. `BAILIWICK_PORT=9000`,
3. options of the command, e.g. `bailiwick serve --port 9000`.

Lists are written as JSON in the environment, e.g. `BAILIWICK_ALLOWED_HOSTS='["example.org"]'`. The data directory
itself comes from `BAILIWICK_HOME` or `--home`; by default it is the platform's place for user data. Secrets are
never shown.
"""
NAMES: dict[Any, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    Path: "path",
    SecretStr: "secret",
}


def page() -> str:
    """Return the page."""
    rows = [
        (code(f"BAILIWICK_{name.upper()}"), _type(field.annotation), _default(field), field.description or "")
        for each in (Settings, *all_settings(), *plugins_that_ship().settings)
        for name, field in each.model_fields.items()
    ]
    declared = sorted({each.setting: each for each in plugins_that_ship().services}.values(), key=lambda s: s.setting)
    rows += [
        (
            code(f"BAILIWICK_{each.setting.upper()}"),
            "text",
            code(each.default) if each.default else "none",
            each.description,
        )
        for each in declared
    ]
    return f"{HEAD}\n{table(('variable', 'type', 'default', 'what it is'), rows)}\n"


def _type(annotation: Any) -> str:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return ", ".join(code(each) for each in arguments)
    if origin in (types.UnionType, typing.Union):
        return " or ".join(_type(each) for each in arguments if each is not type(None))
    if origin is tuple:
        return f"list of {_type(arguments[0])}"
    return NAMES.get(annotation, str(annotation))


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "see above"
    if field.default in (None, "", (), PydanticUndefined):
        return "none"
    return code(field.default)
