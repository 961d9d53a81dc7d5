"""What the pages say of installing is what the project declares."""

import re  # noqa: TID251  (own fixed patterns)
import tomllib

from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.extras import Extra
from docs.pages import ROOT, pages

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED = PROJECT["optional-dependencies"]
INSTALLS = re.compile(r"(?:pip3? install|uv add|uv tool install|uvx|pipx (?:install|run))[^\n`]*")
FOREIGN = re.compile(r"(?<![\w./-])bailiwick(?![\w-]|\.)")


def foreign(text: str) -> list[str]:
    """Return what a text tells people to install that is called `bailiwick` where packages are, and not ours."""
    return [line for line in INSTALLS.findall(text) if FOREIGN.search(line)]


def test_no_page_tells_people_to_install_the_package_of_another_project():
    told = {page.name: foreign(page.read_text(encoding="utf-8")) for page in pages()}
    assert not {page: lines for page, lines in told.items() if lines}


def test_such_a_line_would_be_noticed():
    assert foreign("pip install bailiwick\n") == ["pip install bailiwick"]
    assert foreign("uvx 'bailiwick[all]'")
    assert not foreign("pip install 'bailiwick-agents[all]' && python -m pip install ./bailiwick.whl")


def test_the_name_and_its_commands_are_declared_once():
    assert PROJECT["name"] == DISTRIBUTION
    assert PROJECT["scripts"]["bailiwick"] == PROJECT["scripts"][DISTRIBUTION]
    assert f"## {PROJECT['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_extra_is_declared_explained_and_part_of_all():
    server = {extra.value for extra in Extra}
    assert set(DECLARED) - {"all", "langgraph"} == server
    assert DECLARED["all"] == [f"{DISTRIBUTION}[{','.join(sorted(server))}]"]
    table = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z]+)` \|", table, re.MULTILINE)) == set(DECLARED)
