"""`bailiwick doctor` says a thing once, however many agents it is true of."""

import ast
from pathlib import Path

import pytest

import bailiwick.features.installation.doctor
from bailiwick.features.installation.doctor_command import said
from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.runs.findings import Finding, grouped


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


def test_findings_are_told_in_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch):
    database = Finding.of("database", Reason.of(InstallationReason.DATABASE_EMBEDDED, folder="/data"), ok=True)
    program = Finding.of("sandbox", Reason.of(InstallationReason.CONFINED_BY, means="bwrap"), ok=True, about="shell")
    model = Finding.of("model", Lack(code=LackCode.CREDIT_USED_UP, values={"provider": "openai"}), about="openai:x")
    broken = Finding.of("plug-in", "ValueError: as its author wrote it", about="dice")
    alike = [
        Finding.of(
            "agent", Reason.of(RoutingReason.TAG_IS_STOP_WORD, value=f"the{number}"), code="tag", agents=(f"a{number}",)
        )
        for number in range(8)
    ]
    found = grouped([database, program, model, broken, *alike])
    assert [finding.detail for finding in found[:4]] == [
        "embedded in /data",
        "shell: confined by bwrap",
        "openai:x: The account at openai has no credit or quota left.",
        "dice: ValueError: as its author wrote it",
    ]
    monkeypatch.setenv("LC_ALL", "es")
    assert [said(finding) for finding in found[:4]] == [
        "integrada, en /data",
        "shell: aislado con bwrap",
        "openai:x: A la cuenta de openai no le queda saldo ni cuota.",
        "dice: ValueError: as its author wrote it",
    ]
    assert said(found[4]).startswith("a0: La etiqueta «the0» solo tiene palabras vacías")
    assert said(found[-1]).startswith("3 agentes (a5, a6, a7): tag, a cada uno por lo suyo")


def test_the_doctor_finds_nothing_that_is_a_mere_sentence():
    tree = ast.parse(Path(bailiwick.features.installation.doctor.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    said_by = [node.args[1] for node in calls if node.func.attr == "of" and len(node.args) > 1]
    assert len(said_by) > 12
    assert not [each.lineno for each in said_by if isinstance(each, ast.JoinedStr)]
    assert not [each.lineno for each in said_by if isinstance(each, ast.Constant) and each.value]
