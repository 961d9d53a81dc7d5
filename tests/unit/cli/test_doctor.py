"""`bailiwick doctor` says a thing once, however many agents it is true of."""

from bailiwick.cli.doctor import Finding, grouped


def test_what_a_thousand_agents_have_alike_is_one_line_that_counts_and_names_the_first():
    alike = [Finding("agent", False, "It has no tags.", required=False, about=f"a{number}") for number in range(1000)]
    other = Finding("agent", False, "It has no name.", required=False, about="b")
    place = Finding("database", True, "embedded")
    assert [finding.detail for finding in grouped([place, *alike, other])] == [
        "embedded", "1,000 agents (a0, a1, a2, a3, a4 and 995 more): It has no tags.", "b: It has no name.",
    ]  # fmt: skip
    assert [finding.detail for finding in grouped(alike[:2])] == ["2 agents (a0, a1): It has no tags."]
