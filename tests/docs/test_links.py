from pathlib import Path

import pytest

from docs.pages import ROOT, anchor, anchors, links, pages, simple_commands

LINKS = [(page, list(links(page))) for page in pages()]


def test_pages_have_links_to_check():
    assert sum(len(targets) for _, targets in LINKS) > 50


@pytest.mark.parametrize(("page", "targets"), LINKS, ids=[str(page.relative_to(ROOT)) for page, _ in LINKS])
def test_the_links_of_a_page_lead_to_something_that_exists(page: Path, targets: list[str]):
    assert [target for target in targets if not leads_somewhere(page, target)] == []


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, fragment = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    return file.exists() and (not fragment or fragment in anchors(file))


def test_a_link_that_leads_nowhere_is_noticed():
    assert leads_somewhere(ROOT / "README.md", "docs/index.md")
    assert not leads_somewhere(ROOT / "README.md", "docs/nothing.md")
    assert not leads_somewhere(ROOT / "README.md", "docs/index.md#nothing")


def test_every_page_of_the_documentation_is_reached_from_its_map():
    seen: set[Path] = set()
    waiting = [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        found = [(page.parent / target.partition("#")[0]).resolve() for target in links(page)]
        waiting += [each for each in found if each.suffix == ".md"]
    assert {page for page in pages() if page.is_relative_to(ROOT / "docs")} <= seen


def test_an_anchor_is_spelled_as_git_hosts_spell_it():
    assert anchor("A routing stage") == "a-routing-stage"
    assert anchor("`agent.tool_result`") == "agenttool_result"


def test_shell_text_is_split_into_simple_commands():
    text = "export A=1\nKEY=$(bailiwick keys create x) # why\nB=2 curl -d '{\n}' \\\n  -X POST | jq .\n"
    found = [words for words in simple_commands(text) if words[0] not in ("$", "KEY=$")]
    assert found == [("bailiwick", "keys", "create", "x"), ("curl", "-d", "{\n}", "-X", "POST"), ("jq", ".")]
