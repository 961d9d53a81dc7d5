"""Who reads the name of a class anywhere in the product knows which class it is."""

import ast
from collections import defaultdict

from docs.pages import ROOT

SOURCES = (ROOT / "src", ROOT / "router" / "src")


def test_no_public_class_name_is_defined_twice():
    places = defaultdict[str, list[str]](list)
    for source in SOURCES:
        for file in sorted(source.rglob("*.py")):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert len(places) > 1000, "the classes of the product and of the router are read"
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
