"""What a person may read, over HTTP or in a terminal, has a code, so that it is said in the person's language."""

import ast
from pathlib import Path

import bailiwick
import bailiwick_router
import bailiwick_skills

SOURCES = [Path(package.__file__).parent for package in (bailiwick, bailiwick_router, bailiwick_skills)]
SAID = {
    "AlreadyServing",
    "AgentUnavailable",
    "BadValue",
    "Conflict",
    "Forbidden",
    "GoldenBroken",
    "IdempotencyMismatch",
    "InboxFull",
    "InvalidInput",
    "ModelDamaged",
    "NotAuthenticated",
    "NotFound",
    "NotJson",
    "StorageFull",
    "TooMuchWork",
    "Unavailable",
    "UnknownAgent",
    "UnreadableFile",
    "WrongKey",
}
"""Errors that become a problem's detail, said by their first argument."""
FAILED = "CallFailed"
"""What a call of a tool or model ends with, said by its second argument."""
OF_A_FIELD = "ValueError"
"""What a check of a field over HTTP ends with; `WrongValue` is one that has a reason."""
NO_FIELDS = {
    "api/memory_server.py": "told to a program that speaks MCP",
    "api/web.py": "told when the process starts",
}


def raised() -> list[tuple[str, int, ast.expr]]:
    """Return what each error that is made says: file, line and what it is said by."""
    found: list[tuple[str, int, ast.expr]] = []
    for source, path in [(root, path) for root in SOURCES for path in sorted(root.rglob("*.py"))]:
        name = path.relative_to(source).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = node.args[:1] if node.func.id in SAID else node.args[1:2] if node.func.id == FAILED else []
                if node.func.id == OF_A_FIELD and name.startswith("api/") and name not in NO_FIELDS:
                    said = node.args
                found += [(name, node.lineno, each) for each in said]
    return found


def is_sentence(said: ast.expr) -> bool:
    """Whether it is written as a text, or made one, where it is raised."""
    if isinstance(said, ast.Call) and isinstance(said.func, ast.Name):
        return said.func.id == "str"
    return isinstance(said, ast.JoinedStr | ast.BinOp) or (isinstance(said, ast.Constant) and bool(said.value))


def test_no_error_that_a_person_may_read_is_a_mere_sentence():
    sentences = {f"{name}:{line}" for name, line, said in raised() if is_sentence(said)}
    assert len(raised()) > 400
    assert sentences == set()
