"""How releases, their differences and replays read in a terminal."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from bailiwick.cli.output import console, said, table
from bailiwick.cli.swarm_words import counted, line, say
from bailiwick.cli.times import local
from bailiwick.core.edits import Edit, EditKind
from bailiwick.core.releases import CanaryFigures, ExamplesState, Release, ReleaseStatus, RoutingChange, RoutingState
from bailiwick.core.replays import GoldenResult, ReplayReport

SHOWN = 20
"""Differences, groups of flips and golden cases that are shown."""


def show_state(state: RoutingState) -> None:
    """Print what decides now and what waits."""
    published = state.published
    if published is None:
        say("The agents as they ship decide.", style="bold")
    else:
        say(f"Release {published.number} decides since {local(published.published_at)}.", style="bold")
    say(f"Edits are published {'at once' if state.auto_publish else 'by you'}.")
    if state.candidate is not None:
        say(f"Release {state.candidate.number} waits: {line(said(state.candidate.why, state.candidate.reason))}")
    if state.canary is not None:
        say(f"Release {state.canary.number} decides {state.canary.canary_share} % of the conversations.")
    say(f"{counted(state.golden_cases, 'golden case')}.")
    say(_learned(state))
    if state.agents_left_out:
        say(
            f"It learns about {state.agents_learned:,} agents, those you corrected and those with the most examples;"
            f" {state.agents_left_out:,} more are found by their tags, keywords and patterns."
        )


def _learned(state: RoutingState) -> str:
    examples = f"{counted(state.examples, 'example')}, {counted(state.corrections, 'correction')} among them"
    match state.examples_state:
        case ExamplesState.TRAINED:
            return f"The router has learned from {examples}."
        case ExamplesState.TRAINING:
            return f"The router is learning from {examples}."
        case ExamplesState.FAILED:
            return f"Learning from {examples}, failed; the server's log says why. The next change tries again."
        case ExamplesState.OFF:
            return "Learning from examples is switched off."
        case ExamplesState.NONE:
            return "There is nothing to learn from: no agent has examples, and nothing was corrected."


def show_releases(releases: Sequence[Release]) -> None:
    """Print a list of releases."""
    rows = [
        (str(one.number), _status(one), one.author, counted(one.change_count, "change"), local(one.created_at),
         line(said(one.why, one.reason), 80))
        for one in releases
    ]  # fmt: skip
    table(("release", "status", "author", "", "made", "why"), rows,
          empty="No release yet: the agents as they ship decide.")  # fmt: skip


def show_release(release: Release) -> None:
    """Print one release with what differs from its parent and what it does."""
    say(f"Release {release.number}: {line(said(release.why, release.reason))}", style="bold")
    parent = "" if release.parent is None else f", from release {release.parent}"
    say(f"{_status(release)}, by {release.author}, made {local(release.created_at)}{parent}")
    if release.published_at is not None:
        say(f"Published {local(release.published_at)}")
    if release.override:
        say(f"Published although golden cases break: {line(release.override)}")
    if release.canary_ended:
        say(f"Its canary was taken back: {line(said(release.canary_why, release.canary_ended))}")
    show_changes(release.changes, release.change_count)
    if release.replay is not None:
        console().print()
        show_report(release.replay)


def show_canary(release: Release, figures: CanaryFigures) -> None:
    """Print how the decisions of a canary turned out beside those of the published release."""
    if release.canary_share is None or release.status is not ReleaseStatus.CANDIDATE:
        ended = (
            f" Its canary was taken back: {line(said(release.canary_why, release.canary_ended))}"
            if release.canary_ended
            else ""
        )
        say(f"Release {release.number} decides no share of the conversations.{ended}")
        return
    say(f"Release {release.number} decides {release.canary_share} % of the conversations.", style="bold")
    rows = [
        (name, str(decided), f"{wrong} ({wrong / decided:.0%})" if decided else "")
        for name, decided, wrong in (
            ("canary", figures.decided, figures.wrong),
            ("published", figures.others, figures.others_wrong),
        )
    ]
    table(("release", "decisions", "wrong"), rows, empty="")
    say("Wrong is what somebody reported, and what failed.", style="dim")


def show_changes(changes: Sequence[RoutingChange], count: int) -> None:
    """Print differences as sentences."""
    for change in changes[:SHOWN]:
        say(f"  {_change(change)}")
    if count > SHOWN:
        say(f"  and {count - SHOWN} more.", style="dim")
    if not count:
        say("  Nothing differs.", style="dim")


def show_report(report: ReplayReport) -> None:
    """Print what a release does to past messages and golden cases."""
    say(f"{counted(report.flips, 'flip')} among {counted(report.messages, 'message')};"
        f" {report.golden_passed} of {counted(report.golden, 'golden case')} pass;"
        f" left to a model: {report.model_before} → {report.model_after}.")  # fmt: skip
    rows = [
        (f"{group.before or 'nobody'} → {group.after or 'nobody'}", str(group.count), line(group.samples[0].text, 70))
        for group in report.groups[:SHOWN]
    ]
    if rows:
        table(("flips", "how many", "e.g."), rows, empty="")
    show_broken(report.golden_broken)
    for case in report.golden_fixed[:SHOWN]:
        say(f"  mends: {line(case.text, 70)!r} goes to {case.after or 'nobody'}")
    say(f"A decision takes {report.p50_microseconds:.0f} µs (99 %: {report.p99_microseconds:.0f} µs).", style="dim")


def show_broken(broken: Iterable[GoldenResult], *, error: bool = False) -> None:
    """Print golden cases that a release breaks."""
    out = console(error=error)
    for case in list(broken)[:SHOWN]:
        out.print(
            f"  breaks: {line(case.text, 70)!r} goes to {case.after or 'nobody'}, not to {case.expected or 'nobody'}",
            style="red" if sys.stdout.isatty() else None, markup=False, soft_wrap=True,
        )  # fmt: skip


def edit_words(edit: Edit) -> str:
    """Return an edit as a sentence without a stop."""
    if edit.kind is EditKind.SET:
        return f"set {edit.field} of {edit.agent} to {line(str(edit.value), 120)!r}"
    word, side = ("add", "to") if edit.kind is EditKind.ADD else ("remove", "from")
    return f"{word} {line(str(edit.value), 120)!r} {side} {edit.field} of {edit.agent}"


def _status(release: Release) -> str:
    share = release.canary_share if release.status is ReleaseStatus.CANDIDATE else None
    return str(release.status) if share is None else f"{release.status} ({share} % canary)"


def _change(change: RoutingChange) -> str:
    field = f" {change.field}" if change.field else ""
    if change.kind == "changed":
        return f"{change.subject} {change.name}{field}: {_difference(change.before, change.after)}"
    return f"{change.subject} {change.name}{field} {change.kind}"


def _difference(before: Any, after: Any) -> str:
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        gone = [f"-{line(str(each), 60)}" for each in before if each not in after]
        new = [f"+{line(str(each), 60)}" for each in after if each not in before]
        return ", ".join([*gone, *new]) or "another order"
    return f"{line(str(before), 60)!r} → {line(str(after), 60)!r}"
