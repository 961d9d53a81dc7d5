"""What a person may read over HTTP has a code, so that it is said in the language that is asked for."""

import ast
from pathlib import Path

import bailiwick
import bailiwick_router

SOURCES = [Path(package.__file__).parent for package in (bailiwick, bailiwick_router)]
SAID = {
    "AgentUnavailable",
    "BadValue",
    "Conflict",
    "Forbidden",
    "GoldenBroken",
    "IdempotencyMismatch",
    "InboxFull",
    "InvalidInput",
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
ELSEWHERE = (
    "agent_files.py",
    "builtin_agents/",
    "cli/",
    "examples/model.py",
    "llm/local_encoder.py",
    "llm/model_fetch.py",
    "replay_files.py",
    "roster_file.py",
    "runtime/mcp_file.py",
    "storage/backup.py",
    "storage/cluster.py",
    "storage/embedded.py",
    "storage/erasure.py",
    "storage/external.py",
    "storage/migrate.py",
    "storage/replacing.py",
    "storage/restore.py",
    "storage/serve_lock.py",
    "tools/credentials.py",
)
"""Of the terminal, of files and keys of whoever runs the installation, and of the library: no request gets there."""
IN_ENGLISH = {
    "api/credentials.py": "the words of the check of names that pydantic shares",
    "runtime/credentials.py": "told to whoever runs the installation: which key to put where",
}
"""Files in which errors without a code are left, with the reason."""


def raised() -> list[tuple[str, int, ast.expr]]:
    """Return what each error that is made says: file, line and what it is said by."""
    found: list[tuple[str, int, ast.expr]] = []
    files = [(source, path) for source in SOURCES for path in sorted(source.rglob("*.py"))]
    for source, path in files:
        name = path.relative_to(source).as_posix()
        if name.startswith(ELSEWHERE):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = node.args[:1] if node.func.id in SAID else node.args[1:2] if node.func.id == FAILED else []
                found += [(name, node.lineno, each) for each in said]
    return found


def is_sentence(said: ast.expr) -> bool:
    """Whether it is written as a text, or made one, where it is raised."""
    if isinstance(said, ast.Call) and isinstance(said.func, ast.Name):
        return said.func.id == "str"
    return isinstance(said, ast.JoinedStr | ast.BinOp) or (isinstance(said, ast.Constant) and bool(said.value))


def test_no_error_that_a_request_may_meet_is_a_mere_sentence():
    sentences = {f"{name}:{line}" for name, line, said in raised() if is_sentence(said) and name not in IN_ENGLISH}
    assert sentences == set()


def test_whatever_is_left_in_english_is_still_there():
    left = {name for name, _, said in raised() if is_sentence(said)}
    assert left == set(IN_ENGLISH)
