"""Routing, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={
        "route": "route_command:route",
        "replay": "replay_command:replay",
        "lint": "lint_command:lint",
        "why-not": "why_not_command:why_not",
        "releases": "releases_commands:app",
        "golden": "golden_commands:app",
    },
    routers=(
        "http:routing",
        "misroutes_http:misroutes",
        "releases_http:releases",
        "replay_http:replay",
        "golden_http:golden",
        "why_not_http:why_not",
        "proposals_http:proposals",
    ),
    opens="opening:open_routing",
    reasons="reasons:ReleaseReason",
    retention="retention:OldDecisions",
    settings="settings:DecisionSettings",
)
