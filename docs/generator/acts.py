"""The page of what the audit log records."""

import ast
import inspect

from bailiwick.kernel.audit.acts import Act, ActGroup
from generator.tables import NOTICE, code, table

HEAD = f"""{NOTICE}
# What the audit log records

Each entry has who did it, from where and when besides what is listed here. Nothing else is recorded: no reading, no
chat, no run. [How the log works](../concepts/audit.md).
"""


def page() -> str:
    """Return the page."""
    meanings = _meanings()
    parts = [HEAD]
    for group in ActGroup:
        rows = [(code(act.value), Act.forms("en")[act], meanings[act.name]) for act in group.acts]
        parts += [f"## {group.value.capitalize()}\n", table(("act", "as it is said", "when, and what of it"), rows), ""]
    return "\n".join(parts)


def _meanings() -> dict[str, str]:
    """Return what stands under each act in its class, by its name."""
    (body,) = ast.parse(inspect.getsource(Act)).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    name = ""
    for each in body.body:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            name = each.targets[0].id
        elif name and isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
            found[name] = str(each.value.value)
    return found
