"""Asks axe-core what on a page people with disabilities could not use."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


RUN = """([grave, without]) => {
  const rules = axe._audit.rules.filter(rule => rule.enabled && grave.includes(rule.impact)
    && !rule.tags.some(tag => axe._audit.tagExclude.includes(tag)) && !without.includes(rule.id))
  return axe.run(document, {resultTypes: ['violations'], runOnly: {type: 'rule', values: rules.map(rule => rule.id)}})
}"""
"""Tries the rules that are on by themselves and grave, whose violations are as grave as they are."""


@dataclass(frozen=True)
class Violation:
    """One rule that a page breaks."""

    rule: str
    impact: str
    help: str
    targets: tuple[str, ...]
    """Selectors of the elements that break it."""


AT_REST = """() => document.getAnimations().every(one =>
  one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)"""
"""Whether nothing fades in or moves, but for what always does: colours in between are nobody's."""


def axe(page: Page, *, without: tuple[str, ...] = ()) -> list[Violation]:
    """Return the serious and critical violations of the page as it is now; rules in `without` are left out."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    page.wait_for_function(AT_REST)
    found = page.evaluate(RUN, [list(GRAVE), list(without)])
    return [
        Violation(
            each["id"],
            each["impact"],
            each["help"],
            tuple(" ".join(map(str, node["target"])) for node in each["nodes"]),
        )
        for each in found["violations"]
        if each["impact"] in GRAVE
    ]
