"""How releases, their differences and replays read in a terminal."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bailiwick.agents.releases.records import CanaryMetrics, ExamplesState, Release, ReleaseStatus, RoutingState
from bailiwick.kernel.terminal.lines import counted, line, say
from bailiwick.kernel.terminal.output import console, said, table
from bailiwick.kernel.terminal.texts import grouped, head, named, phrase, word
from bailiwick.kernel.terminal.times import local
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.core.releases import RoutingChange
from bailiwick_router.core.replays import GoldenResult, ReplayReport

if TYPE_CHECKING:
    from bailiwick.features.routing.release_fields import RoutingRules

LEARNED = {
    ExamplesState.TRAINED: "release-words.learned",
    ExamplesState.TRAINING: "release-words.learning",
    ExamplesState.FAILED: "release-words.learning-failed",
    ExamplesState.OFF: "release-words.learning-off",
    ExamplesState.NONE: "release-words.nothing-to-learn",
}
"""What is said of how far the router has learned, by its key."""
SHOWN = 20
"""Differences, groups of flips and golden cases that are shown."""


EDITS = {
    EditKind.SET: "release-words.set",
    EditKind.ADD: "release-words.add",
    EditKind.REMOVE: "release-words.remove",
}
"""What is said of an edit, by its key."""


def show_state(state: RoutingState) -> None:
    """Print what decides now and what waits."""
    published = state.published
    if published is None:
        say(phrase("release-words.the-agents-as-they-ship-decide"), style="bold")
    else:
        say(
            phrase(
                "release-words.release-decides-since",
                number=published.number,
                published_at=local(published.published_at),
            ),
            style="bold",
        )
    say(phrase("release-words.edits-at-once" if state.auto_publish else "release-words.edits-by-you"))
    if state.candidate is not None:
        say(
            phrase(
                "release-words.release-waits",
                number=state.candidate.number,
                why=line(said(state.candidate.why, state.candidate.reason)),
            )
        )
    if state.canary is not None:
        say(
            phrase(
                "release-words.release-decides-of-the-conversations",
                number=state.canary.number,
                canary_share=state.canary.canary_share,
            )
        )
    say(phrase("release-words.golden-cases", cases=counted(state.golden_cases, "golden case")))
    say(_learned(state))
    if state.agents_left_out:
        say(
            phrase(
                "release-words.it-learns-about-agents-those-you",
                agents_learned=grouped(state.agents_learned),
                agents_left_out=grouped(state.agents_left_out),
            )
        )


def _learned(state: RoutingState) -> str:
    examples, corrections = counted(state.examples, "example"), counted(state.corrections, "correction")
    return phrase(LEARNED[state.examples_state], examples=examples, corrections=corrections)


def show_releases(releases: Sequence[Release]) -> None:
    """Print a list of releases."""
    rows = [
        (
            str(one.number),
            _status(one),
            named("ReleaseAuthor", one.author),
            counted(one.change_count, "change"),
            local(one.created_at),
            line(said(one.why, one.reason), 80),
        )
        for one in releases
    ]
    table(
        ("release", "status", "author", "", "made", "why"),
        rows,
        empty=phrase("release-words.no-release-yet-the-agents-as"),
    )


def show_release(release: Release) -> None:
    """Print one release with what differs from its parent and what it does."""
    say(
        phrase("release-words.release", number=release.number, why=line(said(release.why, release.reason))),
        style="bold",
    )
    say(
        phrase(
            "release-words.by-made" if release.parent is None else "release-words.by-made-from",
            status=_status(release),
            author=named("ReleaseAuthor", release.author),
            created_at=local(release.created_at),
            parent=release.parent,
        )
    )
    if release.published_at is not None:
        say(phrase("release-words.published", published_at=local(release.published_at)))
    if release.override:
        say(phrase("release-words.published-although-golden-cases-break", override=line(release.override)))
    if release.canary_ended:
        say(
            phrase(
                "release-words.its-canary-was-taken-back",
                canary_why=line(said(release.canary_why, release.canary_ended)),
            )
        )
    say(phrase("release-words.learned-with", learning=release.learning), style="dim")
    show_changes(release.changes, release.change_count)
    if release.replay is not None:
        console().print()
        show_report(release.replay)


def show_rules(rules: "RoutingRules") -> None:
    """Print the rules of what decides now, beside those of the installation."""
    table(
        ("rule", "value", "installed"),
        [
            (each.name, _value(each.value), "" if each.value == each.usual else _value(each.usual))
            for each in rules.rules
        ],
        empty="",
    )


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value or "–"
    return ", ".join(value) if isinstance(value, list) else f"{value:g}"


def show_canary(release: Release, figures: CanaryMetrics) -> None:
    """Print how the decisions of a canary turned out beside those of the published release."""
    if release.canary_share is None or release.status is not ReleaseStatus.CANDIDATE:
        say(phrase("release-words.decides-no-share", number=release.number))
        if release.canary_ended:
            why = line(said(release.canary_why, release.canary_ended))
            say(phrase("release-words.its-canary-was-taken-back", canary_why=why))
        return
    say(
        phrase(
            "release-words.release-decides-of-the-conversations",
            number=release.number,
            canary_share=release.canary_share,
        ),
        style="bold",
    )
    rows = [
        (head(name), str(decided), f"{wrong} ({wrong / decided:.0%})" if decided else "")
        for name, decided, wrong in (
            ("canary", figures.decided, figures.wrong),
            ("published", figures.others, figures.others_wrong),
        )
    ]
    table(("release", "decisions", "wrong"), rows, empty="")
    say(phrase("release-words.wrong-is-what-somebody-reported-and"), style="dim")


def show_changes(changes: Sequence[RoutingChange], count: int) -> None:
    """Print differences as sentences."""
    for change in changes[:SHOWN]:
        say(f"  {_change(change)}")
    if count > SHOWN:
        say(phrase("release-words.and-more", count=count - SHOWN), style="dim")
    if not count:
        say(phrase("release-words.nothing-differs"), style="dim")


def show_report(report: ReplayReport) -> None:
    """Print what a release does to past messages and golden cases."""
    say(
        phrase(
            "release-words.among-of-pass-left-to-a",
            flips=counted(report.flips, "flip"),
            messages=counted(report.messages, "message"),
            golden_passed=report.golden_passed,
            golden=counted(report.golden, "golden case"),
            model_before=report.model_before,
            model_after=report.model_after,
        )
    )
    rows = [
        (
            f"{group.before or head('nobody')} → {group.after or head('nobody')}",
            str(group.count),
            line(group.samples[0].text, 70),
        )
        for group in report.groups[:SHOWN]
    ]
    if rows:
        table(("flips", "how many", "e.g."), rows, empty="")
    show_broken(report.golden_broken)
    for case in report.golden_fixed[:SHOWN]:
        say(phrase("release-words.mends-goes-to", text=repr(line(case.text, 70)), agent=case.after or head("nobody")))
    say(
        phrase(
            "release-words.a-decision-takes-s-99-s",
            p50_microseconds=f"{report.p50_microseconds:.0f}",
            p99_microseconds=f"{report.p99_microseconds:.0f}",
        ),
        style="dim",
    )


def show_broken(broken: Iterable[GoldenResult], *, error: bool = False) -> None:
    """Print golden cases that a release breaks."""
    out = console(error=error)
    for case in list(broken)[:SHOWN]:
        out.print(
            phrase(
                "release-words.breaks-goes-to-not-to",
                text=repr(line(case.text, 70)),
                agent=case.after or head("nobody"),
                expected=case.expected or head("nobody"),
            ),
            style="red" if sys.stdout.isatty() else None,
            markup=False,
            soft_wrap=True,
        )


def edit_words(edit: Edit) -> str:
    """Return an edit as a sentence without a stop."""
    return phrase(
        EDITS[edit.kind],
        field=named("AgentField", edit.field),
        agent=edit.agent,
        value=repr(line(str(edit.value), 120)),
    )


def _status(release: Release) -> str:
    share = release.canary_share if release.status is ReleaseStatus.CANDIDATE else None
    status = word(release.status)
    return status if share is None else phrase("release-words.with-canary", status=status, share=share)


def _change(change: RoutingChange) -> str:
    field = f", {named('AgentField', change.field)}" if change.field else ""
    subject = named("RoutingChange", change.subject)
    if change.kind == "changed":
        difference = _difference(change.before, change.after)
        return phrase("release-words.changed", subject=subject, name=change.name, field=field, difference=difference)
    changed = named("RoutingChange", change.kind)
    return phrase("release-words.came-or-went", subject=subject, name=change.name, field=field, change=changed)


def _difference(before: Any, after: Any) -> str:
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        gone = [f"-{line(str(each), 60)}" for each in before if each not in after]
        new = [f"+{line(str(each), 60)}" for each in after if each not in before]
        return ", ".join([*gone, *new]) or phrase("release-words.another-order")
    return f"{line(str(before), 60)!r} → {line(str(after), 60)!r}"
