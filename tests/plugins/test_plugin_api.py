"""What plug-ins may use."""

import ast
import subprocess
import sys
from pathlib import Path

import bailiwick.plugin as api


def test_every_name_is_there_and_is_what_a_type_checker_sees():
    tree = ast.parse(Path(api.__file__).read_text(encoding="utf-8"))
    (typed,) = (node for node in tree.body if isinstance(node, ast.If))
    declared = {
        alias.name: node.module for node in typed.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert sorted(declared) == sorted(api.__all__)
    for name, module in declared.items():
        assert getattr(api, name) is getattr(sys.modules[module], name)


def test_the_process_of_formulas_loads_neither_database_nor_web():
    script = "import sys, bailiwick_skills.maths.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"psycopg", "asyncpg", "fastapi", "httpx", "pydantic"} & set(done.stdout.split())
