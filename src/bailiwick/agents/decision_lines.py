"""A decision of routing, as a terminal shows it."""

from bailiwick.kernel.terminal.output import console, said
from bailiwick.kernel.terminal.texts import head, named, phrase, word
from bailiwick_router.core.decisions import Candidate, Decision, Evidence, Learned


def show(decision: Decision) -> None:
    """Print a decision for a person."""
    out = console()
    chosen = " + ".join(part.agent for part in decision.parts) or decision.agent or head("nobody")
    out.print(f"[bold]{chosen}[/bold]  {said(decision.why, decision.reason)}", soft_wrap=True)
    out.print(
        phrase(
            "route.stage-confidence-margin-ms-model-calls",
            stage=word(decision.stage),
            confidence=f"{decision.confidence:.2f}",
            margin=f"{decision.margin:g}",
            microseconds=f"{decision.microseconds / 1000:.2f}",
            model_calls=decision.model_calls,
        ),
        style="dim",
    )
    if decision.asked:
        out.print(phrase("route.read-as", text=decision.asked), style="dim", soft_wrap=True, markup=False)
    out.print()
    for report in decision.stages:
        mark = {"decided": "●", "passed": "○", "skipped": "·"}[report.outcome]
        out.print(f" {mark} {word(report.stage):<18} {said(report.why, report.reason)}", soft_wrap=True, markup=False)
    if decision.learned is not None:
        _show_learned(decision.learned)
    for part in decision.parts:
        after = f" {phrase('route.after-parts')}" if part.leans else ""
        out.print(f"\n {part.agent}{after} · “{part.text}”", style="bold", soft_wrap=True, markup=False)
        out.print(f"   {word(part.stage)} · {said(part.why, part.reason)}", style="dim", soft_wrap=True, markup=False)
        for candidate in part.candidates[:3]:
            _show_candidate(candidate, max(each.score for each in part.candidates) or 1.0)
    if decision.candidates and not decision.parts:
        out.print()
        best = max(candidate.score for candidate in decision.candidates) or 1.0
        for candidate in decision.candidates[:8]:
            _show_candidate(candidate, best)
        if decision.candidate_count > 8:
            out.print(phrase("route.and-more", candidate_count=decision.candidate_count - 8), style="dim")
    for exclusion in decision.excluded:
        out.print(f" - {exclusion.agent}: {named('Exclusion', exclusion.cause)}", style="dim")


def _show_learned(learned: Learned) -> None:
    out = console()
    out.print(
        phrase("route.examples-say", value=learned.agent or head("nobody"), confidence=f"{learned.confidence:.2f}"),
        style="bold",
        markup=False,
    )
    against = ""
    if learned.runner_up:
        against = phrase("route.then", agent=learned.runner_up, confidence=f"{learned.runner_up_confidence:.2f}")
    out.print(phrase("route.in-scope", against=against, in_scope=f"{learned.in_scope:.2f}"), style="dim", markup=False)
    for match in learned.examples[:3]:
        out.print(f"   {match.similarity:.2f} {match.agent:<18} “{match.text}”", soft_wrap=True, markup=False)
    words = ", ".join(f"{feature.text} {feature.weight:+.2f}" for feature in learned.features)
    if words:
        out.print(phrase("route.words", words=words), soft_wrap=True, markup=False)


def _named(item: Evidence) -> str:
    return phrase("route.pattern", pattern=item.matched) if item.kind == "pattern" else item.text


def _show_candidate(candidate: Candidate, best: float) -> None:
    bar = "█" * max(1, round(20 * candidate.score / best)) if candidate.score else ""
    words = ", ".join(dict.fromkeys(f"{_named(item)} +{item.weight:g}" for item in candidate.evidence))
    console().print(
        f" {candidate.agent:<18} {bar:<20} {candidate.score:>5g}  {candidate.confidence:.1f}  {words}",
        markup=False,
        soft_wrap=True,
    )
