"""What the pages say of installing is what the project declares."""

import re  # noqa: TID251  (own fixed patterns)
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.extras import Extra
from docs.pages import ROOT, pages

WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = WHOLE["project"]
ROUTER = tomllib.loads((ROOT / "router" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINNED = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)
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


def declared() -> list[Requirement]:
    """Return what `make install` is asked for: the product, all its extras, the router, and what the tests need."""
    lists = [PROJECT["dependencies"], ROUTER["dependencies"], *DECLARED.values(), WHOLE["dependency-groups"]["dev"]]
    return [Requirement(each) for wanted in lists for each in wanted]


def needed() -> Iterator[tuple[str, Requirement]]:
    """Yield every requirement that holds for this Python, with what asks for it, through all that is installed.

    What comes from this repository is left out: it is installed from its folder.
    """
    ours = {canonicalize_name(DISTRIBUTION), canonicalize_name(ROUTER["name"])}
    waiting = [("pyproject.toml", each, "") for each in declared()]
    followed: set[tuple[str, str]] = set()
    while waiting:
        asking, requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in ours or (requirement.marker and not requirement.marker.evaluate({"extra": extra})):
            continue
        yield asking, requirement
        for one in {"", *requirement.extras} - {extra for known, extra in followed if known == name}:
            followed.add((name, one))
            try:
                waiting += [(name, Requirement(each), one) for each in requires(name) or ()]
            except PackageNotFoundError:
                continue


def missing_in(lock: str) -> list[str]:
    """Return the requirements that a lock does not fulfil, each with what asks for it."""
    pinned = {canonicalize_name(name): version for name, version in PINNED.findall(lock)}

    def fulfils(requirement: Requirement) -> bool:
        version = pinned.get(canonicalize_name(requirement.name))
        return version is not None and requirement.specifier.contains(version, prereleases=True)

    return sorted({f"{asking} needs {requirement}" for asking, requirement in needed() if not fulfils(requirement)})


def test_the_lock_names_everything_that_is_installed_in_a_version_that_fits():
    assert not missing_in(LOCK)


def test_an_entry_that_the_lock_lacks_or_has_too_old_would_be_noticed():
    without = missing_in(re.sub(r"^requests==", "other==", LOCK, flags=re.MULTILINE))
    assert without
    assert all("needs requests" in each for each in without)
    assert any(
        "needs pydantic" in each
        for each in missing_in(re.sub(r"^pydantic==.*? ", "pydantic==1.0 ", LOCK, flags=re.MULTILINE))
    )
