import re  # noqa: TID251  (own fixed patterns)

from docs.pages import DOCS, ROOT

CODE = re.compile(r'_(?:warning|finding)\(\s*(?:\w+(?:\.id)?, )?"([a-z-]+)"')
NAMED = re.compile(r"`([a-z]+(?:-[a-z]+)+)`")


def test_every_code_of_lint_is_explained_and_no_other():
    sources = [ROOT / "router" / "src" / "bailiwick_router" / name for name in ("agent_lint.py", "roster_lint.py")]
    codes = {code for source in sources for code in CODE.findall(source.read_text(encoding="utf-8"))}
    page = (DOCS / "how-to" / "test-your-routing.md").read_text(encoding="utf-8")
    rows = [line for line in page.partition("## What lint says")[2].splitlines() if line.startswith("| `")]
    assert len(codes) > 12
    assert {code for row in rows for code in NAMED.findall(row.split("|")[1])} == codes
