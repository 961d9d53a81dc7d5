"""`bailiwick doctor` says a thing once, however many agents it is true of."""

from bailiwick.cli.doctor import said
from bailiwick.core.checkup import Finding, grouped


def of(number: int, detail: str) -> Finding:
    return Finding(name="agent", ok=False, detail=detail, required=False, code="tags", agents=(f"a{number}",))


def test_what_a_thousand_agents_have_alike_is_one_line_that_counts_and_names_the_first():
    alike = [of(number, "It has no tags.") for number in range(1000)]
    other = of(7, "It has no name.")
    place = Finding(name="database", ok=True, detail="embedded")
    assert [said(finding) for finding in grouped([place, *alike, other])] == [
        "embedded",
        "1,000 agents (a0, a1, a2, a3, a4 and 995 more): It has no tags.",
        "a7: It has no name.",
    ]
    assert [said(finding) for finding in grouped(alike[:2])] == ["2 agents (a0, a1): It has no tags."]


def test_what_a_thousand_agents_have_each_in_its_own_way_is_a_few_lines():
    lines = [said(finding) for finding in grouped([of(number, f"Tag {number} is odd.") for number in range(1000)])]
    assert lines[:5] == [f"a{number}: Tag {number} is odd." for number in range(5)]
    assert lines[5:] == [
        "995 agents (a5, a6, a7, a8, a9 and 990 more): tags, each in words of its own; `bailiwick lint` and"
        " `bailiwick agents show` tell them."
    ]
