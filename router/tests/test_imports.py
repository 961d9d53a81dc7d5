"""The library stands by itself: no module imports another in a circle, and importing it loads nothing heavy."""

import subprocess
import sys
from graphlib import TopologicalSorter

import grimp


def test_no_module_imports_another_in_a_circle_not_even_for_a_type():
    graph = grimp.build_graph("bailiwick_router", exclude_type_checking_imports=False, cache_dir=None)

    TopologicalSorter({each: graph.find_modules_directly_imported_by(each) for each in graph.modules}).prepare()


def test_importing_the_library_loads_its_own_names_alone():
    script = (
        "import sys; before = set(sys.modules); import bailiwick_router;"
        " print(*{each.partition('.')[0] for each in set(sys.modules) - before} - sys.stdlib_module_names)"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60).stdout
    assert out.split() == ["bailiwick_router"]
