"""What the fields of a record mean, read from the strings below them only when a caller asks for a JSON schema.

Pydantic can read them itself (`use_attribute_docstrings`), but does it for each schema it builds, also for those that
only check and write data, and before Python 3.13 it parses a record's whole module each time: a second of the first
request of a server.
"""

import ast
import inspect
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise


def field_docs(record: type) -> Mapping[str, str]:
    """Return the strings below the fields of `record` by field, without those it inherits; empty without a source."""
    return _documented(record.__module__).get(record.__qualname__, {})


@cache
def _documented(module: str) -> Mapping[str, Mapping[str, str]]:
    """The fields' strings of all classes of a module, by the qualified name of the class."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError):
        return {}
    return dict(_classes(tree.body, ""))


def _classes(body: Iterable[ast.stmt], within: str) -> Iterable[tuple[str, Mapping[str, str]]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield within + statement.name, _fields(statement.body)
            yield from _classes(statement.body, f"{within}{statement.name}.")


def _fields(body: Iterable[ast.stmt]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                found[name] = inspect.cleandoc(text)
            case _:
                pass
    return found
