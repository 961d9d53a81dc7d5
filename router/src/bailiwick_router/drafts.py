"""Drafts: deciding as if an agent that is still being written were on the roster."""

from collections.abc import Generator
from contextlib import contextmanager

from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Decision, RoutingContext
from bailiwick_router.pipeline import Router
from bailiwick_router.roster import Roster


def decide_with(router: Router, draft: Agent, message: str, context: RoutingContext) -> Decision:
    """Return the decision as if `draft` were saved: where its id stands if it is known, else last.

    The roster is afterwards as before. Raises what `Router.decide` and `Roster.add` raise. The work grows with the
    draft and the decision, not with the roster. Nothing is learned from the draft.
    """
    _ = router.classifier  # what is still to be learned, from the roster as it is
    with _joined(router.roster, draft):
        return router.decide(message, context)


@contextmanager
def _joined(roster: Roster, draft: Agent) -> Generator[None]:
    before = roster.get(draft.id)
    if before is None:
        roster.add(draft)
    else:
        roster.replace(draft)
    try:
        yield
    finally:
        if before is None:
            roster.remove(draft.id)
        else:
            roster.replace(before)
