"""The first page says what there is and what is missing, as it is."""

import re  # noqa: TID251  (own fixed patterns)
from typing import Any

from bailiwick.faces.cli import whole
from bailiwick_router.core.decisions import Stage
from docs.pages import ROOT
from support.built import NAMES

README = (ROOT / "README.md").read_text(encoding="utf-8")
TITLES = {"": "home", "debug": "events", "figures": "metrics"}
"""What the pages are called whose addresses say something else."""


def section(title: str) -> str:
    """Return the text below a heading of the first page."""
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_nothing_is_called_missing_that_is_a_command_or_a_stage_of_routing():
    missing = set(re.findall(r"[\w-]+", section("What is not in it yet")))
    command: Any = whole()
    there = {*command.commands, *Stage} - {"model"}  # a model of others is meant
    assert missing
    assert not there & missing


def test_every_page_of_the_web_app_is_named():
    named = section("What is in this release").partition("use-the-web-app.md")[0]
    assert {TITLES.get(page, page) for page in NAMES} <= set(re.findall(r"\w+", named))
